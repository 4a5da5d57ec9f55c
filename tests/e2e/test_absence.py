"""Somebody disappears from a friendly table: a bot plays for them, and they go on in another browser."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.conftest import DESK, PHONE, NewPage, overflow, resize, violations
from tests.live.stack import Stack


def test_an_absent_friend_is_played_by_a_bot_and_goes_on_elsewhere(server: Stack, new_page: NewPage) -> None:
    [seeded] = server.seed(people=2, private=True, move_seconds=None)
    url = f"{server.url}/tavolo/{seeded['code']}/"
    anna, bruno = (new_page(cookie) for cookie in seeded["cookies"])
    for page in (anna, bruno):
        page.goto(url)
        page.wait_for_selector(".hand .card")
    bruno.get_by_role("button", name="Altro").click()
    with bruno.context.expect_page() as opened:
        bruno.get_by_role("button", name="Continua su un altro dispositivo").click()
    link = opened.value.get_by_label("Il link").input_value()
    assert violations(opened.value) == []
    for size in (DESK, PHONE):
        resize(opened.value, size["width"], size["height"])
        assert overflow(opened.value) == 0
    opened.value.close()
    bruno.close()

    expect(anna.locator(".banner")).to_contain_text("sta passando a un altro dispositivo")
    anna.locator(".banner button", has_text="Fai giocare un bot").click()
    expect(anna.locator(".seat[data-state='away']")).to_have_count(1)
    anna.locator(".banner button", has_text="Aspetta che torni").click()
    anna.locator(".banner button", has_text="Fai giocare un bot").click()
    expect(anna.locator(".banner")).to_contain_text("finché non torna")

    phone = new_page(viewport=PHONE, has_touch=True)
    phone.goto(link)
    assert phone.url == f"{server.url}/altrove/"
    assert violations(phone) == []
    assert overflow(phone) == 0
    phone.get_by_role("button", name="Continua qui").click()
    phone.wait_for_url(url)
    expect(phone.locator(".banner")).to_contain_text("Tocca una carta")
    phone.locator(".hand .card").last.tap()
    expect(anna.locator(".seat[data-state='away']")).to_have_count(0)
    expect(phone.locator(".banner")).not_to_contain_text("Tocca una carta")
