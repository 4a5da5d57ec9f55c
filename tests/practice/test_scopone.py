"""Puzzles of Scopone and Scopa: the reasons for an answer, and what counts as one answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from unittest import mock

from django.utils.translation import override

from games import texts
from ludocards.bots import registry
from ludocards.catalogue.scopone.bot import levels
from ludocards.catalogue.scopone.bot.beliefs import likelihood
from ludocards.catalogue.scopone.bot.reasons import SUFFICIENT, explained
from ludocards.catalogue.scopone.rules import GAME
from ludocards.engine.game import Json
from ludocards.words.texts import Compared
from practice import storing
from practice.finding import Finder
from practice.positions import PuzzlePosition
from tests.engine.scopone.table import play
from tests.engine.scopone.table import position as laid
from tests.practice.test_finding import choice_values

OTHERS = ("2B 2C 2D", "2S 3B 3C", "4S 4D FS")


def facts(
    best: str,
    other: str,
    hand: str,
    table: str = "",
    others: Sequence[str] = OTHERS,
    **options: Any,
) -> dict[str, list[Json]]:
    """The facts by kind for seat 0, of two choices written as the card and what it takes."""
    view = GAME.view(laid([hand, *others], table=table, **options), 0)
    commands = (play(*each.split(" ", 1)) for each in (best, other))
    found: dict[str, list[Json]] = {}
    for fact in explained(view, *commands).facts:
        found.setdefault(fact["kind"], []).append(fact)
    return found


def test_a_scopa_is_a_reason() -> None:
    found = facts("FB 7D AC", "CS", "FB CS RD", "7D AC")
    assert found["scopa"] == [{"kind": "scopa", "of": "best"}]


def test_a_table_that_can_be_swept_is_a_reason() -> None:
    """The king leaves 6 and 5, which nothing sweeps; the 5 leaves the 6, and three others are out."""
    found = facts("RC", "5B 5S", "5B RC CC", "6D 5S")
    best, other = found["open"]
    assert (best["of"], best["sum"], best["out"]) == ("best", 21, 0)
    assert (other["left"], other["sum"], other["out"]) == (["6D"], 6, 3)


def test_the_likes_of_a_card_that_stays_are_counted() -> None:
    turns = [(1, "6B 6C"), (2, "CD CS")]
    found = facts("CB", "5B", "CB CC 5B", "RD", turns=turns)
    assert [(each["of"], each["out"]) for each in found["likes"]] == [("best", 0), ("other", 3)]


def test_who_has_the_last_card_wants_pairs() -> None:
    """A 7 that takes a 4 and a 3 leaves 7, 4 and 3 odd; one that takes a 7 leaves all even."""
    sums, pair = "7B 4C 3D", "7B 7S"
    [odd] = facts(sums, pair, "7B RC CC", "4C 3D 7S", dealer=3)["pairs"]
    assert odd == {"kind": "pairs", "best": 3, "other": 0, "is_last": False}
    late: dict[str, Any] = {"others": (*OTHERS[:2], "4S 4D"), "turns": [(3, "FS")], "dealer": 2}
    [even] = facts(pair, sums, "7B RC CC", "4C 3D 7S FS", **late)["pairs"]
    assert even == {"kind": "pairs", "best": 0, "other": 3, "is_last": True}
    assert "pairs" not in facts(sums, pair, "7B RC CC", "4C 3D 7S FS", **late)


def test_points_that_random_deals_bring_are_reasons() -> None:
    found = facts("7B 7D", "CS", "7B CS RB", "7D RD")
    assert "settebello" in [fact["what"] for fact in found["wins"]]


def test_worlds_are_weighed_however_many_are_asked_for() -> None:
    """A check of thousands of worlds takes into account the choices of the others as well."""
    places = (each["position"] for each in storing.shipped_puzzles())
    of_four = next(each for each in places if (each["game"], each["players"]) == ("scopone", 4))
    position = PuzzlePosition.from_json(of_four)
    legal = position.game.legal(position.state(), position.seat)
    for worlds in (60, 1000):
        with mock.patch.object(levels, "likelihood", wraps=likelihood) as weighing:
            registry.prover("scopone").exact(position.view(), legal, worlds)
        assert weighing.called, worlds


def test_every_fact_of_a_game_without_tricks_has_a_sentence() -> None:
    own = texts.texts_of_game("scopone")
    assert {*SUFFICIENT} <= {*own.reasons}
    compared = Compared("A", "B", in_pairs=True, cards=" + ".join, listed=", ".join)
    fact = {"kind": "open", "of": "other", "left": ["6D"], "sum": 6, "out": 3}
    with override("en"):
        said = own.reasons["open"](fact, compared)
    assert said == "B: 6D on the table, and 3 cards that sweep it are still out."


def test_two_cards_of_one_number_may_be_one_answer() -> None:
    finder = Finder(GAME)
    half = registry.reviewer("scopone").halving_loss  # type: ignore[union-attr]
    alike = choice_values(**{"5B": 0, "5C": 0, "3B": 2 * half})
    others = choice_values(**{"5B": 0, "6B": 0, "3C": 2 * half})
    assert finder.answers(alike, 0.15, 1.0) is not None
    assert finder.answers(others, 0.15, 1.0) is None
