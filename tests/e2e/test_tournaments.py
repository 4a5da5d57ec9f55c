"""A tournament evening: an organiser, eight players, and a substitute.

The organiser, a player and their substitute use real browsers and do everything on their pages. The others
play on real sockets, as programs do. Public changes must appear on all pages without a reload, and on all
sockets.
"""

from __future__ import annotations

import asyncio
import json
import random
import urllib.request
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import datetime, timedelta
from threading import Thread
from typing import Any
from zoneinfo import ZoneInfo

from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import ON_THE_PHONE, PHONE, NewPage, overflow, violations
from tests.e2e.table import TablePage
from tests.live.player import Player as Listener
from tests.live.stack import Stack

PLAYS = """least => {
    const hand = document.querySelector(".hand");
    let played = 0;
    const play = () => {
        const held = hand.querySelectorAll(".card").length;
        const card = hand.matches("[data-turn]") && hand.querySelector(".card:not([aria-disabled])");
        if (!card || held <= least || held === played) return;
        played = held;
        card.click();
        card.click();
    };
    new MutationObserver(play).observe(hand, { attributes: true, childList: true, subtree: true });
    play();
}"""
"""A script that plays the first legal card with two clicks on every turn, until `least` cards are left."""

PAGES = ("", "smazzate/1-1/", "stampa/", "../", "../nuovo/")
CONSOLE = ("direzione/", "direzione/tavoli/1/1/", "direzione/iscritti/1/")
"""Pages of a tournament for everybody, and of its console; addresses relative to the page of the event."""

PATIENCE = 60_000
"""Milliseconds within which everybody must see a change."""


class Player:
    """A person with two tabs: the page of the event, which is opened once, and their table."""

    def __init__(self, page: Page, name: str) -> None:
        self.page, self.name = page, name
        self.page.set_default_timeout(PATIENCE)
        self.table = TablePage(page)
        self.opened = 0.0

    def stays(self) -> None:
        """Note the current load of the page, for `has_stayed`."""
        self.opened = self.page.evaluate("performance.timeOrigin")

    @property
    def has_stayed(self) -> bool:
        return bool(self.opened == self.page.evaluate("performance.timeOrigin"))

    def sit_down(self) -> None:
        """Open the table in a new tab."""
        with self.page.context.expect_page() as opened:
            self.page.click(".next-table .btn.primary", modifiers=["ControlOrMeta"])
        opened.value.set_default_timeout(PATIENCE)
        opened.value.wait_for_url("**/tavolo/**")
        self.table = TablePage(opened.value)

    def go_on(self) -> None:
        """Go from the end of a match to the next table."""
        self.table.page.click("[data-next]")

    def play(self, least: int = 0) -> None:
        """Let a script play on the page until `least` cards are left."""
        self.table.read_fast()
        self.table.page.evaluate(PLAYS, least)


def of(players: Sequence[Player], selector: str) -> list[Locator]:
    return [each.page.locator(selector) for each in players]


def at(players: Sequence[Player], selector: str) -> list[Locator]:
    return [each.table.page.locator(selector) for each in players]


def each_has(count: int, found: Sequence[Locator]) -> None:
    for each in found:
        expect(each).to_have_count(count, timeout=PATIENCE)


def each_says(text: str, found: Sequence[Locator]) -> None:
    for each in found:
        expect(each).to_contain_text(text, timeout=PATIENCE)


class Program:
    """A player without a browser, who enters through the API and plays on a socket."""

    def __init__(self, stack: Stack, event: str, cookie: str, name: str, run: Run) -> None:
        self.stack, self.cookie, self.name, self.run = stack, cookie, name, run
        self.api = f"/api/v1/tournaments/{event}/"
        self.socket: Listener | None = None

    def post(self, path: str, **fields: str) -> None:
        self.stack.post(self.api + path, self.cookie, **fields)

    @property
    def table(self) -> str:
        """The code of the table that the API names as the player's."""
        asked = urllib.request.Request(f"{self.stack.url}{self.api}me/", headers={"Cookie": self.cookie})
        with urllib.request.urlopen(asked) as answer:
            return str(json.load(answer)["table"]["table"])

    @property
    def listener(self) -> Listener:
        assert self.socket is not None
        return self.socket

    def sit_down(self) -> None:
        self.get_up()
        self.socket = Listener(self.stack.url, self.table, self.cookie)
        self.run(self.socket.open())

    def get_up(self) -> None:
        if self.socket is not None:
            self.run(self.socket.close())


Run = Callable[[Coroutine[Any, Any, Any]], Any]


