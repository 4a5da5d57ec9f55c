"""Real browsers on a real server; a test fails if a page had an unexpected error."""

from __future__ import annotations

import gc
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import (
    Browser,
    BrowserContext,
    CDPSession,
    Error,
    Page,
    Playwright,
    TimeoutError,
    ViewportSize,
    expect,
    sync_playwright,
)

from tests.e2e.table import EMPTY
from tests.e2e.under_a_path import UnderAPath
from tests.live.stack import SERVING, Stack

CHROMIUM = Path("/usr/bin/chromium-headless-shell")
HARMLESS = (
    "ERR_BLOCKED_BY_CLIENT",
    "ERR_INTERNET_DISCONNECTED",
    "ERR_CONNECTION_REFUSED",
    "ERR_CONNECTION_RESET",
    "WebSocket connection to",
    "the server responded with a status of 422",
)
"""Expected messages of Chromium: on a refused form, blocked drawings, a network cut, a server that a test
killed."""

PATIENCE = 45_000
"""Milliseconds that a page may have to wait on a busy machine."""

expect.set_options(timeout=PATIENCE)

DESK = {"width": 1440, "height": 900}
PHONE = {"width": 360, "height": 640}

AT_THE_DESK: dict[str, Any] = {"color_scheme": "light", "viewport": DESK, "locale": "it-IT"}
ON_THE_PHONE: dict[str, Any] = {"color_scheme": "dark", "viewport": PHONE, "locale": "en-GB"}
"""Options of `new_page` that cover each theme, width and language once. Long tests use only one of them;
`python -m tools.shots --axe` examines every page in both."""

NewPage = Callable[..., Page]
Scheme = Literal["dark", "light"]
Motion = Literal["no-preference", "reduce"]

DRAWINGS = "*/decks/*"
"""The addresses of the drawings of cards, which take a browser long and which hardly a test looks at."""

UNPAINTED = """{
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(":root { opacity: 0 !important } @view-transition { navigation: none }");
    document.adoptedStyleSheets = [sheet];
}"""
"""An init script for pages, and those that they open, that are laid out, and used, but not painted, which
takes a third of a browser's time. Chromium does not paint what is transparent; nor does it count its layout
shifts. A transition from one page to the next would paint both."""

KEPT = "local_storage,indexeddb,service_workers,cache_storage"
"""The storage that is cleared for every page: all of a browser's except cookies and the HTTP cache."""


EXAMINED = """async (part) => {
    const unpainted = document.adoptedStyleSheets.splice(0);
    const { violations } = await axe.run(part, { resultTypes: ["violations"], preload: false }); // no media

    document.adoptedStyleSheets.push(...unpainted);
    return violations.map(({ id, nodes: [first] }) => `${id}: ${first.html.slice(0, 200)}`);
}"""


def violations(page: Page, part: str = "html") -> list[str]:
    """Return the violations that axe finds on the page once it is painted, or in a part of it.

    A page costs as much as loading it: where only a part has changed since the last time, look at that.
    """
    if page.evaluate("!window.axe"):
        page.evaluate(AXE_SCRIPT)
    found: list[str] = page.evaluate(EXAMINED, part)
    return found


def sign_in(page: Page, server: Stack, cookie: str) -> None:
    """Give the page, and all others of its context, the session of this cookie."""
    name, _, value = cookie.partition("=")
    page.context.add_cookies([{"name": name, "value": value, "url": server.url}])


RESIZED = """async ([width, height]) => {
    const frame = () => new Promise(requestAnimationFrame);
    while (innerWidth !== width || innerHeight !== height) await frame();
    await frame(); // in which scripts hear of the change
    await frame();
}"""


def resize(page: Page, width: int, height: int) -> None:
    """Give the page's window this size in pixels; wait until the page has adapted to it."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(RESIZED, [width, height])


CORNER: Any = {"x": 9, "y": 9}
"""Where to touch a card of a hand, whose next row or neighbour may cover the rest of it."""


def overflow(page: Page) -> int:
    """Return the number of pixels by which the page is wider than its window."""
    wider: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return wider


SHIFTS = """window.shifts = [];
const moved = ({ node, previousRect, currentRect }) => [node?.cloneNode().outerHTML ?? node?.data, previousRect, currentRect];
const add = (list) => list.getEntries().forEach(({ value, sources }) => shifts.push([value, sources.map(moved)]));
new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });"""  # noqa: E501
"""An init script that collects the browser's layout shifts in `window.shifts`."""


