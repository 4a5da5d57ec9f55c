"""One thing at a time, from several sources."""

from __future__ import annotations

import asyncio

import pytest

from ludopoli.sockets.turns import take_turns


class Over(Exception):
    """Ends the turns, as the end of a connection does."""


async def all_quiet() -> None:
    """Let every task come as far as it can, however long the machine takes for it."""
    for _ in range(50):
        await asyncio.sleep(0)


async def test_messages_are_handled_one_at_a_time_and_each_source_in_its_order() -> None:
    client: asyncio.Queue[str] = asyncio.Queue()
    rings: asyncio.Queue[str] = asyncio.Queue()
    handled: list[str] = []
    go_on = asyncio.Event()

    async def handle(message: str) -> None:
        handled.append(f"begin {message}")
        if message == "do":
            await go_on.wait()
        if message == "bye":
            raise Over
        handled.append(f"end {message}")

    taking = asyncio.create_task(take_turns((client.get, rings.get), handle))
    client.put_nowait("do")
    await all_quiet()
    for message in ("ring 1", "ring 2"):
        rings.put_nowait(message)
    await all_quiet()
    assert handled == ["begin do"], "what is announced waits while a command is carried out"
    go_on.set()
    await all_quiet()
    assert handled[1:] == ["end do", "begin ring 1", "end ring 1", "begin ring 2", "end ring 2"]
    client.put_nowait("bye")
    with pytest.raises(Over):
        await taking


async def test_sources_are_left_when_the_turns_end() -> None:
    left = asyncio.Event()

    async def waiting() -> str:
        try:
            return await asyncio.Future()
        finally:
            left.set()

    async def ending() -> str:
        raise Over

    async def handle(message: str) -> None:
        raise AssertionError(message)

    with pytest.raises(Over):
        await take_turns((waiting, ending), handle)
    assert left.is_set()
