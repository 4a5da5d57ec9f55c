"""Briscola in a browser: the stock, drawing, a short match against bots."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.conftest import AT_THE_DESK, DESK, PHONE, NewPage, resize, violations
from tests.e2e.table import TablePage, play_along, skip
from tests.live.stack import Stack


def test_two_draw_from_the_stock_to_the_end(server: Stack, new_page: NewPage) -> None:
    rules = {"preset": "classico", "match_end": {"deals": 1}}
    [seeded] = server.seed(people=1, players=2, game="briscola", rules=rules, bots=False)
    page = new_page(seeded["cookies"][0], **AT_THE_DESK)
    table = TablePage(page, f"{server.url}/tavolo/{seeded['code']}/")
    page.locator("[data-bots]").click()
    page.wait_for_selector(".stock[data-left='34']", state="attached")
    expect(page.locator(".stock .heap .pcard img, .stock .heap .pcard [role=img]")).not_to_have_count(0)
    table.await_turn()
    table.play_first()
    expect(page.locator(".stock[data-left='32']")).to_have_count(1)
    expect(page.locator(".hand .card")).to_have_count(3)
    expect(page.locator("#voce p").filter(has_text="peschi")).not_to_have_count(0)
    assert violations(page, ".felt") == []
    resize(page, **PHONE)
    page.locator(".pile:visible").first.click()
    expect(page.locator(".last .pcard.win")).to_be_visible()
    page.keyboard.press("Escape")
    resize(page, **DESK)
    skip(server, table)
    play_along(table, until=lambda: table.has_ended)
    totals = [int(each) for each in page.locator(".finale .big-score b").all_text_contents()]
    assert sum(totals) == 120
