"""Today in a browser: a visitor plays the deal of the day and sends the result."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.conftest import PHONE, NewPage, overflow, violations
from tests.e2e.table import TablePage, hurry, play_along, skip
from tests.live.stack import Stack

SHARES = """
    navigator.canShare = () => true;
    navigator.share = async (shared) => {
        window.sent = [shared.text, ...shared.files.map((file) => file.type)];
    };
"""
"""A browser that can send texts and files, and remembers them."""


def test_a_visitor_plays_the_deal_of_the_day_and_sends_the_result(server: Stack, new_page: NewPage) -> None:
    page = new_page(viewport=PHONE, has_touch=True)
    page.add_init_script(SHARES)
    page.goto(server.url)
    page.locator(".today").get_by_role("link", name="La smazzata del giorno").click()
    page.get_by_role("button", name="Gioca la smazzata di oggi").click()
    page.wait_for_selector(".hand .card")
    hurry(server, page)
    end = page.locator(".finale [data-next]")
    table = TablePage(page)
    table.await_turn()
    table.play_first()
    skip(server, table)
    play_along(table, until=end.is_visible)
    expect(page.locator(".finale [data-share], .finale [data-review]")).to_have_count(0)
    end.click()
    page.get_by_role("button", name="Invia").click()
    sentence, kind = page.evaluate("window.sent")
    assert sentence.startswith("Ludopoli. La smazzata del giorno, ")
    assert kind == "image/png"
    assert violations(page) == []
    assert overflow(page) == 0
    page.goto(server.url)
    expect(page.locator(".today [data-done]")).to_contain_text("La smazzata del giorno")
