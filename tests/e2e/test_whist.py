"""Whist in a browser: the bidding dialog, the board, a deal from its first bid to its points."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.e2e.conftest import PHONE, NewPage
from tests.e2e.table import TablePage, play_along, skip
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


def test_two_bid_with_keys_and_play_until_the_next_deal(server: Stack, new_page: NewPage) -> None:
    """A forbidden bid is refused with its reason, and a deal starts once the result is dismissed.

    With two players the person bids last, and first, in every other deal.
    """
    [seeded] = server.seed(people=1, players=2, game="whist", rules=ANDATA)
    page = new_page(seeded["cookies"][0], viewport=PHONE)
    page.add_init_script(WATCHED)
    table = TablePage(page, f"{server.url}/tavolo/{seeded['code']}/")
    result, prompt, barred = (page.locator(each) for each in (".summary", ".prompt", ".bid[aria-disabled]"))
    first_word = page.locator("#bid-why", has_text="Apri tu le dichiarazioni")
    page.wait_for_selector(".bid")
    bid_by_keys(page)
    table.read_fast(summary=600_000)
    was_first = was_last = False
    while not (was_first and was_last):
        play_along(table, until=result.is_visible, patient=True)
        expect(page.locator(".tcard")).to_have_count(0)
        expect(page).not_to_have_title(re.compile("^tocca a te"))
        expect(prompt).to_be_hidden()
        expect(page.locator(".hand .card")).to_have_count(0)
        page.keyboard.press("Enter")
        expect(result).to_be_hidden()
        expect(prompt).to_be_visible()
        if barred.count():
            was_last = True
            refuse_the_forbidden_bid(page)
        else:
            was_first = True
            expect(first_word).to_be_visible()
        bid(table)
    assert page.evaluate("early") == []


def bid_by_keys(page: Page) -> None:
    free = page.locator(".bid:not([aria-disabled])").last.get_attribute("data-bid") or ""
    page.keyboard.press(free)
    assert page.locator(f".bid[data-bid='{free}']").get_attribute("aria-pressed") == "true"
    page.keyboard.press("Enter")
    page.wait_for_selector(".prompt", state="hidden")
    expect(page.locator(".side .conto-lines tr.me td").first).to_have_text(free)
    page.wait_for_function("() => document.activeElement.closest('.hand') !== null")  # the focus moves there


def refuse_the_forbidden_bid(page: Page) -> None:
    barred = page.locator(".bid[aria-disabled]")
    expect(barred).to_have_count(1)
    tricks = barred.get_attribute("data-bid")
    barred.click(force=True)
    page.wait_for_selector("#bid-why[data-refused]")
    why = page.locator("#bid-why").text_content() or ""
    assert f" {tricks}:" in why
    expect(page.locator("#voce p").filter(has_text=why)).not_to_have_count(0)
    assert page.locator(".bid").count() > 0, "the window is still open"
    assert page.evaluate("document.activeElement.dataset.bid") == tricks, "the focus stays"


def test_a_match_for_six_from_its_first_bid_to_its_places(server: Stack, new_page: NewPage) -> None:
    [seeded] = server.seed(people=1, players=6, game="whist", rules=ANDATA)
    page = new_page(seeded["cookies"][0])
    table = TablePage(page, f"{server.url}/tavolo/{seeded['code']}/")
    page.wait_for_selector(".bid")
    dealt = len(table.hand)
    assert page.locator(".hand .card[aria-disabled]").count() == 0, "while bids are made nothing is barred"
    assert page.locator(".bid").count() == dealt + 1
    said = bid(table)
    expect(page.locator(".side .conto-lines tr.me td").first).to_have_text(str(said))
    table.await_turn()
    expect(page.locator(".seat .madebid")).to_have_count(6)
    expect(page.locator(".briscola image")).to_have_count(1)
    play_along(table, until=lambda: page.locator(".bid").count() > 0)
    page.wait_for_selector(".earlier:not([hidden])", state="attached")
    expect(page.locator(".earlier tbody tr")).to_have_count(1)
    expect(page.locator(".hand .card")).to_have_count(dealt + 1)  # the second deal has one card more
    skip(server, table, deal=4)
    play_along(table, until=lambda: table.has_ended)
    page.wait_for_selector(".finale:not([hidden])")
    places = [
        int(place or 0)
        for place in page.locator(".places li").evaluate_all("all => all.map(one => one.dataset.place)")
    ]
    assert len(places) == 6
    assert places == sorted(places)
    assert places[0] == 1
