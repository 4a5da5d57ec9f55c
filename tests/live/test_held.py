"""A match that another transaction holds: its players are asked to try again, and all others play on."""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack

import psycopg

from tests.live.player import Player, at_table
from tests.live.stack import Full

HELD = 7.0
"""The seconds for which the match is held: longer than the longest wait for a lock."""

RULES = {"preset": "classico", "match_end": {"deals": 9}}


async def test_a_held_match_keeps_nobody_else_waiting(full: Full) -> None:
    tables = full.seed(tables=4, people=4, rules=RULES)
    async with asyncio.timeout(60), AsyncExitStack() as everybody:
        seated = [await at_table(full, everybody, table) for table in tables]
        held, others = seated[0], seated[1:]
        on_turn = next(player for player in held if player.legal)
        command = on_turn.legal[0]
        with psycopg.connect(full.database_url) as holder:
            holder.execute("SELECT 1 FROM games_match WHERE id = %s FOR UPDATE", [tables[0]["match"]])
            end = time.monotonic() + HELD
            slowest, answer = await asyncio.gather(slowest_move(others, end), on_turn.do(command, "held"))
        assert (answer["t"], answer.get("code")) == ("error", "try_again")
        assert slowest < HELD / 2, "the others were not kept waiting"
        again = await on_turn.do(command, "held")
        assert again["t"] == "ack", "the same command counts once the match is free"


async def slowest_move(tables: list[list[Player]], end: float) -> float:
    """Play at all tables until a time; return the longest time of a move in seconds."""
    slowest = await asyncio.gather(*(play(table, end) for table in tables))
    return max(slowest)


async def play(table: list[Player], end: float) -> float:
    slowest = 0.0
    while time.monotonic() < end:
        player = next((player for player in table if player.legal), None)
        if player is None:
            await asyncio.sleep(0.01)
            continue
        began, have = time.monotonic(), player.have
        answer = await player.do(player.legal[-1])
        if answer["t"] == "ack":
            await player.until(lambda player=player, have=have: player.have > have)
            slowest = max(slowest, time.monotonic() - began)
        await asyncio.sleep(0.05)
    return slowest
