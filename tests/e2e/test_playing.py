"""Every way to play a card, and the messages about cards that must not be played."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.e2e.conftest import DESK, PHONE, NewPage, resize
from tests.e2e.table import TablePage, play_along, tap
from tests.live.stack import Stack

RULES = {"preset": "classico", "accuse_window": 0, "match_end": {"deals": 999}}

GIVEN = """window.given = [];
const set = AudioParam.prototype.setValueAtTime;
AudioParam.prototype.setValueAtTime = function (value, at) {
    given.push(value);
    return set.call(this, value, at);
};"""
"""An init script that collects the volume of each sound in `window.given`."""

SOUNDED = """async (name) => {
    given.length = 0;
    const { js } = JSON.parse(document.querySelector("[data-static]").dataset.static);
    const { playSound } = await import(`${js}/table/sounds.js`);
    playSound(name);
    return given.map((value) => Math.round(value * 1000) / 1000);
}"""

DEVICE = """window.AudioContext = class extends AudioContext {
    constructor() {
        super();
        window.device = this;
    }
};"""
"""An init script that keeps the page's audio device as `window.device`."""


class Line:
    """The connection to the table, which while it `is_slow` passes on answers, but holds events back."""

    def __init__(self, page: Page) -> None:
        self.page, self.is_slow, self.answers = page, False, 0
        self.commands: list[dict[str, Any]] = []
        self.kept: list[dict[str, Any]] = []
        self.position: dict[str, Any] = {}
        page.route_web_socket(re.compile("/ws/table/"), self._connect)

    def _connect(self, near: WebSocketRoute) -> None:
        self.near, far = near, near.connect_to_server()

        def sent(message: str | bytes) -> None:
            frame = json.loads(message)
            if frame["t"] == "do":
                self.commands.append(frame["command"])
            far.send(message)

        def came(message: str | bytes) -> None:
            frame = json.loads(message)
            self.answers += frame["t"] == "ack"
            if frame["t"] in ("state", "events"):
                self.position = frame
            if self.is_slow and frame["t"] == "events":
                self.kept.append(frame)
            else:
                near.send(message)

        near.on_message(sent)
        far.on_message(came)

    def hold(self) -> None:
        self.is_slow, self.answers, self.kept = True, 0, []
        self.commands.clear()

    def await_answer(self) -> None:
        for _ in range(200):
            if self.answers:
                return
            self.page.wait_for_timeout(50)
        raise AssertionError("no answer")

    def say_legal(self, commands: list[dict[str, Any]] | None = None) -> None:
        """Send the last position again, with other legal commands."""
        legal = self.position["legal"] if commands is None else commands
        self.near.send(json.dumps({**self.position, "t": "events", "events": [], "legal": legal}))

    def let_go(self) -> None:
        self.is_slow = False
        for frame in self.kept:
            self.near.send(json.dumps(frame))


def choosing(server: Stack, name: str, **chosen: Any) -> None:
    """Store these preferences of a person."""
    stored = json.dumps(chosen)
    server.query(f"UPDATE accounts_user SET preferences = '{stored}' WHERE username = '{name}'")


@pytest.fixture(scope="module")
def opened(server: Stack, lasting_page: NewPage) -> tuple[TablePage, Line]:
    """Anna's page at a table with three bots, without sounds, and its connection."""
    [seeded] = server.seed(people=1, rules=RULES)
    choosing(server, seeded["names"][0], sounds=False)
    page = lasting_page(seeded["cookies"][0])
    page.add_init_script(DEVICE)
    page.add_init_script(GIVEN)
    line = Line(page)
    return TablePage(page, f"{server.url}/tavolo/{seeded['code']}/"), line


@pytest.fixture
def anna(opened: tuple[TablePage, Line]) -> TablePage:
    """Anna, on turn, with at least five cards."""
    table = opened[0]
    table.page.evaluate("document.querySelector('dialog[open]')?.close()")  # of a test that failed
    table.await_turn()
    play_along(table, until=lambda: table.is_my_turn and table.is_still and len(table.hand) > 4, patient=True)
    return table


@pytest.fixture
def line(opened: tuple[TablePage, Line]) -> Line:
    return opened[1]