def open_with_fonts(new_page: NewPage, server: Stack, *cookie: str, **options: Any) -> Page:
    """Open a page with `SHIFTS` and cached fonts, which might otherwise arrive after the first paint."""
    page = new_page(*cookie, painted=True, **options)
    page.goto(server.url)
    page.evaluate("document.fonts.ready")
    page.add_init_script(SHIFTS)
    return page


def shift(page: Page) -> list[Any]:
    """Return the layout shifts on a page of `open_with_fonts`, each with its score and the moved elements."""
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.wait_for_timeout(300)
    shifts: list[Any] = page.evaluate("window.shifts")
    return [each for each in shifts if each[0] >= 0.0005]


def block(devtools: CDPSession, paused: dict[str, Any]) -> None:
    """Let a paused request fail. `Network.setBlockedURLs` would send us the story of every other request."""
    with suppress(Error):  # the page may be gone
        devtools.send(
            "Fetch.failRequest", {"requestId": paused["requestId"], "errorReason": "BlockedByClient"}
        )


def set_cookie(page: Page, server: Stack, cookie: str) -> None:
    """Sign the page's browser in by the cookie of a person, in place of another one."""
    name, _, value = cookie.partition("=")
    page.context.add_cookies([{"name": name, "value": value, "url": server.url}])


def launch(playwright: Playwright) -> Browser:
    """Launch Chromium: Debian's if it is installed, else Playwright's own."""
    path = str(CHROMIUM) if CHROMIUM.exists() else None
    quiet = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    return playwright.chromium.launch(executable_path=path, args=quiet)


@pytest.fixture(scope="session")
def server(embedded: Stack) -> Stack:
    return embedded


