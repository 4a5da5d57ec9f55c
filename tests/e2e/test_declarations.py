"""Declarations and signals with a card: how a player makes them, and how the others are notified."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.conftest import DESK, PHONE, NewPage, violations
from tests.e2e.table import SEEN, TablePage, tap
from tests.live.stack import Stack

LUDOPOLI = {"preset": "ludopoli", "match_end": {"points": 300}}


def raise_card(table: TablePage, card: str = "") -> str:
    """Raise a playable card, unless it is raised already; return its code."""
    code = card or table.playable.first.get_attribute("data-card") or ""
    button = table.page.locator(f".hand .card[data-card='{code}']")
    if button.get_attribute("aria-pressed") != "true":
        tap(button)
    return code


def phrase(page: Page, box: str) -> str:
    """Return the declaration that the box would make, or an empty text."""
    quote = page.locator(f".check:has([data-box='{box}']) q:not([data-none])")
    return quote.text_content() or "" if quote.count() else ""


def at_the_lead(server: Stack, **seed: int) -> dict[str, Any]:
    """Make a table of four people where the `seat` on turn leads, and may lead with a card that
    `raise_a_card_that_speaks` finds."""
    rules = {**LUDOPOLI, "signals": "neutra"}
    made: dict[str, Any] = server.call(
        "tools.shots.world:position", until="declares", people=4, players=4, rules=rules, **seed
    )
    return made


def raise_a_card_that_speaks(table: TablePage) -> tuple[str, str]:
    """Raise a card with a declaration about its suit, and none about others; return it and what it says."""
    for card in reversed(table.hand):  # a raised card covers the corner of the next one
        raise_card(table, card)
        if (said := phrase(table.page, "suit")) and not phrase(table.page, "others"):
            return card, said
    raise AssertionError("no such lead")


def test_declarations_are_made_by_keys_and_everybody_hears_them(server: Stack, new_page: NewPage) -> None:
    """Of two boxes one says nothing, and the speaker alone reads why."""
    table = at_the_lead(server)
    url, seat = f"{server.url}/tavolo/{table['code']}/", table["seat"]
    anna, bruno = (
        TablePage(new_page(table["cookies"][each], viewport=viewport), url)
        for each, viewport in ((seat, DESK), ((seat + 1) % 4, PHONE))
    )
    anna.await_turn()
    card, said = raise_a_card_that_speaks(anna)
    ticked = lambda: anna.page.locator("[data-box]:checked").evaluate_all(  # noqa: E731
        "boxes => boxes.map(box => box.dataset.box)"
    )
    for key, now in (
        ("n", ["partner_void"]),
        ("n", ["partner_liscio"]),
        ("n", []),
        ("p", ["others"]),
        ("p", []),
        ("g", ["suit"]),
    ):
        anna.page.keyboard.press(key)
        assert ticked() == now
    anna.page.locator("[data-box='partner_void']").click()
    anna.page.locator("[data-box='partner_void']").click()
    assert ticked() == ["suit"], "the same box again: neither"
    assert violations(anna.page, ".felt") == []
    anna.page.locator("[data-box='others']").check()
    button = anna.page.locator(f".hand .card[data-card='{card}']")
    button.drag_to(anna.page.locator(".cloth"), source_position=button.evaluate(SEEN))
    anna.page.wait_for_selector(".dock .balloon .aside")
    is_announced(said, seat, anna, bruno)
    unsaid = ".log .sys >> text=Non è stato detto nulla"
    anna.page.wait_for_selector(unsaid)
    assert bruno.page.locator(unsaid).count() == 0
    assert bruno.page.locator(".seat .balloon .aside").count() == 0


def test_declarations_and_true_signals_are_touched_on_a_dark_phone(server: Stack, new_page: NewPage) -> None:
    table = at_the_lead(server, seed=12)
    page = new_page(table["cookies"][table["seat"]], viewport=PHONE, color_scheme="dark")
    bruno = TablePage(page, f"{server.url}/tavolo/{table['code']}/")
    bruno.await_turn()
    barred = page.locator("[data-signal][aria-disabled='true']")
    for card in reversed(bruno.hand):
        raise_card(bruno, card)
        if barred.count():
            break
    barred.first.click(force=True)
    page.wait_for_selector(".why:not([hidden])")
    assert page.locator("[data-signal][aria-pressed='true']").count() == 0

    card, said = raise_a_card_that_speaks(bruno)
    page.locator("[data-box='suit']").check()
    page.locator("[data-signal]:not([aria-disabled='true'])").first.click()
    raise_card(bruno, card)
    assert violations(page, ".felt") == []
    page.locator("[data-signal][aria-pressed='true']").click()
    bruno.play(card)
    page.wait_for_selector(f".log .say >> text=«{said}»", state="attached")


def is_announced(said: str, seat: int, speaker: TablePage, listener: TablePage) -> None:
    """Wait until a declaration has been shown, written and said to a listener, also after a reload."""
    listener.page.wait_for_selector(f".seat[data-seat='{seat}'] .balloon >> text={said}")
    for table in (speaker, listener):
        table.page.wait_for_selector(f".log .say >> text=«{said}»", state="attached")
    expect(listener.page.locator("#voce p").filter(has_text=said)).not_to_have_count(0)
    listener.page.reload()
    listener.page.wait_for_selector(f".log .say >> text=«{said}»", state="attached")
