"""The doorbell: wake the sockets of a group, from any thread. The sockets read for themselves what is new."""

from __future__ import annotations

import asyncio
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

_loop: asyncio.AbstractEventLoop | None = None


def serve_from(loop: asyncio.AbstractEventLoop) -> None:
    """Note that this process serves sockets in `loop`: every thread rings through it."""
    global _loop
    _loop = loop


def ring_group(group: str, message: dict[str, Any], pause: float = 0.0) -> None:
    """Ring a group. With a `pause`, a web process rings it that many seconds later if it has just done so;
    of the messages that wait only the last one is sent."""
    if _loop is not None and _loop.is_running():
        _loop.call_soon_threadsafe(_ring, _loop, group, message, pause)
    else:
        async_to_sync(get_channel_layer().group_send)(group, message)


_resting: dict[str, dict[str, Any] | None] = {}
"""The groups that ring only after a pause, each with the message that waits for its end."""


def _ring(loop: asyncio.AbstractEventLoop, group: str, message: dict[str, Any], pause: float) -> None:
    if group in _resting:
        _resting[group] = message
        return
    if pause:
        _resting[group] = None
        loop.call_later(pause, _wake, loop, group, pause)
    get_channel_layer().ring(group, message)


def _wake(loop: asyncio.AbstractEventLoop, group: str, pause: float) -> None:
    message = _resting.pop(group)
    if message is not None:
        _ring(loop, group, message, pause)
