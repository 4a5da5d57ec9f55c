"""Every way to play a card, and the messages about cards that must not be played.

What the scripts alone decide is shown by `tests/games/test_hand_script.py`.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import DESK, PHONE, NewPage, resize
from tests.e2e.table import TablePage, play_along, tap
from tests.live.stack import Stack

RULES = {"preset": "classico", "accuse_window": 0, "match_end": {"deals": 999}}


@pytest.fixture(scope="module")
def opened(server: Stack, lasting_page: NewPage) -> TablePage:
    """Anna's page at a table with three bots."""
    [seeded] = server.seed(people=1, rules=RULES)
    return TablePage(lasting_page(seeded["cookies"][0]), f"{server.url}/tavolo/{seeded['code']}/")


@pytest.fixture
def anna(opened: TablePage) -> TablePage:
    """Anna, on turn, with at least five cards."""
    opened.page.evaluate("document.querySelector('dialog[open]')?.close()")  # of a test that failed
    opened.await_turn()
    play_along(
        opened, until=lambda: opened.is_my_turn and opened.is_still and len(opened.hand) > 4, patient=True
    )
    return opened


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
