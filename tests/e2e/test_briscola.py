"""Briscola in a browser: the stock, drawing, the exchange, signs, a short match against bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import expect

from tests.e2e.conftest import AT_THE_DESK, ON_THE_PHONE, NewPage, violations
from tests.e2e.table import TablePage, play_along, skip
from tests.live.stack import Stack


def sat_down(
    server: Stack, new_page: NewPage, people: int, players: int, rules: dict[str, Any], **options: Any
) -> list[TablePage]:
    """Return the pages of the people at a new table; bots have the other seats."""
    [seeded] = server.seed(people=people, players=players, game="briscola", rules=rules)
    url = f"{server.url}/tavolo/{seeded['code']}/"
    return [TablePage(new_page(cookie, **options), url) for cookie in seeded["cookies"]]


def in_position(
    server: Stack,
    new_page: NewPage,
    until: str,
    rules: dict[str, Any],
    players: int,
    steps: Sequence[int],
    **options: Any,
) -> list[TablePage]:
    """Return the pages of the player on turn in a position of `tools.shots.world`, and of those who sit so
    many `steps` further."""
    wanted = {"until": until, "players": players, "people": players, "game": "briscola", "rules": rules}
    seeded = server.call("tools.shots.world:position", **wanted)
    cookies = [seeded["cookies"][(seeded["seat"] + step) % players] for step in (0, *steps)]
    url = f"{server.url}/tavolo/{seeded['code']}/"
    pages = [TablePage(new_page(cookie, **options), url) for cookie in cookies]
    for table in pages:
        table.page.wait_for_selector(".stock", state="attached")
    return pages


def test_two_draw_from_the_stock_to_the_end(server: Stack, new_page: NewPage) -> None:
    rules = {"preset": "classico", "match_end": {"deals": 1}}
    tables = sat_down(server, new_page, 2, 2, rules, **AT_THE_DESK)
    for table in tables:
        table.page.wait_for_selector(".stock[data-left='34']", state="attached")
        expect(
            table.page.locator(".stock .heap .pcard img, .stock .heap .pcard [role=img]")
        ).not_to_have_count(0)
        expect(table.page.locator("#voce p").filter(has_text="scoperta ")).not_to_have_count(0)
    for _ in range(2):
        while not any(table.is_my_turn for table in tables):
            tables[0].page.wait_for_timeout(50)
        [turn] = [table for table in tables if table.is_my_turn]
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
    assert violations(tables[0].page) == []
    skip(server, *tables)
    play_along(*tables, until=lambda: all(table.has_ended for table in tables))
    for table in tables:
        totals = [int(each) for each in table.page.locator(".finale .big-score b").all_text_contents()]
        assert sum(totals) == 120


def test_a_low_trump_takes_the_turned_card(server: Stack, new_page: NewPage) -> None:
    rules = {"preset": "classico", "exchange": "seven_two", "exchange_until": "stock"}
    mine, other = in_position(server, new_page, "exchange", rules, 2, [1], **AT_THE_DESK)
    low = mine.page.locator("[data-exchange]").first.get_attribute("data-exchange")
    mine.page.keyboard.press("e")
    expect(mine.page.locator("[data-exchange]").first).to_be_focused()
    mine.page.keyboard.press("Enter")
    expect(mine.page.locator(f".hand [data-card='{low}']")).to_have_count(0)
    expect(mine.page.locator(".hand .card")).to_have_count(3)
    expect(other.page.locator("#voce p").filter(has_text="e lascia")).not_to_have_count(0)


def test_only_the_partner_hears_a_sign(server: Stack, new_page: NewPage) -> None:
    rules = {"preset": "osteria"}
    speaker, partner, other = in_position(server, new_page, "signs", rules, 4, [2, 1], **ON_THE_PHONE)
    speaker.page.locator(".asks").click()
    expect(speaker.page.locator("#signals-dialog")).to_contain_text("A signal may be false")
    expect(speaker.page.locator("#signals-dialog dt")).to_have_count(
        speaker.page.locator("[data-signal]").count()
    )
    speaker.page.keyboard.press("Escape")
    speaker.page.locator("[data-signal=carico]").click()
    assert violations(speaker.page) == [], "the chosen sign is readable under the finger"
    speaker.play_first()
    expect(partner.page.locator("#voce p").filter(has_text="carico")).not_to_have_count(0)
    expect(other.page.locator(".tcard")).to_have_count(2)
    expect(other.page.locator("#voce p").filter(has_text="carico")).to_have_count(0)
