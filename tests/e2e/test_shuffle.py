"""The random numbers that browsers contribute to the shuffle, and how they verify it."""

from __future__ import annotations

import re
import time
from datetime import UTC, datetime, timedelta

from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import NewPage
from tests.e2e.table import PATIENCE
from tests.live.stack import Stack

RIGHT = re.compile("è in queste carte|is in these cards")
AMONG = re.compile("è tra questi|is among them")


def test_a_browsers_nonce_enters_the_shuffle_of_a_quick_game(server: Stack, new_page: NewPage) -> None:
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


def test_everybody_who_sits_down_adds_a_nonce(server: Stack, new_page: NewPage) -> None:
    [seeded] = server.seed(people=1, watchers=1, bots=False, players=4, rules={"preset": "classico"})
    address = f"{server.url}/tavolo/{seeded['code']}/"
    host, other = (new_page(cookie) for cookie in seeded["cookies"])
    host.goto(address)
    other.goto(address)
    other.locator('[data-seat="1"] button.sit').click()
    expect(host.locator('[data-seat="1"] button.sit')).to_be_hidden()
    seats = "SELECT nonce FROM games_seat JOIN games_table t ON t.id = table_id"
    deadline = time.monotonic() + PATIENCE
    while sum(nonce != "" for (nonce,) in server.query(f"{seats} WHERE code = '{seeded['code']}'")) < 2:
        assert time.monotonic() < deadline, "a number has not come"
        host.wait_for_timeout(50)
    host.locator("[data-bots]").click()
    for page in (host, other):
        page.locator(".fair").click()
        expect(page.locator(".fair-mine")).to_have_text(RIGHT)
        expect(page.locator(".fair-nonces code")).to_have_count(2)


def test_the_nonces_of_entrants_enter_the_deals_of_a_tournament(server: Stack, new_page: NewPage) -> None:
    [seeded] = server.seed(people=1, watchers=1, bots=False, players=4)
    people = seeded["cookies"]
    soon = (datetime.now(UTC) + timedelta(hours=1)).isoformat()
    held = {"name": "Arena", "game": "tressette", "format": "arena", "starts_at": soon}
    event = server.post("/api/v1/tournaments/", people[0], **held)["code"]
    pages = [new_page(cookie) for cookie in people]
    for page in pages:
        page.goto(f"{server.url}/tornei/{event}/")
        page.locator("form.enter button.primary").click()
        expect(page.locator(".mine .withdraw")).to_be_visible()
    server.post(f"/api/v1/tournaments/{event}/start/", people[0])
    for page in pages:
        expect(numbers(page)).to_have_text(AMONG)
        expect(page.locator(".fairness [data-nonce]")).to_have_count(2)
    page = pages[1]
    page.goto(f"{server.url}/tornei/{event}/tavolo/")
    page.locator(".fair").click()
    expect(page.locator(".fair-boards")).to_have_text(re.compile(rf"^{event}/[0-9a-f]{{64}}$"))
    expect(page.locator(".fair-own")).to_be_hidden()
    pages[0].evaluate("localStorage.shuffles = localStorage.shuffles.replace(/nonce...../g, 'nonce\":\"00')")
    expect(numbers(pages[0])).to_have_class(re.compile("bad"))


def numbers(page: Page) -> Locator:
    """Return the element of a tournament's page that reports on this browser's random number."""
    page.reload()
    page.locator(".fairness > summary").click()
    page.locator(".fairness details summary").click()
    return page.locator(".fairness [data-in]")
