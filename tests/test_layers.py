"""The channel layer delivers each message once: nearby at once, to other processes by Redis."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from typing import Any

import pytest

from ludopoli.base.layers import NearbyFirst
from tests import servers


@pytest.fixture(scope="module")
def hosts() -> Iterator[list[str]]:
    with servers.redis() as url:
        yield [url]


def run(act: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(act, 20))


async def numbers(layer: Any, channel: str, last: int) -> list[int]:
    """Return the numbers received until the last one."""
    got: list[int] = []
    while got[-1:] != [last]:
        got.append((await layer.receive(channel))["number"])
    return got


def test_each_socket_gets_each_message_once_and_in_order(hosts: list[str]) -> None:
    async def act() -> None:
        here, there = NearbyFirst(hosts=hosts), NearbyFirst(hosts=hosts)
        near, far = await here.new_channel(), await there.new_channel()
        await here.group_add("table", near)
        await there.group_add("table", far)
        for number in range(1, 6):
            await here.group_send("table", {"type": "doorbell", "number": number})
        await there.group_send("table", {"type": "doorbell", "number": 6})
        assert await numbers(there, far, 5) == [6, 1, 2, 3, 4, 5], "what is nearby comes first"
        assert await numbers(here, near, 6) == [1, 2, 3, 4, 5, 6]

    run(act())


def test_a_socket_nearby_is_rung_without_redis(hosts: list[str]) -> None:
    async def act() -> None:
        here = NearbyFirst(hosts=hosts)
        near = await here.new_channel()
        await here.group_add("table", near)
        rung = asyncio.create_task(here.group_send("table", {"type": "doorbell", "number": 1}))
        await asyncio.sleep(0)
        assert here._get_layer().channels[near].qsize() == 1
        await rung
        await here.group_send("table", {"type": "doorbell", "number": 2})
        assert await numbers(here, near, 2) == [1, 2]

    run(act())


def test_a_message_to_one_socket_arrives(hosts: list[str]) -> None:
    async def act() -> None:
        here, there = NearbyFirst(hosts=hosts), NearbyFirst(hosts=hosts)
        near = await here.new_channel()
        for number, layer in enumerate([here, there], start=1):
            await layer.send(near, {"type": "doorbell", "number": number})
        assert await numbers(here, near, 2) == [1, 2]

    run(act())
