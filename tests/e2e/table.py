"""The page of a table, as a person sees and uses it."""

from __future__ import annotations

import contextlib
import re
import time
import uuid
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, TimeoutError, WebSocketRoute

from tests.live.stack import Stack

EMPTY = "/healthz"
"""An address of the site that takes hardly anything to show, in the same process of the browser as its pages;
for `about:blank` Chromium begins another one, which costs half of what the table costs."""

SEEN = """async card => {
    const still = () => new Promise(requestAnimationFrame);
    let box = card.getBoundingClientRect();
    for (let before; !before || before.left !== box.left || before.top !== box.top; ) {
        await still();
        before = box;
        box = card.getBoundingClientRect();
    }
    for (let y = 14; y < box.height; y += 14) {
        for (let x = 14; x < box.width; x += 14) {
            const there = document.elementFromPoint(box.left + x, box.top + y);
            if (there?.closest(".card") === card) return { x, y };
        }
    }
    return null;
}"""
"""A script that finds an uncovered point of a card at rest; cards in a fan are rotated."""

CLICKED = """async () => {
    const hand = () => [...document.querySelectorAll(".hand .card")];
    const playable = document.querySelector(".hand[data-turn] .card:not([aria-disabled])");
    if (!playable) return false;
    const { card: code } = playable.dataset;
    const held = hand().length;
    const deadline = performance.now() + 30_000;
    for (let card = playable, sent = false; card && hand().length === held; ) {
        if (performance.now() > deadline) throw new Error(`${code} stays in the hand`);
        const isAnswered = sent && !card.hasAttribute("data-sent"); // the events may be on their way
        if (!sent) (document.querySelector(".way") ?? card).click();
        sent = card.hasAttribute("data-sent");
        await new Promise((done) => setTimeout(done, isAnswered ? 300 : 10));
        card = hand().find((each) => each.dataset.card === code);
    }
    return true;
}"""
"""A script that clicks the first playable card until it has left the hand; it returns false if there is
none."""

CHANGED = """() => new Promise((done) => {
    const began = performance.now();
    const end = () => { observer.disconnect(); clearTimeout(latest); done(); };
    const observer = new MutationObserver(() => setTimeout(end, began + 50 - performance.now()));
    observer.observe(document.body, { subtree: true, childList: true, attributes: true });
    const latest = setTimeout(end, 250);
})"""
"""A script that waits until something changes on the page; at least 50 milliseconds, at most 250."""

PATIENCE = 45
"""Seconds to wait for a card to be visible."""

TRIES = 3


def tap(card: Locator) -> None:
    """Touch a card where it is visible, whether or not it is playable."""
    deadline = time.monotonic() + PATIENCE
    while not (where := card.evaluate(SEEN)):
        assert time.monotonic() < deadline, "nothing of the card is seen"
        card.page.wait_for_timeout(50)
    card.click(position=where, force=True)