@pytest.fixture(scope="package")
def under_a_path(tables: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[UnderAPath]:
    """An installation under a path, with games of the tests."""
    with UnderAPath(tmp_path_factory.mktemp("var"), tables) as running:
        SERVING["under_a_path"] = running
        yield running
        del SERVING["under_a_path"]


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """The browser for the package; Playwright keeps an event loop in this thread, so no test may be async."""
    playwright = sync_playwright().start()
    launched = launch(playwright)
    yield launched
    launched.close()
    with warnings.catch_warnings():  # Playwright does not wait for its own process
        warnings.simplefilter("ignore", ResourceWarning)
        playwright.stop()
        del playwright, launched
        gc.collect()


SPOILING = ("add_init_script", "emulate_media", "on", "route_web_socket", "set_default_timeout")
"""The methods after which a page is not as it was when it was new."""


@dataclass(eq=False)
class ReusedContext:
    """A browser context with the options of its `key`, and its page, if that is still as good as new.

    Pages of each size, colour scheme and motion share it, and with all permissions: another context loads and
    compiles every file again.
    """

    key: str
    context: BrowserContext
    page: Page | None = None

    def take_page(self, size: ViewportSize, scheme: Scheme, motion: Motion) -> Page:
        """Return the page, in a window of this size, with this colour scheme and motion; a new one, if there
        is none, or tests have changed it for good."""
        page = self.page or self.context.new_page()
        page.set_viewport_size(size)
        Page.emulate_media(page, color_scheme=scheme, reduced_motion=motion)
        if self.page is None:
            self.page = page
            for name in SPOILING:
                setattr(page, name, self._spoiling(getattr(page, name)))
        return page

    def _spoiling(self, method: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **options: Any) -> Any:
            self.page = None
            return method(*arguments, **options)

        return call

    def tidy(self, server: Stack) -> None:
        """Bring the page back to where it was, or forget it."""
        self.context.set_offline(False)
        if self.page is None or self.page.is_closed():
            self.page = None
            return
        try:
            self.page.unroute_all()
            self.page.goto(server.url + EMPTY, timeout=2_000)
            self.page.evaluate("sessionStorage.clear()")
            self.page.mouse.move(-1, -1)
        except Error:  # the server is gone, or the page asks something
            self.page = None


class Rooms:
    """Browser contexts that are reused with their pages, so that these have a warm cache and a process."""

    def __init__(self, browser: Browser) -> None:
        self.browser, self.devtools = browser, browser.new_browser_cdp_session()
        self.free: dict[str, list[ReusedContext]] = {}
        self.errors: list[str] = []

    @contextmanager
    def visit(self, server: Stack) -> Iterator[NewPage]:
        """Yield a function that opens a page in a context of its own; finally leave these pages.

        `new_page(cookie, viewport=PHONE, plain=True)`
        """
        taken: list[ReusedContext] = []

        def make(
            cookie: str = "", *, still: bool = True, plain: bool = True, painted: bool = False, **options: Any
        ) -> Page:
            usual = {"locale": "it-IT", "timezone_id": "Europe/Rome", "service_workers": "block"}
            size, scheme = options.pop("viewport", DESK), options.pop("color_scheme", "light")
            permissions = options.pop("permissions", [])
            options = {**usual, **options, "viewport": DESK, "reduced_motion": "reduce"}
            key = repr((painted, plain, sorted(options.items())))
            unused = self.free.setdefault(key, [])
            room = unused.pop() if unused else ReusedContext(key, self._open(painted=painted, **options))
            taken.append(room)
            is_new = room.page is None
            page = room.take_page(size, scheme, "reduce" if still else "no-preference")
            if permissions:
                room.context.grant_permissions(permissions)
            if cookie:
                sign_in(page, server, cookie)
            devtools = room.context.new_cdp_session(page)
            origin = "/".join(server.url.split("/")[:3])  # Chromium clears nothing of an address with a path
            devtools.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": KEPT})
            if plain and is_new:
                devtools.on("Fetch.requestPaused", partial(block, devtools))
                devtools.send("Fetch.enable", {"patterns": [{"urlPattern": DRAWINGS}]})
            else:
                devtools.detach()
            return page

        yield make
        for room in taken:
            self._leave(room, server)
        errors = [error for error in self.errors if not any(known in error for known in HARMLESS)]
        self.errors = []
        assert errors == [], f"the server's log ends:\n{server.log()[-5_000:]}"

    def _open(self, *, painted: bool, **options: Any) -> BrowserContext:
        context = self.browser.new_context(**options)
        if not painted:
            context.add_init_script(UNPAINTED)
        context.on("weberror", lambda error: self.errors.append(str(error.error)))
        context.on("console", lambda line: self.errors.append(line.text) if line.type == "error" else None)
        context.set_default_timeout(PATIENCE)
        return context

    def _leave(self, room: ReusedContext, server: Stack) -> None:
        room.tidy(server)
        for page in room.context.pages:
            if page is not room.page:
                self._close(page)
        room.context.clear_cookies()
        room.context.clear_permissions()
        self.free[room.key].append(room)

    def _close(self, page: Page) -> None:
        """Close a page; this may take several tries, since Chromium forgets it while a new document loads."""
        target = page.context.new_cdp_session(page).send("Target.getTargetInfo")["targetInfo"]["targetId"]
        while not page.is_closed():
            with suppress(TimeoutError), page.expect_event("close", timeout=2_000):
                self.devtools.send("Target.closeTarget", {"targetId": target})


@pytest.fixture(scope="package")
def rooms(browser: Browser) -> Rooms:
    return Rooms(browser)


@pytest.fixture
def new_page(rooms: Rooms, server: Stack) -> Iterator[NewPage]:
    """A function that opens a page for one test; see `Rooms.visit`."""
    with rooms.visit(server) as make:
        yield make


@pytest.fixture(scope="module")
def lasting_page(rooms: Rooms, server: Stack) -> Iterator[NewPage]:
    """Like `new_page`, but the page stays open for all tests of a file."""
    with rooms.visit(server) as make:
        yield make
