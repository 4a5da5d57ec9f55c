"""Perft: engine and oracle count the sequences of moves from fixed positions, and find the stored numbers.

The `perft.py` of a game has its `POSITIONS`, and `by_the_oracle` counts their sequences of one length.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from ludocards.engine.game import CLOCK, Game, Step
from ludocards.engine.registry import GAMES
from tests.engine.perft import Position
from tests.engine.test_oracles import ORACLES

PERFT = {name: import_module(f"tests.engine.{name}.perft") for name in ORACLES}
POSITIONS = [
    pytest.param(game, position, id=f"{game}, {name}")
    for game, perft in PERFT.items()
    for name, position in perft.POSITIONS.items()
]


def counts(game: Game[Any, Any], at: Position, state: Any, depth: int) -> list[int]:
    """Return the numbers of sequences of 0, 1, … `depth` moves; they are shorter if the deal ends."""
    seats = game.to_act(state)
    if depth == 0 or not seats or (at.one_phase and state.phase != at.state.phase):
        return [1] * (depth + 1)
    found = [0] * depth
    for seat in (CLOCK, *seats):
        for command in game.every(state, seat) if at.spoken else game.legal(state, seat):
            if command.do == at.left_out:
                continue
            is_beside = command.do == at.beside
            if depth == 1 and not is_beside:
                found[0] += 1
                continue
            step = game.apply(state, seat, command)
            assert isinstance(step, Step)
            after = counts(game, at, step.state, depth if is_beside else depth - 1)
            found = [sum(both) for both in zip(found, after[is_beside:], strict=True)]
    return [1, *found]


@pytest.mark.parametrize(("game", "position"), POSITIONS)
def test_perft(game: str, position: Position) -> None:
    deepest = max(position.counts)
    found = counts(GAMES[game], position, position.state, deepest)
    assert {depth: found[depth] for depth in position.counts} == position.counts
    by_the_oracle = PERFT[game].by_the_oracle
    assert by_the_oracle(position.state, deepest, position.spoken) == position.counts[deepest]
