"""The worked deals of the dossier."""

from __future__ import annotations

import pytest

from tests.engine.briscola import oracle
from tests.engine.briscola.table import begun, play, played

DEALS: list[tuple[int, list[str], str, tuple[int, ...], tuple[int, ...], int]] = [
    (
        1,
        ["AB 7B FB", "FC CD 2C"],
        "2B 4S AS 5B 5S CB 6D FD 7D 2D CC AD 4D RB 3S 3B RD "
        "RS 3C 6B 3D CS 5C 4C 7C 4B 6S FS 5D 6C RC 7S AC 2S",
        (78, 42), (1, 0), 20,
    ),
    (
        3,
        ["7S AD 6B", "5S 2B 5C", "4S 7B FD", "FC RC 7D"],
        "6S 2C 5B 4B 5D CC AS 6C FS 2S CB 2D FB AC 3S 7C CS RB 6D 3C 4D RS CD AB 3D 4C RD 3B",
        (61, 59), (1, 0), 10,
    ),
    (
        2,
        ["3C 4D 6C", "2S FS 5B", "4B 6B 2C"],
        "3B RS 5D CC 7B 3D RC 7S 4S FD CB FC 5C CS AD AB 7D 6D AS 5S 3S 6S FB 4C AC 2D RD CD 7C RB",
        (55, 17, 48), (1, 0, 0), 13,
    ),
]  # fmt: skip
"""The worked examples 4 to 6 of the dossier: dealer, hands, stock, points by side, games, and tricks."""


@pytest.mark.parametrize(("dealer", "hands", "stock", "points", "scores", "tricks"), DEALS)
def test_the_worked_deals_of_the_dossier(
    dealer: int,
    hands: list[str],
    stock: str,
    points: tuple[int, ...],
    scores: tuple[int, ...],
    tricks: int,
) -> None:
    deal = oracle.first_cards([hand.split() for hand in hands], stock.split(), dealer)
    state = begun(hands, stock, dealer=dealer, match_end={"games": 1})
    state = played(state, *(action["card"] for action in deal["actions"]))
    assert state.phase == "over"
    [line] = state.sheet
    assert (line.points, line.scores, len(state.tricks)) == (points, scores, tricks)


def test_the_first_tricks_of_the_first_deal() -> None:
    """Worked example 4: who takes, and for how much."""
    dealer, hands, stock, *_ = DEALS[0]
    deal = oracle.first_cards([hand.split() for hand in hands], stock.split(), dealer)
    state = begun(hands, stock, dealer=dealer)
    for action in deal["actions"][:8]:
        state = played(state, play(action["card"]).get("card"))
    worth = [sum(oracle.POINTS[card.rank] for card in presa.trick.cards) for presa in state.tricks]
    assert [presa.winner for presa in state.tricks] == [0, 0, 0, 1]
    assert worth == [13, 3, 2, 0]
