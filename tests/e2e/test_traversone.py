"""Tressette a perdere in a browser: short matches against bots, the card that the dealer lays by."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import AT_THE_DESK, ON_THE_PHONE, NewPage, violations
from tests.e2e.table import TablePage, play_along
from tests.live.stack import Stack


@pytest.mark.parametrize(("players", "options"), [(4, AT_THE_DESK), (6, ON_THE_PHONE)])
def test_a_person_plays_a_short_match_against_bots(
    server: Stack, new_page: NewPage, players: int, options: dict[str, Any]
) -> None:
    """The fewest points are in the first place, and the points of a deal are eleven."""
    rules = {"preset": "rovescino", "match_end": {"deals": 1}}
    [seeded] = server.seed(people=1, players=players, game="traversone", rules=rules)
    [cookie] = seeded["cookies"]
    anna = TablePage(new_page(cookie, **options), f"{server.url}/tavolo/{seeded['code']}/")
    play_along(anna, until=lambda: anna.has_ended)
    totals = [int(each) for each in anna.page.locator(".finale .places b").all_text_contents()]
    assert sum(totals) == 11
    assert totals == sorted(totals)
    assert violations(anna.page) == []


def test_the_dealer_lays_a_card_by(server: Stack, new_page: NewPage) -> None:
    rules = {"preset": "ciapano", "match_end": {"deals": 1}}
    wanted = {"until": "lays by", "players": 3, "people": 3, "game": "traversone", "rules": rules}
    seeded = server.call("tools.shots.world:position", **wanted)
    url = f"{server.url}/tavolo/{seeded['code']}/"
    tables = [TablePage(new_page(cookie, **ON_THE_PHONE), url) for cookie in seeded["cookies"]]
    for table in tables:
        table.page.wait_for_selector(".room:not([aria-busy])")
    dealer, other = tables[seeded["seat"]].page, tables[(seeded["seat"] + 1) % 3].page
    dealer.wait_for_selector(".laying")
    assert dealer.locator(".hand .card").count() == 14
    assert violations(dealer) == []
    dealer.locator(".hand .card").first.click()
    dealer.keyboard.press("x")
    expect(dealer.locator("[data-discard]")).to_be_focused()
    dealer.keyboard.press("Enter")
    expect(dealer.locator(".laying")).to_have_count(0)
    expect(dealer.locator(".hand .card")).to_have_count(13)
    expect(dealer.locator(".left-over .pcard:not(.back)")).to_have_count(1)
    expect(other.locator(".left-over .back")).to_have_count(1)
    expect(other.locator("#voce p").filter(has_text="sets a card aside")).not_to_have_count(0)
    assert violations(other) == []
