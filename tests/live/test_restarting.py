"""A web process that ends on SIGTERM, as systemd ends it: its people go on elsewhere, or once it is back."""

from __future__ import annotations

import asyncio
import json
import time
import urllib.request
from contextlib import AsyncExitStack
from http.client import HTTPResponse
from typing import Any

from websockets.asyncio.client import connect

from ludopoli.base.draining import CLOSED_RESTART
from ludopoli.server import PATIENCE
from tests.live.player import Player, at_table
from tests.live.stack import Stack
from tests.live.test_faults import Persistent, check_log, reached_by

RULES = {"preset": "classico", "match_end": {"deals": 2}}
SOCKETS = "lobby", "notices"

BACK = 5.0
"""Seconds in which a player whose process has ended is back at the table if there is another process."""


class Moving(Persistent):
    """A person who goes to another process, if there is one, when theirs ends."""

    def __init__(self, player: Player, seat: int, stack: Stack) -> None:
        super().__init__(player, seat)
        self.is_moving = player.address.startswith(socket_url(stack))
        self.elsewhere = player.address.replace(stack.url[4:], stack.urls[-1][4:])
        self.codes: list[int | None] = []
        self.away = 0.0

    async def _come_back(self) -> None:
        began = time.monotonic()
        assert self.player.socket is not None
        self.codes.append(self.player.socket.close_code)
        self.player.address = self.elsewhere
        await super()._come_back()
        self.away = max(self.away, time.monotonic() - began)


async def test_people_play_on_while_a_process_restarts(mortal: Stack) -> None:
    stack = mortal
    [table] = stack.seed(people=4, rules=RULES)
    async with AsyncExitStack() as everybody:
        players = await at_table(stack, everybody, table)
        people = [Moving(player, seat, stack) for seat, player in enumerate(players)]
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
    assert [person.codes for person in people] == [[CLOSED_RESTART] * person.is_moving for person in people]
    assert [socket.close_code for socket in sockets] == [CLOSED_RESTART] * len(SOCKETS)
    assert [line["t"] for line in lines] == ["state", "state"], "the streams ended, and were not broken off"
    assert reached < reached_by(stack, table), "the match went on"
    if len(stack.urls) > 1:
        assert max(person.away for person in people) < BACK
    check_log(stack, table, people)


def socket_url(stack: Stack) -> str:
    return stack.url.replace("http", "ws", 1)


def listening(stack: Stack, path: str, table: dict[str, Any]) -> connect:
    return connect(f"{socket_url(stack)}/ws/{path}/", additional_headers={"Cookie": table["cookies"][0]})


def opened(stack: Stack, path: str, table: dict[str, Any]) -> HTTPResponse:
    address, headers = f"{stack.url}/api/v1/{path}/stream/", {"Cookie": table["cookies"][0]}
    asked = urllib.request.Request(address, headers=headers)
    stream: HTTPResponse = urllib.request.urlopen(asked, timeout=60)
    return stream
