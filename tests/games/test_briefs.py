"""The summary of the game at a table: it comes from the rule book and fits the rules of that table."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from games import rulebook
from games.models import Table
from games.play import actions
from games.rulebook import reader
from ludocards.catalogue.thirds import values as thirds
from ludocards.engine.registry import GAMES, has, part
from ludopoli.accounts.models import User

pytestmark = pytest.mark.django_db

WITH_BOOK = [game for game in GAMES if rulebook.book_of(game)]


@pytest.fixture(autouse=True)
def english() -> Any:
    with translation.override("en"):
        yield


def parts(game: str, **rules: Any) -> dict[str, list[str]]:
    found = reader.rules_in_brief(game, rules)
    assert found is not None
    return {name: clauses for name, _title, clauses in found["parts"]}


@pytest.mark.parametrize(
    ("game", "preset"), [(game, preset) for game in WITH_BOOK for preset in GAMES[game].presets]
)
def test_every_variant_explains_following_taking_and_counting(game: str, preset: str) -> None:
    assert all(parts(game, preset=preset).values())


@pytest.mark.parametrize("game", [game for game in WITH_BOOK if has(game, "values")])
def test_the_cards_stand_in_the_order_of_the_engine(game: str) -> None:
    preset = next(iter(GAMES[game].presets))
    found = reader.rules_in_brief(game, {"preset": preset})
    assert found is not None
    ranking = getattr(part(game, "values"), "RANKING", thirds.RANKING)
    suit, *_ = (block for block in found["blocks"] if block.kind == "strip")
    strengths = [ranking.strengths[face.code] for face in suit.faces]
    assert strengths == sorted(strengths, reverse=True)


def test_counting_follows_the_rules_of_the_table() -> None:
    classic, breda = (parts("tressette", preset=preset)["points"] for preset in ("classico", "bredese"))
    assert "The last trick is worth a third more." in classic
    assert "The last trick is worth a whole point more." in breda
    assert any(
        "31 points" in text
        for text in parts("tressette", preset="classico", match_end={"points": 31})["points"]
    )


@pytest.mark.parametrize(
    ("preset", "end", "text"),
    [
        ("maraffone", {"points": 31}, "The first side that has 31 points, and more than the other, wins."),
        ("maraffone", {"figures": 124}, "124 figures (thirds of a point)"),
        ("figure", {"points": 41}, "123 figures"),
        ("figure", {"figures": 124}, "124 figures"),
        ("maraffone", {"deals": 4}, "The number of deals is fixed"),
        ("figure", {"deals": 4}, "The number of deals is fixed"),
    ],
)
def test_the_end_of_a_match_of_maraffone_is_that_of_the_table(
    preset: str, end: dict[str, int], text: str
) -> None:
    counted = parts("maraffone", preset=preset, match_end=end)["points"]
    assert text in counted[-1]
    assert [each for each in counted if "wins" in each] == counted[-1:]


@pytest.mark.parametrize(
    ("end", "says"),
    [
        ({"games": 2}, ["wins the game", "first to win 2 games"]),
        ({"games": 1}, ["wins the game", "winner of a game wins the match"]),
        ({"deals": 4}, ["points of all deals are added up"]),
    ],
)
def test_the_end_of_a_match_of_briscola_is_that_of_the_table(end: dict[str, int], says: list[str]) -> None:
    counted = parts("briscola", preset="classico", match_end=end)["points"][1:]
    assert len(counted) == len(says)
    assert all(text in clause for clause, text in zip(counted, says, strict=True))


def test_the_namer_deals_next_only_where_the_deal_does_not_rotate() -> None:
    for next_namer, says in (("from_namer", True), ("from_dealer", False)):
        reads = reader.reader_of("maraffone", {"preset": "maraffone", "next_namer": next_namer})
        assert reads is not None
        chapters = reads.sections(reads.book.sections)
        assert ("mazziere" in {clause.id for each in chapters for clause in each.clauses}) == says


def test_without_trumps_nobody_must_trump() -> None:
    assert any("must play a trump" in text for text in parts("whist", preset="andata")["follow"])
    without = parts("whist", preset="andata", briscola=False)["follow"]
    assert not any("must play a trump" in text for text in without)
    assert any("cannot follow plays any card" in text for text in without)


def test_the_ace_is_placed_by_the_rules_of_the_table() -> None:
    low, high = (
        reader.rules_in_brief("whist", {"preset": "andata", "asso_alto": is_high})
        for is_high in (False, True)
    )
    assert low
    assert high
    assert [brief["blocks"][0].faces[0].code[0] for brief in (low, high)] == ["K", "A"]


@pytest.fixture
def own_rules() -> Table:
    host = User.objects.create_user("Anna", "anna@example.org")
    table = actions.open_table(
        host, game="tarocchi", rules={"preset": "calatafimi", "overtrump": True}, players=3
    )
    return table


def test_a_table_shows_its_own_rules(client: Client, own_rules: Table) -> None:
    page = client.get(f"/tavolo/{own_rules.code}/regole/", headers={"accept-language": "en"}).content.decode()
    assert "A trump must beat those already played" in page
    assert "A trump need not beat those already played." not in page
    assert page.index('id="in-breve"') < page.index('id="carte"'), "in brief first"
    assert 'id="show-sources"' in page
    assert "data-sources-switched" in page
    other = client.get("/regole/tarocchi/calatafimi/", headers={"accept-language": "en"}).content.decode()
    assert "A trump need not beat those already played." in other


def test_the_table_links_to_its_own_rules(client: Client, own_rules: Table) -> None:
    page = client.get(f"/tavolo/{own_rules.code}/").content.decode()
    assert f'href="/tavolo/{own_rules.code}/regole/"' in page
    assert 'data-brief="follow"' in page
