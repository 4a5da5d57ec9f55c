"""Every phase of a table in every game, each reached by playing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from tests.e2e.table import Line, TablePage, tap
from tools.shots.rooms import Room

CLASSICO = {"preset": "classico"}
LUDOPOLI = {"preset": "ludopoli"}
BREDESE = {"preset": "bredese"}
ANDATA = {"preset": "andata"}
CALATAFIMI = {
    "preset": "calatafimi",
    "deals": 3,
    "bidWindowMs": 120_000,
    "bidOpenDelayMs": 0,
    "offerLockMs": 0,
}
TWO_DEALS = {"match_end": {"deals": 2}}
ONE_DEAL = {"match_end": {"deals": 1}}

WHIST: dict[str, Any] = {"game": "whist", "rules": ANDATA}
MARAFFONE: dict[str, Any] = {"game": "maraffone", "rules": {"preset": "maraffone"}}
BRISCOLA: dict[str, Any] = {"game": "briscola", "rules": CLASSICO}
OSTERIA: dict[str, Any] = {"game": "briscola", "rules": {"preset": "osteria"}}
EXCHANGE = {"preset": "classico", "exchange": "seven_two", "exchange_until": "stock"}
TRAVERSONE: dict[str, Any] = {"game": "traversone", "rules": {"preset": "traversone"}}
CIAPANO: dict[str, Any] = {"game": "traversone", "rules": {"preset": "ciapano"}}
SCOPONE: dict[str, Any] = {"game": "scopone", "rules": {"preset": "scientifico"}}
SCOPA: dict[str, Any] = {"game": "scopone", "rules": {"preset": "scopa"}}
ANYONE = {"preset": "maraffone", "cricca": "anyone"}
TAROCCHI: dict[str, Any] = {"game": "tarocchi", "rules": CALATAFIMI, "players": 3}

STAYS = """async () => {
    const { js } = JSON.parse(document.querySelector("[data-static]").dataset.static);
    const { times } = await import(`${js}/table/stage.js`);
    Object.assign(times, { balloon: 2e9, accusa: 2e9, summary: 2e9 });
}"""
"""Keep messages that normally vanish after a moment."""

Phase = Callable[[Room], Page]


def reached(room: Room, until: str, *, players: int = 4, seat: int | None = None, **wanted: Any) -> TablePage:
    """Open a table in a position of `world.position`, from the seat in that position or another one."""
    seeded = room.position(until, players=players, people=players, **wanted)
    return at(room, seeded, seeded["seat"] if seat is None else seat)


def at(room: Room, seeded: dict[str, Any], seat: int | None = 0) -> TablePage:
    table = TablePage(room.page(seeded["cookies"][seat or 0]), f"{room.url}/tavolo/{seeded['code']}/")
    table.page.wait_for_selector(".room:not([aria-busy])")
    return table


def begins(players: int, **wanted: Any) -> Phase:
    """Return the phase of the first turn at a table with that many players."""
    return lambda room: reached(room, "begins", players=players, **wanted).page


def shows(until: str, **wanted: Any) -> Phase:
    def phase(room: Room) -> Page:
        table = reached(room, until, **wanted)
        table.page.wait_for_selector(".finale:not([hidden])" if until == "over" else ".hand .card")
        return table.page

    return phase


def summary(**wanted: Any) -> Phase:
    """Return the phase after the last card of a deal."""

    def phase(room: Room) -> Page:
        table = reached(room, "last", **wanted)
        table.page.evaluate(STAYS)
        table.play_first()
        table.page.wait_for_selector(".summary:not([hidden])")
        return table.page

    return phase


def dialog(name: str) -> Phase:
    def phase(room: Room) -> Page:
        page = reached(room, "leads", rules=LUDOPOLI).page
        page.evaluate("name => document.getElementById(name).showModal()", name)
        return page

    return phase


# ---- Tressette


def won(room: Room) -> Page:
    seeded = room.position("over", players=4, people=4, rules={**CLASSICO, **ONE_DEAL})
    for seat in (0, 1):
        page = at(room, seeded, seat).page
        page.wait_for_selector(".finale:not([hidden])")
        if page.query_selector(".finale [data-won]"):
            return page
    raise AssertionError("neither side has won")


def waits(room: Room) -> Page:
    [seeded] = room.stack.seed(people=2, bots=False)
    return at(room, seeded).page


def visits(room: Room) -> Page:
    [seeded] = room.stack.seed(people=2, bots=False, watchers=1)
    return at(room, seeded, 2).page


def watches(room: Room) -> Page:
    seeded = room.position("answers", players=4, people=4, watchers=1, rules=LUDOPOLI)
    return at(room, seeded, 4).page


def accusa_announced(room: Room) -> Page:
    seeded = room.position("accusa", players=4, people=4, rules=CLASSICO)
    other = at(room, seeded, (seeded["seat"] + 1) % 4)
    other.page.evaluate(STAYS)
    speaker = at(room, seeded, seeded["seat"])
    speaker.page.locator(".slips button").first.click()
    other.page.wait_for_selector(".seat .balloon")
    return other.page


def declares(room: Room) -> Page:
    table = reached(room, "leads", rules=LUDOPOLI)
    tap(table.playable.last)
    table.page.locator("[data-box='suit']").check()
    return table.page


def signals(room: Room) -> Page:
    table = reached(room, "leads", rules=BREDESE)
    tap(table.playable.first)
    table.page.locator("[data-signal]:not([aria-disabled])").first.click()
    return table.page


def signal_announced(room: Room) -> Page:
    seeded = room.position("leads", players=4, people=4, rules=BREDESE)
    other = at(room, seeded, (seeded["seat"] + 2) % 4)
    other.page.evaluate(STAYS)
    speaker = at(room, seeded, seeded["seat"])
    speaker.page.locator("[data-signal]:not([aria-disabled])").first.click()
    speaker.play_first()
    other.page.wait_for_selector(".seat .balloon")
    return other.page


def barred(room: Room) -> Page:
    table = reached(room, "answers", rules=CLASSICO)
    tap(table.barred.last)
    table.page.wait_for_selector(".why:not([hidden])")
    return table.page


def lost(room: Room) -> Page:
    seeded = room.position("answers", players=4, people=4, rules=CLASSICO)
    page = room.page(seeded["cookies"][seeded["seat"]])
    line = Line(page)
    TablePage(page, f"{room.url}/tavolo/{seeded['code']}/").await_turn()
    line.cut()
    page.wait_for_selector(".banner button")
    return page


def chat(room: Room) -> Page:
    table = reached(room, "answers", rules=CLASSICO)
    table.await_turn()
    page = table.page
    page.keyboard.press("/")
    page.wait_for_selector("#msg:focus")
    page.keyboard.type("Bella presa")
    page.keyboard.press("Enter")
    page.wait_for_selector(".log p:not(.sys)", state="attached")
    return page


def with_bots(room: Room) -> Page:
    [seeded] = room.stack.seed(people=1)
    table = at(room, seeded)
    table.await_turn()
    return table.page


def sheet(room: Room) -> Page:
    """On a phone, the side panel covers the table once it is opened."""
    page = chat(room)
    page.evaluate("document.querySelector('[aria-controls=side]').ariaExpanded = 'true'")
    return page


def fair(room: Room) -> Page:
    page = reached(room, "answers", rules=LUDOPOLI).page
    page.wait_for_selector(".fair:not([hidden])")
    page.evaluate("document.querySelector('.fair').click()")
    page.evaluate("document.querySelector('#fair-dialog details').open = true")
    page.wait_for_selector("#fair-dialog[open] .fair-match:not(:empty)")
    return page


# ---- Maraffone


def names_elsewhere(room: Room) -> Page:
    seeded = room.position("names", players=4, people=4, **MARAFFONE)
    return at(room, seeded, (seeded["seat"] + 1) % 4).page


# ---- Briscola


def draws(room: Room) -> Page:
    """The last card of a trick is played, and the last cards are drawn."""
    seeded = room.position("drawn", players=4, people=4, **BRISCOLA)
    other = at(room, seeded, (seeded["seat"] + 1) % 4)
    other.page.evaluate(STAYS)
    at(room, seeded, seeded["seat"]).play_first()
    other.page.wait_for_selector(".stock[data-left='0']")
    return other.page


def signs(room: Room) -> Page:
    table = reached(room, "signs", **OSTERIA)
    tap(table.playable.first)
    table.page.locator("[data-signal]:not([aria-disabled])").first.click()
    return table.page


# ---- Scopone and Scopa


def takes_either(room: Room) -> Page:
    """A card is raised that may take this or that."""
    table = reached(room, "takes either", **SCOPONE)
    card = table.page.locator(".hand .card[data-mark='choice']").first
    tap(card)
    tap(card)
    table.page.wait_for_selector(".way")
    return table.page


def takes(room: Room) -> Page:
    """A card is raised that takes something, which is marked on the cloth."""
    table = reached(room, "captures", **SCOPONE)
    for card in table.page.locator(".hand .card").all():
        tap(card)
        if table.page.locator("[data-taken-by]").count():
            break
    return table.page


# ---- Whist


def struck_why(room: Room) -> Page:
    page = reached(room, "struck", **WHIST).page
    page.locator(".bid[aria-disabled]").click(force=True)
    page.wait_for_selector("#bid-why[data-refused]")
    return page


# ---- Tarocchi


def three(room: Room, **rules: Any) -> list[TablePage]:
    [seeded] = room.stack.seed(people=3, **{**TAROCCHI, "rules": {**CALATAFIMI, **rules}})
    return [at(room, seeded, seat) for seat in range(3)]


def call(table: TablePage, word: str) -> None:
    table.page.wait_for_selector(f"[data-call={word}]:not([aria-disabled])")
    table.page.locator(f"[data-call={word}]").first.click()


def calls(room: Room) -> Page:
    page = three(room)[0].page
    page.wait_for_selector("[data-call=tengo]:not([aria-disabled])")
    return page


def calls_early(room: Room) -> Page:
    page = three(room, bidOpenDelayMs=10_000)[0].page
    page.wait_for_selector("[data-call=tengo][aria-disabled]")
    return page


def offers(room: Room) -> Page:
    anna, bruno, carla = three(room)
    call(bruno, "offro")
    carla.page.wait_for_selector("[data-call=piglio]")
    call(carla, "vado")
    anna.page.wait_for_selector("[data-from='1']")
    return anna.page


def scarto(room: Room) -> Page:
    table = reached(room, "scarto", **TAROCCHI)
    for _ in range(2):
        tap(table.page.locator(".hand[data-picks] .card:not([aria-disabled])[aria-pressed=false]").first)
    return table.page


def scarto_barred(room: Room) -> Page:
    table = reached(room, "scarto", **TAROCCHI)
    locked = table.page.locator(".hand[data-picks] .card[aria-disabled]")
    if locked.count():
        tap(locked.first)
    return table.page


def monte(room: Room) -> Page:
    seeded = room.position("scarto", people=3, **TAROCCHI)
    return at(room, seeded, (seeded["seat"] + 1) % 3).page


# ---- the replay


def reviewed(room: Room) -> Page:
    seeded = room.position("over", players=4, people=4, rules={**CLASSICO, **ONE_DEAL})
    page = room.page(seeded["cookies"][0])
    page.goto(f"{room.url}/partita/{seeded['match']}/")
    page.wait_for_selector(".replay:not([aria-busy])")
    page.locator(".review button").click()
    page.wait_for_selector(".costly [aria-current]", timeout=180_000)
    return page


def replayed_captures(room: Room) -> Page:
    """In the replay of Scopone, the first position in which a card takes something."""
    seeded = room.position(
        "over", players=4, people=4, game="scopone", rules={**SCOPONE["rules"], **ONE_DEAL}
    )
    page = room.page(seeded["cookies"][0])
    page.goto(f"{room.url}/partita/{seeded['match']}/")
    page.wait_for_selector(".replay:not([aria-busy])")
    page.locator(".moves button:has(small)").first.click()
    page.wait_for_selector(".tcard.win")
    return page


PHASES: dict[str, Phase] = {
    "waiting": waits,
    "waiting-visitor": visits,
    "tressette-3": begins(3, rules=CLASSICO),
    "tressette-4": begins(4, rules=CLASSICO),
    "tressette-accusa": shows("accusa", rules=CLASSICO),
    "tressette-accusa-announced": accusa_announced,
    "tressette-declares": declares,
    "tressette-signals": signals,
    "tressette-signal-announced": signal_announced,
    "tressette-answers": shows("answers", rules=LUDOPOLI),
    "tressette-barred": barred,
    "tressette-summary": summary(rules={**CLASSICO, **TWO_DEALS}),
    "tressette-end": shows("over", rules={**CLASSICO, **ONE_DEAL}),
    "tressette-won": won,
    "tressette-clock": shows("answers", rules=CLASSICO, move_seconds=60, bank_seconds=90),
    "tressette-bots": with_bots,
    "tressette-lost": lost,
    "tressette-chat": chat,
    "tressette-sheet": sheet,
    "tressette-watched": watches,
    "maraffone-names": shows("names", **MARAFFONE),
    "maraffone-waits": names_elsewhere,
    "maraffone-leads": shows("leads", **MARAFFONE),
    "maraffone-answers": shows("answers", **MARAFFONE),
    "maraffone-cricca": shows("accusa", game="maraffone", rules=ANYONE),
    "maraffone-summary": summary(game="maraffone", rules={**ANYONE, **TWO_DEALS}),
    "maraffone-end": shows("over", game="maraffone", rules={**ANYONE, **ONE_DEAL}),
    **{f"traversone-{players}": begins(players, **TRAVERSONE) for players in (3, 4, 5, 6)},
    "traversone-lays-by": shows("lays by", players=3, **CIAPANO),
    "traversone-answers": shows("follows", **TRAVERSONE),
    "traversone-left-over": shows("follows", players=3, **CIAPANO),
    "traversone-summary": summary(game="traversone", rules={**TRAVERSONE["rules"], **TWO_DEALS}),
    "traversone-end": shows("over", game="traversone", rules={**TRAVERSONE["rules"], **ONE_DEAL}),
    **{f"briscola-{players}": begins(players, **BRISCOLA) for players in (2, 3, 4)},
    "briscola-answers": shows("follows", **BRISCOLA),
    "briscola-answers-2": shows("follows", players=2, **BRISCOLA),
    "briscola-exchange": shows("exchange", players=2, game="briscola", rules=EXCHANGE),
    "briscola-signs": signs,
    "briscola-draws": draws,
    "briscola-empty": shows("empty", **OSTERIA),
    "briscola-summary": summary(game="briscola", rules={**CLASSICO, **TWO_DEALS}),
    "briscola-end": shows("over", players=2, game="briscola", rules={**CLASSICO, "match_end": {"games": 1}}),
    **{f"scopa-{players}": begins(players, **SCOPA) for players in (2, 3, 4)},
    "scopone-begins": begins(4, **SCOPONE),
    "scopone-takes-either": takes_either,
    "scopone-takes": takes,
    "scopone-captures": shows("captures", **SCOPONE),
    "scopone-swept": shows("swept", **SCOPONE),
    "scopone-crowded": shows("crowded", **SCOPONE),
    "scopone-summary": summary(game="scopone", rules={**SCOPONE["rules"], **TWO_DEALS}),
    "scopone-end": shows("over", game="scopone", rules={**SCOPONE["rules"], **ONE_DEAL}),
    "scopa-end": shows("over", players=3, game="scopone", rules={**SCOPA["rules"], **ONE_DEAL}),
    **{f"dialog-{name}": dialog(f"{name}-dialog") for name in ("menu", "rules", "help", "leave")},
    "dialog-fair": fair,
    **{f"whist-{players}": begins(players, **WHIST) for players in (2, 3, 4, 5, 6)},
    "whist-struck": struck_why,
    "whist-struck-6": shows("struck", players=6, **WHIST),
    "whist-answers": shows("answers", players=5, **WHIST),
    "whist-summary": summary(players=4, **WHIST),
    "whist-end": shows("over", players=6, **WHIST),
    "tarocchi-calls-early": calls_early,
    "tarocchi-calls": calls,
    "tarocchi-offers": offers,
    "tarocchi-scarto": scarto,
    "tarocchi-scarto-barred": scarto_barred,
    "tarocchi-monte": monte,
    "tarocchi-leads": shows("leads", **TAROCCHI),
    "tarocchi-answers": shows("answers", **TAROCCHI),
    "tarocchi-forced": shows("forced", **TAROCCHI),
    "tarocchi-summary": summary(**TAROCCHI),
    "tarocchi-end": shows("over", **TAROCCHI),
    "replay-reviewed": reviewed,
    "replay-scopone-captures": replayed_captures,
}
