"""The choice of a game: by family, beginning with the one that the reader plays."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from games import texts
from games.models import Table
from ludocards.engine.registry import GAMES
from ludopoli.accounts.models import User
from tests.games.ladder import played, score

pytestmark = pytest.mark.django_db

FAMILIES = re.compile(r'<div class="seg">(.*?)</div>', re.DOTALL)
FIRST = re.compile(r'<button name="game" value="([\w-]+)"')
CURRENT = re.compile(r'gioco=(\w+)[^"]*"\s+aria-current="true"')
PAGES = ("/tavoli/", "/classifiche/", "/tornei/", "/regole/")


def public_names(game: str) -> list[str]:
    return [each.name for each in texts.public_games(game)]


def test_every_game_is_in_one_family() -> None:
    families = texts.games_by_family()
    assert [game for games in families.values() for game in games] == [*GAMES]
    assert families["Tressette"] == ["tressette", "maraffone", "traversone"]
    assert families["Briscola"] == ["briscola"]
    assert families["Scopa"] == ["scopone"]


@pytest.mark.parametrize("page", PAGES)
def test_games_of_a_family_stand_together(client: Client, page: str) -> None:
    shown = client.get(f"{page}?gioco=tressette").content.decode()  # an empty calendar offers no choice
    rows = [re.findall(r">([^<]+)</a>", row) for row in FAMILIES.findall(shown)]
    called = (lambda game: [texts.names_of_game(game)]) if page == "/classifiche/" else public_names
    names = [[name for game in games for name in called(game)] for games in texts.games_by_family().values()]
    assert [row for row in rows if row in names][: len(names)] == names


def test_pages_begin_with_the_game_last_played(client: Client, people: list[User]) -> None:
    assert FIRST.findall(client.get("/").content.decode())[0] == next(iter(GAMES))
    me = people[0]
    for hours, game in enumerate(("briscola", "whist")):
        score(played([me, None, None, None], at=timedelta(hours=hours), game=game))
    client.force_login(me)
    assert FIRST.findall(client.get("/").content.decode())[0] == "whist"
    for page in PAGES[:2]:
        shown = client.get(page).content.decode()
        assert "whist" in CURRENT.findall(shown), page
    asked = client.get("/classifiche/?gioco=tarocchi").content.decode()
    assert {*CURRENT.findall(asked)} == {"tarocchi"}


def test_a_game_with_other_rules_for_fewer_players_can_be_played_at_once(client: Client) -> None:
    """Scopone is for four: its page on the home page also offers Scopa, for two."""
    offered = re.findall(r'name="game"\s+value="([\w-]+)"', client.get("/").content.decode())
    assert [value for value in offered if "-" in value] == ["scopone-2"]
    client.post("/tavoli/gioca/", {"game": "scopone-2", "alone": "on"})
    table = Table.objects.get()
    assert (table.game, table.players, table.rules) == ("scopone", 2, {"preset": "scopa"})


@pytest.mark.parametrize(
    ("game", "rules"),
    [
        ("tressette", {"preset": "classico", "match_end": {"deals": 1}}),
        ("scopone-2", {"preset": "scopa", "match_end": {"deals": 1}, "redeal_kings": False}),
        ("tarocchi", {"preset": "breve"}),
        ("whist", {"preset": "andata"}),
    ],
    ids=["one deal", "no redeal", "a deal for each dealer", "as many deals as sizes of hands"],
)
def test_a_short_match_has_as_few_deals_as_the_game_allows(
    client: Client, game: str, rules: dict[str, Any]
) -> None:
    assert re.search(r'name="short"\s+data-preference="short"', client.get("/").content.decode())
    client.post("/tavoli/gioca/", {"game": game, "alone": "on", "short": "on"})
    assert Table.objects.get().rules == rules


def test_a_tap_on_a_game_leads_back_to_the_match_of_it_that_is_open(client: Client) -> None:
    asked = {"game": "scopone-2", "alone": "on"}
    client.post("/tavoli/gioca/", asked)
    table = Table.objects.get()
    page = client.post("/tavoli/gioca/", asked).content.decode()
    assert f'<meta name="page-address" content="/tavolo/{table.code}/">' in page
    assert "Questa partita è già aperta." in page
    assert Table.objects.count() == 1


@pytest.mark.parametrize(
    "change",
    [{"short": "on"}, {"game": "briscola"}, {"level": "maestro"}, {"alone": "on"}],
    ids=["short", "another game", "another level", "alone"],
)
def test_a_tap_on_another_match_opens_it(client: Client, change: dict[str, str]) -> None:
    client.post("/tavoli/gioca/", {"game": "scopone-2"})
    client.post("/tavoli/gioca/", {"game": "scopone-2", **change})
    assert Table.objects.count() == 2
