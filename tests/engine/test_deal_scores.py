"""The scores that a deal can have by the rules of its game, and those that are refused."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from ludocards.engine import deal_scores
from ludocards.engine.game import Json, Refused
from ludocards.engine.registry import GAMES
from tests.engine.matches import play, rules_of


def refusal(name: str, players: int, *scores: int, deal: int = 0, **options: Json) -> str | None:
    """Return the message of the refusal of these scores, or None if a deal can have them."""
    game = GAMES[name]
    refused = deal_scores.refuse_deal_scores(game, rules_of(game, **options), players, deal, scores)
    return None if refused is None else refused.message


@pytest.mark.parametrize("name", GAMES)
def test_another_sum_than_that_of_a_deal_is_refused(name: str) -> None:
    """That every deal which was played is possible, `test_conformance.py` asks."""
    game, dice = GAMES[name], Random(name)
    players = game.players[0]
    played = play(name, players, 1)
    for deal, line in enumerate(played.state.sheet):
        found = deal_scores.possible_scores(game, played.rules, players, deal)
        assert found is not None
        sums = found.totals(len(line.scores))
        for more in (-1, 1, dice.randint(12, 40)):
            scores = (line.scores[0] + more, *line.scores[1:])
            assert not sums or (sum(scores) in sums) or found.refusal(scores)


@pytest.mark.parametrize(
    ("name", "players", "options", "sums"),
    [
        ("tressette", 4, {"preset": "ludopoli"}, "11, 14, 15, 17–35"),
        ("maraffone", 4, {"preset": "maraffone"}, "11, 14"),
        ("maraffone", 4, {"preset": "figure", "cricca": "none"}, "35"),
        ("briscola", 2, {"preset": "classico", "match_end": {"deals": 4}}, "120"),
        ("traversone", 4, {"preset": "traversone"}, "11, 33"),
        ("tarocchi", 3, {"preset": "calatafimi"}, "0"),
        ("scopone", 4, {"preset": "scientifico"}, "1–24"),
        ("whist", 4, {"preset": "andata"}, ""),
    ],
)
def test_the_sums_of_a_deal_follow_from_its_rows(
    name: str, players: int, options: dict[str, Json], sums: str
) -> None:
    game = GAMES[name]
    found = deal_scores.possible_scores(game, rules_of(game, **options), players, 0)
    assert found is not None
    sides = len({*game.sides(game.start(rules_of(game, **options), players, 0))})
    assert deal_scores.list_numbers(found.totals(sides)) == sums


@pytest.mark.parametrize(
    ("name", "players", "options", "scores"),
    [
        ("tressette", 4, {"preset": "ludopoli"}, (2, 2)), ("tressette", 4, {"preset": "ludopoli"}, (35, 35)),
        ("briscola", 2, {"preset": "classico", "match_end": {"deals": 1}}, (61, 60)),
        ("briscola", 2, {"preset": "classico", "match_end": {"deals": 1}}, (119, 1)),
        ("briscola", 2, {"preset": "classico"}, (1, 1)), ("scopone", 4, {"preset": "scientifico"}, (24, 24)),
        ("scopone", 4, {"preset": "scientifico"}, (0, 0)), ("maraffone", 4, {"preset": "corto"}, (6, 6)),
        ("tarocchi", 3, {"preset": "calatafimi"}, (73, 73, 73)),
        ("traversone", 4, {"preset": "traversone"}, (11, 0, 0, 0)),
        ("whist", 4, {"preset": "andata"}, (10, 10, 10, 10)),
    ],
)  # fmt: skip
def test_scores_that_no_deal_has_are_refused(
    name: str, players: int, options: dict[str, Json], scores: tuple[int, ...]
) -> None:
    assert refusal(name, players, *scores, **options)


@pytest.mark.parametrize("name", ["briscola", "tressette"])
def test_where_wins_count_a_deal_scores_1_for_its_winner(name: str) -> None:
    wins: Json = {"match_end": {"games": 3}}
    for scores in ((1, 0), (0, 1), (0, 0)):
        assert refusal(name, 2, *scores, **wins) is None
    for scores in ((1, 1), (2, 0), (2, -1), (61, 59)):
        assert refusal(name, 2, *scores, **wins) == "the winner scores 1, all others 0"


def test_a_score_is_possible_exactly_if_the_pad_has_rows_for_it() -> None:
    """The pad's own check of every deal of Briscola and of Tressette without accuse."""
    for name, players, options in (
        ("briscola", 2, {"preset": "classico", "match_end": {"deals": 1}}),
        ("tressette", 3, {"preset": "classico", "match_end": {"deals": 3}, "accuse_window": 0}),
    ):
        game = GAMES[name]
        rules = rules_of(game, **options)
        pad = game.scorepad(rules, players)
        assert pad is not None
        [outcome] = pad.outcomes
        [row] = outcome.rows
        sides = [*game.sides(game.start(rules, players, 0))]
        for numbers in product(row.values(0), repeat=players):
            line = pad.line({"outcome": outcome.name, "rows": {row.name: [*numbers]}}, sides, 0, 0)
            is_possible = deal_scores.refuse_deal_scores(game, rules, players, 0, numbers) is None
            assert is_possible is not isinstance(line, Refused)


def test_rows_that_contradict_each_other_make_no_scores() -> None:
    """All rows of Scopone with the napola, in which the pad finds 4 scores that only contradictions make."""
    game, of = GAMES["scopone"], {"preset": "scientifico", "napola": "full", "rebello": True}
    rules = rules_of(game, **of)
    pad = game.scorepad(rules, 4)
    assert pad is not None
    [outcome] = pad.outcomes
    pairs = [
        [each for each in product(row.values(0), repeat=2) if row.refusal([*each], 2, 0) is None]
        for row in outcome.rows
    ]
    possible, contradictory = set[tuple[int, ...]](), set[tuple[int, ...]]()
    for numbers in product(*pairs):
        scores = tuple(outcome.score(False, *side) for side in zip(*numbers, strict=True))
        if scores not in possible:
            rows = {row.name: each for row, each in zip(outcome.rows, numbers, strict=True)}
            is_wrong = any(each.is_in(rows, 2) for each in outcome.contradictions)
            (contradictory if is_wrong else possible).add(scores)
    assert contradictory - possible == {(10, 25), (11, 24), (24, 11), (25, 10)}
    for scores in possible | contradictory:
        refused = deal_scores.refuse_deal_scores(game, rules, 4, 0, scores)
        assert (refused is None) == (scores in possible), scores


def test_numbers_are_listed_as_people_read_them() -> None:
    assert deal_scores.list_numbers([3, 1, 5, 6, 7, 9, 10]) == "1, 3, 5–7, 9, 10"
