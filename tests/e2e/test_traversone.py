"""Tressette a perdere in a browser: short matches against bots, the card that the dealer lays by."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.conftest import ON_THE_PHONE, NewPage, violations
from tests.e2e.table import TablePage, play_along, skip
from tests.live.stack import Stack


def test_a_person_plays_a_short_match_against_bots_on_a_phone(server: Stack, new_page: NewPage) -> None:
    """Every score has its name; the fewest points are in the first place; a deal has eleven. The bar says how
    long the match is, the result how the level against the bots has changed."""
    rules = {"preset": "rovescino", "match_end": {"deals": 1}}
    [seeded] = server.seed(people=1, players=4, game="traversone", rules=rules)
    page = new_page(seeded["cookies"][0], **ON_THE_PHONE)
    anna = TablePage(page, f"{server.url}/tavolo/{seeded['code']}/")
    names = page.locator(".tscore small")
    expect(names).to_have_text(["you", "Vela", "Noce", "Seta"])
    page.evaluate("document.fonts.ready")
    assert min(names.evaluate_all("all => all.map((one) => one.offsetWidth)")) > 10
    assert page.locator(".tbar").evaluate("bar => bar.scrollWidth - bar.clientWidth") == 0
    expect(page.locator(".tbar .aim")).to_have_text("in 1 deal")
    title = page.locator(".tbar .title > span")
    assert title.evaluate("title => title.scrollWidth - title.clientWidth") == 0
    anna.await_turn()
    skip(server, anna)
    play_along(anna, until=lambda: anna.has_ended)
    totals = [int(each) for each in page.locator(".finale .places b").all_text_contents()]
    assert sum(totals) == 11
    assert totals == sorted(totals)
    level = page.locator(".finale .gain").get_by_role("link", name="My level against the bots")
    expect(level).to_have_attribute("href", "/giocate/livello/?gioco=traversone")
    first = page.locator(".finale .gain").text_content() or ""
    assert first.startswith("After 1 match against bots your level is still taking shape. My level"), (
        "no loss against a number that nobody has reached"
    )
    assert violations(page) == []


def test_the_dealer_lays_a_card_by(server: Stack, new_page: NewPage) -> None:
    """The others' view of it is in `tests/games/test_traversone_script.py`."""
    rules = {"preset": "ciapano", "match_end": {"deals": 1}}
    wanted = {"until": "lays by", "players": 3, "people": 3, "game": "traversone", "rules": rules}
    seeded = server.call("tools.shots.world:position", **wanted)
    dealer = new_page(seeded["cookies"][seeded["seat"]], **ON_THE_PHONE)
    dealer.goto(f"{server.url}/tavolo/{seeded['code']}/")
    dealer.wait_for_selector(".laying")
    assert dealer.locator(".hand .card").count() == 14
    assert violations(dealer, ".felt") == []
    dealer.locator(".hand .card").first.click()
    dealer.keyboard.press("x")
    expect(dealer.locator("[data-discard]")).to_be_focused()
    dealer.keyboard.press("Enter")
    expect(dealer.locator(".laying")).to_have_count(0)
    expect(dealer.locator(".hand .card")).to_have_count(13)
    expect(dealer.locator(".left-over .pcard:not(.back)")).to_have_count(1)
    assert violations(dealer, ".felt") == []
