"""The worked deals of the dossier."""

from __future__ import annotations

from typing import Any

import pytest

from ludocards.catalogue.maraffone.rules import GAME
from ludocards.engine.game import Step
from tests.engine.maraffone import oracle
from tests.engine.maraffone.table import begun, name, play

DEALS: list[tuple[list[str], int, str, tuple[int, ...] | None, tuple[int, int], tuple[int, int]]] = [
    (
        [
            "7S 5S 4S FC AD 6C FS 2S CB 2D",
            "2B 7B RC 6B 5C FB AC 3S 7C CS",
            "FD 7D 3B 6S 2C RB 6D 3C 4D RS",
            "5B 4B 5D CC AS CD AB 3D 4C RD",
        ],
        2, "D", (8, 4, 12, 11), (20, 15), (6, 5),
    ),
    (
        [
            "AB FC 7B CD FB RB 3S 3B RD RS",
            "2C 2S 2B 4S AS 3C 6B 3D CS 5C",
            "5B 5S CB 6D FD 4C 7C 4B 6S FS",
            "7D 2D CC AD 4D 5D 6C RC 7S AC",
        ],
        3, "D", None, (2, 33), (0, 11),
    ),
    (
        [
            "4S 7D RC 7C 6D RB AC 2C AS 5C",
            "CB 4C FC 6S 6C RS CC FS 5B 4D",
            "2B CS FB 3B 5D AD 3C FD RD 2D",
            "4B CD 5S 3S 3D 2S 7S 6B 7B AB",
        ],
        1, "C", None, (18, 17), (6, 5),
    ),
]  # fmt: skip
"""The worked examples 11 to 13 of the dossier: hands, namer, suit, thirds by seat if it gives them, and by
side, and the points."""


def first_legal(hands: list[str], suit: str, lead: str = "") -> Any:
    """Return the state after a deal in which everybody plays the first legal card of their hand."""
    state = begun(hands, match_end={"deals": 1})
    command = name(suit)
    while True:
        step = GAME.apply(state, state.turn, command)
        assert isinstance(step, Step)
        state = step.state
        if state.phase == "over":
            return state
        command = (
            play(lead)
            if lead and not state.tricks and not state.trick.cards
            else GAME.legal(state, state.turn)[0]
        )


@pytest.mark.parametrize(("hands", "namer", "suit", "by_seat", "thirds", "points"), DEALS)
def test_the_worked_deals_of_the_dossier(
    hands: list[str],
    namer: int,
    suit: str,
    by_seat: tuple[int, ...] | None,
    thirds: tuple[int, int],
    points: tuple[int, int],
) -> None:
    assert begun(hands).namer == namer
    lengths = {each: sum(card[1] == each for card in hands[namer].split()) for each in "BCDS"}
    assert max(lengths, key=lambda each: lengths[each]) == suit
    state = first_legal(hands, suit)
    [line] = state.sheet
    assert (line.points, line.scores) == (thirds, points)
    if by_seat:
        taken = [0] * 4
        for presa in state.tricks:
            taken[presa.winner] += sum(oracle.THIRDS[card.rank] for card in presa.trick.cards)
        taken[state.tricks[-1].winner] += 3
        assert tuple(taken) == by_seat


def test_the_cricca_of_the_dossier() -> None:
    """Worked example 14: the namer holds A 2 3 of bastoni, names it and leads the ace."""
    hands = [
        "7S AD 5C 6D 5S FD 6S 3D 4C 6C",
        "2B 5D CB 3B 7C AB 4D AC 6B 3S",
        "RB 4B FS 3C CD 2D RC FB 5B FC",
        "CS 4S CC 7D RD RS AS 7B 2C 2S",
    ]
    assert begun(hands).namer == 1
    [line] = first_legal(hands, "B", lead="AB").sheet
    assert (line.points, line.cards, line.scores) == ((6, 29), (2, 9), (2, 12))
