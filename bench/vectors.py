"""Moves a second of many tables at once, against games of OpenSpiel driven from Python in the same run:
`python -m bench vectors`.

Both play at random from the legal actions. Dealing takes time in both: OpenSpiel's actions of chance are not
counted as moves.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Iterator
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
    ours = {name: tables_of(name, **more) for name, more in GAMES.items()}
    theirs = {name: partial(random_moves, pyspiel.load_game(name)) for name in PEERS}
    runs = {
        **theirs,
        **{name: partial(vector_moves, tables) for name, tables in ours.items()},
        **{f"{name}, observed": partial(vector_moves, tables, True) for name, tables in ours.items()},
    }
    paces: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(ROUNDS):
        for name, moves in runs.items():
            paces[name].append(pace_of(moves()))
    medians = {name: statistics.median(found) for name, found in paces.items()}
    best = max(medians[name] for name in PEERS)
    for name, pace in medians.items():
        ratio = "" if name in PEERS else f", {pace / best:.1f} times OpenSpiel's fastest (at least {TARGET})"
        print(f"{name}: {pace:,.0f} moves a second{ratio}")


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


def random_moves(game: pyspiel.Game) -> Iterator[int]:
    """Play deals of OpenSpiel for ever; yield the number of moves of each."""
    while True:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            moves += not state.is_chance_node()
            state.apply_action(random.choice(state.legal_actions()))
        yield moves


def pace_of(moves: Iterator[int]) -> float:
    """The moves a second in a slice of time."""
    start, made = time.perf_counter(), 0
    while (spent := time.perf_counter() - start) < SLICE:
        made += next(moves)
    return made / spent


if __name__ == "__main__":
    main()