class TablePage:
    """The page of a player or spectator at a table."""

    def __init__(self, page: Page, url: str = "") -> None:
        self.page = page
        self.goes_on = True
        if url:
            page.goto(url)

    # ---- what the page shows

    @property
    def hand(self) -> list[str]:
        """The codes of the cards in the hand, in their order on the page."""
        return self.page.locator(".hand .card").evaluate_all("cards => cards.map(card => card.dataset.card)")

    @property
    def playable(self) -> Locator:
        return self.page.locator(".hand[data-turn] .card:not([aria-disabled])")

    @property
    def barred(self) -> Locator:
        return self.page.locator(".hand[data-turn] .card[aria-disabled]")

    @property
    def is_my_turn(self) -> bool:
        return self.page.locator(".hand[data-turn]").count() > 0

    @property
    def on_the_table(self) -> list[str]:
        """The cards of the trick, in the order played."""
        return self.page.locator(".tcard").evaluate_all("cards => cards.map(card => card.dataset.card)")

    @property
    def has_ended(self) -> bool:
        return self.page.locator(".finale:not([hidden])").count() > 0

    @property
    def said(self) -> list[str]:
        """The last sentences of the live region."""
        return self.page.locator("#voce p").all_inner_texts()

    @property
    def is_still(self) -> bool:
        """True if nothing moves, so that the page shows the current position."""
        return self.page.locator(".room:not([data-moving], [aria-busy])").count() > 0

    def position(self) -> dict[str, Any]:
        """Everything that must be the same after a return to the table, once nothing moves."""
        self.page.wait_for_selector(".room:not([data-moving], [aria-busy])")
        return {
            "hand": self.hand,
            "barred": self.barred.evaluate_all("cards => cards.map(card => card.dataset.card)"),
            "trick": sorted(self.on_the_table),
            "backs": self.page.locator(".seat").evaluate_all(
                "seats => seats.map(seat => [seat.dataset.seat, seat.querySelectorAll('.backs i').length])"
            ),
            "piles": self.page.locator(".pile:not([hidden])").all_text_contents(),
            "turn": self.page.locator(".seat[data-turn]").evaluate_all(
                "seats => seats.map(seat => seat.dataset.seat)"
            ),
            "score": self.page.locator(".tscore").text_content(),
            "last trick": self.page.locator(".last [data-face]").evaluate_all(
                "faces => faces.map(face => face.dataset.face)"
            ),
        }

    # ---- what the player does

    def read_fast(self, summary: int = 0) -> None:
        """Show messages as briefly as possible, and the result of a deal for `summary` milliseconds.

        A reader who `goes_on` closes a result that would stay.
        """
        self.page.evaluate(
            """async ([summary, goesOn]) => {
                const isRead = ".summary:not([hidden], [data-counting])";
                const goOn = () => document.querySelector(`${isRead} button`)?.click();
                clearInterval(window.going);
                window.going = goesOn && setInterval(goOn, 50);
                const { js } = JSON.parse(document.querySelector("[data-static]").dataset.static);
                const { times } = await import(`${js}/table/stage.js`);
                Object.assign(times, { hold: () => 0, holdAtLeast: () => 0, closing: 0, summary });
            }""",
            [summary, self.goes_on and not summary],
        )

    def await_change(self) -> None:
        """Wait until something changes on the page, instead of asking it all the time; but not for long."""
        self.page.evaluate(CHANGED)

    def await_turn(self) -> None:
        self.page.wait_for_selector(".hand[data-turn] .card")

    def play(self, card: str = "") -> str:
        """Raise a playable card with one touch and play it with another; return it once it has left the hand.

        If there are several ways to play it, the first is chosen. If an event lowers the card in between, the
        player tries again.
        """
        self.await_turn()
        card = card or self.playable.first.get_attribute("data-card") or ""
        button = self.page.locator(f".hand .card[data-card='{card}']")
        held = len(self.hand)
        for _ in range(TRIES):
            if button.get_attribute("aria-pressed") != "true":
                tap(button)
            tap(button)
            if (way := self.page.locator(".way").first).is_visible():
                way.click()
            with contextlib.suppress(TimeoutError):
                self.await_gone(card, held, seconds=5)
                return card
        raise AssertionError(f"{card} stays in the hand")

    def await_trick(self, cards: list[str]) -> None:
        """Wait until exactly these cards lie on the table and nothing moves."""
        self.page.wait_for_function(
            """cards => {
                const there = [...document.querySelectorAll(".tcard")].map((card) => card.dataset.card);
                const isStill = document.querySelector(".room:not([data-moving], [aria-busy])");
                return isStill && String(there) === String(cards);
            }""",
            arg=cards,
        )

    def play_first(self) -> bool:
        """Play the first legal card, if it is the player's turn, by scripted clicks, which cost less than
        touches."""
        played: bool = self.page.evaluate(CLICKED)
        return played

    def await_gone(self, card: str, held: int, seconds: float = PATIENCE) -> None:
        """Wait until the card has left the hand of `held` cards; the next hand may contain it again."""
        self.page.wait_for_function(
            """([card, held]) => {
                const cards = [...document.querySelectorAll(".hand .card")];
                return cards.length !== held || !cards.some((each) => each.dataset.card === card);
            }""",
            arg=[card, held],
            timeout=1_000 * seconds,
        )


def play_along(
    *tables: TablePage, until: Callable[[], bool], seconds: float = 200, patient: bool = False
) -> None:
    """Let all players play their first legal card whenever it is their turn; `patient` ones wait for the
    animation."""
    for table in tables if not patient else ():
        table.read_fast()
    deadline = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < deadline, [table.said for table in tables]
        for table in tables:
            if (not patient or table.is_still) and not until():
                table.play_first()
        tables[0].await_change()


def table_code(page: Page) -> str:
    """Return the code of the table whose page this is."""
    return page.url.partition("/tavolo/")[2].partition("/")[0]


def hurry(server: Stack, page: Page) -> None:
    """Let the bots at this person's table play without delay from now on."""
    code = table_code(page)
    server.query(f"UPDATE games_table SET pace = 0 WHERE code = '{code}'")
    [(match,)] = server.query(f"SELECT match_id FROM games_table WHERE code = '{code}'")
    page.request.get(f"{server.url}/api/v1/matches/{uuid.UUID(match)}/state/")  # reloads the table


def play_on(server: Stack, code: str, seat: int = 0, deal: int = 0, until: str = "last trick") -> None:
    """Let the server play a match on to a position of `tools.shots.world` at a seat in a deal."""
    server.call("tools.shots.world:play_on", code=code, until=until, seat=seat, deal=deal)


def skip(server: Stack, *tables: TablePage, seat: int = 0, deal: int = 0, until: str = "last trick") -> None:
    """Like `play_on`; the pages of the table, which leave it meanwhile, come back."""
    urls = [table.page.url for table in tables]
    for table in tables:
        table.page.goto(server.url + EMPTY)
    code = urls[0].rstrip("/").rpartition("/")[2]
    play_on(server, code, seat, deal, until)
    for table, url in zip(tables, urls, strict=True):
        table.page.goto(url)
        table.page.wait_for_selector(".room:not([aria-busy])")


class Line:
    """A connection between a page and its sockets that can be cut; create it before the page loads."""

    def __init__(self, page: Page) -> None:
        self.is_cut = False
        self.open: list[tuple[WebSocketRoute, WebSocketRoute]] = []
        page.route_web_socket(re.compile("/ws/"), self._connect)

    def cut(self) -> None:
        self.is_cut = True
        for near, far in self.open:
            far.close()
            near.close(code=1001)
        self.open = []

    def mend(self) -> None:
        self.is_cut = False

    def _connect(self, near: WebSocketRoute) -> None:
        if self.is_cut:
            near.close(code=1001)
        else:
            self.open.append((near, near.connect_to_server()))
