"""The processor time of the review of a match, on one core: `python -m tests.bench review`."""

from __future__ import annotations

import time

from games.archive.replay import Logged, Stretch
from games.review import judging
from ludocards.bots.registry import POLICIES, reviewer
from ludocards.engine.game import Json
from ludocards.engine.registry import GAMES
from tests.engine.matches import playing

SEED, DEALS, MATCHES = 9000, 10, 3
MOST_SECONDS = 20.0


def main() -> None:
    for number in range(MATCHES):
        seconds = sorted(reviewing(SEED + 100 * number))
        print(
            f"review of {DEALS} deals of Tressette for four: {sum(seconds):.1f} s (aim {MOST_SECONDS:.0f}), "
            f"the dearest deal {seconds[-1]:.1f} s"
        )


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


def reviewing(seed: int) -> list[float]:
    """Return the seconds for each deal."""
    game, by, times = GAMES["tressette"], reviewer("tressette"), []
    assert by is not None
    rules = game.rules_from({"preset": "classico", "match_end": {"deals": DEALS}})
    for deal in judging.deals(game, rules, 4, Stretch.whole(log_of(seed))):
        start = time.process_time()
        judging.judge(game, deal, 4, by, lambda share: None)
        times.append(time.process_time() - start)
    return times


if __name__ == "__main__":
    main()
