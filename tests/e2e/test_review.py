"""The review of a match: asked for on its replay, watched, then told at each card."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.conftest import PHONE, NewPage, overflow, violations
from tests.e2e.test_replay import Finished, Replay, finished
from tests.live.stack import Stack

__all__ = ["finished"]

MADE = 120_000
"""Milliseconds that two deals may take on a busy machine."""


def test_a_match_is_reviewed_and_every_card_says_what_it_was_worth(
    server: Stack, new_page: NewPage, finished: Finished
) -> None:
    match = finished("tressette")
    url = f"{server.url}/partita/{match['match']}/"
    shown = Replay(new_page(match["cookies"][0]), url)
    page = shown.page
    page.locator(".review button").click()
    expect(page.locator(".review progress")).to_be_visible()
    expect(page.locator(".review .chart")).to_be_visible(timeout=MADE)

    told = page.evaluate("fetch(document.querySelector('.review').dataset.review).then(it => it.json())")
    turns = [turn["at"] for turn in told["review"]["turns"]]
    walked = [shown.press("t") for _ in turns]
    assert walked == turns
    assert shown.press("t") == turns[-1], "there is none after the last"
    assert shown.press("Shift+T") == turns[-2]
    for at in turns[:2]:
        page.goto(f"{url}#{at}")
        expect(page.locator("#giudizio:is([data-kind=seen], [data-kind=open])")).not_to_be_empty()
        expect(page.locator(f".moves [data-at='{at}'] .lapse[data-turn]")).to_have_count(1)
        assert page.locator(".open-hand .pcard[data-better]").count() > 0
    assert page.locator(".review tbody").first.locator("tr").count() == 4
    page.locator(".review summary").click()
    assert page.locator(".review details tbody tr").count() == 11, "the start, and ten tricks"
    assert violations(page) == []

    phone = Replay(new_page(viewport=PHONE), f"{url}#{turns[0]}").page
    expect(phone.locator(".review .chart")).to_be_visible()
    expect(phone.locator("#giudizio")).to_be_visible()
    assert overflow(phone) == 0
