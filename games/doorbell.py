"""Tells the sockets of a table that something is newer. What it is they read themselves."""

from __future__ import annotations

import asyncio
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

LOBBY = "lobby"

_loop: asyncio.AbstractEventLoop | None = None


def serve_from(loop: asyncio.AbstractEventLoop) -> None:
    """This process answers sockets in `loop`, and rings through it from every thread."""
    global _loop
    _loop = loop


def table_group(table_id: int) -> str:
    return f"table.{table_id}"


def ring_table(table_id: int, **news: Any) -> None:
    """Tell everybody at a table: `match` and `version`, or `revision`, or `chat`."""
    _ring(table_group(table_id), {"type": "doorbell", **news})


def ring_lobby() -> None:
    _ring(LOBBY, {"type": "doorbell"})


def _ring(group: str, message: dict[str, Any]) -> None:
    layer = get_channel_layer()
    if _loop is not None and _loop.is_running():
        asyncio.run_coroutine_threadsafe(layer.group_send(group, message), _loop)
    else:
        async_to_sync(layer.group_send)(group, message)
