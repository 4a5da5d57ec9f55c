"""The end of a web process: its sockets ask to be opened again elsewhere, and its streams end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

CLOSED_RESTART = 1012
"""The registered close code for "service restart": the client reconnects at once."""

RESTART = {"type": "websocket.restart"}
"""The message to a socket whose process is about to end. What was received before it is handled first."""

_has_begun = False
_limits: set[asyncio.Timeout] = set()


def begin_draining() -> None:
    """End all waits of `at_most`, those of the future too. Must be called on the event loop."""
    global _has_begun
    _has_begun = True
    for limit in _limits:
        if not limit.expired():
            limit.reschedule(0)


def has_begun() -> bool:
    return _has_begun


@asynccontextmanager
async def at_most(seconds: float) -> AsyncIterator[asyncio.Timeout]:
    """Like `asyncio.timeout`, but the time is also up when the process is about to end."""
    async with asyncio.timeout(0 if _has_begun else seconds) as limit:
        _limits.add(limit)
        try:
            yield limit
        finally:
            _limits.discard(limit)
