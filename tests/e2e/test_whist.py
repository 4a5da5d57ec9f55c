"""Whist in a browser: the bidding dialog, the board, a deal from its first bid to its points."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import DESK, PHONE, NewPage
from tests.e2e.table import TablePage, hurry, play_along
from tests.live.stack import Stack

ANDATA = {"preset": "andata"}


def bid(table: TablePage) -> int:
    """Bid the lowest legal number."""
    button = table.page.locator(".bid:not([aria-disabled])").first
    tricks = int(button.get_attribute("data-bid") or "")
    button.click()
    table.page.locator("[data-bid-ok]").click()
    table.page.wait_for_selector(".prompt", state="hidden")
    return tricks


def forbidden_turn(table: TablePage) -> None:
    """Bid and play until this player bids last, which with two players happens every other deal."""
    page = table.page
    page.wait_for_selector(".bid")
    if page.locator(".bid[aria-disabled]").count() == 0:
        bid(table)
        play_along(table, until=lambda: page.locator(".bid").count() > 0)
    expect(page.locator(".bid[aria-disabled]")).to_have_count(1)


@pytest.fixture
def two(server: Stack, new_page: NewPage) -> TablePage:
    """A table of one person and one bot."""
    [seeded] = server.seed(people=1, players=2, game="whist", rules=ANDATA)
    return TablePage(new_page(seeded["cookies"][0]), f"{server.url}/tavolo/{seeded['code']}/")


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_a_guest_bids_and_plays_a_whole_deal(
    server: Stack, new_page: NewPage, viewport: dict[str, int]
) -> None:
    page = new_page(viewport=viewport)
    page.goto(server.url)
    page.locator("input[name=game][value=whist]").check(force=True)
    page.locator("form[action$='/gioca/'] button").first.click()
    table = TablePage(page)
    page.wait_for_selector(".hand .card")
    hurry(server, page)
    assert len(table.hand) == 4
    assert page.locator(".hand .card[aria-disabled]").count() == 0, "while bids are made nothing is barred"
    page.wait_for_selector(".bid")
    assert page.locator(".bid").count() == 5
    said = bid(table)

    table.await_turn()
    mine = page.locator(".side .conto-lines tr.me td")
    expect(mine.first).to_have_text(str(said))
    expect(page.locator(".seat .madebid")).to_have_count(4)
    expect(page.locator(".briscola image")).to_have_count(1)
    play_along(table, until=lambda: page.locator(".bid").count() > 0 or len(table.hand) == 5)
    page.wait_for_selector(".earlier:not([hidden])", state="attached")
    expect(page.locator(".earlier tbody tr")).to_have_count(1)
    expect(page.locator(".hand .card")).to_have_count(5)  # the second deal has one card more


def test_a_forbidden_bid_is_refused_with_its_reason(two: TablePage) -> None:
    forbidden_turn(two)
    page = two.page
    barred = page.locator(".bid[aria-disabled]")
    tricks = barred.get_attribute("data-bid")
    barred.click(force=True)
    page.wait_for_selector("#bid-why[data-refused]")
    why = page.locator("#bid-why").text_content() or ""
    assert f" {tricks}:" in why
    expect(page.locator("#voce p").filter(has_text=why)).not_to_have_count(0)
    assert page.locator(".bid").count() > 0, "the window is still open"
    assert page.evaluate("document.activeElement.dataset.bid") == tricks, "the focus stays"
    bid(two)


WATCHED = """addEventListener("DOMContentLoaded", () => {
    window.early = [];
    const isOpen = (part) => document.querySelector(part)?.hidden === false;
    const watch = () => {
        const before = isOpen(".summary") ? "result" : document.querySelector(".tcard.win") ? "trick" : "";
        if (before && isOpen(".prompt")) early.push(before);
        requestAnimationFrame(watch);
    };
    watch();
})"""
"""An init script that notes what was still visible of a deal when the next one asked for a bid."""


def test_the_next_deal_starts_once_the_result_is_dismissed(server: Stack, new_page: NewPage) -> None:
    [seeded] = server.seed(people=1, players=2, game="whist", rules=ANDATA)
    page = new_page(seeded["cookies"][0], viewport=PHONE)
    page.add_init_script(WATCHED)
    table = TablePage(page, f"{server.url}/tavolo/{seeded['code']}/")
    result, prompt = page.locator(".summary"), page.locator(".prompt")
    first_word = page.locator("#bid-why", has_text="Apri tu le dichiarazioni")
    page.wait_for_selector(".hand .card")
    table.read_fast(summary=600_000)
    for _ in range(2):  # the player bids first in one of the next two deals
        expect(prompt).to_be_visible()
        bid(table)
        play_along(table, until=result.is_visible, patient=True)
        expect(page.locator(".tcard")).to_have_count(0)
        expect(page).to_have_title(re.compile("^tocca a te"))
        expect(prompt).to_be_hidden()
        expect(page.locator(".hand .card")).to_have_count(0)
        page.keyboard.press("Enter")
        expect(result).to_be_hidden()
        expect(prompt).to_be_visible()
        if first_word.count():
            break
    expect(first_word).to_be_visible()
    assert page.evaluate("early") == []


def test_bids_are_entered_by_digits_and_enter(two: TablePage) -> None:
    page = two.page
    page.wait_for_selector(".bid")
    free = page.locator(".bid:not([aria-disabled])").last.get_attribute("data-bid") or ""
    page.keyboard.press(free)
    assert page.locator(f".bid[data-bid='{free}']").get_attribute("aria-pressed") == "true"
    page.keyboard.press("Enter")
    page.wait_for_selector(".prompt", state="hidden")
    expect(page.locator(".side .conto-lines tr.me td").first).to_have_text(free)
    page.wait_for_function("() => document.activeElement.closest('.hand') !== null")  # the focus moves there


def test_a_match_for_six_ends_with_places(server: Stack, new_page: NewPage) -> None:
    [seeded] = server.seed(people=1, players=6, game="whist", rules=ANDATA)
    page = new_page(seeded["cookies"][0])
    table = TablePage(page, f"{server.url}/tavolo/{seeded['code']}/")
    for _ in range(5):
        page.wait_for_selector(".bid")
        bid(table)
        play_along(table, until=lambda: page.locator(".bid").count() > 0 or table.has_ended)
    page.wait_for_selector(".finale:not([hidden])")
    places = [
        int(place or 0)
        for place in page.locator(".places li").evaluate_all("all => all.map(one => one.dataset.place)")
    ]
    assert len(places) == 6
    assert places == sorted(places)
    assert places[0] == 1
