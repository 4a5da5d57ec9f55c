"""Scopone and Scopa: the maxims of *circolo*, each with a hand."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from ludocards.bots.registry import choose
from ludocards.catalogue.scopone.bot import club
from ludocards.catalogue.scopone.rules import GAME
from ludocards.engine.game import Json
from tests.engine.scopone.table import position


def chosen(
    hand: str,
    table: str = "",
    others: Sequence[str] = ("2B 2C 2D", "2S 3B 3C", "4S 4C FS"),
    turns: Sequence[tuple[int, str]] = (),
    **options: Json,
) -> str:
    """Return the choice of the club player for seat 0, as the card and what it takes."""
    state = position([hand, *others], table=table, turns=turns, **options)
    command = choose(GAME.view(state, 0), GAME.legal(state, 0))
    return " ".join([command.get("card"), *(command.get("take") or ())])


def test_it_sweeps_the_table() -> None:
    assert chosen("FB 7B RD", "7D AC").startswith("FB")


def test_it_takes_the_settebello() -> None:
    assert chosen("7B RB CS", "7D RD CD") == "7B 7D"


def test_it_prefers_the_settebello_to_other_sevens() -> None:
    assert chosen("7B FS CS", "7D 7S RC CC") == "7B 7D"


def test_it_lays_the_card_of_which_it_holds_several() -> None:
    assert chosen("FB FC FD CS", others=["RB RC RD RS", "7B 7C 7S 6B", "6C 6S 5B 5S"]).startswith("F")


def test_it_does_not_lay_the_settebello_before_another_seven() -> None:
    assert chosen("7D FB CS") != "7D"


def test_it_leaves_no_table_that_can_be_swept() -> None:
    """With 6 and 5 on the table a 4 makes 15, an ace 12 and nothing 11; the 5 taken leaves a single card."""
    assert chosen("5B RC CC", "6D 5S", turns=[(1, "6B 6C"), (2, "5D 5C")]) != "RC 6D 5S"


@pytest.mark.parametrize(
    ("number", "likes", "held", "chance"), [(10, 0, 3, 0.0), (10, 1, 10, 1.0), (4, 1, 2, 0.5)]
)
def test_the_chance_that_a_hand_has_a_number(number: int, likes: int, held: int, chance: float) -> None:
    assert club._chance(number, likes, held) == pytest.approx(chance)


def test_what_a_table_offers() -> None:
    found = {number: gain for gain, number in club.best_gains(["4C", "3B", "7D"])}
    assert {*found} == {3, 4, 7, 10}
    assert found[7] == pytest.approx(club.WORTH["7D"] + club.CARD), "the card, not the sum"
    assert found[10] == pytest.approx(club.WORTH["3B"] + club.WORTH["7D"] + club.CARD)
    assert {number: gain > club.SCOPA for gain, number in club.best_gains(["4C", "3B"])} == {
        4: False,
        3: False,
        7: True,
    }
