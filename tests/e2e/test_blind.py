"""A whole deal of each game by keyboard, guided only by the live region and the focus.

No other part of the page is read: no card, no score, no button.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import NewPage
from tests.e2e.table import TablePage, hurry
from tests.live.stack import Stack

LISTEN = """addEventListener("DOMContentLoaded", () => {
    const region = document.querySelector("#voce");
    window.heard = [];
    const hear = ({ addedNodes }) => addedNodes.forEach(({ textContent }) => window.heard.push(textContent));
    if (region) new MutationObserver((news) => news.forEach(hear)).observe(region, { childList: true });
})"""

MORE = """async (known) => {
    for (let left = 50; left > 0 && heard.length <= known; left -= 1) {
        await new Promise((done) => setTimeout(done, 20));
    }
}"""
"""A script that waits up to a second for more than the `known` announcements."""

PATIENCE = 120
"""Seconds to wait for the next announcement."""

MOST_TABS = 60
MOST_KEYS = 30


class Blind:
    """A player with a keyboard and a screen reader."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.devtools = page.context.new_cdp_session(page)
        page.add_init_script(LISTEN)
        self.listened, self.heard = 0, ""

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def press_until(self, key: str, is_there: Callable[[], bool]) -> None:
        """Press a key as often as needed, or not at all, until the focus is where it should be."""
        for _ in range(MOST_KEYS):
            if is_there():
                return
            self.press(key)
        raise AssertionError(f"{key} does not lead there, but to {self.focused['name']!r}")

    @property
    def focused(self) -> dict[str, Any]:
        """The `name` and states of the focused element, as the browser exposes them to a screen reader."""
        asked = {"expression": "document.activeElement", "objectGroup": "focused"}
        element = self.devtools.send("Runtime.evaluate", asked)["result"].get("objectId")
        if element is None:  # between two pages
            return {"name": ""}
        about = {"objectId": element, "fetchRelatives": False}
        node = self.devtools.send("Accessibility.getPartialAXTree", about)["nodes"][0]
        self.devtools.send("Runtime.releaseObjectGroup", {"objectGroup": "focused"})
        states: dict[str, Any] = {
            each["name"]: each["value"].get("value") for each in node.get("properties", [])
        }
        return {"name": node.get("name", {}).get("value", ""), **states}

    def tab_to(self, name: str) -> None:
        passed: list[str] = []
        for _ in range(MOST_TABS):
            self.press("Tab")
            passed.append(self.focused["name"])
            if passed[-1].startswith(name):
                return
        raise AssertionError(f"no Tab leads to {name!r}: {passed}")

    def listen(self) -> str:
        """Return the announcements not yet handled, each after a `·`."""
        said: list[str] = self.page.evaluate("window.heard")
        self.heard += "".join(f" · {each}" for each in said[self.listened :])
        self.listened = len(said)
        return self.heard

    def hears(self, pattern: str) -> re.Match[str]:
        """Wait for an announcement that matches; it and all earlier ones count as handled."""
        deadline = time.monotonic() + PATIENCE
        while not (found := re.search(pattern, self.listen(), re.IGNORECASE)):
            assert time.monotonic() < deadline, f"{pattern!r} is not heard: {self.heard}"
            self.page.evaluate(MORE, self.listened)
        self.heard = self.heard[found.end() :]
        return found

    def where(self) -> str:
        """Return the announcement of the key for the player's own position and cards."""
        self.press("m")
        return self.hears(r"([^·]*[Ll]e tue carte: [^·]*)")[1]


def enter_as_guest(blind: Blind, game: str) -> None:
    """Start a quick game of this kind from the home page."""
    blind.tab_to("Tressette")
    blind.press_until("ArrowDown", lambda: blind.focused["name"].startswith(game))
    blind.tab_to("Gioca subito")
    blind.press("Enter")


def enter_by_signing_up(blind: Blind, game: str) -> None:
    blind.tab_to("Entra")
    blind.press("Enter")
    blind.page.wait_for_url("**/account/accedi/**")
    blind.tab_to("Crea un account")
    blind.press("Enter")
    blind.page.wait_for_url("**/account/iscriviti/**")
    name = f"Cieca {time.time_ns() % 10**9}"
    fields = {"Nome": name, "Indirizzo": f"{name[6:]}@example.org", "Password": "tre carte sul tavolo"}
    for field, value in fields.items():
        if not blind.focused["name"].startswith(field):
            blind.tab_to(field)
        blind.page.keyboard.type(value)
    blind.press("Enter")
    blind.page.wait_for_url("**/tavoli/")
    blind.tab_to("Ludopoli")
    blind.press("Enter")
    enter_as_guest(blind, game)


