"""The setting of a screenshot: a running site, a browser, and a language."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

from tests.live.stack import Stack


class Room:
    """Pages in one language, each person's in a browser context of their own; `errors` are theirs."""

    def __init__(self, browser: Browser, stack: Stack, world: dict[str, Any], language: str) -> None:
        self.browser, self.stack, self.world, self.language = browser, stack, world, language
        self.contexts: dict[str, BrowserContext] = {}
        self.errors: list[str] = []

    @property
    def url(self) -> str:
        """The address by host name, since passkeys do not work with an IP address."""
        return self.stack.url.replace("127.0.0.1", "localhost")

    def page(self, cookie: str = "") -> Page:
        if cookie not in self.contexts:
            self.contexts[cookie] = context = self._context()
            if cookie:
                name, _, value = cookie.partition("=")
                context.add_cookies([{"name": name, "value": value, "url": self.url}])
        page = self.contexts[cookie].new_page()
        page.set_viewport_size({"width": 1440, "height": 900})
        return page

    def phone(self, name: str) -> Page:
        """Open the browser of somebody who has not signed in, under a name of their own."""
        self.contexts[name] = self._context()
        return self.contexts[name].new_page()

    def _context(self) -> BrowserContext:
        locale = {"it": "it-IT", "en": "en-GB"}[self.language]
        context = self.browser.new_context(locale=locale, timezone_id="Europe/Rome", reduced_motion="reduce")
        context.on("weberror", lambda error: self.errors.append(str(error.error)))
        context.set_default_timeout(30_000)
        return context

    def visit(self, who: str, path: str) -> Page:
        """Open a page of the site, and confirm the password if asked to."""
        page = self.page(self.world["cookies"].get(who, ""))
        page.goto(self.url + path)
        if "/account/conferma/" in page.url:
            page.fill("#id_password", self.world["password"])
            page.click("main form button.primary")
            page.wait_for_url(f"**{path}")
        return page

    def position(self, until: str, **wanted: Any) -> dict[str, Any]:
        found: dict[str, Any] = self.stack.call("tools.shots.world:position", until=until, **wanted)
        return found

    def leave(self) -> None:
        """Close all pages of a subject, but keep the contexts that are signed in."""
        keep = {"", *self.world["cookies"].values()}
        for cookie, context in list(self.contexts.items()):
            if cookie in keep:
                for page in context.pages:
                    page.close()
            else:
                self.contexts.pop(cookie).close()

    def close(self) -> None:
        for context in self.contexts.values():
            context.close()
