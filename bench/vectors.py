"""Moves a second of many tables at once, against games of OpenSpiel driven from Python in the same run:
`python -m bench vectors`.

Both play at random from the lists of legal actions. Dealing takes time in both: OpenSpiel's actions of chance
are not counted as moves. It is driven as its own `example.py` does, with numpy's choice and the probabilities
of chance, and faster, by `random.choice`.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
import pyspiel

from ludocards.learning.episodes import EpisodeTable
from ludocards.learning.vectors import VectorTables

GAMES: dict[str, dict[str, int]] = {
    "tressette": {}, "maraffone": {}, "traversone": {}, "briscola": {}, "scopone": {}, "tarocchi": {},
    "whist": {"deal": 6},
}  # fmt: skip
TABLES, SLICE, ROUNDS = 4096, 0.5, 5
PEERS = ("hearts", "skat", "oh_hell")
TARGET = 20


def main() -> None:
    peers = {name: pyspiel.load_game(name) for name in PEERS}
    ours = {name: tables_of(name, **more) for name, more in GAMES.items()}
    runs: dict[str, Callable[[], Iterator[int]]] = {
        **{f"{name}, as its example": partial(spiel_moves, game, by_example) for name, game in peers.items()},
        **{f"{name}, fast": partial(spiel_moves, game, by_list) for name, game in peers.items()},
        **{name: partial(vector_moves, tables) for name, tables in ours.items()},
        **{f"{name}, observed": partial(vector_moves, tables, True) for name, tables in ours.items()},
    }
    paces: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(ROUNDS):
        for name, moves in runs.items():
            paces[name].append(pace_of(moves()))
    medians = {name: statistics.median(found) for name, found in paces.items()}
    example, fast = (max(medians[f"{name}, {way}"] for name in PEERS) for way in ("as its example", "fast"))
    for name, pace in medians.items():
        ratios = f": OpenSpiel's times {pace / example:.0f} (at least {TARGET}), {pace / fast:.1f} if fast"
        print(f"{name}: {pace:,.0f} moves a second{ratios if name.split(',')[0] in GAMES else ''}")


def tables_of(name: str, deal: int = 0) -> VectorTables:
    tables = VectorTables(EpisodeTable.of(name), TABLES, deal)
    tables.reset(range(TABLES))
    return tables


def vector_moves(tables: VectorTables, observes: bool = False) -> Iterator[int]:
    """Play at all tables for ever; yield the number of moves at a time."""
    rng, rows, turns = np.random.default_rng(1), np.arange(TABLES), tables.turns
    while True:
        drawn = (rng.random(TABLES, np.float32) * turns.counts).astype(np.int64)
        tables.step(turns.numbers[rows, drawn])
        if observes:
            tables.observe()
        yield TABLES


def spiel_moves(game: pyspiel.Game, choose: Callable[[pyspiel.State], int]) -> Iterator[int]:
    """Play deals of OpenSpiel for ever; yield the number of moves of each."""
    while True:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            moves += not state.is_chance_node()
            state.apply_action(choose(state))
        yield moves


def by_example(state: pyspiel.State) -> int:
    if state.is_chance_node():
        actions, chances = zip(*state.chance_outcomes(), strict=True)
        return int(np.random.choice(actions, p=chances))
    return int(np.random.choice(state.legal_actions()))


def by_list(state: pyspiel.State) -> int:
    return random.choice(state.legal_actions())


def pace_of(moves: Iterator[int]) -> float:
    """The moves a second in a slice of time."""
    start, made = time.perf_counter(), 0
    while (spent := time.perf_counter() - start) < SLICE:
        made += next(moves)
    return made / spent


if __name__ == "__main__":
    main()
