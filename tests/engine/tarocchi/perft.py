"""Positions of Tarocchi whose sequences are counted."""

from __future__ import annotations

from ludocards.catalogue.tarocchi.rules import GAME
from ludocards.catalogue.tarocchi.rules.state import State
from ludocards.engine.cards import codes
from tests.engine.perft import stored
from tests.engine.tarocchi import oracle

POSITIONS = stored(GAME, one_phase=True)


def by_the_oracle(state: State, depth: int, spoken: bool) -> int:
    if state.phase == "bid":
        return oracle.count_words({call.seat: call.word for call in state.calls}, depth)
    hands = [codes(hand) for hand in state.hands]
    if state.phase == "discard":
        return oracle.count_scarti(hands[state.dealer])
    trick, seen = codes(state.trick.cards), {presa.trick.led or "" for presa in state.tricks}
    return oracle.count(hands, state.turn, trick, seen, depth)