def test_the_chosen_deck_is_shown(anna: TablePage) -> None:
    """First, since hints are shown to the first cards."""

    def kept() -> Any:
        return anna.page.expect_response(lambda answer: answer.url.endswith("/me/settings/") and answer.ok)

    lesson = anna.page.locator(".lesson")
    with kept():
        lesson.get_by_role("button", name="Basta suggerimenti").click()
    anna.page.click("[data-open=menu-dialog]")
    anna.page.click("[data-open=settings-dialog]")
    with kept():
        anna.page.check("[data-preference=contrast]")
    with kept():
        anna.page.select_option("[data-preference=indices]", "large")
    with kept():
        anna.page.locator("[data-preference=back][value=waves]").check(force=True)
    with kept():
        anna.page.locator("[data-preference=deck][value=napoletane]").check(force=True)
    anna.page.evaluate("localStorage.clear()")  # like in a new browser
    anna.page.reload()
    anna.await_turn()
    anna.page.wait_for_selector(".room:not([data-moving])")
    expect(lesson).to_be_hidden()
    read = "performance.getEntriesByType('resource').map(each => each.name.split('/').at(-1))"
    pictures = [name for name in anna.page.evaluate(read) if name.endswith(".svg")]
    assert {name for name in pictures if "-large" in name} == {"napoletane-contrast-large.svg"}
    assert not [name for name in pictures if name.startswith("italian40")], "only what is used is loaded"
    back = "getComputedStyle(document.documentElement).getPropertyValue('--back')"
    assert "back-waves.svg" in anna.page.evaluate(back)
    assert anna.page.locator("[data-preference=back]:checked").get_attribute("value") == "waves"


def test_the_first_touch_raises_a_card_and_the_second_plays_it(anna: TablePage) -> None:
    card = anna.playable.last
    card.click(position={"x": 14, "y": 14})
    assert card.get_attribute("aria-pressed") == "true"
    held = len(anna.hand)
    anna.page.wait_for_timeout(300)
    assert len(anna.hand) == held
    anna.play(card.get_attribute("data-card") or "")


def test_a_card_dragged_onto_the_cloth_is_played(anna: TablePage) -> None:
    card = anna.playable.first
    code, box, cloth = (
        card.get_attribute("data-card"),
        card.bounding_box(),
        anna.page.locator(".cloth").bounding_box(),
    )
    assert box
    assert cloth
    mouse = anna.page.mouse
    mouse.move(box["x"] + 14, box["y"] + 14)
    mouse.down()
    mouse.move(box["x"] + 20, box["y"] - 4, steps=3)
    mouse.move(cloth["x"] + cloth["width"] / 2, cloth["y"] + cloth["height"] * 0.6, steps=6)
    mouse.up()
    anna.page.wait_for_selector(f".hand .card[data-card='{code}']", state="detached")


def test_a_short_drag_falls_back(anna: TablePage) -> None:
    box = anna.playable.first.bounding_box()
    assert box
    held = anna.hand
    mouse = anna.page.mouse
    mouse.move(box["x"] + 14, box["y"] + 14)
    mouse.down()
    mouse.move(box["x"] + 14, box["y"] + 40, steps=3)
    mouse.up()
    anna.page.wait_for_timeout(300)
    assert anna.hand == held
    assert anna.page.locator(".card.dragged, .card[aria-pressed=true]").count() == 0


def test_cards_are_played_from_the_keyboard(anna: TablePage) -> None:
    card = anna.playable.first.get_attribute("data-card")
    keyboard = anna.page.keyboard
    for _ in range(len(anna.hand)):
        if anna.page.evaluate("document.activeElement.dataset.card") == card:
            break
        keyboard.press("ArrowRight")
    keyboard.press("Enter")
    assert anna.page.locator(f"[data-card='{card}']").first.get_attribute("aria-pressed") == "true"
    keyboard.press("Escape")
    assert anna.page.locator(".card[aria-pressed=true]").count() == 0
    keyboard.press("Space")
    keyboard.press("Enter")
    anna.page.wait_for_selector(f".hand .card[data-card='{card}']", state="detached")
    anna.page.wait_for_function("() => document.activeElement.closest('.hand') !== null")  # focus stays


def test_a_letter_jumps_to_its_cards(anna: TablePage) -> None:
    suits = [card[1] for card in anna.hand]
    anna.page.evaluate("document.activeElement.blur()")
    anna.page.keyboard.press(suits[-1].lower())
    focused = anna.page.evaluate("document.activeElement.dataset.card")
    assert focused == anna.hand[suits.index(suits[-1])]
    anna.page.keyboard.press("?")
    assert anna.page.locator("#help-dialog").is_visible()
    anna.page.keyboard.press("Escape")
    assert not anna.page.locator("#help-dialog").is_visible()


def test_a_barred_card_explains_itself(anna: TablePage) -> None:
    play_along(anna, until=lambda: anna.is_my_turn and anna.barred.count() > 0)
    held = anna.hand
    tap(anna.barred.last)
    why = anna.page.wait_for_selector(".why:not([hidden])")
    assert why
    assert (why.text_content() or "").startswith("Devi rispondere a ")
    assert why.text_content() in anna.said
    assert anna.hand == held


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_every_card_is_wide_enough_to_touch(anna: TablePage, size: dict[str, int]) -> None:
    resize(anna.page, size["width"], size["height"])
    shown = anna.page.locator(".hand .card").evaluate_all(
        """cards => cards.map(card => {
            const { left, right, top, bottom } = card.getBoundingClientRect();
            const free = (x, y) => document.elementFromPoint(x, y)?.closest(".card") === card;
            let width = 0, height = 0;
            for (let x = left + 1; x < right; x += 1) width += free(x, top + 24) ? 1 : 0;
            for (let y = top + 1; y < bottom; y += 1) height += free(left + 20, y) ? 1 : 0;
            return [width, height];
        })"""
    )
    assert min(width for width, _ in shown) >= 44
    assert min(height for _, height in shown) >= 34


