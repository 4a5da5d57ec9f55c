"""The scores with which a match can end by the rules of its game, and those at which it can be broken off."""

from __future__ import annotations

from itertools import product

import pytest

from ludocards.engine import match_scores
from ludocards.engine.deal_scores import PossibleScores
from ludocards.engine.ends import is_decided
from ludocards.engine.game import Json, Refused
from ludocards.engine.registry import GAMES
from tests.engine.matches import rules_of

TO_41 = {"preset": "ludopoli"}
GAMES_3 = {"preset": "classico"}


def refusal(
    name: str, players: int, *scores: int, broken_off: bool = False, **options: Json
) -> Refused | None:
    game = GAMES[name]
    return match_scores.refuse_match_scores(
        game, rules_of(game, **options), players, scores, broken_off=broken_off
    )


@pytest.mark.parametrize(
    ("name", "players", "options", "scores"),
    [
        ("tressette", 4, TO_41, (41, 30)), ("tressette", 4, TO_41, (54, 41)),
        ("tressette", 4, GAMES_3, (3, 2)), ("tressette", 3, GAMES_3, (3, 2, 2)),
        ("briscola", 2, {"preset": "classico"}, (2, 0)), ("scopone", 4, {"preset": "scientifico"}, (22, 20)),
        ("maraffone", 4, {"preset": "maraffone"}, (41, 25)),
        ("traversone", 4, {"preset": "traversone"}, (31, 1, 2, 10)),
        ("briscola", 2, {"preset": "classico", "match_end": {"deals": 4}}, (240, 240)),
        ("tarocchi", 3, {"preset": "calatafimi"}, (30, -10, -20)),
        ("scopone", 4, {"preset": "scientifico", "napola": "full_wins"}, (12, 18)),
    ],
)  # fmt: skip
def test_a_match_may_end_so(
    name: str, players: int, options: dict[str, Json], scores: tuple[int, ...]
) -> None:
    assert refusal(name, players, *scores, **options) is None


@pytest.mark.parametrize(
    ("name", "players", "options", "scores", "code"),
    [
        ("tressette", 4, TO_41, (0, 0), "impossible_match"),
        ("tressette", 4, TO_41, (40, 30), "match_undecided"),
        ("tressette", 4, TO_41, (41, 41), "match_undecided"),
        ("tressette", 4, TO_41, (150, 0), "impossible_match"),
        ("tressette", 4, TO_41, (41, -30), "impossible_match"),
        ("tressette", 4, GAMES_3, (3, 3), "impossible_match"),
        ("tressette", 4, GAMES_3, (4, 1), "impossible_match"),
        ("tressette", 4, GAMES_3, (2, 1), "match_undecided"),
        ("briscola", 2, {"preset": "classico"}, (2, 2), "impossible_match"),
        ("maraffone", 4, {"preset": "maraffone"}, (41, 24), "impossible_match"),
        ("scopone", 4, {"preset": "scientifico"}, (0, 0), "impossible_match"),
        ("scopone", 4, {"preset": "scientifico", "finish": "in_order"}, (22, 15), "impossible_match"),
        ("scopone", 4, {"preset": "scientifico", "finish": "in_order"}, (21, 21), "impossible_match"),
        ("traversone", 4, {"preset": "traversone"}, (20, 14, 10, 11), "match_undecided"),
        ("traversone", 4, {"preset": "traversone"}, (31, 0, 0, 13), "match_undecided"),
        ("traversone", 4, {"preset": "traversone"}, (31, 1, 1, 10), "impossible_match"),
        ("tarocchi", 3, {"preset": "calatafimi"}, (73, 73, 73), "wrong_match_sum"),
        ("whist", 4, {"preset": "andata"}, (9000, 10, 10, 10), "impossible_match"),
        ("briscola", 2, {"preset": "classico", "match_end": {"deals": 4}}, (200, 160), "match_undecided"),
    ],
)  # fmt: skip
def test_no_match_ends_so(
    name: str, players: int, options: dict[str, Json], scores: tuple[int, ...], code: str
) -> None:
    refused = refusal(name, players, *scores, **options)
    assert refused is not None
    assert refused.code == code
    broken_off = refusal(name, players, *scores, broken_off=True, **options)
    assert (broken_off is None) == (code == "match_undecided")


def test_a_match_of_so_many_deals_has_so_many_times_their_points() -> None:
    refused = refusal("briscola", 2, 240, 241, preset="classico", match_end={"deals": 4})
    assert refused is not None
    assert (refused.code, refused.details) == ("wrong_match_sum", {"totals": "480"})


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("tressette", {"preset": "classico", "match_end": {"points": 5}}),
        ("maraffone", {"preset": "maraffone", "match_end": {"points": 13}, "cricca": "none"}),
        ("scopone", {"preset": "scientifico", "match_end": {"points": 3}}),
    ],
)
def test_two_sides_end_exactly_where_deals_can_lead_them(name: str, options: dict[str, Json]) -> None:
    """All the ways of some deals, one after the other."""
    game, rules = GAMES[name], rules_of(GAMES[name], **options)
    rule = game.score_rule(rules, 4)
    assert rule is not None
    assert rule.target is not None
    deal = PossibleScores(rule, 0)
    most = 26
    deals = [each for each in product(range(most), repeat=2) if deal.has(each)]
    ends: set[tuple[int, int]] = set()
    open_: set[tuple[int, int]] = set()
    fresh = {(0, 0)}
    while fresh:
        after = {
            (one + a, other + b) for one, other in fresh for a, b in deals if max(one + a, other + b) < most
        }
        ends |= (over := {each for each in after if is_decided(each, rule.target)})
        fresh = after - over - open_
        open_ |= fresh
    for totals in product(range(most), repeat=2):
        refused = match_scores.refuse_match_scores(game, rules, 4, totals)
        assert (refused is None) == (totals in ends), totals
        broken_off = match_scores.refuse_match_scores(game, rules, 4, totals, broken_off=True)
        assert (broken_off is None) == (totals in ends | open_), totals
