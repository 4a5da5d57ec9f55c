"""No page requests what its content security policy forbids, according to the browser's console.

Each journey of a browser fails at such a message (`Rooms.visit`); here are the pages where none leads.
"""

from __future__ import annotations

from playwright.sync_api import Browser, ConsoleMessage

from tests.e2e.conftest import UNPAINTED
from tests.live.stack import Stack

PAGES = ["/archivio/", "/nessuno/", "/account/password/dimenticata/"]

FAR_AWAY = "https://cdn.redoc.ly/"
"""Redoc tries to load its logo from there; our pages request nothing from other sites."""


SHORT = {
    "openapi": "3.0.3",
    "info": {"title": "Ludopoli", "version": "1", "description": "All that *programs* may do."},
    "tags": [{"name": "games", "description": "The games."}],
    "paths": {
        "/api/v1/games/": {
            "get": {
                "tags": ["games"],
                "summary": "List the games",
                "parameters": [{"name": "page", "in": "query", "schema": {"type": "integer"}}],
                "responses": {
                    "200": {
                        "description": "The games",
                        "content": {
                            "application/json": {"schema": {"type": "object"}, "example": {"games": []}}
                        },
                    }
                },
            }
        }
    },
}
"""A document of one operation: the site takes seconds to make that of all, and Redoc to draw it."""


def test_no_page_violates_its_content_security_policy(server: Stack, browser: Browser) -> None:
    broken: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text and FAR_AWAY not in message.text:
            broken.append(f"{page.url}: {message.text}")

    with browser.new_context(locale="it-IT", timezone_id="Europe/Rome", service_workers="block") as context:
        page = context.new_page()
        page.add_init_script(UNPAINTED)
        page.on("console", hear)
        page.on("pageerror", lambda error: broken.append(f"{page.url}: {error}"))
        for path in PAGES:
            page.goto(server.url + path)
        page.route("**/api/v1/openapi/**", lambda route: route.fulfill(json=SHORT))
        page.goto(f"{server.url}/api/operations/games/")
        page.get_by_role("heading", name="Ludopoli").first.wait_for(timeout=120_000)
    assert broken == []