def test_a_raised_card_drops_when_it_becomes_barred(anna: TablePage, line: Line) -> None:
    """A card raised while another player thinks is lowered when that player leads another suit."""
    raised, other = anna.hand[:2]
    line.say_legal([])
    expect(anna.playable).to_have_count(0)
    tap(anna.page.locator(f".hand [data-card='{raised}']"))
    expect(anna.page.locator(".hand [aria-pressed='true']")).to_have_count(1)
    line.say_legal([{"do": "play", "card": other}])
    anna.await_turn()
    expect(anna.page.locator(f".hand [data-card='{raised}']")).to_have_attribute("aria-disabled", "true")
    expect(anna.page.locator(".hand [aria-pressed='true']")).to_have_count(0)
    line.say_legal()


def test_the_audio_device_rests_without_sounds_and_between_them(anna: TablePage) -> None:
    page = anna.page
    page.click("[data-open=menu-dialog]")
    page.click("[data-open=settings-dialog]")  # browsers allow sound only after a touch
    assert page.evaluate("window.device") is None
    page.click("#settings-dialog [data-sounds]")
    page.click("#settings-dialog h2")
    page.wait_for_function("() => device.state === 'suspended'")
    loud = page.evaluate(SOUNDED, "card")
    page.wait_for_function("() => device.state === 'running'")
    assert loud
    assert loud[0] > 0
    volume = page.locator("[data-preference=volume]")
    expect(volume).not_to_have_css("accent-color", "auto")
    volume.fill("40")
    assert page.evaluate(SOUNDED, "card") == [round(each * 0.4, 3) for each in loud]
    volume.fill("0")
    assert page.evaluate(SOUNDED, "card") == []
    page.wait_for_function("() => device.state === 'suspended'")
    page.click("#settings-dialog [data-sounds]")
    page.keyboard.press("Escape")


@contextmanager
def preferring(page: Page, results: str, *switches: str) -> Iterator[None]:
    """Choose these preferences in the menu, for a while."""
    page.click("[data-open=menu-dialog]")
    page.click("[data-open=settings-dialog]")
    page.select_option("[data-preference=results]", results)
    for switch in switches:
        page.check(f"[data-preference={switch}]")
    page.keyboard.press("Escape")
    yield
    page.click("[data-open=menu-dialog]")
    page.click("[data-open=settings-dialog]")
    page.select_option("[data-preference=results]", "brief")
    for switch in switches:
        page.uncheck(f"[data-preference={switch}]")
    page.keyboard.press("Escape")


def test_one_tap_can_play_the_last_card_plays_itself_and_the_result_stays(
    anna: TablePage, line: Line
) -> None:
    """Between the answer to a card and its events no other card is sent, however quick the taps."""
    page = anna.page
    with preferring(page, "wait", "one_tap", "auto_last"):
        play_along(anna, until=lambda: anna.is_still and anna.playable.count() > 1, patient=True)
        held = anna.hand
        line.hold()
        first, second = (anna.playable.nth(place).get_attribute("data-card") or "" for place in range(2))
        tap(page.locator(f".hand [data-card='{first}']"))
        line.await_answer()
        tap(page.locator(f".hand [data-card='{second}']"))
        page.wait_for_timeout(300)
        assert [command["card"] for command in line.commands] == [first]
        line.let_go()
        anna.await_gone(first, len(held))
        assert second in anna.hand
        expect(page.locator(".why")).to_be_hidden()
        result = page.locator(".cloth > .summary")
        anna.goes_on = False
        play_along(anna, until=lambda: len(anna.hand) == 1)
        expect(result).to_be_visible()  # with fast messages it would otherwise vanish at once
        page.wait_for_timeout(1_500)
        expect(result).to_be_visible()
        page.keyboard.press("Enter")
        expect(result).to_be_hidden()
        expect(page.locator(".hand .card")).to_have_count(10)


def test_newcomers_see_no_countdown_in_their_first_deal_and_the_others_see_why(
    server: Stack, new_page: NewPage
) -> None:
    [seeded] = server.seed(people=2, new=True, move_seconds=20, bank_seconds=60, rules={"preset": "classico"})
    url = f"{server.url}/tavolo/{seeded['code']}/"
    tables = [TablePage(new_page(cookie), url) for cookie in seeded["cookies"]]
    play_along(*tables, until=lambda: any(table.is_my_turn for table in tables))
    mine, other = tables if tables[0].is_my_turn else tables[::-1]
    expect(mine.page.locator(".dock [data-clock]")).to_have_text("con calma")
    expect(mine.page.locator(".dock .ring")).to_be_hidden()
    waiting_for = other.page.locator(".cloth .seat", has=other.page.locator(".ring:visible"))
    expect(waiting_for.locator("[data-clock]")).to_have_text("prima volta")
