"""Tarocchi in a browser: the bidding window, the scarto, the forced cards, a match to its end."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.conftest import AT_THE_DESK, ON_THE_PHONE, NewPage, overflow, resize, sign_in, violations
from tests.e2e.table import PATIENCE, SEEN, TRIES, TablePage, hurry, skip, table_code, tap
from tests.live.stack import Stack

PHONE = {"width": 390, "height": 844}
AT_ONCE = {"bidWindowMs": 120_000, "bidOpenDelayMs": 0, "offerLockMs": 0, "bidBatchMs": 0}
"""Rules without waiting times and with a long window; other tests cover the times."""

THREE_DEALS = {"preset": "calatafimi", "deals": 3, **AT_ONCE}


def seat_three(server: Stack, pages: Sequence[Page], rules: dict[str, Any]) -> list[TablePage]:
    """Seat three people; the last sits down once all pages are open, so that no waiting time has passed."""
    [seeded] = server.seed(people=2, watchers=1, players=3, game="tarocchi", rules=rules, bots=False)
    tables = []
    for page, cookie in zip(pages, seeded["cookies"], strict=True):
        sign_in(page, server, cookie)
        tables.append(TablePage(page, f"{server.url}/tavolo/{seeded['code']}/"))
    for table in tables:
        table.page.wait_for_selector(".room:not([aria-busy])")
    tables[-1].page.click(".seat[data-seat='2'] .sit")
    return tables


ASKED = """() => {
    const there = (selector) => document.querySelector(selector) !== null;
    return {
        done: document.querySelectorAll(".side .conto-lines tbody th").length,
        over: there(".finale:not([hidden])"),
        word: there(".callbox .words:not([hidden]) [data-call=tengo]:not([aria-disabled])"),
        scarto: there(".scarto"),
        card: there(".hand[data-turn] .card"),
    };
}"""
"""A script that returns what the page asks of its reader, and how far the match is."""


def call(table: TablePage, word: str) -> None:
    word = f"[data-call={word}]:not([aria-disabled])"
    expect(table.page.locator(word)).not_to_have_count(0)  # which asks the page less often than a click
    table.page.locator(word).first.click()


def must_lay_away(table: TablePage) -> bool:
    return table.page.locator(".scarto").count() > 0


def next_of(tables: Sequence[TablePage], asked: Callable[[TablePage], bool]) -> TablePage:
    """Wait until one of the tables asks its player for this action; return that table."""
    deadline = time.monotonic() + PATIENCE
    while not (found := [table for table in tables if asked(table)]):
        assert time.monotonic() < deadline, [table.said for table in tables]
        tables[0].page.wait_for_timeout(50)
    return found[0]


def lay_away(table: TablePage) -> list[str]:
    """Discard the first three cards that may be discarded; return them."""
    cards = table.page.locator(".hand[data-picks] .card:not([aria-disabled])")
    chosen = table.page.locator(".hand[data-picks] .card[aria-pressed=true]")
    for _ in range(3 * TRIES):  # a touch may miss its card while the hand is still being sorted
        if chosen.count() == 3:
            break
        tap(cards.and_(table.page.locator("[aria-pressed=false]")).first)
    codes: list[str] = chosen.evaluate_all("cards => cards.map(card => card.dataset.card)")
    table.page.locator("[data-discard]").click()
    table.page.wait_for_selector(".scarto", state="detached")
    return codes


def play_deals(
    table: TablePage,
    until: int,
    word: str = "tengo",
    play: Callable[[TablePage], object] = TablePage.play_first,
) -> None:
    """Play up to deal `until`: say the word, lay the first cards away, play the first legal card."""
    table.read_fast()
    deadline = time.monotonic() + 200
    while (asked := table.page.evaluate(ASKED))["done"] < until and not asked["over"]:
        assert time.monotonic() < deadline, table.said
        if asked["word"]:  # a bot may end the bidding first
            table.page.evaluate("word => document.querySelector(`[data-call=${word}]`)?.click()", word)
            table.page.wait_for_selector(".callbox .words:not([hidden])", state="detached")
        elif asked["scarto"]:
            lay_away(table)
        elif asked["card"]:
            play(table)
        table.await_change()


def play_by_touch_at_first(server: Stack, table: TablePage) -> None:
    """Touch the cards of the first tricks; the server plays the others up to the last."""
    if len(table.hand) > 13:
        table.play()
    elif len(table.hand) > 1:
        skip(server, table)
    else:
        table.play_first()


def test_a_guest_plays_a_match_on_a_phone_to_its_payments(server: Stack, new_page: NewPage) -> None:
    page = new_page(viewport=PHONE, has_touch=True)
    page.goto(f"{server.url}/tavoli/?gioco=tarocchi#apri")
    form = page.locator("#apri")
    for group in form.locator(".rule-group summary").all():
        group.click()
    form.locator("[name=option_deals]").select_option("3")
    form.locator("[name=option_bidOpenDelayMs]").select_option("1000")
    form.get_by_role("button", name="Apri e siediti").click()
    page.wait_for_selector("[data-bots]")
    page.locator("[data-bots]").click()
    page.wait_for_selector("body:has(.hand .card):not(:has(.seat[data-turn]))")  # all may speak
    hurry(server, page)

    table = TablePage(page)
    assert len(table.hand) == 15
    expect(page.locator("#call-why[data-tip]")).to_be_visible()
    play_deals(table, 1, play=partial(play_by_touch_at_first, server))
    points = page.locator(".side .conto-lines tbody .two small").all_text_contents()
    assert sum(int(each) for each in points) == 109, "I have said tengo: it was played"
    assert overflow(page) == 0
    skip(server, table, deal=2)
    play_deals(table, 3)
    page.wait_for_selector(".finale:not([hidden])")
    totals = [int((total or "").replace("−", "-")) for total in page.locator(".places b").all_text_contents()]
    assert sum(totals) == 0
    assert totals == sorted(totals, reverse=True)
    payments = page.locator(".places small:not(.num)").all_text_contents()
    paid = [int(re.sub(r"\D", "", text or "") or 0) for text in payments]
    assert paid == [abs(total) for total in totals]
    for text, total in zip(page.locator(".places small.num").all_text_contents(), totals, strict=True):
        taken, less, *offers = [int(part.replace("−", "-")) for part in re.findall(r"[−+]?\d+", text)]
        assert less >= 0, text
        assert taken - less + sum(offers) == total
    assert page.locator(".finale tbody td").count() == 9


def dealer_of(tables: Sequence[TablePage]) -> TablePage:
    for table in tables:
        table.page.wait_for_selector(".hand li:nth-child(20)", state="attached")
    return next_of(tables, must_lay_away)


def monte_is_shown_to(tables: Sequence[TablePage], dealer: TablePage) -> None:
    expect(dealer.page.locator(".hand .card")).to_have_count(23)
    for table in tables:
        expect(table.page.locator(".card[data-mark=new]")).to_have_count(8 if table is dealer else 5)
        expect(table.page.locator(".monte [data-face]")).to_have_count(3 if table is dealer else 0)


def dealer_alone(server: Stack, new_page: NewPage) -> TablePage:
    """Open the page of a dealer who has to lay cards away; the two others have no page."""
    table = server.call("tests.e2e.finished:at_the_scarto", rules=THREE_DEALS)
    dealer = new_page(table["cookies"][table["dealer"]])
    dealer.goto(f"{server.url}/tavolo/{table['code']}/")
    dealer.wait_for_selector(".scarto")
    return TablePage(dealer)


def test_the_scarto_fits_every_viewport_and_explains_the_locked_cards(
    server: Stack, new_page: NewPage
) -> None:
    """Twenty-three cards, each as wide as a finger, and the confirm button fit without scrolling."""
    locked_cards = ".hand[data-picks] .card[aria-disabled]"
    dealt = (dealer_alone(server, new_page) for _ in range(3))
    # one dealer in 270 holds no such card
    dealer = next(each for each in dealt if each.page.locator(locked_cards).count())
    page = dealer.page
    for width, height in ((1440, 768), (768, 1024), (360, 640)):
        resize(page, width, height)
        assert overflow(page) == 0
        least = page.locator(".hand .card").evaluate_all(
            """cards => Math.min(...cards.map((card) => {
                const { left, right, top } = card.getBoundingClientRect();
                let free = 0;
                for (let x = left + .5; x < right; x += 1) {
                    free += document.elementFromPoint(x, top + 22)?.closest(".card") === card;
                }
                return free;
            }))"""
        )
        assert least >= (44 if width < 1000 else 24), "on a wide table a mouse chooses"
        button = page.locator("[data-discard]").bounding_box()
        assert button
        assert button["y"] + button["height"] < height
    page.locator("[data-discard]").click(force=True)
    page.wait_for_selector(".why:not([hidden])")
    locked = page.locator(locked_cards)
    tap(locked.first)
    expect(page.locator(".why")).to_contain_text("non si può scartare")
    assert locked.first.get_attribute("aria-pressed") == "false"
    assert locked.first.locator(".lock").count() == 1
    held = dealer.hand
    laid = lay_away(dealer)
    page.wait_for_selector(".hand li:nth-child(21)", state="detached")
    assert sorted([*dealer.hand, *laid]) == sorted(held)


def reload_until_connected(page: Page) -> None:
    """Reload the page, which comes with the position, until its socket has sent the position again."""
    frames: list[str | bytes] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(frame)))
    page.reload()
    deadline = time.monotonic() + PATIENCE
    while not any('"t":"chat"' in str(frame) for frame in frames):
        assert time.monotonic() < deadline
        page.wait_for_timeout(20)
    page.wait_for_function("performance.now() > 0", polling="raf")


def test_three_people_bid_and_lay_away(server: Stack, new_page: NewPage) -> None:
    """In the first deal an offer is taken, in the second all propose to throw it in, in the third nobody
    speaks.

    How words are chosen and refused, `tests/games/test_tarocchi_script.py` shows.
    """
    on_the_phone = {**ON_THE_PHONE, "locale": "it-IT"}
    pages = [new_page(**room) for room in (AT_THE_DESK, on_the_phone, on_the_phone)]
    tables = seat_three(server, pages, THREE_DEALS)
    an_offer_is_taken(*tables)
    nobody_scores(tables)
    server.call("tests.e2e.finished:let_time_go_by", code=table_code(pages[0]))
    expect(pages[0].locator(".calls")).to_be_visible()
    dealer = dealer_of(tables)
    monte_is_shown_to(tables, dealer)
    pages[0].keyboard.press("Tab")  # from here on the focus is shown wherever it is set
    for card, following in pairwise(pages[0].locator(".hand .card").all()):
        card.focus()
        assert following.evaluate(SEEN), "a card in focus hides none"
    tap(dealer.page.locator(".hand[data-picks] .card:not([aria-disabled])").first)
    assert violations(dealer.page, ".felt") == []
    tap(dealer.page.locator(".hand .card[aria-pressed=true]"))
    lay_away(dealer)


def an_offer_is_taken(anna: TablePage, bruno: TablePage, carla: TablePage) -> None:
    """All three see who says what, and who pays for it."""
    anna.page.click("[data-step='1']")
    call(anna, "offro")
    bruno.page.wait_for_selector(".seat[data-seat='0'] .balloon >> text=offro 4")
    for other in (bruno, carla):  # stays when the balloon has gone
        expect(other.page.locator(".seat[data-seat='0'] .said")).to_have_text("offro 4")
    bruno.page.click("[data-step='-1']")
    call(bruno, "offro")
    takes = carla.page.locator("[data-call=piglio][data-from]")
    carla.page.wait_for_selector("[data-from='1']")
    assert [button.get_attribute("data-from") for button in takes.all()] == ["0", "1"], "the higher first"
    assert violations(carla.page, ".felt") == []
    takes.first.click()
    for table in (anna, bruno, carla):
        table.page.wait_for_selector(".side .conto-lines tbody th", state="attached")
        table.page.wait_for_selector(".callbox .words:not([hidden])")
    expect(anna.page.locator(".side .conto-lines tbody td")).to_have_text(["−4", "0", "+4"])
    expect(anna.page.locator(".hand .card")).to_have_count(15)  # the next deal has begun


def nobody_scores(tables: Sequence[TablePage]) -> None:
    page = tables[0].page
    tables[0].read_fast(summary=600_000)
    for table in tables:
        call(table, "vado")
    summary = page.locator(".summary:not([hidden])")
    summary.wait_for()
    assert summary.locator("caption").text_content()
    assert summary.locator("td[data-hit]").count() == 0
    summary.click()
    page.wait_for_selector(".callbox .words:not([hidden])")


def test_a_forced_card_is_marked_and_explained(server: Stack, new_page: NewPage) -> None:
    """A Re must be played in the first trick of its suit, so a player who follows is soon forced."""
    wanted = {"until": "forced", "people": 3, "players": 3, "game": "tarocchi", "rules": THREE_DEALS}
    seeded = server.call("tools.shots.world:position", **wanted)
    page = new_page(seeded["cookies"][seeded["seat"]], **{**ON_THE_PHONE, "locale": "it-IT"})
    table = TablePage(page, f"{server.url}/tavolo/{seeded['code']}/")
    table.await_turn()
    assert violations(page, ".felt") == []
    forced = page.locator(".card[data-mark=forced]")
    expect(forced).to_have_count(1)
    expect(table.barred).not_to_have_count(0)
    code = forced.get_attribute("data-card") or ""
    rank = code[0]
    assert rank in "RCD"
    page.wait_for_selector(".why:not([hidden])")
    hint = page.locator(".why").text_content() or ""
    assert hint
    assert any(sentence.endswith(hint) for sentence in table.said)
    reload_until_connected(page)
    expect(page.locator(".why:not([hidden])")).to_have_text(hint)
    held = table.hand
    same_suit = [card for card in held if card[-1] == code[-1] and card != code and not card.startswith("T")]
    other = same_suit[0] if same_suit else next(card for card in held if card != code)
    tap(page.locator(f".hand .card[data-card='{other}']"))
    name = {"R": r"\bre\b", "C": "cavallo", "D": "donna"}[rank]
    expect(page.locator(".why")).to_contain_text(re.compile(name, re.IGNORECASE))
    assert table.hand == held
    assert table.play(code) == code
