"""Games that no file of the site names: they are registered by the environment, chosen and played to the end.

They are the game of `docs/add-a-game.md`, in `tests/tinygame`; one without tricks, in `tests/tinydraw`; and
one whose teams change with every deal, in `tests/tinyteams`.
"""

from __future__ import annotations

import re
import time
import uuid
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewPage
from tests.e2e.table import PATIENCE, TablePage, hurry, play_along, skip
from tests.e2e.under_a_path import UnderAPath
from tests.live.stack import Stack


@pytest.fixture(scope="module")
def server(under_a_path: UnderAPath) -> Stack:
    """The site with the three games of the tests."""
    return under_a_path


def test_the_new_game_is_chosen_in_the_lobby_and_played_to_its_end(server: Stack, new_page: NewPage) -> None:
    page = new_page()
    assert 'value="treprese"' in page.request.get(server.url).text(), "a quick game"
    lobby = page.request.get(f"{server.url}/tavoli/?gioco=treprese").text()
    assert "Ogni presa è un punto" in lobby, "in Italian, from its own catalogue"
    table = opened(server, page, "Tre prese", {"Si giocano": "3 smazzate"})
    expect(page.locator(".tbar .title")).to_contain_text("Tre prese, si giocano 3 smazzate")
    assert len(table.hand) == 3
    names = page.locator(".hand .card").evaluate_all("all => all.map(card => card.ariaLabel)")
    assert all(" di " in name for name in names), names
    table.await_turn()
    table.play()
    skip(server, table, deal=2)
    play_along(table, until=lambda: table.has_ended)
    totals = [int(n) for n in page.locator(".big-score b").all_text_contents()]
    assert sum(totals) == 9, "three deals of three tricks"
    headline = page.locator(".finale h2").text_content() or ""
    assert ("Hai vinto" in headline) == (totals[0] > totals[1]), "one's own side comes first"
    match = match_at(server, page)
    assert results_of(server, match) == [(max(totals), 1), (min(totals), 1 + (min(totals) < max(totals)))]


def test_a_game_without_tricks_is_played_to_its_end_and_replayed(server: Stack, new_page: NewPage) -> None:
    page = new_page()
    table = opened(
        server, page, "Pescapari", {"Si giocano": "1 smazzata", "Le carte nuove arrivano": "a tre a tre"}
    )
    table.await_turn()
    expect(page.locator(".last h2")).to_have_text("Ultima presa")
    lying = page.locator(".trick .tcard:not(.gathered)")
    expect(lying).not_to_have_count(0)
    assert len(table.hand) == 3
    first = table.hand[0]
    table.play(first)
    expect(page.locator(f'.hand [data-card="{first}"]')).to_have_count(0)
    expect(page.locator(".hand .card")).to_have_count(2)
    play_along(table, until=lambda: table.has_ended)
    expect(page.locator(".chat").get_by_text("ancora 3 carte a testa")).to_have_count(5)
    expect(page.locator(".big-score b")).to_have_count(2)
    totals = [int(n) for n in page.locator(".big-score b").all_text_contents()]
    assert sum(totals) == 40, "every card is a point"
    match = match_at(server, page)
    assert {score for score, _ in results_of(server, match)} == {*totals}

    page.goto(f"{server.url}/partita/{uuid.UUID(match)}/#s1-p3-c1")
    board = page.locator(".board .trick")
    expect(board.locator(".tcard")).not_to_have_count(0)
    names = board.locator(".tcard svg").evaluate_all("all => all.map(card => card.ariaLabel)")
    assert all(" di " in name for name in names), names
    takings = page.locator(".moves small")
    expect(takings.first).to_contain_text(re.compile("[Pp]rend[ei]"))  # captures are listed as tricks are


