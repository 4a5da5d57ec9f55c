"""Accessibility: violations that axe finds, texts for screen readers, focus, layout shifts."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.conftest import AT_THE_DESK, DESK, PHONE, NewPage, open_with_fonts, shift, violations
from tests.e2e.table import TablePage, play_along
from tests.live.stack import Stack
from tools.shots import tabbing

ONE_DEAL = {"preset": "classico", "match_end": {"deals": 1}}


def test_no_violation_from_the_deal_to_the_end(server: Stack, new_page: NewPage) -> None:
    [seeded] = server.seed(people=1, rules=ONE_DEAL)
    page = new_page(seeded["cookies"][0], **AT_THE_DESK)
    table = TablePage(page, f"{server.url}/tavolo/{seeded['code']}/")
    table.await_turn()
    assert violations(table.page) == []
    page.click("[data-open=menu-dialog]")
    assert violations(table.page) == []
    page.keyboard.press("Escape")
    play_along(table, until=lambda: table.is_my_turn and table.is_still and table.barred.count() > 0)
    assert violations(table.page) == []
    play_along(table, until=lambda: table.has_ended)
    assert violations(table.page) == []


def test_screen_readers_announce_the_trick(server: Stack, new_page: NewPage) -> None:
    [seeded] = server.seed(people=1, rules=ONE_DEAL)
    page = new_page(seeded["cookies"][0])
    page.add_init_script(
        """window.spoken = [];
        const listen = (news) => news.forEach(({ addedNodes }) => addedNodes.forEach(({ textContent }) =>
            window.spoken.push(textContent)));
        addEventListener("DOMContentLoaded", () =>
            new MutationObserver(listen).observe(document.querySelector("#voce"), { childList: true }));"""
    )
    table = TablePage(page, f"{server.url}/tavolo/{seeded['code']}/")
    play_along(table, until=lambda: 0 < len(table.hand) <= 8 and table.is_my_turn)
    page.wait_for_selector("#voce p:last-child:has-text('tocca a te')", state="attached")
    spoken = page.evaluate("window.spoken.join(' · ')")
    assert "giochi " in spoken
    assert " gioca " in spoken
    assert "prendi tu" in spoken or "prende " in spoken


@pytest.mark.parametrize(
    ("wanted", "viewports", "there"),
    [
        ({"rules": {"preset": "classico", "accuse_window": 0}}, [DESK, PHONE], ".hand[data-turn] .card"),
        ({"game": "tarocchi", "people": 3, "players": 3}, [PHONE], ".callbox"),  # nobody speaks
        ({"game": "whist", "people": 5, "players": 5}, [DESK], ".hand .card"),
        ({"game": "whist", "people": 6, "players": 6}, [PHONE], ".hand .card"),
    ],
    ids=["four", "three", "five", "six"],
)
def test_nothing_jumps_while_the_page_loads(
    server: Stack, new_page: NewPage, wanted: dict[str, Any], viewports: list[Any], there: str
) -> None:
    presets = {"tarocchi": "calatafimi", "whist": "andata"}
    wanted = {"rules": {"preset": presets.get(wanted.get("game", ""))}, **wanted}
    [seeded] = server.seed(**{"people": 1, **wanted})
    for viewport in viewports:
        page = open_with_fonts(new_page, server, seeded["cookies"][0], viewport=viewport)
        page.goto(f"{server.url}/tavolo/{seeded['code']}/")
        page.wait_for_selector(there)
        assert shift(page) == []


ARRIVE = """async (pieces) => {
    const frame = () => new Promise(requestAnimationFrame);
    document.open();
    for (const piece of pieces) {
        document.write(piece);
        do await frame();
        while ([...document.querySelectorAll("link[rel=stylesheet]")].some(({ sheet }) => !sheet));
        await frame();
    }
    document.close();
}"""
"""Parse a page piece by piece, each painted before the next, and none before its styles are there."""

PIECE = 400
"""Characters of a piece: fewer than a packet holds, so that it may end wherever a packet may."""


@pytest.mark.parametrize("path", ["/", "/tavoli/", "/tornei/", "/giocate/", "/account/accedi/"])
def test_nothing_jumps_while_a_page_arrives_in_pieces(server: Stack, new_page: NewPage, path: str) -> None:
    """The shifts of a page score at most a fifth of what browsers call good (0.1)."""
    for viewport in (DESK, PHONE):
        page = open_with_fonts(new_page, server, viewport=viewport)
        html = page.request.get(f"{server.url}{path}").text()
        page.route(f"{server.url}{path}", lambda route: route.fulfill(content_type="text/html", body=""))
        page.goto(f"{server.url}{path}")
        page.evaluate(ARRIVE, [html[at : at + PIECE] for at in range(0, len(html), PIECE)])
        assert page.title().endswith("Ludopoli")
        shifts = shift(page)
        assert sum(score for score, moved in shifts) < 0.02, shifts


PAGES = ["/", "/tavoli/", "/classifiche/", "/regole/tressette/", "/account/"]


@pytest.mark.parametrize("path", PAGES)
def test_the_focus_is_visible_on_a_phone(server: Stack, new_page: NewPage, path: str) -> None:
    """Every stop of Tab is on the screen with its whole focus ring; no target is smaller than 24 pixels."""
    [seeded] = server.seed(people=1)
    page = new_page(seeded["cookies"][0], viewport=PHONE)
    page.goto(server.url + path)
    assert tabbing.troubles(page) == []


def test_the_focus_is_seen_on_the_page_of_signing_in(server: Stack, new_page: NewPage) -> None:
    page = new_page(viewport=PHONE)
    page.goto(server.url + "/account/accedi/")
    assert tabbing.troubles(page) == []


def test_the_focus_is_seen_in_the_menu_of_a_table(server: Stack, new_page: NewPage) -> None:
    """The menu is longer than a phone's screen, so it scrolls under the focus."""
    [seeded] = server.seed(people=4)
    page = new_page(seeded["cookies"][0], viewport=PHONE)
    page.goto(f"{server.url}/tavolo/{seeded['code']}/")
    page.wait_for_selector(".room:not([aria-busy])")
    page.evaluate("document.getElementById('menu-dialog').showModal()")
    assert tabbing.troubles(page) == []
