"""The speed of the bots' kernels in one thread: `python -m bench bots`.

If OpenSpiel is installed, random playouts are compared with those of OpenSpiel, in C++.
"""

from __future__ import annotations

import statistics
import time
from importlib.util import find_spec
from random import Random

import numpy as np

from ludocards.catalogue.tarocchi.bot.board import start
from ludocards.catalogue.tarocchi.bot.kernels import play as tarocchi_play
from ludocards.catalogue.tarocchi.bot.kernels.pack import bits
from ludocards.catalogue.thirds.bot.kernels.pack import INDEX, WORTH
from ludocards.catalogue.tressette.bot.kernels.memory import solver
from ludocards.catalogue.tressette.bot.kernels.play import (
    BOARD,
    COUNTS,
    HANDS,
    LAST,
    PLAYERS,
    SIDES,
    STAKES,
    at_random,
    play_out,
)
from ludocards.catalogue.tressette.bot.kernels.solve import solve
from ludocards.catalogue.whist.bot.kernels import play as whist_play
from ludocards.catalogue.whist.bot.kernels.pack import INDEX as WHIST_INDEX
from ludocards.catalogue.whist.values import MISSED
from ludocards.engine.cards import SICILIAN63

SEED = 7000
SOLVED = {6: 200, 8: 200, 10: 100}
"""The number of deals to solve, by the cards in a hand."""
MOST_MS = {6: 0.2, 8: 1.0, 10: 25.0}
RANDOM_PLAYOUTS, WHIST_PLAYOUTS, PLAYOUTS = 300_000, 50_000, 5_000
LEAST_PER_SECOND = 1_000_000
OTHERS, OTHER_GAMES = "oh_hell(players=4,num_tricks_fixed=10)", 40_000
TIMES_OTHERS = 8
"""`OTHERS` is the game of OpenSpiel nearest to ours: ten tricks of four players who follow suit, with the
bids already made. We aim at `TIMES_OTHERS` times as many games a second."""
DECK = [1 << place for place in INDEX.values()]


def main() -> None:
    for many, deals in SOLVED.items():
        times = sorted(solving(many, deals))
        print(
            f"tressette, exact, {many} cards, cold table, {deals} deals: {statistics.median(times):.2f} ms "
            f"(aim {MOST_MS[many]} ms), mean {statistics.fmean(times):.2f}, "
            f"95 % below {times[int(0.95 * (deals - 1))]:.2f} ms"
        )
    ours = random_playouts()
    print(f"tressette, random playouts: {ours:,.0f} a second (aim {LEAST_PER_SECOND:,})")
    if find_spec("pyspiel"):
        theirs = random_playouts_of_openspiel()
        print(
            f"OpenSpiel, {OTHERS}, random playouts: {theirs:,.0f} a second; "
            f"tressette {ours / theirs:.1f} times as many (aim {TIMES_OTHERS})"
        )
    else:
        print("OpenSpiel, random playouts: not installed (pip install open-spiel)")
    print(f"tressette, heuristic playouts: {by_rules():,.0f} a second")
    print(f"tarocchi, random playouts: {tarocchi(is_random=True):,.0f} a second")
    print(f"tarocchi, heuristic playouts: {tarocchi(is_random=False):,.0f} a second")
    print(
        f"whist, four with ten cards, random playouts: {whist(WHIST_PLAYOUTS, by_rules=False):,.0f} a second"
    )
    print(f"whist, heuristic playouts: {whist(PLAYOUTS, by_rules=True):,.0f} a second")


def dealt(random: Random, many: int) -> tuple[int, int, int, int]:
    pack = random.sample(DECK, 4 * many)
    a, b, c, d = (sum(pack[many * seat : many * seat + many]) for seat in range(4))
    return a, b, c, d


def solving(many: int, deals: int) -> list[float]:
    """Return the milliseconds for each deal, with an empty transposition table."""
    random, times, memory = Random(SEED + many), [], solver()
    for _ in range(deals):
        hands = dealt(random, many)
        thirds = 1 + sum(int(WORTH[place & 15]) for place in INDEX.values() if sum(hands) >> place & 1)
        memory["kept"] = memory["past"] = 0
        start = time.process_time()
        solve(*hands, thirds, -1, memory)
        times.append(1000 * (time.process_time() - start))
    return times


