"""Perft: the stored number of action sequences from fixed positions, recounted by engine and oracle."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ludocards.catalogue.tarocchi.rules.state import State
from ludocards.engine import record
from ludocards.engine.cards import codes
from ludocards.engine.game import CLOCK, Json
from tests.engine.matches import Played
from tests.engine.tarocchi import oracle
from tests.engine.tarocchi.table import GAME, replay, step

POSITIONS: dict[str, Json] = json.loads((Path(__file__).parent / "perft.json").read_text())


def reached(position: Json) -> State:
    document = record.read(position["document"])
    played = replay(document.rules, document.deals)
    assert isinstance(played, Played)
    state: State = played.state
    return state


def count(state: State, depth: int) -> int:
    """Return the number of sequences of `depth` actions, including the clock's, within the phase."""
    total = 0
    for seat in (CLOCK, *GAME.to_act(state)):
        for command in GAME.legal(state, seat):
            after = step(GAME.apply(state, seat, command)).state
            over = depth == 1 or after.phase != state.phase
            total += 1 if over else count(after, depth - 1)
    return total


def by_the_oracle(state: State, depth: int) -> Any:
    if state.phase == "bid":
        said = {call.seat: call.word for call in state.calls}
        return oracle.count_words(said, depth)
    hands = [codes(hand) for hand in state.hands]
    if state.phase == "discard":
        return oracle.count_scarti(hands[state.dealer])
    trick, seen = codes(state.trick.cards), {presa.trick.led or "" for presa in state.tricks}
    return oracle.count(hands, state.turn, trick, seen, depth)


@pytest.mark.parametrize("name", POSITIONS)
def test_perft(name: str) -> None:
    state = reached(POSITIONS[name])
    for depth, expected in POSITIONS[name]["counts"].items():
        assert count(state, int(depth)) == expected
        assert by_the_oracle(state, int(depth)) == expected
