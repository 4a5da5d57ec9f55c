"""Mistakes that no partner makes at any level and preset; and the rival of a player without a partner."""

from __future__ import annotations

from typing import Any

import pytest

from ludocards.bots.registry import choose
from ludocards.catalogue.tressette.rules.presets import PRESETS
from ludocards.exam.positions import exam_positions
from tests.bots.test_tressette import seen
from tests.engine.tressette.table import GAME, position

LEVELS = ("circolo", "esperto", "maestro")
REST = "4C 5C 6C 7C 4S 5S 6S"


@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(
    ("hand", "on_table", "never", "why"),
    [
        ("2D FD 4D " + REST, "3D 5D", {"2D"}, "a second master under the partner's, who needs none"),
        ("3D FD 4D " + REST, "2D 5D", {"3D"}, "my 3 makes the partner's 2 sure: overtaking gains nothing"),
        ("3D 7D 4D " + REST, "6D 2D 5D", {"3D"}, "the partner's 2 takes what is worth nothing"),
        ("AD RD 4D " + REST, "5D 2D 3D", {"AD", "RD"}, "nothing for the opponent who took the partner's 2"),
    ],
)
def test_no_partner_wastes_points_on_a_trick_of_their_side(
    hand: str, on_table: str, never: set[str], why: str, preset: str, level: str
) -> None:
    state = seen(hand, on_table, preset=preset, accuse_window=0)
    command = choose(GAME.view(state, 0), GAME.legal(state, 0), level)
    assert command.get("card") not in never, why


@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize("level", LEVELS)
def test_a_knock_of_the_partner_is_answered_with_the_best_card(level: str) -> None:
    knock = next(each for each in exam_positions("tressette") if each.theme == "hearing a signal")
    assert knock.is_right(lambda view, legal: choose(view, legal, level))


def ending(totals: tuple[int, int, int]) -> Any:
    """Return an ending of three players with two tricks to go: the 4S loses to seat 1, the 4C to seat 2."""
    gone = [
        "5B 6B 7B", "FB CB RB", "2B 3B AB", "5C 6C 7C", "FC CC RC", "AC AD 2C",
        "5S 6S 7S", "FS CS RS", "AS 2S 2D", "4D 5D FD", "CD RD 3D",
    ]  # fmt: skip
    taken = [(0, trick) for trick in gone]
    state = position(["4S 4C", "3S 7D", "3C 6D"], taken=taken, match_end={"points": 31})
    return {**GAME.view(state, 0), "totals": [*totals]}, GAME.legal(state, 0)


@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("totals", "card"), [((3, 20, 9), "4C"), ((3, 9, 20), "4S")])
def test_without_partners_the_trick_goes_to_a_player_who_is_behind(
    totals: Any, card: str, level: str
) -> None:
    view, legal = ending(totals)
    assert choose(view, legal, level).get("card") == card
