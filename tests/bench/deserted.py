"""A person's turns beside twenty tables that guests have left to *maestro*: `python -m tests.bench deserted`.

A person plays with bots of the level *circolo* at pace 0 in the embedded mode. Measured is the time from
their card to their next turn, first alone and then beside those tables. Only the ratio is meaningful.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path

from tests.live.player import Player, at_table
from tests.live.stack import Embedded, Stack

TABLES = 20
ROUNDS = 40
SETTLES = 10.0
"""Seconds until the sweep has found the tables, so that the bots at all of them may be thinking."""


def main() -> None:
    with tempfile.TemporaryDirectory() as home, Embedded(Path(home)) as stack:
        stack.call("ludocards.bots.registry:warm_up")
        alone = asyncio.run(_rounds(stack))
        stack.call("tests.live.seed:left_behind", tables=TABLES, level="maestro")
        time.sleep(SETTLES)
        beside = asyncio.run(_rounds(stack))
        ratio = statistics.median(beside) / statistics.median(alone)
        print(
            f"a round with three bots, alone: {_medians(alone)}; beside {TABLES} tables left to maestro: "
            f"{_medians(beside)}, {ratio:.1f} times the median"
        )


async def _rounds(stack: Stack) -> list[float]:
    """Return the milliseconds from each card of the person to their next turn."""
    [table] = stack.seed(people=1, rules={"preset": "classico", "match_end": {"deals": 9}})
    times: list[float] = []
    rng = random.Random(1)
    async with AsyncExitStack() as everybody:
        [anna] = await at_table(stack, everybody, table)
        while len(times) < ROUNDS:
            await anna.until(lambda: anna.legal, 120)
            start, seen = time.perf_counter(), anna.state
            await anna.do(rng.choice(anna.legal))
            await anna.until(lambda seen=seen: _next_turn(anna, seen), 120)
            times.append(1000 * (time.perf_counter() - start))
    return times


def _next_turn(anna: Player, seen: object) -> bool:
    return anna.state is not seen and bool(anna.legal)


def _medians(times: list[float]) -> str:
    return f"{statistics.median(times):.0f} ms (95 in 100 below {statistics.quantiles(times, n=20)[-1]:.0f})"


if __name__ == "__main__":
    main()
