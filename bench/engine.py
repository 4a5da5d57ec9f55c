"""The speed of the engine for every game of the catalog: `python -m bench.engine`."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from ludocards.engine.game import Game, Step, unrefused
from ludocards.engine.registry import GAMES
from tests.engine.matches import Played, play, replay

REPEATS, SECONDS = 30, 2.0
DEAL_MS, MATCH_MS, STATE_MS = 10, 50, 1


def main() -> None:
    for name in GAMES:
        match = play(name, GAMES[name].players[0], seed=1)
        for what, target, work in figures(match):
            print(f"{name}, {what}: {milliseconds(work):.2f} ms (at most {target} ms)")
        rates = ", ".join(f"{moves_a_second(GAMES[name], views=views):.0f}" for views in (True, False))
        print(f"{name}, played at random: {rates} moves a second with views, and without")


def figures(match: Played) -> Iterator[tuple[str, float, Callable[[], object]]]:
    game, dealt = match.game, match.deals
    first = replay(game, match.rules, match.players, dealt[:1])
    assert isinstance(first, Played)
    yield "a deal played at random", DEAL_MS, lambda: play_random_deal(match)
    yield (
        f"a match of {len(dealt)} deals from its events",
        MATCH_MS,
        lambda: replay(game, match.rules, match.players, dealt),
    )
    yield "a snapshot written and read", STATE_MS, lambda: game.load(game.dump(match.state))
    yield "a view", STATE_MS, lambda: game.view(match.state, 0)


def play_random_deal(match: Played) -> None:
    """Replay the first deal, listing the legal commands at each turn."""
    game, (deal, actions) = match.game, match.deals[0]
    state = game.start(match.rules, match.players, deal.dealer)
    step = game.deal(state, deal)
    for action in actions:
        assert isinstance(step, Step)
        assert action.seat is not None
        assert game.legal(step.state, action.seat)
        step = game.apply(step.state, action.seat, action.command)


def moves_a_second(game: Game[Any, Any], *, views: bool) -> float:
    """The rate of random moves by all presets and numbers of players, by the processor's time.

    With views, the seat on turn looks at the table before each move.
    """
    tables = [(rules, n) for preset, rules in game.presets.items() for n in game.players_of(preset)]
    random, moves, start = Random(1), 0, time.process_time()
    while time.process_time() < start + SECONDS:
        state = unrefused(game.start(*random.choice(tables), 0))
        while not game.is_over(state) and time.process_time() < start + SECONDS:
            pack = random.sample(game.pack(state), len(game.pack(state)))
            state = unrefused(game.deal(state, game.hand_out(state, tuple(pack)))).state
            while seats := game.to_act(state):
                commands = game.legal(state, seats[0])
                if views:
                    game.view(state, seats[0])
                state = unrefused(game.apply(state, seats[0], random.choice(commands))).state
                moves += 1
    return moves / (time.process_time() - start)


def milliseconds(work: Callable[[], object]) -> float:
    """Return the median time of several repetitions."""
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return 1000 * statistics.median(times)


if __name__ == "__main__":
    main()
