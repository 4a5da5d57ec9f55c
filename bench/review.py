"""The processor time of the review of a match, on one core, and the part of it that the reasons for better
choices take: `python -m bench review`, and `python -m bench.review GAME` for another game."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any
from unittest import mock

from games.archive.replay import Logged, Stretch
from games.review import explaining, judging
from ludocards.bots.registry import POLICIES, reviewer
from ludocards.engine.game import Json
from ludocards.engine.registry import GAMES
from tests.engine.matches import playing, rules_of

SEED, DEALS, MATCHES = 9000, 10, 3
MOST_SECONDS = 20.0


def main(game: str = "tressette", deals: str = str(DEALS)) -> None:
    for number in range(MATCHES):
        explained = Timed(explaining.explain_choice)
        with mock.patch.object(explaining, "explain_choice", explained):
            seconds = sorted(reviewing(SEED + 100 * number, game, int(deals)))
        print(
            f"review of {deals} deals of {game}: {sum(seconds):.1f} s (aim {MOST_SECONDS:.0f}), "
            f"the dearest deal {seconds[-1]:.1f} s; {explained.calls} choices explained in "
            f"{explained.seconds:.1f} s"
        )


class Timed:
    """A function with the number of its calls, and the processor time that they took."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function, self.calls, self.seconds = function, 0, 0.0

    def __call__(self, *arguments: Any) -> Any:
        start = time.process_time()
        try:
            return self.function(*arguments)
        finally:
            self.calls, self.seconds = self.calls + 1, self.seconds + time.process_time() - start


def log_of(
    seed: int,
    players: int = 4,
    deals: int = DEALS,
    game: str = "tressette",
    policy: str = "circolo",
    **options: Json,
) -> list[Logged]:
    """Return the log of a match between bots of this policy."""
    log: list[Logged] = []
    seen = 0
    choosers = [POLICIES[game][policy]] * players
    for played in playing(game, players, seed, choosers, **GAMES[game].lasting(deals), **options):
        new = played.events[seen:]
        seen = len(played.events)
        for place, event in enumerate(new):
            last = played.deals[-1][1][-1:] if not place and event.kind != "dealt" else []
            log.append(Logged(event, last[0].seat, last[0].command) if last else Logged(event))
    return log


def reviewing(seed: int, name: str, deals: int) -> list[float]:
    """Return the seconds for each deal."""
    game, by, times = GAMES[name], reviewer(name), []
    assert by is not None
    log = log_of(seed, game.players[0], deals, game=name)
    rules = rules_of(game, **game.lasting(deals))
    for deal in judging.commands_by_deal(game, rules, game.players[0], Stretch.whole(log)):
        start = time.process_time()
        judging.judge_deal(game, deal, game.players[0], by, lambda share: None)
        times.append(time.process_time() - start)
    return times


if __name__ == "__main__":
    main(*sys.argv[1:])
