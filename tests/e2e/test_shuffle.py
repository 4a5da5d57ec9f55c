"""What a browser adds to the cards, and what it can say of them."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.e2e.conftest import NewPage
from tests.live.stack import Stack

RIGHT = re.compile("è in queste carte|is in these cards")


def test_the_number_of_a_browser_is_in_the_cards_of_a_quick_game(server: Stack, new_page: NewPage) -> None:
    page = new_page()
    page.goto(server.url)
    page.locator("#gioca button.primary").click()
    page.wait_for_url("**/tavolo/**")
    page.locator(".fair").click()
    expect(page.locator(".fair-mine")).to_have_text(RIGHT)
    expect(page.locator(".fair-nonces code")).to_have_count(1)
    page.reload()
    page.locator(".fair").click()
    expect(page.locator(".fair-mine")).to_have_text(RIGHT)


def test_everybody_who_sits_down_adds_a_number(server: Stack, new_page: NewPage) -> None:
    [seeded] = server.seed(people=1, watchers=1, bots=False, players=4, rules={"preset": "classico"})
    address = f"{server.url}/tavolo/{seeded['code']}/"
    host, other = (new_page(cookie) for cookie in seeded["cookies"])
    host.goto(address)
    other.goto(address)
    other.locator('[data-seat="1"] button.sit').click()
    expect(host.locator('[data-seat="1"] button.sit')).to_be_hidden()
    host.wait_for_timeout(500)
    host.locator("[data-bots]").click()
    for page in (host, other):
        page.locator(".fair").click()
        expect(page.locator(".fair-mine")).to_have_text(RIGHT)
        expect(page.locator(".fair-nonces code")).to_have_count(2)
