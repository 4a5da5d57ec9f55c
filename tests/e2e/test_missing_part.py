"""A page that lacks a script, or has one of another version, says so and loads its scripts anew."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Browser, Route, expect

from tests.e2e.conftest import NewPage
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


FAILS = "() => setTimeout(() => undefined.of_the_server)"
"""The failure of a script of before at an answer of another form."""


def test_a_page_of_before_an_update_says_so_when_it_fails(server: Stack, browser: Browser) -> None:
    with browser.new_context(locale="it-IT", service_workers="block") as context:
        page = context.new_page()
        note = page.locator("#missing-part")
        page.goto(f"{server.url}/tavoli/")
        with page.expect_response("**/sw.js"):
            page.evaluate(FAILS)
        expect(note).to_have_count(0)  # of the current version, it has failed for another reason

        source = page.locator("script[src$='js/lobby.js']").get_attribute("src") or ""
        gone = re.sub(r"/static/\w+/", "/static/0123456789ab/", source)
        page.evaluate("address => void import(address)", gone)
        expect(note).to_contain_text("Una parte di questa pagina non funziona")

        page.route("**/tavoli/", lambda route: route.fulfill(body=of_before(route.fetch().text())))
        page.reload()
        expect(note).to_have_count(0)
        page.evaluate(FAILS)
        expect(note).to_be_visible()


def of_before(html: str) -> str:
    """Return a page as if it came from before an update."""
    return re.sub(r'data-script="[^"]+"', 'data-script="/static/0123456789ab/js/csrf.js"', html)


GIVEN_UP = """() => {
    const reason = new DOMException("Transition was skipped", "AbortError");
    const event = new PromiseRejectionEvent("unhandledrejection", { promise: Promise.resolve(), reason, cancelable: true });
    dispatchEvent(event);
    return event.defaultPrevented;
}"""  # noqa: E501


def test_a_transition_between_pages_that_is_given_up_is_no_error(server: Stack, new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{server.url}/tavoli/")
    assert page.evaluate(GIVEN_UP)