def random_playouts() -> float:
    hands, lots, trace = dealt(Random(SEED), 10), np.array([SEED], np.int64), np.zeros(40, np.int64)
    start = time.process_time()
    at_random(*hands, 1, RANDOM_PLAYOUTS, lots, trace)
    return RANDOM_PLAYOUTS / (time.process_time() - start)


def random_playouts_of_openspiel() -> float:
    """Return the random playouts a second of OpenSpiel's evaluator, all in one visit of its tree search."""
    import pyspiel

    random, game = Random(SEED), pyspiel.load_game(OTHERS)
    state = game.new_initial_state()
    while not str(state).startswith("Phase: Play"):
        outcomes = [each for each, _ in state.chance_outcomes()] if state.is_chance_node() else None
        state.apply_action(random.choice(outcomes or state.legal_actions()))
    search = pyspiel.MCTSBot(
        game, pyspiel.RandomRolloutEvaluator(OTHER_GAMES, SEED), 2.0, 1, 1000, False, SEED, False
    )
    start = time.process_time()
    search.step(state)
    return OTHER_GAMES / (time.process_time() - start)


def by_rules() -> float:
    random, out = Random(SEED), np.zeros((3, 16), np.float64)
    boards = np.zeros((PLAYOUTS, BOARD), np.int64)
    for board in boards:
        board[HANDS : HANDS + 4] = dealt(random, 10)
        board[COUNTS : COUNTS + 4], board[SIDES : SIDES + 4] = 10, (0, 1, 0, 1)
        board[STAKES : STAKES + 4], board[PLAYERS], board[LAST] = -1000, 4, 1
    start = time.process_time()
    for board in boards:
        play_out(board, out, 0)
    return PLAYOUTS / (time.process_time() - start)


def tarocchi(is_random: bool) -> float:
    """Return the playouts a second, from twenty cards in each hand."""
    random, out, lots = Random(SEED), np.zeros((2, 24), np.float64), np.array([SEED], np.int64)
    boards, trace = np.zeros((PLAYOUTS, tarocchi_play.BOARD), np.int64), np.zeros(60, np.int64)
    for board in boards:
        pack = random.sample([*SICILIAN63.cards], 63)
        board[:] = start({"dealer": random.randrange(3), "scarto": pack[60:]})
        for seat in range(3):
            board[tarocchi_play.HANDS + seat] = bits(pack[20 * seat : 20 * seat + 20])
    begun = time.process_time()
    for board in boards:
        if is_random:
            tarocchi_play.at_random(board, lots, trace)
        else:
            tarocchi_play.play_out(board, out, 0)
    return PLAYOUTS / (time.process_time() - begun)


def whist(games: int, by_rules: bool) -> float:
    """Return the playouts a second of one fixed deal of ten cards each, with the bids already made."""
    random, out, lots = Random(SEED), np.zeros(whist_play.OUT, np.float64), np.array([SEED], np.int64)
    pack = random.sample([1 << place for place in WHIST_INDEX[False].values()], 40)
    first = np.zeros(whist_play.BOARD, np.int64)
    for seat in range(4):
        first[whist_play.HANDS + seat] = sum(pack[10 * seat : 10 * seat + 10])
        first[whist_play.COUNTS + seat], first[whist_play.BIDS + seat] = 10, 2
    first[whist_play.PLAYERS], first[whist_play.BIDDEN], first[whist_play.SIZE] = 4, 4, 10
    first[whist_play.DUTY], first[whist_play.PENALTY] = 1, MISSED
    boards = np.tile(first, (games, 1))
    start = time.process_time()
    for board in boards:
        if by_rules:
            whist_play.play_out(board, out, 0)
        else:
            whist_play.play_at_random(board, lots)
    return games / (time.process_time() - start)


if __name__ == "__main__":
    main()
