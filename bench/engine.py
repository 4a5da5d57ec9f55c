"""The speed of the engine for every game of the catalog: `python -m bench.engine`."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator

from ludocards.engine.game import Step
from ludocards.engine.registry import GAMES
from tests.engine.matches import Played, play, replay

REPEATS = 30
DEAL_MS, MATCH_MS, STATE_MS = 10, 50, 1


def main() -> None:
    for name in GAMES:
        match = play(name, GAMES[name].players[0], seed=1)
        for what, target, work in figures(match):
            print(f"{name}, {what}: {milliseconds(work):.2f} ms (at most {target} ms)")


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
