"""Accessibility: violations that axe finds, texts for screen readers, focus, layout shifts."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.e2e.conftest import (
    AT_THE_DESK,
    DESK,
    PHONE,
    NewPage,
    open_with_fonts,
    set_cookie,
    shift,
    violations,
)
from tests.e2e.replay import Finished, finished
from tests.e2e.table import TablePage, play_along, skip
from tests.live.stack import Stack
from tools.shots import tabbing

__all__ = ["finished"]

ONE_DEAL = {"preset": "classico", "match_end": {"deals": 1}}


def must_follow_suit(table: TablePage) -> bool:
    """True if it is the player's turn, nothing moves, and a card of the hand may not be played."""
    return table.is_my_turn and table.is_still and table.barred.count() > 0


def test_a_deal_is_accessible_from_its_first_card_to_the_end(server: Stack, new_page: NewPage) -> None:
    """No violation in any phase; screen readers announce every card, who takes the trick, and the turn."""
    [seeded] = server.seed(people=1, rules=ONE_DEAL)
    page = new_page(seeded["cookies"][0], **AT_THE_DESK)
    page.add_init_script(
        """window.spoken = [];
        const listen = (news) => news.forEach(({ addedNodes }) => addedNodes.forEach(({ textContent }) =>
            window.spoken.push(textContent)));
        addEventListener("DOMContentLoaded", () => {
            const region = document.querySelector("#voce");
            if (region) new MutationObserver(listen).observe(region, { childList: true });
        });"""
    )
    table = TablePage(page, f"{server.url}/tavolo/{seeded['code']}/")
    table.await_turn()
    assert violations(table.page) == []
    page.click("[data-open=menu-dialog]")
    assert violations(table.page, "#menu-dialog") == []
    page.click("#menu-dialog [data-open=rules-dialog]")
    assert violations(table.page, "#rules-dialog") == []
    page.keyboard.press("Escape")
    play_along(table, until=lambda: must_follow_suit(table), patient=True)
    assert violations(table.page, ".felt") == []
    play_along(table, until=lambda: 0 < len(table.hand) <= 8 and table.is_my_turn)
    page.wait_for_selector("#voce p:last-child:has-text('tocca a te')", state="attached")
    spoken = page.evaluate("window.spoken.join(' · ')")
    assert "giochi " in spoken
    assert " gioca " in spoken
    assert "prendi tu" in spoken or "prende " in spoken
    skip(server, table)
    play_along(table, until=lambda: table.has_ended)
    assert violations(table.page) == []


ARRIVE = """async (html) => {
    const frame = () => new Promise(requestAnimationFrame);
    const isFull = () => document.documentElement.scrollHeight > 2 * innerHeight;
    document.open();
    for (let at = 0, end = html.indexOf("<body"); at < html.length; at = end, end += isFull() ? 4_000 : 400) {
        document.write(html.slice(at, end));
        do await frame();
        while ([...document.querySelectorAll("link[rel=stylesheet]")].some(({ sheet }) => !sheet));
        await frame();
    }
    document.close();
}"""
"""Parse a page piece by piece, each painted before the next, and none before its styles are there. A piece is
smaller than a packet, so that it may end wherever a packet may, until the window is full."""


TABLES: dict[str, dict[str, Any]] = {
    "four": {"rules": {"preset": "classico", "accuse_window": 0}},
    "three": {"game": "tarocchi", "people": 3, "players": 3, "rules": {"preset": "calatafimi"}},
    "five": {"game": "whist", "people": 5, "players": 5, "rules": {"preset": "andata"}},
    "six": {"game": "whist", "people": 6, "players": 6, "rules": {"preset": "andata"}},
}
THERE = {"four": ".hand[data-turn] .card", "three": ".callbox"}  # at the latter nobody speaks
ROOMS = {
    "desk": (DESK, ["/", "/tavoli/"], ["five"], []),
    "phone": (
        PHONE,
        ["/", "/tavoli/", "/tornei/", "/giocate/", "/account/accedi/"],
        ["four", "three", "six"],
        ["signals", "whist"],
    ),
}


@pytest.mark.parametrize("room", ROOMS)
def test_nothing_jumps_while_pages_load(
    server: Stack, new_page: NewPage, finished: Finished, room: str
) -> None:
    """Neither tables nor replays move at all; a page that arrives in pieces shifts by at most a fifth of what
    browsers call good (0.1)."""
    viewport, paths, tables, replays = ROOMS[room]
    page = open_with_fonts(new_page, server, viewport=viewport)
    for path in paths:
        address = f"{server.url}{path}"
        html = re.sub(r"\n\s+", "\n", page.request.get(address).text())  # a packet is compressed
        page.route(address, lambda route: route.fulfill(content_type="text/html", body=""))
        page.goto(address)
        page.evaluate(ARRIVE, html)
        assert page.title().endswith("Ludopoli")
        shifts = shift(page)
        assert sum(score for score, moved in shifts) < 0.02, (path, shifts)
        page.unroute(address)
    for name in replays:
        page.goto(f"{server.url}/partita/{finished(name)['match']}/")
        page.wait_for_selector(".replay:not([aria-busy])")
        assert shift(page) == [], name
    for name in tables:
        [seeded] = server.seed(**{"people": 1, **TABLES[name]})
        set_cookie(page, server, seeded["cookies"][0])
        page.goto(f"{server.url}/tavolo/{seeded['code']}/")
        page.wait_for_selector(THERE.get(name, ".hand .card"))
        assert shift(page) == [], name


def test_the_focus_is_visible_on_a_phone(server: Stack, new_page: NewPage) -> None:
    """Every stop of Tab is on the screen with its whole focus ring; no target is smaller than 24 pixels, none
    outside of a sentence lower than 40.

    The head and foot are the same on all pages. The menu of a table is longer than the screen, so it scrolls
    under the focus.
    """
    [seeded] = server.seed(people=4)
    page = new_page(viewport=PHONE)
    page.goto(f"{server.url}/account/accedi/")
    assert tabbing.troubles(page) == []
    set_cookie(page, server, seeded["cookies"][0])
    for path in ("/", "/tavoli/", "/classifiche/", "/regole/tressette/", "/account/"):
        page.goto(server.url + path)
        assert tabbing.troubles(page, "main") == [], path
    for path in ("/tornei/", "/regole/tressette/bredese/", f"/giocatori/{seeded['names'][0]}/", "/lezioni/"):
        page.goto(server.url + path)
        assert page.evaluate(tabbing.LOW, "main") == [], path
    page.goto(f"{server.url}/tavolo/{seeded['code']}/")
    page.wait_for_selector(".room:not([aria-busy])")
    page.evaluate("document.getElementById('menu-dialog').showModal()")
    assert tabbing.troubles(page) == []
