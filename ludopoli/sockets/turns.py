"""One thing at a time, from several sources."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar

T = TypeVar("T")


async def take_turns(
    sources: Iterable[Callable[[], Awaitable[T]]], handle: Callable[[T], Awaitable[None]]
) -> None:
    """Handle what the sources yield, one at a time and each source in its order, until `handle` raises.

    Channels' `await_many_dispatch` does the same, with a new task and a new wait for all sources each time.
    """
    turn = asyncio.Lock()

    async def attend(source: Callable[[], Awaitable[T]]) -> None:
        while True:
            message = await source()
            async with turn:
                await handle(message)

    attending = [asyncio.ensure_future(attend(source)) for source in sources]
    try:
        ended, _ = await asyncio.wait(attending, return_when=asyncio.FIRST_COMPLETED)
        for each in ended:
            each.result()
    finally:
        for each in attending:
            each.cancel()
        await asyncio.gather(*attending, return_exceptions=True)