def play_a_card(blind: Blind) -> None:
    """Play the first card that is not announced as barred."""
    blind.press("Home")
    blind.press_until("ArrowRight", lambda: "non giocabile" not in blind.focused["name"])
    card = blind.focused["name"].split(",")[0]
    blind.press("Enter", "Enter")
    blind.hears(f"giochi {card}")


def capture(blind: Blind) -> None:
    """Play the first card; if it may take this or that, the first of what is read out."""
    blind.press("Home")
    card = blind.focused["name"].split(",")[0]
    blind.press("Enter", "Enter")
    if blind.hears(f"giochi {card}|che cosa prendi")[0].lower().startswith("che cosa"):
        blind.press("1")
        blind.hears(f"giochi {card}")


def bid(blind: Blind) -> None:
    """Bid the first number that is not announced as forbidden."""
    blind.press("0")
    if "vietat" in blind.focused["name"]:
        blind.press("1")
    blind.press("Enter")
    blind.hears(r"dici \d")


def name_trumps(blind: Blind) -> None:
    blind.press("s")
    assert blind.focused["name"].startswith("spade")
    blind.press("Enter")
    blind.hears("chiami briscola spade")


def speak(blind: Blind) -> None:
    blind.press("e")
    deadline = time.monotonic() + PATIENCE
    while blind.focused.get("disabled"):
        assert time.monotonic() < deadline, f"{blind.focused['name']} stays disabled"
        blind.page.wait_for_timeout(50)
    blind.press("Enter")


def lay_away(blind: Blind) -> None:
    blind.press("End")
    for _ in range(3):
        blind.press_until("ArrowLeft", lambda: not blind.focused.get("disabled"))
        blind.press("Enter", "ArrowLeft")
    blind.press("x", "Enter")
    blind.hears("scarti: ")


Asked = tuple[str, Callable[[Blind], None]]
"""The announcement that asks for an action, and the action."""

CARD: Asked = (r"tocca a te\b", play_a_card)
CAPTURE: Asked = (r"tocca a te\b", capture)
BID: Asked = (r"tocca a te: quante prese", bid)
NAME: Asked = (r"tocca a te: chiama la briscola", name_trumps)
WORD: Asked = (r"vado, offro o tengo", speak)
SCARTO: Asked = (r"tocca a te: scarta", lay_away)


@pytest.mark.parametrize(
    ("game", "enter", "asked", "over"),
    [
        ("Tressette", enter_by_signing_up, (CARD,), r"1ª smazzata: Noi \d+, Loro \d+"),
        ("Maraffone", enter_as_guest, (NAME, CARD), r"1ª smazzata: Noi \d+, Loro \d+"),
        ("Traversone", enter_as_guest, (CARD,), r"1ª smazzata: Tu \d+"),
        ("Briscola", enter_as_guest, (CARD,), r"1ª smazzata: Tu \d+"),
        ("Scopone", enter_as_guest, (CAPTURE,), r"1ª smazzata: Noi \d+, Loro \d+"),
        ("Whist", enter_as_guest, (BID, CARD), r"1ª smazzata: Tu "),
        ("Tarocchi", enter_as_guest, (WORD, SCARTO, CARD), r"1ª smazzata: Tu "),
    ],
    ids=["tressette", "maraffone", "traversone", "briscola", "scopone", "whist", "tarocchi"],
)
def test_a_deal_can_be_played_by_ear_and_keyboard(
    server: Stack,
    new_page: NewPage,
    game: str,
    enter: Callable[[Blind, str], None],
    asked: tuple[Asked, ...],
    over: str,
) -> None:
    blind = Blind(new_page())
    blind.page.goto(server.url)
    enter(blind, game)
    blind.page.wait_for_url("**/tavolo/**")
    hand = blind.hears(r"le tue carte: ([^·]+)")[1]
    hurry(server, blind.page)
    TablePage(blind.page).read_fast()
    where = blind.where()
    assert set(hand.strip().split(", ")) <= set(re.split(r", |: |\. |\.$", where))
    blind.heard = f"{where} {blind.heard}"
    news = "|".join([over, *(pattern for pattern, _ in asked)])
    while not re.search(over, (heard := blind.hears(news))[0]):
        next(do for pattern, do in asked if re.search(pattern, heard[0], re.IGNORECASE))(blind)
    assert any("sceglila di nuovo" in said for said in blind.page.evaluate("window.heard")), "the first hint"
