"""The doorbell: wake the sockets of a group, from any thread. The sockets read for themselves what is new."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import Future
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

log = logging.getLogger(__name__)

_loop: asyncio.AbstractEventLoop | None = None


def serve_from(loop: asyncio.AbstractEventLoop) -> None:
    """Note that this process serves sockets in `loop`: every thread rings through it."""
    global _loop
    _loop = loop


def ring(group: str, message: dict[str, Any]) -> None:
    layer = get_channel_layer()
    if _loop is not None and _loop.is_running():
        sending = asyncio.run_coroutine_threadsafe(layer.group_send(group, message), _loop)
        sending.add_done_callback(_note_failure)
    else:
        async_to_sync(layer.group_send)(group, message)


def _note_failure(sending: Future[None]) -> None:
    if not sending.cancelled() and (failure := sending.exception()) is not None:
        log.warning("a bell did not ring: %r", failure)
