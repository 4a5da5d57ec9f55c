"""The worked deals of the dossier."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from ludocards.catalogue.traversone.rules import scoring
from tests.engine.traversone import oracle
from tests.engine.traversone.table import played, position, rules


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("cappotto", ["others_11", "strict", "none"])
def test_every_division_of_the_thirds_adds_up(players: int, cappotto: str) -> None:
    """All divisions for three players, every third one for more: 11 in all, or a cappotto."""
    to_last, dropped = rules(cappotto=cappotto), rules(cappotto=cappotto, fractions="dropped")
    step = {3: 1, 4: 2, 5: 4}[players]
    for first in product(range(0, 33, step), repeat=players - 1):
        cards = [*first, 32 - sum(first)]
        if cards[-1] < 0:
            continue
        parts = [Fraction(each, 3) for each in cards]
        for chosen in (to_last, dropped):
            named = {name: getattr(chosen, name) for name in ("fractions", "cappotto", "asso_di_bastoni")}
            points = scoring.scores(chosen, cards, 0)
            assert [*points] == oracle.write(parts, 0, named)
        points = scoring.scores(to_last, cards, 0)
        is_cappotto = scoring.cappotto(to_last, cards, 0) is not None
        assert sum(points) == (11 * (players - 1) if is_cappotto else 11)


DEALS: list[tuple[list[str], tuple[int, ...], int, tuple[int, ...], tuple[int, ...]]] = [
    (
        [
            "4S 3C 4D 6B 2D 3B 2S FS RD RC 2B RS 5B",
            "FC 7S 6D AD 4C 5C 6S AC CC CS 5S 3S 7B",
            "3D FD 7D 6C 2C CB AB AS RB 7C CD FB 5D",
        ],
        (17, 10, 5), 0, (7, 3, 1), (6, 3, 1),
    ),
    (
        [
            "7S AD 6B 3B 4B 6C 2D 7C 3C AB",
            "5S 2B 5C 6S 5D FS FB CS 4D 3D",
            "4S 7B FD 2C CC 2S AC RB RS 4C",
            "FC RC 7D 5B AS CB 3S 6D CD RD",
        ],
        (19, 1, 2, 10), 0, (8, 0, 0, 3), (7, 0, 0, 3),
    ),
    (
        [
            "4S CB 2B 4B RB RS AD 2S",
            "7D 4C CS CD AC CC 3C 7S",
            "RC FC FB 5S 2C FS FD 6B",
            "7C 6S 3B 3S AS 5B RD 7B",
            "6D 6C 5D 3D 5C 4D 2D AB",
        ],
        (10, 6, 6, 6, 4), 0, (4, 2, 2, 2, 1), (4, 2, 2, 2, 1),
    ),
    (
        [
            "5D 6S RC CB 6C FC",
            "5S AD FB 7C 2C 6D",
            "AB 5B AC 6B CD CS",
            "7B 3D 7S 2D 3C FD",
            "RD RS RB CC AS FS",
            "5C 2B 2S 3S 7D 3B",
        ],
        (0, 0, 0, 12, 0, 20), 5, (0, 0, 0, 4, 0, 7), (0, 0, 0, 4, 0, 7),
    ),
    (
        [
            "5B AB 3S 2S FB",
            "7S RS 7B AD 2D",
            "RC CD 6S RD CS",
            "AS 7C 2B 6D CC",
            "2C 5C 4D 3C 6C",
            "5D 3D FS 4S 5S",
            "4B 4C 3B AC FC",
            "7D CB FD RB 6B",
        ],
        (5, 0, 0, 4, 11, 0, 12, 0), 6, (1, 0, 0, 1, 3, 0, 6, 0), (1, 0, 0, 1, 3, 0, 5, 0),
    ),
]  # fmt: skip
"""The worked examples 9 to 13 of the dossier: hands, thirds in cards, the last trick, and the points by both
ways to count fractions."""


@pytest.mark.parametrize(("hands", "thirds", "last", "to_last", "dropped"), DEALS)
@pytest.mark.parametrize("fractions", ["to_last", "dropped"])
def test_the_worked_deals_of_the_dossier(
    hands: list[str],
    thirds: tuple[int, ...],
    last: int,
    to_last: tuple[int, ...],
    dropped: tuple[int, ...],
    fractions: str,
) -> None:
    deal = oracle.first_legal([hand.split() for hand in hands], dealer=len(hands) - 1)
    state = position(hands, fractions=fractions, match_end={"deals": 1})
    state = played(state, *(action["card"] for action in deal["actions"]))
    assert state.phase == "over"
    assert scoring.thirds(state) == thirds
    assert state.tricks[-1].winner == last
    [line] = state.sheet
    assert line.points == tuple(each + 3 * (seat == last) for seat, each in enumerate(thirds))
    assert line.scores == (to_last if fractions == "to_last" else dropped)