def opened(server: Stack, page: Page, game: str, options: dict[str, str]) -> TablePage:
    """Open a table of a game with these options, where all other players are bots that play at once."""
    page.goto(f"{server.url}/tavoli/#apri")
    page.locator("#apri").get_by_role("link", name=game).click()
    form = page.locator("#apri")
    form.get_by_text("Tutte le regole di questo tavolo").click()
    for label, choice in options.items():
        form.get_by_label(label).select_option(label=choice)
    form.get_by_role("button", name="Apri e siediti").click()
    page.locator("[data-bots]").click()
    page.wait_for_selector(".hand .card")
    hurry(server, page)
    return TablePage(page)


def test_every_deal_makes_its_own_teams(server: Stack, new_page: NewPage) -> None:
    """`tests/review/test_new_teams.py` shows how they are reviewed."""
    page = new_page()
    table = opened(server, page, "Terzetto", {"Si giocano": "3 smazzate"})
    page.evaluate(
        """window.captions = new Set();
        const cloth = document.querySelector(".felt .summary");
        const read = () => cloth.querySelectorAll("caption").forEach((each) => captions.add(each.innerText));
        new MutationObserver(read).observe(cloth, { childList: true, subtree: true });"""
    )

    def calls_or_sees_the_result() -> bool:
        page.evaluate("document.querySelector('.prompt .slip .btn')?.click()")
        return bool(page.evaluate("captions.size"))

    play_along(table, until=calls_or_sees_the_result)
    captions = page.evaluate("[...captions]")
    assert all(" contro " in caption for caption in captions), captions
    expect(page.locator(".chat").get_by_text(re.compile(" contro "))).not_to_have_count(0)
    skip(server, table, deal=2)
    page.locator(".conto-lines").evaluate("box => (box.style.maxHeight = '6rem')")
    play_along(table, until=lambda: table.has_ended)
    columns = page.locator(".conto-lines thead th.n")
    expect(columns).to_have_count(3)  # everybody has a score of their own
    deals = page.locator(".conto-lines tbody th")
    expect(deals).to_have_text([re.compile(" contro ")] * 3)
    expect(page.locator(".conto-lines [data-deal='2']")).to_be_in_viewport(
        ratio=0.9
    )  # it follows the latest deal
    page.locator(".conto-lines").evaluate("box => (box.style.maxHeight = '')")
    for deal in range(3):
        page.locator(f".conto-lines [data-deal='{deal}']").click()
        expect(page.locator("#deal-dialog caption")).to_have_text(re.compile(" contro "))
        page.locator("#deal-dialog").press("Escape")
    match = match_at(server, page)
    results = results_of(server, match)
    assert sum(score for score, _ in results) == 6, "two points a deal, to the two or to the third"
    assert results[0][1] == 1, "the highest score wins"

    page.goto(f"{server.url}/partita/{uuid.UUID(match)}/#s1-p4-c3")
    alone = page.locator(".open-hand .tag", has_text="da sé")
    expect(alone).to_have_count(1)
    page.goto(f"{server.url}/partita/{uuid.UUID(match)}/#s2")
    expect(page.locator(".replay")).not_to_have_attribute("aria-busy", "true")
    expect(alone).to_have_count(0)  # another deal, other teams: nobody has called yet

    page.evaluate("location.hash = '#s3-fine'")
    expect(page.locator(".replay .summary caption")).to_have_text(re.compile(" contro "))


def match_at(server: Stack, page: Page) -> str:
    """Return the id of the match at the table of a page; tables of other tests play on."""
    code = page.url.rstrip("/").rpartition("/")[2]
    [(match,)] = server.query(
        f"SELECT games_match.id FROM games_match JOIN games_table ON games_table.id = table_id"
        f" WHERE code = '{code}'"
    )
    return str(match)


def results_of(server: Stack, match: str) -> list[tuple[Any, ...]]:
    """Return score and place of each side, the highest score first, once a worker has scored the match."""
    deadline = time.monotonic() + PATIENCE
    asked = f"SELECT score, place FROM games_result WHERE match_id = '{match}' ORDER BY score DESC"
    while not (results := server.query(asked)):
        assert time.monotonic() < deadline, "nobody scores the match"
        time.sleep(0.1)
    return results
