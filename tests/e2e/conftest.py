"""Real browsers on a real server. A test fails when a page has had an error that nobody asked for."""

from __future__ import annotations

import gc
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.live.stack import Stack

CHROMIUM = Path("/usr/bin/chromium-headless-shell")
HARMLESS = ("Transition was aborted", "ERR_INTERNET_DISCONNECTED", "WebSocket connection to")
"""What Chromium says about a redirect after a POST, and about a network that a test has cut."""

DESK = {"width": 1440, "height": 900}
PHONE = {"width": 360, "height": 640}

ROOMS = pytest.mark.parametrize(
    "room",
    [
        {"color_scheme": "light", "viewport": DESK, "locale": "it-IT"},
        {"color_scheme": "dark", "viewport": PHONE, "locale": "en-GB"},
    ],
    ids=["light-desk-it", "dark-phone-en"],
)
"""Where somebody may read a page: each theme, width and language once. Options of `new_page`."""

NewPage = Callable[..., Page]

PLAIN = """addEventListener("DOMContentLoaded", () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
        use[data-face] { display: none }
        *, ::before, ::after { background-image: none !important; box-shadow: none !important }
    `);
    document.adoptedStyleSheets = [sheet];
})"""
"""Cards without their drawings and a room without shadows: to paint them takes most of a browser's time."""


def violations(page: Page) -> list[str]:
    """What axe finds on the page as it is now, painted."""
    plain = page.evaluate_handle("document.adoptedStyleSheets.splice(0)")
    found = Axe().run(page).response["violations"]
    plain.evaluate("sheets => document.adoptedStyleSheets.push(...sheets)")
    return [f"{each['id']}: {each['nodes'][0]['html'][:200]}" for each in found]


def overflow(page: Page) -> int:
    """By how many pixels the page is wider than its window."""
    wider: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return wider


@pytest.fixture(scope="session")
def server(embedded: Stack) -> Stack:
    return embedded


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One for the package: Playwright keeps a loop in this thread, which asynchronous tests must not meet."""
    playwright = sync_playwright().start()
    launched = playwright.chromium.launch(
        executable_path=str(CHROMIUM) if CHROMIUM.exists() else None,
        args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    )
    yield launched
    launched.close()
    with warnings.catch_warnings():  # it does not wait for its own process
        warnings.simplefilter("ignore", ResourceWarning)
        playwright.stop()
        del playwright, launched
        gc.collect()


@pytest.fixture
def new_page(browser: Browser, server: Stack) -> Iterator[NewPage]:
    """A page in a browser of its own: `new_page(cookie, viewport=PHONE, still=True, plain=True)`."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def make(cookie: str = "", *, still: bool = True, plain: bool = True, **options: Any) -> Page:
        options = {"viewport": DESK, "locale": "it-IT", **options}
        if still:
            options["reduced_motion"] = "reduce"
        context = browser.new_context(**options)
        contexts.append(context)
        if plain:
            context.add_init_script(PLAIN)
        if cookie:
            name, _, value = cookie.partition("=")
            context.add_cookies([{"name": name, "value": value, "url": server.url}])
        context.on("weberror", lambda error: errors.append(str(error.error)))
        context.on("console", lambda told: errors.append(told.text) if told.type == "error" else None)
        context.set_default_timeout(15_000)
        return context.new_page()

    yield make
    for context in contexts:
        context.close()
    assert [error for error in errors if not any(known in error for known in HARMLESS)] == []
