"""A table over real sockets: what one does, everybody sees, in order, and nobody sees more than he may."""

from __future__ import annotations

import asyncio
import random
from contextlib import AsyncExitStack
from typing import Any

from tests.live.player import Player
from tests.live.stack import Stack


async def at_table(stack: Stack, everybody: AsyncExitStack, table: dict[str, Any]) -> list[Player]:
    """All people of a table, each on another web process than the neighbour, with the match on the screen."""
    urls = stack.urls
    players = [
        await everybody.enter_async_context(Player(urls[seat % len(urls)], table["code"], cookie))
        for seat, cookie in enumerate(table["cookies"])
    ]
    for player in players:
        await player.until(lambda player=player: player.state)
    return players


async def converged(players: list[Player]) -> None:
    version = max(player.have for player in players)
    for player in players:
        await player.until(lambda player=player: player.have >= version)


async def test_four_people_play_a_match_to_its_end(stack: Stack) -> None:
    [table] = stack.seed(people=4, rules={"preset": "classico", "match_end": {"deals": 2}}, watchers=1)
    async with AsyncExitStack() as everybody:
        players = await at_table(stack, everybody, table)
        await asyncio.gather(*(player.play_along(random.Random(seat)) for seat, player in enumerate(players[:4])))
        await converged(players)
        assert all(player.is_over() for player in players)
        public = [[{**event, "hand": None} for event in player.events] for player in players]
        assert all(seen == public[0][-len(seen) :] for seen in public)
        assert players[4].table["me"] is None
        assert sum(event["kind"] == "played" for event in players[0].events) == 80
        assert {player.view["totals"][0] for player in players} == {players[0].view["totals"][0]}
