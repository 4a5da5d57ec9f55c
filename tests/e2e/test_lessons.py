"""The first lesson of Tressette in a browser: by taps on a phone, and by keys alone."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.conftest import ON_THE_PHONE, NewPage, overflow, violations
from tests.e2e.test_puzzles import is_drawn
from tests.live.stack import Stack


def test_the_first_lesson_by_taps_and_by_keys(server: Stack, new_page: NewPage) -> None:
    phone = new_page(**{**ON_THE_PHONE, "viewport": {"width": 360, "height": 740}})
    phone.goto(server.url)
    phone.locator(".hero-learn").click()
    assert (violations(phone), overflow(phone)) == ([], 0)
    phone.locator("a[href='/lezioni/tressette/']").first.click()
    assert (violations(phone), overflow(phone)) == ([], 0)
    phone.locator(".btn.primary[href*='/carte/1/']").click()
    is_drawn(phone)
    seven = phone.locator(".open-hand[data-pos='0'] .pcard[data-card='7C']")
    seven.click()
    expect(phone.locator(".card-choices :checked")).to_have_value("7C")
    assert (violations(phone), overflow(phone)) == ([], 0)
    seven.click()
    expect(phone.locator("#task-h[data-outcome='wrong']")).to_be_focused()
    assert (violations(phone), overflow(phone)) == ([], 0)
    for _ in range(2):
        phone.locator(".open-hand[data-pos='0'] .pcard[data-card='2C']").click()
    expect(phone.locator("#task-h[data-outcome='right']")).to_be_focused()
    assert (violations(phone), overflow(phone)) == ([], 0)
    phone.locator(".task .primary").click()
    is_drawn(phone)
    for bastoni in ("RB", "7B", "4B"):
        phone.locator(f".card-choices label:has([value='{bastoni}'])").click()
    phone.locator(".task form .primary").click()
    expect(phone.locator("#task-h[data-outcome='right']")).to_be_focused()

    phone.goto(f"{server.url}/lezioni/tressette/carte/1/")
    is_drawn(phone)
    phone.keyboard.press("Tab")
    phone.keyboard.press("Space")
    phone.keyboard.press("Enter")
    expect(phone.locator("#task-h[data-outcome='right']")).to_be_focused()
    phone.keyboard.press("Tab")
    phone.keyboard.press("Enter")
    phone.wait_for_url("**/rispondere/1/")
    is_drawn(phone)
    phone.keyboard.press("Tab")
    for _ in range(10):
        if phone.evaluate("document.activeElement.value.endsWith('B')"):
            phone.keyboard.press("Space")
        phone.keyboard.press("Tab")
    phone.keyboard.press("Enter")
    expect(phone.locator("#task-h[data-outcome='right']")).to_be_focused()
