"""What axe finds, and what a screen reader is told."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.e2e.conftest import DESK, PHONE, NewPage
from tests.e2e.table import TablePage, play_along
from tests.live.stack import Stack

ONE_DEAL = {"preset": "classico", "match_end": {"deals": 1}}


def violations(table: TablePage) -> list[str]:
    found = Axe().run(table.page).response["violations"]
    return [f"{each['id']}: {each['nodes'][0]['html'][:200]}" for each in found]


@pytest.mark.parametrize(
    ("scheme", "viewport", "locale"),
    [("light", DESK, "it-IT"), ("dark", PHONE, "it-IT"), ("dark", DESK, "en-GB"), ("light", PHONE, "en-GB")],
    ids=["light-desk-it", "dark-phone-it", "dark-desk-en", "light-phone-en"],
)
def test_no_violation_from_the_deal_to_the_end(
    server: Stack, new_page: NewPage, scheme: str, viewport: dict[str, int], locale: str
) -> None:
    [seeded] = server.seed(people=1, rules=ONE_DEAL)
    page = new_page(seeded["cookies"][0], viewport=viewport, color_scheme=scheme, locale=locale)
    table = TablePage(page, f"{server.url}/tavolo/{seeded['code']}/")
    table.await_turn()
    assert violations(table) == []
    page.click("[data-open=menu-dialog]")
    assert violations(table) == []
    page.keyboard.press("Escape")
    play_along(table, until=lambda: table.is_my_turn and table.barred.count() > 0, seconds=20)
    assert violations(table) == []
    play_along(table, until=lambda: table.has_ended)
    assert violations(table) == []


def test_the_voice_tells_the_trick(server: Stack, new_page: NewPage) -> None:
    [seeded] = server.seed(people=1, rules=ONE_DEAL)
    table = TablePage(new_page(seeded["cookies"][0]), f"{server.url}/tavolo/{seeded['code']}/")
    play_along(table, until=lambda: len(table.hand) == 8 and table.is_my_turn)
    table.page.wait_for_selector("#voce p:last-child:has-text('tocca a te')", state="attached")
    told = " · ".join(table.said)
    assert "giochi " in told
    assert " gioca " in told
    assert "prendi tu" in told or "prende " in told


def test_nothing_jumps_while_the_page_loads(server: Stack, new_page: NewPage) -> None:
    [seeded] = server.seed(people=1, rules={"preset": "classico", "accuse_window": 0})
    for viewport in (DESK, PHONE):
        page = new_page(seeded["cookies"][0], viewport=viewport)
        page.add_init_script(
            """window.shift = 0;
            const add = (list) => list.getEntries().forEach((entry) => (window.shift += entry.value));
            new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });"""
        )
        TablePage(page, f"{server.url}/tavolo/{seeded['code']}/").await_turn()
        page.wait_for_timeout(500)
        assert page.evaluate("window.shift") < 0.02
