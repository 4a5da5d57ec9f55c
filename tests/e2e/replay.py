"""The replay page of a finished match, for the tests of what it shows."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import NewPage
from tests.e2e.table import EMPTY
from tests.live.stack import Stack

TABLES: dict[str, dict[str, Any]] = {
    "tressette": {"players": 4, "rules": {"preset": "ludopoli", "match_end": {"deals": 2}}},
    "reviewed": {"players": 4, "rules": {"preset": "ludopoli", "match_end": {"deals": 1}}},
    "signals": {"players": 4, "rules": {"preset": "bredese", "match_end": {"deals": 2}}},
    "whist": {"players": 6, "game": "whist", "rules": {"preset": "andata"}},
    "quick": {"players": 4, "rules": {"preset": "classico", "match_end": {"deals": 1}}, "private": True},
    "tarocchi": {"players": 3, "game": "tarocchi", "rules": {"preset": "calatafimi", "deals": 3}},
}

Finished = Callable[..., dict[str, Any]]


@cache
def finished_match(server: Stack, name: str) -> dict[str, Any]:
    """Return a finished match of one of the `TABLES`, each played once: its `code`, `match` and `cookies`."""
    match: dict[str, Any] = server.call("tests.e2e.finished:finished", seed=11, **TABLES[name])
    return match


@pytest.fixture(scope="package")
def finished(server: Stack) -> Finished:
    """A function that returns a `finished_match` by its name."""
    return partial(finished_match, server)


class Replay:
    """The replay page of a match in a browser."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        self.open(url)

    def open(self, url: str) -> None:
        if self.page.url.partition("#")[0] == url.partition("#")[0]:
            self.page.goto(urljoin(url, EMPTY))  # otherwise the page would only move on
        self.page.goto(url)
        self.page.wait_for_selector(".replay:not([aria-busy])")

    @property
    def at(self) -> str:
        return str(self.page.evaluate("location.hash.slice(1)"))

    @property
    def said(self) -> str:
        return self.page.locator("#voce").inner_text()

    @property
    def frames(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.page.evaluate(
            "JSON.parse(document.querySelector('#frame').textContent).frames"
        )
        return found

    def walk(self, end: str) -> list[dict[str, Any]]:
        """Return what the page shows after each press of the right arrow, from here to a position."""
        walked: list[dict[str, Any]] = self.page.evaluate(
            """(end) => {
                const cards = (selector, root = document) =>
                    [...root.querySelectorAll(selector)].map((card) => card.dataset.card);
                const show = () => ({
                    at: location.hash.slice(1) || "s1",
                    said: document.querySelector("#voce").textContent,
                    hands: Object.fromEntries([...document.querySelectorAll(".open-hand")].map((hand) =>
                        [hand.dataset.seat, cards(".pcard:not([data-gone])", hand)])),
                    trick: cards(".tcard"),
                    won: cards(".tcard.win").length,
                });
                const next = { key: "ArrowRight", bubbles: true };
                const shown = [show()];
                while (shown.at(-1).at !== end) {
                    document.body.dispatchEvent(new KeyboardEvent("keydown", next));
                    shown.push(show());
                }
                return shown;
            }""",
            end,
        )
        return walked

    @property
    def on_the_table(self) -> set[str]:
        return set(self.page.locator(".tcard").evaluate_all("cards => cards.map(card => card.dataset.card)"))

    def hands(self) -> dict[str, set[str]]:
        """Return the visible cards in the open hand of each seat."""
        hands = self.page.locator(".open-hand").evaluate_all(
            """hands => hands.map(hand => [hand.dataset.seat,
                [...hand.querySelectorAll(".pcard:not([data-gone])")].map(card => card.dataset.card)])"""
        )
        return {seat: set(cards) for seat, cards in hands}

    def press(self, key: str) -> str:
        self.page.keyboard.press(key)
        return self.at


@pytest.fixture
def replay(server: Stack, new_page: NewPage, finished: Finished) -> Callable[..., Replay]:
    """A function that opens a replay, `replay("whist", "#s2", seat=0, viewport=PHONE)`; the default reader is
    not signed in."""

    def show(name: str, end: str = "", seat: int | None = None, **options: Any) -> Replay:
        match = finished(name)
        page = new_page("" if seat is None else match["cookies"][seat], **options)
        return Replay(page, f"{server.url}/partita/{match['match']}/{end}")

    return show
