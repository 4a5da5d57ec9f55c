"""The page of a table contains the player's own cards, before its socket is open."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client

from games.models import Table
from games.play import actions, live
from ludocards.bots.levels import DEFAULT_POLICY
from ludocards.engine.registry import GAMES
from ludopoli.accounts.models import User
from tests.node import run_on_whole_page

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> User:
    return User.objects.create_user("Anna")


@pytest.fixture
def table(anna: User) -> Table:
    """The table of one person and three bots, in whose match nobody has played yet."""
    opened = actions.open_table(anna, game="tressette", rules={"preset": "classico"}, players=4)
    actions.fill_with_bots(anna, opened, DEFAULT_POLICY, None)
    return Table.objects.select_related("match").get(pk=opened.pk)


def page_of(table: Table, user: User | None = None) -> Any:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client.get(f"/tavolo/{table.code}/")


def state_in(page: Any) -> Any:
    found = re.search(r'<script id="state" type="application/json">(.*?)</script>', page.content.decode())
    return found and json.loads(found[1])


def test_the_page_has_a_players_cards_and_legal_commands(table: Table, anna: User) -> None:
    state = state_in(page_of(table, anna))
    match = table.match
    assert match is not None
    assert (state["t"], state["match"], state["version"]) == ("state", str(match.pk), match.version)
    seen = GAMES[match.game].view(live.state_of(match), match.seat_of(anna.pk))
    assert state["view"]["hand"] == seen["hand"]


def test_the_page_has_no_card_of_the_others(table: Table, anna: User) -> None:
    state = state_in(page_of(table, anna))
    match = table.match
    assert match is not None
    game, position = GAMES[match.game], live.state_of(match)
    hands = [game.view(position, seat)["hand"] for seat in range(4) if seat != match.seat_of(anna.pk)]
    assert [len(hand) for hand in hands] == [10, 10, 10]
    assert not [card for hand in hands for card in hand if f'"{card}"' in json.dumps(state)]


def test_the_page_has_no_state_for_spectators(table: Table) -> None:
    assert state_in(page_of(table)) is None
    assert state_in(page_of(table, User.objects.create_user("Vito"))) is None


def test_a_table_without_a_match_has_no_state(anna: User) -> None:
    opened = actions.open_table(anna, game="tressette", rules={"preset": "classico"}, players=4)
    assert state_in(page_of(opened, anna)) is None


def test_the_page_is_not_cached(table: Table, anna: User) -> None:
    assert "no-store" in page_of(table, anna)["Cache-Control"]


@pytest.mark.parametrize(
    ("asked", "is_open"),
    [
        ("", False),
        ("?gioco=whist", False),
        ("?variante=bredese", True),
        ("?privato=1", True),
        ("?sfida=Anna", True),
    ],
)
def test_the_form_of_the_lobby_is_folded_until_something_in_it_is_chosen(
    client: Client, asked: str, is_open: bool
) -> None:
    page = client.get(f"/tavoli/{asked}").content.decode()
    fold = page[: page.index('id="apri"')].rpartition("<details")[2]
    assert ("open>" in fold.partition("\n")[0]) == is_open


def test_a_refused_form_of_the_lobby_is_open(client: Client) -> None:
    page = client.post(
        "/tavoli/apri/", {"game": "tressette", "preset": "classico", "players": "9"}
    ).content.decode()
    assert "open>" in page[: page.index('id="apri"')].rpartition("<details")[2].partition("\n")[0]


def test_a_link_to_the_form_of_the_lobby_unfolds_it(client: Client) -> None:
    page = client.get("/tavoli/").content.decode()
    script = 'await load("site"); give(find("#apri").closest("details").open);'
    opened = [
        run_on_whole_page(script, page, address=f"http://localhost/tavoli/{to}") for to in ("", "#apri")
    ]
    assert opened == [False, True]


def test_lobby_and_table_link_to_the_rules(table: Table, anna: User) -> None:
    opening = re.search(r'id="apri".*', Client().get("/tavoli/?gioco=whist").content.decode(), re.DOTALL)
    assert opening is not None
    assert 'href="/regole/whist/"' in opening[0]
    address = f"/tavolo/{table.code}/regole/"
    dialog = re.search(r'id="rules-dialog".*?</dialog>', page_of(table, anna).content.decode(), re.DOTALL)
    assert dialog is not None
    assert f'href="{address}"' in dialog[0]
    client = Client()
    client.force_login(anna)
    assert re.search(r"<h1[^>]*>\s*Tressette", client.get(address).content.decode())
