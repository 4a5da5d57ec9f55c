"""The summary of the game at a table: it comes from the rule book and fits the rules of that table."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from games import rulebook, texts
from games.models import Table
from games.play import actions
from games.rulebook import reader
from ludocards.catalogue.briscola.rules.signals import REQUESTS
from ludocards.catalogue.briscola.rules.signals import SIGNALS as SIGNS
from ludocards.catalogue.thirds import values as thirds
from ludocards.engine.registry import GAMES, has, part
from ludopoli.accounts.models import User

pytestmark = pytest.mark.django_db

WITH_BOOK = [game for game in GAMES if rulebook.book_of(game)]


@pytest.fixture(autouse=True)
def english() -> Any:
    with translation.override("en"):
        yield


def parts(game: str, players: int | None = None, **rules: Any) -> dict[str, list[str]]:
    found = reader.rules_in_brief(game, rules, players)
    assert found is not None
    return {name: [each.text for each in clauses] for name, _title, clauses in found["parts"]}


@pytest.mark.parametrize(
    ("game", "preset"), [(game, preset) for game in WITH_BOOK for preset in GAMES[game].presets]
)
def test_every_variant_explains_following_taking_and_counting(game: str, preset: str) -> None:
    assert all(parts(game, preset=preset).values())


def test_hints_at_scopa_say_all_that_counts(client: Client) -> None:
    table = actions.open_table(
        User.objects.create_user("Anna"), game="scopone", rules={"preset": "scopa"}, players=2
    )
    page = client.get(f"/tavolo/{table.code}/", headers={"accept-language": "en"}).content.decode()
    hints = dict(re.findall(r'<p\s+data-hint="(\w+)"\s*>([^<]+)</p>', page))
    assert [*hints] == ["follow", "takes", "points", "detail"]
    for word in ("cards", "coins", "settebello", "primiera", "scopa"):
        assert word in hints["points"]
    assert "sevens" in hints["detail"]


@pytest.mark.parametrize(("players", "named"), [(2, False), (3, True), (4, False), (None, True)])
def test_a_table_has_the_rules_of_its_number_of_players(players: int | None, named: bool) -> None:
    wins = parts("briscola", players, preset="classico")["wins"]
    assert any("With three players" in text for text in wins) is named


def test_the_pace_of_words_is_a_rule_only_where_a_table_has_chosen_it() -> None:
    preset = next(iter(GAMES["tarocchi"].presets))
    usual = dict(texts.rules_summary("tarocchi", {"preset": preset}))
    chosen = dict(texts.rules_summary("tarocchi", {"preset": preset, "offerLockMs": 0}))
    assert chosen.keys() - usual.keys() == {"Pause after an offer"}


@pytest.mark.parametrize("game", [game for game in WITH_BOOK if has(game, "values")])
def test_the_cards_stand_in_the_order_of_the_engine(game: str) -> None:
    preset = next(iter(GAMES[game].presets))
    found = reader.rules_in_brief(game, {"preset": preset})
    assert found is not None
    ranking = getattr(part(game, "values"), "RANKING", thirds.RANKING)
    suit, *_ = (block for block in found["blocks"] if block.kind == "strip")
    strengths = [ranking.strengths[face.code] for face in suit.faces]
    assert strengths == sorted(strengths, reverse=True)


@pytest.mark.parametrize(
    ("game", "preset", "says"),
    [
        ("maraffone", "maraffone", "the player who holds the 4 of coins names the trumps"),
        ("briscola", "classico", "The next card is turned up: its suit is trumps"),
        ("whist", "andata", "all players bid in turn how many tricks they will take"),
        ("traversone", "ciapano", "the dealer gets fourteen cards, and sets one aside"),
    ],
)
def test_what_comes_before_the_first_card_is_said_first(game: str, preset: str, says: str) -> None:
    begins, *_others = parts(game, preset=preset).items()
    assert begins[0] == "begins"
    assert says in " ".join(begins[1])


@pytest.mark.parametrize(
    ("game", "preset", "words"),
    [
        ("maraffone", "maraffone", ["Busso", "Striscio", "Volo"]),
        ("tressette", "neutra", ["Busso", "Volo", "Liscio"]),
        ("tressette", "classico", None),
        ("briscola", "osteria", [signal.name for signal in (*SIGNS["segni"], *REQUESTS)]),
        ("briscola", "torneo", None),
    ],
    ids=["Maraffone", "Neutra", "none at Tressette", "Osteria", "none at Briscola"],
)
def test_the_signals_of_a_table_are_listed_with_their_meanings(
    game: str, preset: str, words: list[str] | None
) -> None:
    found = reader.rules_in_brief(game, {"preset": preset})
    assert found is not None
    [*grids] = (block for block in found["blocks"] if block.kind == "grid")
    assert [[row[0][0] for row in grid.rows] for grid in grids] == ([words] if words else [])
    assert all(str(meaning) for grid in grids for _word, (meaning, *_rest) in grid.rows)


def test_only_a_table_with_words_says_who_may_speak() -> None:
    for signals, says in (("romagna", True), ("none", False)):
        follow = parts("maraffone", preset="maraffone", signals=signals)["follow"]
        assert any("The leader may say one of three words" in text for text in follow) is says


def test_counting_follows_the_rules_of_the_table() -> None:
    classic, breda = (parts("tressette", preset=preset)["points"] for preset in ("classico", "bredese"))
    assert "The last trick is worth a third more." in classic
    assert "The last trick is worth a whole point more." in breda
    assert any(
        "31 points" in text
        for text in parts("tressette", preset="classico", match_end={"points": 31})["wins"]
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
    [wins] = parts("maraffone", preset=preset, match_end=end)["wins"]
    assert text in wins


@pytest.mark.parametrize(
    ("end", "says"),
    [
        ({"games": 2}, ["at least 61, wins the deal", "With three", "first to win 2 deals"]),
        ({"games": 1}, ["at least 61, wins the deal", "With three", "winner of a deal wins the match"]),
        ({"deals": 4}, ["highest total of points"]),
    ],
)
def test_the_end_of_a_match_of_briscola_is_that_of_the_table(end: dict[str, int], says: list[str]) -> None:
    wins = parts("briscola", preset="classico", match_end=end)["wins"]
    assert all(text in clause for clause, text in zip(wins, says, strict=True))


@pytest.mark.parametrize("game", WITH_BOOK)
def test_the_score_sheet_says_who_wins(client: Client, game: str) -> None:
    preset = next(iter(GAMES[game].presets))
    [players, *_others] = GAMES[game].players_of(preset)
    host = User.objects.create_user("Anna")
    table = actions.open_table(host, game=game, rules={"preset": preset}, players=players)
    page = client.get(f"/tavolo/{table.code}/", headers={"accept-language": "en"}).content.decode()
    sheet = page[page.index('class="conto-lines"') : page.index('class="fair"')]
    wins = parts(game, players, preset=preset)["wins"]
    assert " ".join(wins) in html.unescape(sheet)


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
    for shown in ('id="in-breve"', 'id="show-sources"', "data-sources-switched", "coins (oro)"):
        assert shown in other, "a newcomer reads the rules in brief, and asks for sources"
    assert '<input type="hidden" name="preset" value="calatafimi">' in other, "and may play them"
    assert "A trump need not beat those already played." in other


def test_the_table_links_to_its_own_rules(client: Client, own_rules: Table) -> None:
    page = client.get(f"/tavolo/{own_rules.code}/").content.decode()
    assert f'href="/tavolo/{own_rules.code}/regole/"' in page
    assert 'data-brief="follow"' in page
