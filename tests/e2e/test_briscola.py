"""Briscola in a browser: the stock, drawing, the exchange, signs, a short match against bots."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import AT_THE_DESK, ON_THE_PHONE, NewPage, violations
from tests.e2e.table import TablePage, play_along
from tests.live.stack import Stack


def sat_down(
    server: Stack, new_page: NewPage, people: int, players: int, rules: dict[str, Any], **options: Any
) -> list[TablePage]:
    """Return the pages of the people at a new table; bots have the other seats."""
    [seeded] = server.seed(people=people, players=players, game="briscola", rules=rules)
    url = f"{server.url}/tavolo/{seeded['code']}/"
    return [TablePage(new_page(cookie, **options), url) for cookie in seeded["cookies"]]


def in_position(
    server: Stack, new_page: NewPage, until: str, players: int, rules: dict[str, Any], **options: Any
) -> tuple[int, list[TablePage]]:
    """Return the seat on turn in a position of `tools.shots.world`, and the pages of all players."""
    wanted = {"until": until, "players": players, "people": players, "game": "briscola", "rules": rules}
    seeded = server.call("tools.shots.world:position", **wanted)
    url = f"{server.url}/tavolo/{seeded['code']}/"
    pages = [TablePage(new_page(cookie, **options), url) for cookie in seeded["cookies"]]
    for table in pages:
        table.page.wait_for_selector(".stock", state="attached")
    return seeded["seat"], pages


@pytest.mark.parametrize(("players", "options"), [(2, AT_THE_DESK), (4, ON_THE_PHONE)])
def test_a_person_plays_a_short_match_against_bots(
    server: Stack, new_page: NewPage, players: int, options: dict[str, Any]
) -> None:
    rules = {"preset": "classico", "match_end": {"deals": 1}}
    [anna] = sat_down(server, new_page, 1, players, rules, **options)
    play_along(anna, until=lambda: anna.has_ended)
    totals = [int(each) for each in anna.page.locator(".finale .big-score b").all_text_contents()]
    assert sum(totals) == 120


def test_everybody_draws_from_the_stock(server: Stack, new_page: NewPage) -> None:
    tables = sat_down(server, new_page, 2, 2, {"preset": "classico"}, **AT_THE_DESK)
    for table in tables:
        table.page.wait_for_selector(".stock[data-left='34']", state="attached")
        expect(
            table.page.locator(".stock .heap .pcard img, .stock .heap .pcard [role=img]")
        ).not_to_have_count(0)
        expect(table.page.locator("#voce p").filter(has_text="la scoperta è")).not_to_have_count(0)
    for _ in range(2):
        [turn] = [table for table in tables if table.page.locator(".hand[data-turn]").count()]
        card = turn.page.locator(".hand .card").first.get_attribute("data-card")
        assert card
        turn.play_first()
        turn.await_gone(card, held=3)
        for table in tables:
            table.page.wait_for_selector(".room:not([data-moving])")
    for table in tables:
        expect(table.page.locator(".stock[data-left='32']")).to_have_count(1)
        expect(table.page.locator(".hand .card")).to_have_count(3)
        expect(table.page.locator("#voce p").filter(has_text="peschi")).not_to_have_count(0)
        assert violations(table.page) == []


def test_a_low_trump_takes_the_turned_card(server: Stack, new_page: NewPage) -> None:
    rules = {"preset": "classico", "exchange": "seven_two", "exchange_until": "stock"}
    seat, pages = in_position(server, new_page, "exchange", 2, rules, **AT_THE_DESK)
    mine, other = pages[seat], pages[1 - seat]
    low = mine.page.locator("[data-exchange]").first.get_attribute("data-exchange")
    mine.page.keyboard.press("e")
    expect(mine.page.locator("[data-exchange]").first).to_be_focused()
    mine.page.keyboard.press("Enter")
    expect(mine.page.locator(f".hand [data-card='{low}']")).to_have_count(0)
    expect(mine.page.locator(".hand .card")).to_have_count(3)
    expect(other.page.locator("#voce p").filter(has_text="e lascia")).not_to_have_count(0)


def test_only_the_partner_hears_a_sign(server: Stack, new_page: NewPage) -> None:
    seat, pages = in_position(server, new_page, "signs", 4, {"preset": "osteria"}, **ON_THE_PHONE)
    speaker, partner = pages[seat], pages[(seat + 2) % 4]
    others = [table for table in pages if table not in (speaker, partner)]
    speaker.page.locator("[data-signal=carico]").click()
    speaker.play_first()
    expect(partner.page.locator("#voce p").filter(has_text="carico")).not_to_have_count(0)
    for table in others:
        expect(table.page.locator(".tcard")).to_have_count(2)
        expect(table.page.locator("#voce p").filter(has_text="carico")).to_have_count(0)
