"""Positions of Tressette whose sequences are counted."""

from __future__ import annotations

from ludocards.catalogue.tressette.rules import GAME
from ludocards.catalogue.tressette.rules.state import State
from ludocards.engine.cards import codes
from tests.engine.perft import stored
from tests.engine.tressette import oracle

POSITIONS = stored(GAME, left_out="accuse")


def by_the_oracle(state: State, depth: int, spoken: bool) -> int:
    hands, trick = [codes(hand) for hand in state.hands], codes(state.trick.cards)
    return oracle.count(hands, state.turn, trick, depth, spoken)
