"""S and sections 2, 3.9, 6: counting by threes, the Fuggitivo, the scores of a deal."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludocards.catalogue.tarocchi.rules.scoring import card_points, deal_points, deal_scores
from ludocards.engine.cards import SICILIAN63
from tests.engine.tarocchi import oracle
from tests.engine.tarocchi.table import GAME, at_random, cards, done, play, position, whole

PACK = [*SICILIAN63.cards.values()]


@pytest.mark.parametrize(
    ("group", "points"),
    [
        ("T20 5O 6O", 10),
        ("RO QO 7C", 8),
        ("T20 F T1", 28),
        ("5O 6O 7O", 1),
        ("RO QO CO", 10),
        ("T0 T15 T2", 1),
        ("", 0),
    ],
)
def test_examples_of_the_count(group: str, points: int) -> None:
    assert card_points(cards(group)) == points


def test_the_whole_deck_is_worth_104_points() -> None:
    assert card_points(PACK) == 104


@given(st.permutations(PACK), st.integers(0, 21))
def test_grouping_does_not_change_the_count(pack: list[object], groups: int) -> None:
    pile = [card for card in PACK if card in pack[: 3 * groups]]
    assert card_points(pile) == oracle.threes([str(card) for card in pack[: 3 * groups]])


def test_cards_are_counted_in_threes() -> None:
    with pytest.raises(ValueError, match="threes"):
        card_points(cards("T20 T19"))


@pytest.mark.parametrize(
    ("points", "scores"),
    [
        ((48, 33, 28), (11, -3, -8)),
        ((37, 36, 36), (0, 0, 0)),
        ((20, 60, 29), (-17, 24, -7)),
    ],
)
def test_examples_of_the_score(points: tuple[int, ...], scores: tuple[int, ...]) -> None:
    """Section 8.4: the dealer first, then the others."""
    assert deal_scores(points, dealer=0) == scores


# ---- whose cards count. Seat 2 deals and has laid away three cards.


def test_the_scarto_counts_for_the_dealer() -> None:
    state = position(["", "", ""], taken=[(0, 0, "RO 5O 6O")], scarto="QS CS 5B")
    assert deal_points(state) == (5 + 5, 0, 6)


def test_the_last_trick_is_worth_five() -> None:
    tricks = [(0, 0, "RO 5O 6O"), (0, 1, "7O QO 8O")]
    assert deal_points(position(["", "", ""], taken=tricks, scarto="5B 6B 7B")) == (5, 4 + 5, 1)


def test_the_fuggitivo_comes_home() -> None:
    """Seat 1 plays it to a trick that seat 0 wins, has won another trick, and pays with a scartina."""
    tricks = [(1, 1, "QO 5O 6O"), (0, 0, "RC F 5C")]
    state = position(["", "", ""], taken=tricks, scarto="5B 6B 7B")
    assert deal_points(state) == (5 + 5, 4 + 10 - 1, 1)


def test_the_fuggitivo_comes_home_from_the_last_trick() -> None:
    tricks = [(1, 1, "QO 5O 6O"), (1, 2, "F RC 5C")]
    assert deal_points(position(["", "", ""], taken=tricks, scarto="5B 6B 7B")) == (0, 13, 1 + 5 + 5)


def test_the_fuggitivo_may_be_paid_for_with_later_tricks() -> None:
    tricks = [(0, 0, "RC F 5C"), (0, 1, "6O QO 5O")]
    assert deal_points(position(["", "", ""], taken=tricks, scarto="5B 6B 7B")) == (5, 13 + 5, 1)


def test_the_dealer_pays_with_the_scarto() -> None:
    tricks = [(0, 0, "RC 5C F"), (0, 0, "6C 7C 8C")]
    assert deal_points(position(["", "", ""], taken=tricks, scarto="QS CS 5B")) == (5 + 1 + 5, 0, 6 + 9)


def test_without_a_scartina_the_lowest_card_pays() -> None:
    tricks = [(1, 1, "QO CO DO"), (0, 0, "RC F 5C")]
    assert deal_points(position(["", "", ""], taken=tricks, scarto="5B 6B 7B")) == (
        5 + 2 + 1 - 2 + 5,
        4 + 3 + 10 - 2,
        1,
    )


def test_a_player_without_tricks_loses_the_fuggitivo() -> None:
    state = position(["", "", ""], taken=[(0, 0, "RC F 5C")], scarto="5B 6B 7B")
    assert deal_points(state) == (5 + 10 + 1 - 2 + 5, 0, 1)


def test_a_discarded_fuggitivo_stays_with_the_dealer() -> None:
    state = position(["", "", ""], taken=[(0, 0, "RC 6C 5C")], scarto="F 6B 7B", discardPolicy="free")
    assert deal_points(state) == (5 + 5, 0, 10)


@pytest.mark.parametrize("seed", range(40))
def test_a_deal_is_worth_109_points(seed: int) -> None:
    for line in whole(seed, at_random(Random(seed)), deals=3).state.sheet:
        assert line.points is None or sum(line.points) == 109
        assert sum(line.scores) == 0


def test_a_scored_event_shows_points_and_contract() -> None:
    state = position(["5C", "RC", "6C"], taken=[(1, 2, "QO 5O T5")] * 19, scarto="5B 6B 7B")
    _, events = done(state, (0, play("5C")), (1, play("RC")), (2, play("6C")))
    scored = events[-1].public
    assert (events[-1].kind, scored["deal"], scored["points"]) == ("scored", 0, [0, 10, 19 * 4 + 1])
    assert scored["scores"] == scored["totals"] == [-36, 10 - 36, 77 - 37]
    assert scored["contract"] == GAME.view(state, None)["contract"]
