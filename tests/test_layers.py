"""The channel layer delivers each message once: nearby at once, to other processes by Redis."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from typing import Any

import pytest

from ludopoli.sockets.layers import AT_ONCE, NearbyFirst, OneProcess
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
        heard = [(await there.receive(far))["number"] for _ in range(6)]
        assert sorted(heard) == [1, 2, 3, 4, 5, 6], "both ways, once"
        assert [number for number in heard if number != 6] == [1, 2, 3, 4, 5]
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


def test_bells_that_ring_while_one_is_published_go_to_redis_together(hosts: list[str]) -> None:
    async def act() -> None:
        here, there = NearbyFirst(hosts=hosts), NearbyFirst(hosts=hosts)
        near, far = await here.new_channel(), await there.new_channel()
        await here.group_add("table", near)
        await there.group_add("table", far)
        requests = 0

        async def published() -> None:
            nonlocal requests
            requests += 1
            await original()

        shard = here._get_layer()._get_shard("any")
        original, shard.publish_waiting = shard.publish_waiting, published
        for number in range(1, 6):
            here.ring("table", {"type": "doorbell", "number": number})
        assert here._get_layer().channels[near].qsize() == 5, "sockets nearby do not wait for Redis"
        assert await numbers(there, far, 5) == [1, 2, 3, 4, 5]
        assert await numbers(here, near, 5) == [1, 2, 3, 4, 5]
        assert requests == 1

    run(act())


def test_a_redis_that_refuses_delays_no_later_bell(
    hosts: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    async def act() -> None:
        here, there = NearbyFirst(hosts=hosts), NearbyFirst(hosts=hosts)
        far = await there.new_channel()
        await there.group_add("table", far)
        shard = here._get_layer()._get_shard("any")
        original = shard.publish_waiting

        async def refused() -> None:
            shard.waiting.clear()
            shard.publish_waiting = original
            raise ConnectionError

        shard.publish_waiting = refused
        here.ring("table", {"type": "doorbell", "number": 1})
        await asyncio.sleep(0)
        here.ring("table", {"type": "doorbell", "number": 2})
        assert await numbers(there, far, 2) == [2]

    run(act())
    assert [record.message for record in caplog.records] == ["the doorbell did not ring: ConnectionError()"]


async def test_one_process_delivers_each_message_once_and_in_order() -> None:
    layer = OneProcess()
    anna, vito, elsewhere = [await layer.new_channel() for _ in range(3)]
    for channel in (anna, vito):
        await layer.group_add("table", channel)
    await layer.group_add("lobby", elsewhere)
    for number in range(1, 4):
        layer.ring("table", {"number": number, "concerned": [1, 2]})
    await layer.group_discard("table", vito)
    await layer.group_send("table", {"number": 4})
    assert await numbers(layer, anna, 4) == [1, 2, 3, 4]
    assert await numbers(layer, vito, 3) == [1, 2, 3]
    assert layer.channels[vito].empty()
    assert layer.channels[elsewhere].empty()


@pytest.mark.parametrize("mode", ["embedded", "full"])
def test_a_reader_that_stops_waiting_misses_nothing_until_it_has_gone(hosts: list[str], mode: str) -> None:
    async def act() -> None:
        layer: Any = OneProcess() if mode == "embedded" else NearbyFirst(hosts=hosts)
        channel = await layer.new_channel()
        await layer.group_add("table", channel)
        layer.let_wait(channel, True)
        reading = asyncio.create_task(numbers(layer, channel, 1))
        await asyncio.sleep(0)
        reading.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reading
        layer.ring("table", {"type": "doorbell", "number": 1})
        assert await numbers(layer, channel, 1) == [1]
        await layer.forget(channel, ["table"])
        layer.ring("table", {"type": "doorbell", "number": 2})
        await asyncio.sleep(0)
        assert [layer.channels, layer.groups, layer.patient] == [{}, {}, set()]

    run(act())


def test_a_reader_is_forgotten_without_redis(hosts: list[str], caplog: pytest.LogCaptureFixture) -> None:
    async def act() -> None:
        layer: Any = NearbyFirst(hosts=hosts)
        channel = await layer.new_channel()
        for group in ("table", "lobby"):
            await layer.group_add(group, channel)

        async def refused(_name: str) -> None:
            raise ConnectionError

        layer._get_layer()._get_shard("any").unsubscribe = refused
        await layer.forget(channel, ["table", "lobby"])
        assert [layer.channels, layer.groups] == [{}, {}]

    run(act())
    assert {record.message for record in caplog.records} == {
        "a subscription was not ended: ConnectionError()"
    }


@pytest.mark.parametrize("mode", ["embedded", "full"])
def test_nobody_waits_for_a_crowd(hosts: list[str], mode: str) -> None:
    async def act() -> None:
        layer: Any = OneProcess() if mode == "embedded" else NearbyFirst(hosts=hosts)
        crowd = [await layer.new_channel() for _ in range(3 * AT_ONCE)]
        player = await layer.new_channel()
        for channel in (*crowd, player):
            await layer.group_add("table", channel)
            layer.let_wait(channel, channel != player)
        queues = layer.channels

        def got(channel: str) -> int:
            return int(queues[channel].qsize())

        for number in range(1, 3):
            layer.ring("table", {"type": "doorbell", "number": number})
        assert got(player) == 2, "a player has everything at once"
        assert not any(map(got, crowd))
        sent = 0
        while sent < 2 * len(crowd):
            await asyncio.sleep(0)
            before, sent = sent, sum(map(got, crowd))
            assert sent - before <= AT_ONCE
        for channel in (*crowd, player):
            assert await numbers(layer, channel, 2) == [1, 2]

    run(act())


def test_a_crowd_elsewhere_does_not_make_its_players_wait_either(hosts: list[str]) -> None:
    async def act() -> None:
        here, there = NearbyFirst(hosts=hosts), NearbyFirst(hosts=hosts)
        spectator, player = await there.new_channel(), await there.new_channel()
        for channel in (spectator, player):
            await there.group_add("table", channel)
        there.let_wait(spectator, True)
        await here.group_send("table", {"type": "doorbell", "number": 1})
        assert await numbers(there, player, 1) == [1]
        assert await numbers(there, spectator, 1) == [1]

    run(act())
