"""A page that lacks a script, or has one of another version, says so and loads its scripts anew."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.live.stack import Stack

FAULTS: dict[str, Callable[[Route], None]] = {
    "gone": lambda route: route.fulfill(status=404),
    "of another version": lambda route: route.fulfill(status=200, content_type="text/javascript", body=""),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_page_with_a_missing_part_says_so_and_reloads(server: Stack, browser: Browser, fault: str) -> None:
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) == 1:
            FAULTS[fault](route)
        else:
            route.continue_()

    with browser.new_context(locale="it-IT", service_workers="block") as context:
        page = context.new_page()
        page.route("**/js/csrf.js", answer)
        page.goto(f"{server.url}/tavoli/")
        note = page.locator("#missing-part")
        expect(note).to_contain_text("Una parte di questa pagina non si è caricata")
        with page.expect_navigation():
            note.get_by_role("button", name="Ricarica").click()
        page.wait_for_load_state()
        expect(note).to_have_count(0)
    assert len(asked) >= 2
