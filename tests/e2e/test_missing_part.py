"""A page that lacks a script, or has one of another version, says so and loads its scripts anew.

`tests/test_missing_part.py` shows what it makes of other errors.
"""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Browser, Route, expect

from tests.live.stack import Stack

FAULTS: dict[str, Callable[[Route], None]] = {
    "gone": lambda route: route.fulfill(status=404),
    "of another version": lambda route: route.fulfill(status=200, content_type="text/javascript", body=""),
}


def test_a_page_with_a_missing_part_says_so_and_reloads(server: Stack, browser: Browser) -> None:
    fault: Callable[[Route], None] | None = None

    def answer(route: Route) -> None:
        if fault is None:
            route.continue_()
        else:
            fault(route)

    with browser.new_context(locale="it-IT", service_workers="block") as context:
        page = context.new_page()
        page.route("**/script/**", answer)
        note = page.locator("#missing-part")
        for fault in FAULTS.values():
            page.goto(f"{server.url}/tavoli/")
            expect(note).to_contain_text("Una parte di questa pagina non funziona")
            fault = None
            with page.expect_navigation():
                note.get_by_role("button", name="Ricarica").click()
            page.wait_for_load_state()
            expect(note).to_have_count(0)
