"""A deal by keyboard, and each kind of question, guided only by the live region and the focus.

No other part of the page is read: no card, no score, no button. Once each kind of question has been answered
a few times, the server plays up to the last trick.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from playwright.sync_api import Page

from ludocards.engine.registry import GAMES
from tests.e2e.conftest import NewPage, sign_in, violations
from tests.e2e.table import TablePage, hurry, skip
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


def start_quick_game(blind: Blind, game: str) -> None:
    """Start a quick game of this kind from the home page."""
    blind.tab_to(game)
    blind.press("Enter")


def sign_up(blind: Blind) -> None:
    """Make an account from the home page, which then shows again."""
    blind.tab_to("Accedi")
    blind.press("Enter")
    blind.page.wait_for_url("**/account/accedi/**")
    blind.tab_to("Crea un account")
    blind.press("Enter")
    blind.page.wait_for_url("**/account/iscriviti/**")
    fields = {"Nome": "Cieca 1", "Indirizzo": "cieca@example.org", "Password": "tre carte sul tavolo"}
    for field, value in fields.items():
        if not blind.focused["name"].startswith(field):
            blind.tab_to(field)
        blind.page.keyboard.type(value)
    blind.press("Enter")
    blind.page.wait_for_url(lambda url: "/account/" not in url)


ARTICLE = "(?:il |la |l’)"


def play_a_card(blind: Blind) -> None:
    """Play the first card that is not announced as barred."""
    blind.press("Home")
    blind.press_until("ArrowRight", lambda: "non giocabile" not in blind.focused["name"])
    card = blind.focused["name"].split(",")[0].lower()
    blind.press("Enter", "Enter")
    blind.hears(f"giochi {ARTICLE}{card}")


def capture(blind: Blind) -> None:
    """Play the first card; if it may take this or that, the first of what is read out."""
    blind.press("Home")
    card = blind.focused["name"].split(",")[0].lower()
    blind.press("Enter", "Enter")
    if blind.hears(f"giochi {ARTICLE}{card}|che cosa prendi")[0].lower().startswith("che cosa"):
        blind.press("1")
        blind.hears(f"giochi {ARTICLE}{card}")


def bid(blind: Blind) -> None:
    """Bid the first number that is not announced as forbidden."""
    blind.press("0")
    if "vietat" in blind.focused["name"]:
        blind.press("1")
    blind.press("Enter")
    blind.hears(r"dichiari \d")


def name_trumps(blind: Blind) -> None:
    blind.press("s")
    assert blind.focused["name"].startswith("spade")
    assert violations(blind.page, ".felt") == []
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


BY_EAR = 2
"""The answers of each kind that are given by ear; then the server plays."""


def play_a_deal(server: Stack, blind: Blind, asked: Sequence[Asked], over: str) -> None:
    hand = blind.hears(r"le tue carte: ([^·]+)")[1]
    hurry(server, blind.page)
    table = TablePage(blind.page)
    table.read_fast()
    where = blind.where()
    assert set(hand.strip().split(", ")) <= set(re.split(r", |: |\. |\.$", where))
    blind.heard = f"{where} {blind.heard}"
    news = "|".join([over, *(pattern for pattern, _ in asked)])
    answered: Counter[str] = Counter()
    while not re.search(over, (heard := blind.hears(news))[0]):
        question, do = next(each for each in asked if re.search(each[0], heard[0], re.IGNORECASE))
        answered[question] += 1
        if answered[question] > BY_EAR and do in (play_a_card, capture):
            was_hinted(blind)
            play_the_last_trick(server, blind, do, over)
            return
        do(blind)
    was_hinted(blind)


def was_hinted(blind: Blind) -> None:
    assert any("sceglila di nuovo" in said for said in blind.page.evaluate("window.heard")), "the first hint"


def play_the_last_trick(server: Stack, blind: Blind, do: Callable[[Blind], None], over: str) -> None:
    table = TablePage(blind.page)
    skip(server, table)
    blind.listened, blind.heard = 0, ""
    table.read_fast()
    table.await_turn()
    do(blind)
    blind.hears(over)


def test_a_deal_can_be_played_by_ear_and_keyboard_from_signing_up(server: Stack, new_page: NewPage) -> None:
    blind = Blind(new_page())
    blind.page.goto(server.url)
    sign_up(blind)
    start_quick_game(blind, "Maraffone")
    blind.page.wait_for_url("**/tavolo/**")
    play_a_deal(server, blind, [NAME, CARD], r"1ª smazzata: Noi \d+, Loro \d+")


@pytest.fixture(scope="module")
def listener(lasting_page: NewPage) -> Blind:
    return Blind(lasting_page())


@pytest.mark.parametrize(
    ("game", "players", "asked", "over"),
    [
        ("scopone", 4, (CAPTURE,), r"1ª smazzata: Noi \d+, Loro \d+"),
        ("whist", 4, (BID, CARD), r"1ª smazzata: Tu "),
        ("tarocchi", 3, (WORD, SCARTO, CARD), r"1ª smazzata: Tu "),
    ],
    ids=["scopone", "whist", "tarocchi"],
)
def test_each_question_of_a_game_can_be_answered_by_ear_and_keyboard(
    server: Stack, listener: Blind, game: str, players: int, asked: tuple[Asked, ...], over: str
) -> None:
    preset = next(iter(GAMES[game].presets))
    rules = {"preset": preset}
    [seeded] = server.seed(people=1, players=players, game=game, rules=rules, bots=False, pace=1.0)
    sign_in(listener.page, server, seeded["cookies"][0])
    listener.listened, listener.heard = 0, ""
    listener.page.goto(f"{server.url}/tavolo/{seeded['code']}/")
    listener.page.click("[data-bots]")
    play_a_deal(server, listener, asked, over)
