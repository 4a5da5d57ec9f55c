"""A friend without an account follows a link, enters a name, and takes the seat of a bot."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.e2e.conftest import PHONE, NewPage, Rooms, overflow, violations
from tests.e2e.table import TablePage, hurry, play_along
from tests.live.stack import Stack


def test_a_friend_joins_a_quick_game_by_link(server: Stack, new_page: NewPage, rooms: Rooms) -> None:
    host = new_page(permissions=["clipboard-read", "clipboard-write"])
    host.goto(server.url)
    host.locator("form[action$='/gioca/'] button").first.click()
    host.wait_for_selector(".hand .card")
    host.get_by_role("button", name="Altro").click()
    host.locator("#menu-dialog [data-invite]").click()
    expect(host.locator("#menu-dialog [data-invite]")).to_contain_text("Link copiato")
    link = host.evaluate("navigator.clipboard.readText()")
    assert link == host.url
    host.keyboard.press("Escape")

    friend = new_page(viewport=PHONE, has_touch=True)
    friend.goto(link)
    friend.locator(".banner button").click()
    asked = friend.locator("#name-dialog")
    field = asked.get_by_label("Nome")
    expect(field).to_be_focused()
    expect(field).to_have_value(re.compile(r"^Ospite \d{4}$"))
    assert violations(friend) == []
    assert overflow(friend) == 0
    field.fill("Arbitro")
    field.press("Enter")
    expect(asked.get_by_role("alert")).to_contain_text("riservato")
    field.fill("Rosalia")
    asked.get_by_role("button", name="Siediti").click()
    expect(asked).to_be_hidden()
    expect(friend.locator(".banner")).to_contain_text("è tuo a fine smazzata")
    expect(host.locator(".seat .tags", has_text="poi Rosalia °")).to_be_visible()

    hurry(server, host)
    both = TablePage(host), TablePage(friend)
    play_along(*both, until=lambda: len(both[1].hand) > 0)
    expect(host.locator(".seat b", has_text="Rosalia °")).to_be_visible()
    expect(host.locator(".seat[data-state=bot]")).to_have_count(2)
    rooms.errors = [
        error for error in rooms.errors if "409 (Conflict)" not in error
    ]  # the name that was refused
