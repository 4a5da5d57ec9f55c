"""A web process that ends on SIGTERM, as systemd ends it: its people go on elsewhere, or once it is back."""

from __future__ import annotations

import asyncio
import json
import urllib.request
from contextlib import AsyncExitStack
from http.client import HTTPResponse
from typing import Any

from websockets.asyncio.client import connect

from ludopoli.site.server import PATIENCE
from ludopoli.sockets.draining import CLOSED_RESTART
from tests.live.persistent import Persistent, check_log, reached_by
from tests.live.player import at_table
from tests.live.stack import Stack

RULES = {"preset": "classico", "match_end": {"deals": 4}}
SOCKETS = "lobby", "notices"

BACK = 5.0
"""Seconds in which a player whose process has ended is back at the table if there is another process."""


async def test_people_play_on_while_a_process_restarts(stack: Stack) -> None:
    [table] = stack.seed(people=4, rules=RULES)
    async with AsyncExitStack() as everybody:
        players = await at_table(stack, everybody, table)
        people = [
            Persistent(player, seat, elsewhere=[elsewhere(stack, table)])
            for seat, player in enumerate(players)
        ]
        moving = [player.address.startswith(socket_url(stack)) for player in players]
        sockets = [await everybody.enter_async_context(listening(stack, path, table)) for path in SOCKETS]
        streams = [opened(stack, path, table) for path in (f"matches/{table['match']}", "me")]
        playing = [asyncio.create_task(person.play()) for person in people]
        reading = [asyncio.create_task(asyncio.to_thread(stream.read)) for stream in streams]
        await players[0].until(lambda: players[0].have >= 15)
        took = await asyncio.to_thread(stack.restart, 0)
        reached = reached_by(stack, table)
        async with asyncio.timeout(240):
            lines = [json.loads(each.splitlines()[0]) for each in await asyncio.gather(*reading)]
            await asyncio.gather(*playing)
    assert took < PATIENCE, "nothing had to be cut off"
    assert [person.codes for person in people] == [[CLOSED_RESTART] * moves for moves in moving]
    assert [socket.close_code for socket in sockets] == [CLOSED_RESTART] * len(SOCKETS)
    assert [line["t"] for line in lines] == ["state", "state"], "the streams ended, and were not broken off"
    assert reached < reached_by(stack, table), "the match went on"
    if len(stack.urls) > 1:
        assert max(person.away for person in people) < BACK
    check_log(stack, table, people)


def socket_url(stack: Stack) -> str:
    return stack.url.replace("http", "ws", 1)


def elsewhere(stack: Stack, table: dict[str, Any]) -> str:
    """Return the address of a table at the last process."""
    return f"{stack.urls[-1].replace('http', 'ws', 1)}/ws/table/{table['code']}/"


def listening(stack: Stack, path: str, table: dict[str, Any]) -> connect:
    return connect(f"{socket_url(stack)}/ws/{path}/", additional_headers={"Cookie": table["cookies"][0]})


def opened(stack: Stack, path: str, table: dict[str, Any]) -> HTTPResponse:
    address, headers = f"{stack.url}/api/v1/{path}/stream/", {"Cookie": table["cookies"][0]}
    asked = urllib.request.Request(address, headers=headers)
    stream: HTTPResponse = urllib.request.urlopen(asked, timeout=60)
    return stream
