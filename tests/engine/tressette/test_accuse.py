"""S1: Buongioco, the accuse."""

from __future__ import annotations

from itertools import combinations

import pytest

from ludocards.catalogue.tressette.rules.accuse import held
from ludocards.engine.cards import ITALIAN40
from ludocards.engine.game import Command, Event
from tests.engine.tressette.table import (
    GAME,
    after,
    cards,
    done,
    four,
    legal_accuse,
    napoletana,
    play,
    played,
    position,
    refusal,
    three,
)


def points(hand: str) -> dict[Command, int]:
    return {accusa.command: accusa.points for accusa in held(0, cards(hand))}


@pytest.mark.parametrize(
    ("hand", "worth"),
    [
        ("AB AC AD 7S", {three("A"): 3}),
        ("2B 2C 2S 7S", {three("2"): 3}),
        ("3D 3C 3S 7S", {three("3"): 3}),
        ("AB AC AD AS", {four("A"): 4}),
        ("2B 2C 2D 2S", {four("2"): 4}),
        ("3B 3C 3D 3S", {four("3"): 4}),
        ("AS 2S 3S 7S", {napoletana("S"): 3}),
        ("AB 2B 3B AD 2D 3D", {napoletana("B"): 3, napoletana("D"): 3}),
        ("AB AC 2B 2C 3D", {}),
        ("RB RC RD RS", {}),
        ("", {}),
    ],
)
def test_the_combinations(hand: str, worth: dict[Command, int]) -> None:
    assert points(hand) == worth


def test_one_card_serves_several_combinations() -> None:
    assert points("3B 2B AB AC AD") == {napoletana("B"): 3, three("A"): 3}


def test_four_of_a_kind_are_not_three_as_well() -> None:
    state = position(["AB AC AD AS", "", "", ""])
    assert legal_accuse(state, 0) == {four("A")}
    assert refusal(state, 0, three("A")) == "accuse_not_held"


def test_nineteen_points_at_most() -> None:
    hand = cards("3B 3C 3D 3S 2B 2C 2D AB AC AD")
    assert sum(accusa.points for accusa in held(0, hand)) == 19
    high = [card for card in ITALIAN40.cards.values() if card.rank in "A23"]
    assert max(sum(a.points for a in held(0, ten)) for ten in combinations(high, 10)) == 19


def test_everybody_learns_the_combination_and_the_missing_suit() -> None:
    state = position(["3B 2B AB AC AD", "", "", ""])
    _, events = done(state, (0, napoletana("B")), (0, three("A")))
    by = {"seat": 0, "trick": 0, "totals": [0, 0]}
    assert events == [
        Event("accused", {**by, "combo": "napoletana", "suit": "B", "missing": None, "points": 3}),
        Event("accused", {**by, "combo": "three", "rank": "A", "missing": "S", "points": 3}),
    ]
    assert events[1].shown_to(None) == events[1].shown_to(3)


def test_accused_points_count_at_once_where_points_are_played_for() -> None:
    state = position(["AB AC AD 7S", "3B 2B AB", "", ""], match_end={"points": 31})
    _, [accused] = done(state, (0, three("A")))
    assert accused.public["totals"] == [3, 0]


def test_the_turn_stays_with_the_accuser() -> None:
    state = after(position(["AB AC AD 7S", "", "", ""]), 0, three("A"))
    assert GAME.to_act(state) == (0,)
    assert GAME.view(state, None)["accuse"] == [
        {"seat": 0, "combo": "three", "rank": "A", "missing": "S", "points": 3, "trick": 0}
    ]


def test_accuse_only_on_turn() -> None:
    state = position(["7B", "AB AC AD 7S", "", ""])
    assert refusal(state, 1, three("A")) == "not_your_turn"
    assert legal_accuse(state, 1) == set()
    assert legal_accuse(played(state, "7B"), 1) == {three("A")}


def test_accuse_before_the_first_card_not_after() -> None:
    state = played(position(["AB AC AD 7S", "7B", "", ""]), "7S")
    assert refusal(state, 0, three("A")) == "not_your_turn"


def test_accuse_only_once() -> None:
    state = after(position(["AB AC AD 7S", "", "", ""]), 0, three("A"))
    assert legal_accuse(state, 0) == set()
    assert refusal(state, 0, three("A")) == "accuse_already"


def test_accuse_only_what_is_held() -> None:
    assert refusal(position(["AB AC 7S", "", "", ""]), 0, three("A")) == "accuse_not_held"
    assert refusal(position(["AB 3B 2C", "", "", ""]), 0, napoletana("B")) == "accuse_not_held"


FIRST_TRICK = ["AB AC AD 4S 4C", "5B 5S 5C", "6B 6S 6C", "7B 7S 7C"]


def test_accuse_only_in_the_first_two_tricks() -> None:
    state = played(position(FIRST_TRICK), "4S", "5S", "6S", "7S")
    state = played(state, "7C")
    assert legal_accuse(state, 0) == {three("A")}
    state = played(state, "4C", "5C", "6C")
    state = played(state, "7B")
    assert legal_accuse(state, 0) == set()
    assert refusal(state, 0, three("A")) == "accuse_too_late"


def test_a_card_played_breaks_the_combination() -> None:
    state = played(position(FIRST_TRICK), "AB", "5B", "6B", "7B")
    assert GAME.to_act(state) == (0,)
    assert refusal(state, 0, three("A")) == "accuse_not_held"


def test_four_with_one_played_are_three() -> None:
    hands = ["AB AC AD AS", "5B 5C", "6B 6C", "7B 7C"]
    assert legal_accuse(played(position(hands), "AB", "5B", "6B", "7B"), 0) == {three("A")}


def test_an_accused_four_of_a_kind_cannot_become_a_three() -> None:
    state = after(position(["AB AC AD AS", "5B 5C", "6B 6C", "7B 7C"]), 0, four("A"), play("AB"))
    state = played(state, "5B", "6B", "7B")
    assert legal_accuse(state, 0) == set()
    assert refusal(state, 0, three("A")) == "accuse_already"


def test_two_players_may_accuse_the_same_kind_of_combination() -> None:
    state = position(["AB 2B 3B", "AC 2C 3C", "", ""])
    state = after(state, 0, napoletana("B"), play("3B"))
    assert legal_accuse(state, 1) == {napoletana("C")}


@pytest.mark.parametrize(("window", "open_tricks"), [(0, []), (1, [0]), (2, [0, 1])])
def test_the_window_is_an_option(window: int, open_tricks: list[int]) -> None:
    past = [(0, "RB 5B 6B 7B"), (0, "RC 5C 6C 7C"), (0, "RD 5D 6D 7D")]
    for trick in range(3):
        state = position(["AB AC AS 7S", "", "", ""], taken=past[:trick], accuse_window=window)
        assert bool(legal_accuse(state, 0)) == (trick in open_tricks)


def test_points_count_for_the_match_at_once() -> None:
    state = position(["AB AC AD 7S", "3B 2B AB", "", ""], match_end={"points": 31})
    state = after(state, 0, three("A"), play("7S"))
    assert GAME.totals(after(state, 1, napoletana("B"))) == (3, 3)


def test_the_match_does_not_end_before_the_deal_does() -> None:
    state = position(["AB AC AD 7S", "5S", "6S", "4S"], match_end={"points": 3})
    state = after(state, 0, three("A"))
    assert GAME.totals(state) == (3, 0)
    assert not GAME.is_over(state)
