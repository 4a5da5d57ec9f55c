"""Positions of Briscola whose sequences are counted."""

from __future__ import annotations

from ludocards.catalogue.briscola.rules.state import State
from ludocards.engine.cards import codes
from ludocards.engine.game import Json
from tests.engine.briscola import oracle
from tests.engine.briscola.table import begun, position
from tests.engine.perft import Position

ANY: dict[str, Json] = {"exchange": "seven_two", "exchange_until": "stock"}

POSITIONS = {
    "the first cards of two": Position(begun(["AB 7B FB", "FC CD 3C"]), {1: 3, 2: 9, 4: 81, 6: 729}),
    "with an exchange": Position(
        begun(["AB 7C FB", "FC CD 2C"], turned="AC", **ANY),
        {1: 3, 2: 18, 3: 66, 4: 270},
        beside="exchange",
    ),
    "the last draw of three": Position(
        position(["AB 7B FB", "FC CD 3C", "4S 5S 6S"], stock="7D 5D 2C"),
        {3: 27, 4: 81, 6: 729, 9: 5832, 12: 5832},
    ),
    "the last three tricks of four": Position(
        position(["AB 7B", "FC CD", "4S 5S", "6C AD"]), {1: 2, 4: 16, 8: 16}
    ),
}


def by_the_oracle(state: State, depth: int, spoken: bool) -> int:
    hands, stock = [codes(hand) for hand in state.hands], codes(state.stock)
    return oracle.count(hands, stock, state.turn, [], state.trump or "", depth, state.rules.exchange)
