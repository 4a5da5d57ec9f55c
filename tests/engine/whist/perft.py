"""Positions of Whist whose sequences are counted."""

from __future__ import annotations

from ludocards.catalogue.whist.rules import GAME
from ludocards.catalogue.whist.rules.state import State
from ludocards.engine.cards import codes
from tests.engine.perft import stored
from tests.engine.whist import oracle

POSITIONS = stored(GAME)


def by_the_oracle(state: State, depth: int, spoken: bool) -> int:
    hands, trick = [codes(hand) for hand in state.hands], codes(state.trick.cards)
    order = oracle.HIGH_ACE if state.rules.asso_alto else oracle.LOW_ACE
    return oracle.count(hands, state.turn, [*state.bids], trick, state.trump or "", order, depth)
