"""A Redis that hangs or is out of memory: people play on, and bots when it is over."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

from redis import Redis

from tests.live.player import PATIENCE, Player, at_table
from tests.live.stack import Full

HANGS = 12.0
ACKNOWLEDGED_WITHIN = 10.0
"""Seconds within which moves are acknowledged on a busy machine: before Redis answers again."""

RULES = {"preset": "classico", "match_end": {"deals": 9}}
PACE = 0.5
"""That of a table on which bots need not wait for spare time."""


async def on_turn(table: list[Player], since: int = 0) -> Player:
    """Return the person whose turn it is, at this version or a later one; wait for the bots, and ping like a
    browser."""
    async with asyncio.timeout(PATIENCE):
        while max(player.have for player in table) < since or not any(player.legal for player in table):
            for player in table:
                await player.send({"t": "ping", "have": player.have, "rev": 0, "chat": 0})
            await asyncio.sleep(0.2)
    return next(player for player in table if player.legal)


async def test_moves_are_acknowledged_while_redis_hangs(full: Full) -> None:
    tables = full.seed(tables=8, people=1, rules=RULES, pace=PACE)
    async with asyncio.timeout(120), AsyncExitStack() as everybody:
        seated = [await at_table(full, everybody, table) for table in tables]
        movers = [await on_turn(table) for table in seated]
        with Redis.from_url(full.env["REDIS_URL"]) as redis:
            redis.client_pause(int(HANGS * 1000))
            ended = asyncio.create_task(asyncio.sleep(HANGS))
            async with asyncio.timeout(ACKNOWLEDGED_WITHIN):
                answers = await asyncio.gather(*(mover.do(mover.legal[-1]) for mover in movers))
        assert [answer["t"] for answer in answers] == ["ack"] * len(answers)
        await ended
        await asyncio.gather(
            *(on_turn(table, answer["version"]) for table, answer in zip(seated, answers, strict=True))
        )


async def test_workers_survive_a_redis_without_memory(full: Full) -> None:
    [table] = full.seed(people=1, rules=RULES, pace=PACE)
    async with asyncio.timeout(120), AsyncExitStack() as everybody:
        people = await at_table(full, everybody, table)
        mover = await on_turn(people)
        with Redis.from_url(full.env["REDIS_URL"]) as redis:
            redis.config_set("maxmemory", "1")
            try:
                answer = await asyncio.wait_for(mover.do(mover.legal[-1]), ACKNOWLEDGED_WITHIN)
                await asyncio.sleep(3)  # beat enqueues a sweep every second
            finally:
                redis.config_set("maxmemory", "0")
        assert answer["t"] == "ack"
        await on_turn(people, answer["version"])
        assert [process.poll() for process in full.processes] == [None] * len(full.processes)
