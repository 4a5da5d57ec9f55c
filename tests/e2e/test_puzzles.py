"""Puzzles in a browser, on a phone: the one of the day by taps, others by keys."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.e2e.conftest import CORNER, ON_THE_PHONE, NewPage, overflow, violations
from tests.live.stack import Stack


def is_drawn(page: Page) -> None:
    expect(page.locator(".replay:not([aria-busy])")).to_be_visible()


def test_puzzles_are_answered_by_taps_and_by_keys(server: Stack, new_page: NewPage) -> None:
    """A card, a capture among several, and several cards."""
    phone = new_page(**ON_THE_PHONE)
    phone.goto(f"{server.url}/giocate/")
    assert violations(phone) == []
    phone.locator(".menu-list .primary").first.click()
    is_drawn(phone)
    assert phone.locator(".open-hand:not([data-pos='0']) .pcard[data-card]").count() == 0
    assert phone.locator(".open-hand [data-gone]").count() == 0, "no card that was played is in a hand"
    card = phone.locator(".open-hand[data-pos='0'] .pcard[data-may]").first
    card.click(position=CORNER)
    expect(phone.locator(".card-choices :checked")).to_have_value(card.get_attribute("data-card") or "")
    assert (violations(phone), overflow(phone)) == ([], 0)
    card.click(position=CORNER)
    expect(phone.locator(".open-hand:not([data-pos='0']) .pcard[data-card]").first).to_be_visible()
    is_answered(phone)
    assert violations(phone, ".board-box") == []

    phone.goto(f"{server.url}/giocate/altra/scopone/?tema=capture")
    is_drawn(phone)
    phone.get_by_role("button", name="Play this card").click()
    expect(phone.get_by_role("alert")).to_have_text("First touch one of your cards.")
    chooses_a_capture(phone)
    phone.get_by_role("button", name="Play this card").click()
    is_answered(phone)

    phone.goto(f"{server.url}/giocate/altra/tarocchi/?tema=lay_away")
    is_drawn(phone)
    send = phone.locator(".task form .primary")
    expect(send).to_have_text("3 more cards")
    send.click(force=True)
    phone.locator(".card-choices input").first.focus()
    for _ in range(4):
        phone.keyboard.press("Space")
        phone.keyboard.press("Tab")
    expect(phone.locator(".card-choices :checked")).to_have_count(3)
    expect(phone.locator(".open-hand[data-pos='0'] .pcard[data-chosen]")).to_have_count(3)
    assert overflow(phone) == 0
    phone.locator(".card-choices input").first.focus()
    phone.keyboard.press("Enter")
    is_answered(phone)


def is_answered(page: Page) -> None:
    """A long verdict is scrolled in its slip: the hand stays on the screen."""
    expect(page.locator("#task-h[data-outcome]")).to_be_focused()
    expect(page.locator(".pcard[data-better], [data-meant]").first).to_be_visible()
    assert overflow(page) == 0
    hand = page.locator(".open-hand[data-pos='0'] .pcard").last
    assert hand.evaluate("card => card.getBoundingClientRect().bottom + scrollY <= innerHeight")


def chooses_a_capture(page: Page) -> None:
    """A card that takes this or that goes from one capture to the next, or takes the card that is touched."""
    before = page.url
    page.locator(".card-choices input").first.focus()
    page.keyboard.press("ArrowRight")
    assert page.url == before, "the arrow chooses a card and leaves the board alone"
    expect(page.locator(".open-hand[data-pos='0'] .pcard[data-chosen]")).to_have_count(1)
    page.reload()
    is_drawn(page)
    inputs = page.locator(".card-choices input[data-card]")
    cards = [each.get_attribute("data-card") for each in inputs.all()]
    card = next(each for each in cards if cards.count(each) > 1)
    ways = [each.get_attribute("value") for each in page.locator(f"input[data-card='{card}']").all()]
    chosen = page.locator(".card-choices :checked")
    mine = page.locator(f".open-hand[data-pos='0'] .pcard[data-card='{card}']")
    for way in (*ways, ways[0]):
        mine.click(position=CORNER)
        expect(chosen).to_have_value(way or "")
        taken = (chosen.get_attribute("data-take") or "").split()
        expect(page.locator(".board .trick [data-meant]")).to_have_count(len(taken))
    only = next(
        code for code in (ways[1] or "").partition("take=")[2].split("+") if code not in (ways[0] or "")
    )
    page.locator(f".board .trick [data-card='{only}']").click()
    expect(chosen).to_have_value(ways[1] or "")
    assert (violations(page, ".board-box"), overflow(page)) == ([], 0)
