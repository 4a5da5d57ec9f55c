"""Hundreds of bots that think for people: `python -m bench thinkers`.

At each of 165 tables a person, who thinks for half a second at most, plays with three bots of a level, and at
ten more with bots of the club. Printed are the cards that bots play in a second, the turns that wait in the
queue, and the time from the turn of a bot until its card: where nobody waits, it takes a second at most.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
from collections.abc import Sequence
from pathlib import Path

from redis import Redis

from bench import spine
from bench.cards import playing
from tests import servers
from tests.live.stack import Full

LEVELS = ("circolo", "esperto", "maestro")
TABLES, OTHERS = 165, 10
SECONDS, WARM_UP = 25.0, 15.0

ANSWERS = """
    SELECT (SELECT max(bot) FROM games_seat WHERE table_id = games_match.table_id), ms
    FROM games_event JOIN games_match ON games_match.id = match_id
    WHERE command_id LIKE 'bot%' AND at > now() - interval '{} s'
"""
"""The level of the table and the milliseconds of each card of a bot."""


def main() -> None:
    for level in LEVELS:
        with (
            servers.postgres() as url,
            servers.redis() as broker,
            tempfile.TemporaryDirectory() as home,
        ):
            stack = Full(Path(home), url, broker, **spine.UNTHROTTLED)
            stack.workers = ("one", "two")
            with stack:
                stack.call("ludocards.bots.registry:warm_up")
                print(f"{level}: {asyncio.run(measured(stack, level, broker))}", flush=True)


async def measured(stack: Full, level: str, broker: str) -> str:
    async with playing(stack, 1, OTHERS, 0.0), playing(stack, 1, TABLES, WARM_UP, level=level):
        lengths = []
        with Redis.from_url(broker) as redis:
            for _ in range(int(SECONDS)):
                await asyncio.sleep(1)
                lengths.append(int(redis.llen("celery")))
        answers = stack.query(ANSWERS.format(SECONDS))
    of_level = [ms for found, ms in answers if found == level]
    of_club = [ms for found, ms in answers if found == "circolo"]
    return (
        f"{len(answers) / SECONDS:.0f} cards a second; {statistics.median(lengths):.0f} turns wait in the "
        f"queue ({max(lengths)} at most); a card of these bots after {described(of_level)}, of the club's "
        f"{described(of_club)}"
    )


def described(waits: Sequence[int]) -> str:
    """Describe some times in milliseconds."""
    if len(waits) < 2:
        return "nothing"
    late = statistics.quantiles(waits, n=20)[-1]
    return f"{statistics.median(waits) / 1000:.1f} s (p95 {late / 1000:.1f})"


if __name__ == "__main__":
    main()
