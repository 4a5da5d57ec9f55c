"""Proposals in two browsers: a claim, a card taken back, a pause, and the end of the match."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.conftest import DESK, PHONE, NewPage, violations
from tests.e2e.table import TablePage
from tests.live.stack import Stack

OFFERED = "[data-propose=claim]:not([hidden])"


def claims(table: TablePage) -> None:
    table.page.get_by_role("button", name="Altro").click()
    table.page.locator(OFFERED).click()
    table.page.get_by_role("button", name="Mostra le carte").click()


def bid(table: TablePage) -> None:
    """Bid the lowest legal number, if it is asked for."""
    table.page.locator(".bid:not([aria-disabled])").first.click()
    table.page.locator("[data-bid-ok]").click()
    expect(table.page.locator(".prompt")).to_be_hidden()


def awaited(tables: list[TablePage], part: str) -> TablePage:
    """Wait until one of the pages shows this part, and return it."""
    while not (found := [each for each in tables if each.page.locator(part).first.is_visible()]):
        tables[0].page.wait_for_timeout(50)
    return found[0]


def begin_play(tables: list[TablePage]) -> tuple[TablePage, TablePage]:
    """Bid with both players; return the one that leads, who may claim, and the other."""
    for _ in tables:
        bid(awaited(tables, ".bid"))
    while not (leading := [each for each in tables if each.page.locator(OFFERED).count()]):
        tables[0].page.wait_for_timeout(50)
    [leads] = leading
    return leads, next(each for each in tables if each is not leads)


def test_proposals_are_refused_and_accepted(server: Stack, new_page: NewPage) -> None:
    [seeded] = server.seed(people=2, players=2, game="whist", rules={"preset": "andata"}, casual=True)
    url = f"{server.url}/tavolo/{seeded['code']}/"
    tables = [
        TablePage(new_page(cookie, viewport=viewport), url)
        for cookie, viewport in zip(seeded["cookies"], (DESK, PHONE), strict=True)
    ]
    for table in tables:
        table.page.wait_for_selector(".hand .card")
        table.read_fast()

    leads, other = begin_play(tables)
    held = len(leads.hand)
    claims(leads)
    expect(leads.page.locator("[data-back-out]")).to_be_visible()
    leads.page.keyboard.press("y")
    expect(leads.page.locator("[data-back-out]")).to_be_focused()
    expect(other.page.locator(".proposal")).to_contain_text("Accetti?")
    expect(other.page.locator(".proposal .shown svg")).to_have_count(held)
    expect(other.page.locator("#voce")).to_contain_text("chiede le prese che restano")
    assert violations(other.page, ".felt") == []
    other.page.keyboard.press("y")
    expect(other.page.locator("[data-agree]")).to_be_focused()
    other.page.keyboard.press("Tab")
    expect(other.page.locator("[data-decline]")).to_be_focused()
    other.page.keyboard.press("Enter")
    expect(other.page.locator("#voce")).to_contain_text("rifiuti")
    expect(leads.page.locator("[data-back-out]")).to_have_count(0)
    expect(leads.page.locator("#voce")).to_contain_text("rifiuta")
    expect(leads.page.locator(".banner")).to_contain_text("rifiuta")
    expect(leads.page.locator(".hand :focus")).to_have_count(1)
    expect(other.page.locator(".proposal .shown svg")).to_have_count(held)
    card = leads.play()
    expect(other.page.locator(f".proposal .shown [data-face='{card}']")).to_have_count(0)
    expect(leads.page.locator(OFFERED)).to_have_count(0)

    other.await_turn()
    back = other.play()
    other.page.get_by_role("button", name="Altro").click()
    other.page.locator("[data-propose=undo]").click()
    leads.page.locator("[data-agree]").click()
    expect(other.page.locator(f".hand .card[data-card='{back}']")).to_have_count(1)
    other.page.get_by_role("button", name="Altro").click()
    other.page.locator("[data-propose=pause]").click()
    leads.page.locator("[data-agree]").click()
    leads.page.locator(".banner button").click()
    expect(leads.page.locator(".banner")).to_be_hidden()

    leads.page.get_by_role("button", name="Altro").click()
    leads.page.locator("[data-propose=annul]").click()
    other.page.locator("[data-agree]").click()
    for table in tables:
        expect(table.page.locator(".finale h2")).to_have_text("La partita è annullata")
        expect(table.page.locator(".proposal button")).to_have_count(0)
