"""Bells ring at once within a process, whatever the way to other processes does."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from ludopoli.base import bells


class Ear:
    """A listener that notes what it hears."""

    def __init__(self) -> None:
        self.heard: list[int] = []

    async def hear(self, message: dict[str, Any]) -> None:
        self.heard.append(message["version"])


class Broken(Ear):
    async def hear(self, message: dict[str, Any]) -> None:
        raise RuntimeError


class Slow:
    """A way to other processes that carries nothing until it is opened."""

    def __init__(self) -> None:
        self.open = asyncio.Event()
        self.sent: list[int] = []
        self.members: list[tuple[str, str]] = []
        self.new_channel: Callable[[], Awaitable[str]] = self.channel

    async def channel(self) -> str:
        return "here"

    async def group_add(self, group: str, channel: str) -> None:
        self.members.append((group, channel))

    async def group_discard(self, group: str, channel: str) -> None: ...

    async def receive(self, channel: str) -> dict[str, Any]:
        return await asyncio.Future()

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        await self.open.wait()
        self.sent.append(message["version"])


def bell(version: int, match: str = "a") -> dict[str, Any]:
    return {"type": "doorbell", "match": match, "version": version}


@pytest.fixture
def layer(monkeypatch: pytest.MonkeyPatch) -> Slow:
    slow = Slow()
    monkeypatch.setattr(bells, "get_channel_layer", lambda: slow)
    monkeypatch.setattr(bells, "_exchange", None)
    return slow


async def settled() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def test_listeners_hear_every_bell_in_order_while_redis_hangs(layer: Slow) -> None:
    exchange, here, elsewhere = bells.exchange(), Ear(), Ear()
    await exchange.listen("table.1", here)
    await exchange.listen("table.2", elsewhere)
    for version in (1, 2, 3):
        await exchange.ring("table.1", bell(version))
    assert here.heard == [1, 2, 3]
    assert elsewhere.heard == []
    assert layer.sent == []


async def test_of_the_bells_that_wait_other_processes_get_the_latest_version(layer: Slow) -> None:
    exchange = bells.exchange()
    await exchange.ring("table.1", bell(1))
    await settled()
    for version in (2, 3, 4):
        await exchange.ring("table.1", bell(version))
    await exchange.ring("table.1", bell(1, match="b"))
    layer.open.set()
    await settled()
    assert layer.sent == [1, 4, 1]


async def test_a_bell_may_carry_a_list(layer: Slow) -> None:
    """As those of tournaments do: the people whom it concerns."""
    exchange, ear = bells.exchange(), Ear()
    await exchange.listen("event.1", ear)
    layer.open.set()
    await exchange.ring("event.1", {**bell(1), "concerned": [1, 2]})
    await settled()
    assert ear.heard == layer.sent == [1]


async def test_a_listener_that_fails_keeps_no_bell_from_the_others(layer: Slow) -> None:
    exchange, ears = bells.exchange(), [Ear(), Broken(), Ear()]
    for ear in ears:
        await exchange.listen("table.1", ear)
    await exchange.ring("table.1", bell(1))
    assert [ear.heard for ear in ears] == [[1], [], [1]]


async def test_a_listener_that_has_left_hears_nothing(layer: Slow) -> None:
    exchange, ear = bells.exchange(), Ear()
    await exchange.listen("table.1", ear)
    await exchange.leave("table.1", ear)
    await exchange.ring("table.1", bell(1))
    assert ear.heard == []
    assert exchange.listeners == {}


async def test_a_process_that_could_not_reach_redis_at_first_hears_other_processes_later(layer: Slow) -> None:
    async def away() -> str:
        raise ConnectionError

    exchange, layer.new_channel = bells.exchange(), away
    with pytest.raises(ConnectionError):
        await exchange.listen("table.1", Ear())
    assert exchange.listeners == {}, "a listener that could not join is not kept"
    layer.new_channel = layer.channel
    await exchange.listen("table.2", Ear())
    assert layer.members == [("table.2", "here")]


async def test_a_listener_that_goes_while_it_joins_keeps_others_from_nothing(layer: Slow) -> None:
    async def slowly() -> str:
        await layer.open.wait()
        return "here"

    exchange, layer.new_channel = bells.exchange(), slowly
    leaves, stays = (asyncio.create_task(exchange.listen(group, Ear())) for group in ("table.1", "table.2"))
    await settled()
    leaves.cancel()
    layer.open.set()
    await stays
    assert layer.members == [("table.2", "here")]


async def test_a_redis_that_hangs_holds_up_no_later_bell(
    layer: Slow, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(bells, "SENT_WITHIN", 0)
    exchange = bells.exchange()
    await exchange.ring("table.1", bell(1))
    assert exchange.sending is not None
    await exchange.sending
    assert "a bell did not ring" in caplog.text
    layer.open.set()
    monkeypatch.setattr(bells, "SENT_WITHIN", 2)
    await exchange.ring("table.1", bell(2))
    await exchange.sending
    assert layer.sent == [2]
