"""Briscola in a browser: the stock, drawing, the exchange, signs, a short match against bots."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.e2e.conftest import AT_THE_DESK, DESK, ON_THE_PHONE, PHONE, NewPage, resize, violations
from tests.e2e.table import TablePage, play_along, skip
from tests.live.stack import Stack


def in_position(
    server: Stack,
    new_page: NewPage,
    until: str,
    rules: dict[str, Any],
    players: int,
    steps: int,
    **options: Any,
) -> list[TablePage]:
    """Return the pages of the player on turn in a position of `tools.shots.world`, and of the one who sits so
    many `steps` further."""
    wanted = {"until": until, "players": players, "people": players, "game": "briscola", "rules": rules}
    seeded = server.call("tools.shots.world:position", **wanted)
    cookies = [seeded["cookies"][(seeded["seat"] + step) % players] for step in (0, steps)]
    url = f"{server.url}/tavolo/{seeded['code']}/"
    pages = [TablePage(new_page(cookie, **options), url) for cookie in cookies]
    for table in pages:
        table.page.wait_for_selector(".stock", state="attached")
    return pages


def test_two_draw_from_the_stock_to_the_end(server: Stack, new_page: NewPage) -> None:
    rules = {"preset": "classico", "match_end": {"deals": 1}}
    [seeded] = server.seed(people=1, players=2, game="briscola", rules=rules, bots=False)
    page = new_page(seeded["cookies"][0], **AT_THE_DESK)
    table = TablePage(page, f"{server.url}/tavolo/{seeded['code']}/")
    page.locator("[data-bots]").click()
    page.wait_for_selector(".stock[data-left='34']", state="attached")
    expect(page.locator(".stock .heap .pcard img, .stock .heap .pcard [role=img]")).not_to_have_count(0)
    table.await_turn()
    table.play_first()
    expect(page.locator(".stock[data-left='32']")).to_have_count(1)
    expect(page.locator(".hand .card")).to_have_count(3)
    expect(page.locator("#voce p").filter(has_text="peschi")).not_to_have_count(0)
    assert violations(page, ".felt") == []
    resize(page, **PHONE)
    page.locator(".pile:visible").first.click()
    expect(page.locator(".last .pcard.win")).to_be_visible()
    page.keyboard.press("Escape")
    resize(page, **DESK)
    skip(server, table)
    play_along(table, until=lambda: table.has_ended)
    totals = [int(each) for each in page.locator(".finale .big-score b").all_text_contents()]
    assert sum(totals) == 120


def test_a_low_trump_takes_the_turned_card(server: Stack, new_page: NewPage) -> None:
    rules = {"preset": "classico", "exchange": "seven_two", "exchange_until": "stock"}
    mine, other = in_position(server, new_page, "exchange", rules, 2, 1, **AT_THE_DESK)
    low = mine.page.locator("[data-exchange]").first.get_attribute("data-exchange")
    mine.page.keyboard.press("e")
    expect(mine.page.locator("[data-exchange]").first).to_be_focused()
    mine.page.keyboard.press("Enter")
    expect(mine.page.locator(f".hand [data-card='{low}']")).to_have_count(0)
    expect(mine.page.locator(".hand .card")).to_have_count(3)
    expect(other.page.locator("#voce p").filter(has_text="e lascia")).not_to_have_count(0)


def test_a_sign_is_touched_and_the_partner_hears_it(server: Stack, new_page: NewPage) -> None:
    """Nobody else gets it: `test_a_sign_may_be_for_the_partner_alone`."""
    rules = {"preset": "osteria"}
    speaker, partner = in_position(server, new_page, "signs", rules, 4, 2, **ON_THE_PHONE)
    speaker.page.locator(".asks").click()
    expect(speaker.page.locator("#signals-dialog")).to_contain_text("A signal may be false")
    expect(speaker.page.locator("#signals-dialog dt")).to_have_count(
        speaker.page.locator("[data-signal]").count()
    )
    speaker.page.keyboard.press("Escape")
    speaker.page.locator("[data-signal=carico]").click()
    assert violations(speaker.page, ".felt") == [], "the chosen sign is readable under the finger"
    speaker.play_first()
    expect(partner.page.locator("#voce p").filter(has_text="carico")).not_to_have_count(0)
