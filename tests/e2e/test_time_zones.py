"""A device elsewhere: its pages, the script's own times too, are in its zone from the first one on."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from playwright.sync_api import Request, expect

from tests.e2e.conftest import NewPage
from tests.live.stack import Stack

ROME = ZoneInfo("Europe/Rome")


def test_a_director_in_buenos_aires_types_and_reads_the_same_hour(server: Stack, new_page: NewPage) -> None:
    [seeded] = server.seed(people=1)
    page = new_page(seeded["cookies"][0], timezone_id="America/Buenos_Aires")
    page.goto(f"{server.url}/tornei/nuovo/")
    expect(page.locator(".site-foot")).to_contain_text("Fuso orario: Buenos Aires")
    expect(page.locator("[name=starts_at] ~ .hint").first).to_have_text("Fuso orario: Buenos Aires.")
    day = datetime.now(ROME) + timedelta(days=9)
    page.fill("[name=name]", "Il giovedì")
    page.fill("[name=starts_at]", f"{day:%Y-%m-%d}T20:30")
    page.click(".wizard-end button")
    page.goto(page.input_value("#link"))
    expect(page.locator("[data-part=facts] time").first).to_contain_text("20:30 (Buenos Aires)")
    at_home = new_page(seeded["cookies"][0])
    at_home.goto(page.url)
    shown = at_home.locator("[data-part=facts] time").first
    begins = datetime.fromisoformat(str(shown.get_attribute("datetime"))).astimezone(ROME)
    expect(shown).to_contain_text(f"{begins:%H:%M}")
    expect(shown).not_to_contain_text("(")


def test_a_page_without_times_is_not_loaded_again(server: Stack, new_page: NewPage) -> None:
    page = new_page(timezone_id="America/Buenos_Aires")
    asked: list[Request] = []
    page.on("request", lambda request: asked.extend([request]))
    page.goto(f"{server.url}/regole/")
    page.wait_for_function("() => document.cookie.includes('zona')")
    page.wait_for_load_state("networkidle")
    assert [each.url for each in asked if each.is_navigation_request()] == [f"{server.url}/regole/"]
