"""Whoever is cut off or reloads comes back to the exact position, in the middle of a trick."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import NewPage
from tests.e2e.table import TablePage, play_along
from tests.live.stack import Stack

ONE_DEAL = {"preset": "classico", "match_end": {"deals": 1}}


@pytest.fixture
def in_mid_trick(server: Stack, new_page: NewPage) -> tuple[TablePage, TablePage]:
    """Anna and Bruno after some tricks: cards lie on the table and it is Anna's turn."""
    [seeded] = server.seed(people=2, rules=ONE_DEAL)
    url = f"{server.url}/tavolo/{seeded['code']}/"
    anna, bruno = (TablePage(new_page(cookie), url) for cookie in seeded["cookies"])
    play_along(
        anna, bruno, until=lambda: len(anna.hand) <= 7 and anna.is_my_turn and 0 < len(anna.on_the_table) < 4
        and not anna.page.locator(".tcard.win").count(),
    )  # fmt: skip
    return anna, bruno


def test_a_reload(in_mid_trick: tuple[TablePage, TablePage]) -> None:
    anna, bruno = in_mid_trick
    before, others = anna.position(), bruno.position()
    for table in (anna, bruno):
        table.page.reload()
        table.page.wait_for_selector(".hand .card")
    assert anna.position() == before
    assert bruno.position() == others
    anna.play()


def test_a_lost_connection(in_mid_trick: tuple[TablePage, TablePage]) -> None:
    anna, bruno = in_mid_trick
    before = anna.position()
    cut(anna.page)
    anna.page.wait_for_selector(".banner >> text=Connessione persa")
    bruno.page.wait_for_selector(".seat[data-seat='0'][data-state='lost']")
    anna.page.context.set_offline(False)
    anna.page.wait_for_selector(".banner", state="hidden")
    bruno.page.wait_for_selector(".seat[data-seat='0']:not([data-state])")
    assert anna.position() == before
    anna.play()


def test_a_card_played_while_offline_arrives_once(in_mid_trick: tuple[TablePage, TablePage]) -> None:
    """The command waits, is sent again with the same id, and the card is played."""
    anna, _bruno = in_mid_trick
    cut(anna.page)
    anna.page.wait_for_selector(".banner:not([hidden])")
    card = anna.playable.first.get_attribute("data-card")
    button = anna.page.locator(f".hand .card[data-card='{card}']")
    held = len(anna.hand)
    for _ in range(2):
        button.click(position={"x": 14, "y": 14})
    assert len(anna.hand) == held, "nothing happens before the server has stored it"
    anna.page.context.set_offline(False)
    button.wait_for(state="detached")
    assert len(anna.hand) == held - 1


def cut(page: Page) -> None:
    """The network is gone, and the browser says so."""
    page.context.set_offline(True)
