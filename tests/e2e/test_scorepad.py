"""The score pad of a real table in a browser: by keys, without network, and stored once."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.conftest import ON_THE_PHONE, NewPage, overflow, violations
from tests.live.stack import Stack

NAMES = ("Anna", "Bruno", "Carla", "Dino")
JSON = {"Accept": "application/json"}


def log(page: Page) -> list[Any]:
    """Return the log that the server has."""
    entries: list[Any] = page.context.request.get(page.url, headers=JSON).json()["log"]
    return entries


def totals(page: Page) -> list[str]:
    return page.locator(".pad-score b").all_inner_texts()


def test_deals_are_written_down_also_without_network(server: Stack, new_page: NewPage) -> None:
    page = new_page(service_workers="allow", plain=False, **ON_THE_PHONE)
    page.goto(f"{server.url}/segnapunti/")
    page.wait_for_function("() => navigator.serviceWorker.controller?.state === 'activated'")
    assert (violations(page), overflow(page)) == ([], 0)
    for field, name in zip(page.locator("[name=person]").all(), NAMES, strict=False):
        field.fill(name)
    page.get_by_label("Ludopoli", exact=False).first.check()
    page.get_by_role("button", name="Begin").click()

    # two deals by keys alone, and the second one taken back
    first = page.get_by_label("Card points: Anna")
    first.focus()
    for taken in ("7", "2"):
        page.keyboard.type(taken)
        expect(page.get_by_label("Card points: Bruno")).to_have_value(str(11 - int(taken)))
        page.keyboard.press("Enter")
        expect(first).to_be_focused()
    expect(page.locator(".pad-score b")).to_have_text(["9", "13"])
    page.get_by_role("button", name="Take back deal 2").press("Enter")
    expect(page.locator(".pad-score b")).to_have_text(["7", "4"])
    expect(page.get_by_text("+7 (Card points 7, Combinations 0)")).to_be_visible()
    expect(page.get_by_text("All saved.")).to_be_visible()
    assert len(log(page)) == 3
    assert (violations(page), overflow(page)) == ([], 0)

    # numbers that cannot be are not accepted
    first.fill("9")
    page.get_by_label("Card points: Bruno").fill("9")
    page.keyboard.press("Enter")
    assert not first.evaluate("field => field.checkValidity()")
    assert totals(page) == ["7", "4"]

    # without network, also after a reload: an entry is kept, shown, and sent once when the network is back
    page.context.set_offline(True)
    page.reload()
    expect(page.locator(".pad-score b")).to_have_text(["7", "4"])
    first.fill("6")
    page.get_by_role("button", name="Write down the deal").click()
    expect(page.locator(".pad-score b")).to_have_text(["13", "9"])
    expect(page.get_by_text("Without network")).to_be_visible()
    page.reload()
    expect(page.locator(".pad-score b")).to_have_text(["13", "9"])
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.get_by_text("All saved.")).to_be_visible()
    page.reload()
    expect(page.locator(".pad-score b")).to_have_text(["13", "9"])
    assert [entry.get("deal") for entry in log(page)] == [0, 1, None, 1]