@contextmanager
def beside() -> Iterator[Run]:
    """Yield a function that runs coroutines in another thread, since this one has Playwright's event loop."""
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever)
    thread.start()
    try:
        yield lambda wanted: asyncio.run_coroutine_threadsafe(wanted, loop).result(PATIENCE / 1000)
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


class Crowd:
    """The players without a browser."""

    def __init__(self, people: Sequence[Program], run: Run) -> None:
        self.people, self.run = people, run

    def sit_down(self) -> None:
        for each in self.people:
            each.sit_down()

    def play(self, least: int = 0) -> None:
        """Let all of them play at random until they hold `least` cards."""

        async def play() -> None:
            await asyncio.gather(*(self._play(each, least) for each in self.people))

        self.run(play())

    async def _play(self, person: Program, least: int) -> None:
        player = person.listener
        await player.play_along(
            random.Random(person.name),
            until=lambda: player.is_over() or (least > 0 and len(player.view["hand"]) <= least),
        )

    def hears(self, condition: Callable[[Listener], object]) -> None:
        """Wait until the condition is true for each of them."""
        for each in self.people:
            self.run(each.listener.until(lambda each=each: condition(each.listener), PATIENCE / 1000))


class Direction:
    """The organiser at the console."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.page.set_default_timeout(PATIENCE)

    def announce(self, url: str) -> str:
        """Create an event of two one-deal rounds, open for check-in, with the wizard; return its link."""
        page, soon = self.page, datetime.now(ZoneInfo("Europe/Rome")) + timedelta(minutes=9)
        page.goto(f"{url}/tornei/")
        page.click(".lobby-head a.btn[href$='/nuovo/']")
        page.fill("[name=name]", "Il giovedì del circolo")
        page.fill("[name=starts_at]", f"{soon:%Y-%m-%dT%H:%M}")
        page.click("details.fold:has([name=option_deals]) > summary")
        page.fill("[name=option_rounds]", "2")
        page.fill("[name=option_deals]", "1")
        page.click("details.fold:has([name=break_seconds]) > summary")
        page.select_option("[name=clock]", "slow")  # so that it plays for nobody on a busy machine
        page.fill("[name=break_seconds]", "3600")
        expect(page.locator("[data-summary]")).to_contain_text("2 turni")
        page.click(".wizard-end button")
        return page.input_value("#link")

    def begin(self) -> None:
        self.page.click("[popovertarget=comincia]")
        self.page.click("#comincia .btn.danger")

    def press(self, act: str) -> None:
        """Press a button of the console that asks for no confirmation."""
        self.page.click(f"form[action$='/{act}/'] button")

    def substitute(self, gone: str, comes: str) -> None:
        page = self.page
        page.click(f"[data-part=entries] li:has-text('{gone}') a.btn")
        page.select_option("#sostituto-place", label=gone)
        page.fill("#sostituto-name", comes)
        page.fill("#sostituto-reason", "È dovuto andare via")
        page.click("form[action$='/sostituisci/'] .btn")
        page.click(".page-head a")

    def end_table(self, number: int) -> None:
        page = self.page
        page.click(f".desk-tables tbody tr:nth-child({number}) a.btn")
        page.click("[popovertarget=chiudi]")
        page.fill("#perche-chiudi-reason", "Si spengono le luci")
        page.click("#chiudi .btn.danger")
        page.click(".page-head a")


def test_an_evening_at_the_club(server: Stack, new_page: NewPage) -> None:
    [club] = server.seed(people=1, watchers=9, bots=False)
    cookies, names = club["cookies"], club["names"]
    director = Direction(new_page(cookies[0]))
    link = director.announce(server.url)
    event = link.rstrip("/").rpartition("/")[2]

    def in_a_browser(number: int) -> Player:
        return Player(new_page(cookies[number], viewport=PHONE), names[number])

    with ExitStack() as evening:
        run = evening.enter_context(beside())
        # six people enter in pairs and check in as programs do, which pages need not draw one by one
        programs = [Program(server, event, cookies[number], names[number], run) for number in range(3, 10)]
        for program in programs:
            evening.callback(program.get_up)
        partner, *others = programs
        for one, other in zip(others[::2], others[1::2], strict=True):
            one.post("entries/", partner=other.name)
            other.post("accept/")
        for program in others:
            program.post("check-in/")

        # one follows the link, enters with a partner and checks in; everybody sees this
        everybody = gone, newcomer = [in_a_browser(number) for number in (1, 2)]
        for each in everybody:
            each.page.goto(link, wait_until="commit")
        gone.page.fill("#iscriviti-partner", partner.name)
        gone.page.click(".mine .enter .btn.primary")
        presence = gone.page.locator(".mine form[action$='/presente/'] button")
        expect(gone.page.locator(".mine")).to_contain_text(partner.name)
        partner.post("accept/")
        partner.post("check-in/")
        presence.click()
        each_has(4, of(everybody, ".entries .badge.ok"))
        each_has(4, [director.page.locator(".entries .badge.ok")])
        for each in everybody:
            each.stays()

        # the event begins: the first round is paired, and all players are led to their tables
        director.begin()
        each_has(2, of(everybody, ".pairings > li"))
        gone.sit_down()
        crowd = Crowd(programs, run)
        crowd.sit_down()
        director.press("comincia-turno")
        each_has(10, at([gone], ".hand .card"))
        crowd.hears(lambda player: len(player.view["hand"]) == 10)
        each_has(2, of(everybody, ".pairings .badge.live"))
        gone.play(least=8)
        crowd.play(least=8)
        each_has(8, at([gone], ".hand .card"))

        _it_stands_still_and_goes_on(director, everybody, gone, crowd)
        _one_is_substituted(director, everybody, gone, newcomer)

        # the round ends, and the player goes on to the next table
        newcomer.play()
        crowd.play()
        each_has(1, at([newcomer], ".finale:not([hidden])"))
        each_has(1, of(everybody, ".rounds .done"))
        each_has(4, of(everybody, ".standings tbody tr"))
        _all_see_the_same(everybody)
        newcomer.page.locator("details.sum > summary").first.press("Enter")
        each_has(0, at([newcomer], "[data-rematch]"))
        _the_last_round_is_broken_off(director, everybody, newcomer, crowd)
    expect(newcomer.page.locator("details.sum[open]")).to_have_count(1)  # opened details stay open
    assert all(each.has_stayed for each in everybody)
    _have_no_violation_and_fit(new_page(cookies[0], **ON_THE_PHONE), [link + part for part in PAGES])
    _have_no_violation_and_fit(director.page, [link + part for part in CONSOLE])


def _it_stands_still_and_goes_on(
    director: Direction, everybody: Sequence[Player], player: Player, crowd: Crowd
) -> None:
    director.press("sospendi")
    each_says("La direzione ha messo in pausa il torneo", at([player], ".banner"))
    each_has(0, at([player], ".hand[data-turn]"))
    each_has(0, at([player], "[data-clock]:not([hidden])"))
    each_has(1, of(everybody, "[data-part=mine] .note.warn"))
    crowd.hears(lambda player: player.state.get("stopped") and not player.legal)
    director.press("riprendi")
    each_has(0, at([player], ".banner .toast:visible"))
    each_has(1, at([player], "[data-clock]:not([hidden])"))
    each_has(0, of(everybody, "[data-part=mine] .note.warn"))
    crowd.hears(lambda player: not player.state.get("stopped"))


def _one_is_substituted(
    director: Direction, everybody: Sequence[Player], gone: Player, newcomer: Player
) -> None:
    """The newcomer takes over in the middle of a hand, and the player who leaves looks on."""
    hand = gone.table.hand
    director.substitute(gone.name, newcomer.name)
    each_says(newcomer.name, of(everybody, ".entries"))
    each_has(0, of(everybody, f".entries:has-text('{gone.name}')"))
    newcomer.sit_down()
    each_has(len(hand), at([newcomer], ".hand .card"))
    assert newcomer.table.hand == hand
    each_has(0, at([gone], ".hand-box:visible"))
    each_has(1, at([gone, newcomer], f".seat:has-text('{newcomer.name}')"))
    gone.table.page.close()


def _all_see_the_same(everybody: Sequence[Player]) -> None:
    """All see the same standings and tables, apart from the details that each reader has opened."""
    for part in (".standings tbody th", ".standings tbody summary", ".pairings >> nth=0"):
        texts = everybody[0].page.locator(part).all_text_contents()
        for seen in of(everybody[1:], part):
            expect(seen).to_have_text(texts, timeout=PATIENCE)


def _the_last_round_is_broken_off(
    director: Direction, everybody: Sequence[Player], player: Player, crowd: Crowd
) -> None:
    """The director aborts the round table by table, which a player sees at their own table."""
    player.go_on()
    crowd.sit_down()
    director.press("comincia-turno")
    each_has(10, at([player], ".hand .card"))
    for number in (1, 2):
        director.end_table(number)
    each_has(1, at([player], ".finale:not([hidden])"))
    crowd.hears(lambda player: player.table["status"] == "over")
    each_has(1, of(everybody, ".event-hero [data-status=finished]"))
    each_has(3, of(everybody, ".fairness code"))
    _all_see_the_same(everybody)


def _have_no_violation_and_fit(page: Page, addresses: Sequence[str]) -> None:
    for address in addresses:
        page.goto(address)
        assert violations(page) == [], address
        assert overflow(page) == 0, address
