"""Matches that another transaction holds: their players are asked to try again, and all others play on."""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack
from typing import Any

import psycopg

from tests.live.player import Player, at_table
from tests.live.stack import Full

THREADS = 4
"""The threads of a web process for its database: so many matches are held."""

HELD = 7.0
"""The seconds for which the match is held: longer than the longest wait for a lock."""

PAUSE = 0.5
"""The seconds between two moves of a table that nobody holds."""

RULES = {"preset": "classico", "match_end": {"deals": 9}}


async def test_held_matches_keep_nobody_else_waiting(full: Full) -> None:
    held = THREADS
    tables = full.seed(tables=held + 3, people=4, rules=RULES)
    async with asyncio.timeout(60), AsyncExitStack() as everybody:
        seated = [await at_table(full, everybody, table) for table in tables]
        others = seated[held:]
        on_turn = [next(player for player in table if player.legal) for table in seated[:held]]
        commands = [player.legal[0] for player in on_turn]

        async def move_all() -> list[Any]:
            return await asyncio.gather(*map(Player.do, on_turn, commands, ["held"] * held))

        with psycopg.connect(full.database_url) as holder:
            matches = [table["match"] for table in tables[:held]]
            holder.execute("SELECT 1 FROM games_match WHERE id = ANY(%s) FOR UPDATE", [matches])
            end = time.monotonic() + HELD
            slowest, answers = await asyncio.gather(slowest_move(others, end), move_all())
        assert {(answer["t"], answer.get("code")) for answer in answers} == {("error", "try_again")}
        assert slowest < HELD / 2, "the others were not kept waiting"
        again = await move_all()
        assert {answer["t"] for answer in again} == {"ack"}, "the same command counts once the match is free"


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
        await asyncio.sleep(PAUSE)
    return slowest
