"""The doorbell: wake the listeners of a group, from any thread. They read for themselves what is new.

Listeners of this process are called directly. The channel layer carries the bell to other processes, and to
consumers that have joined the group there.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from concurrent.futures import Future
from typing import Any, Protocol

from asgiref.sync import async_to_sync
from channels.layers import InMemoryChannelLayer, get_channel_layer

log = logging.getLogger(__name__)

Message = dict[str, Any]


class Listener(Protocol):
    async def hear(self, message: Message) -> None:
        """Handle a bell without waiting for anything but the sending of frames."""


SENT_WITHIN = 2
"""Seconds after which a bell for other processes is given up, so that a hanging Redis does not hold up later
ones."""


class Exchange:
    """The listeners of one event loop, and its one channel for the bells of other processes."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.name = secrets.token_hex(8)
        self.layer = get_channel_layer()
        self.listeners: dict[str, set[Listener]] = {}
        self.channel: asyncio.Task[str] | None = None
        self.receiving: asyncio.Task[None] | None = None
        self.unsent: dict[str, Message] = {}
        self.sending: asyncio.Task[None] | None = None

    async def listen(self, group: str, listener: Listener) -> None:
        self.listeners.setdefault(group, set()).add(listener)
        if isinstance(self.layer, InMemoryChannelLayer):  # there are no other processes
            return
        try:
            await self.layer.group_add(group, await self._own_channel())
        except BaseException:
            self._forget(group, listener)
            raise

    async def _own_channel(self) -> str:
        """Return this process's channel, which the first listener creates or, after a failure, the next
        one."""
        made = self.channel
        if made is None or (made.done() and (made.cancelled() or made.exception() is not None)):
            made = self.channel = asyncio.ensure_future(self.layer.new_channel())
        channel = await asyncio.shield(made)
        if self.receiving is None:
            self.receiving = asyncio.ensure_future(self._receive(channel))
        return channel

    async def leave(self, group: str, listener: Listener) -> None:
        if self._forget(group, listener) and self.receiving is not None:
            await self.layer.group_discard(group, await self._own_channel())

    def _forget(self, group: str, listener: Listener) -> bool:
        """Remove a listener; return True if it was the last of its group."""
        listeners = self.listeners.get(group, set())
        listeners.discard(listener)
        return not listeners and self.listeners.pop(group, None) is not None

    async def ring(self, group: str, message: Message) -> None:
        """Call the listeners here, and send the bell to the other processes.

        Bells that differ only in their version are sent as one, if they must wait.
        """
        sent = {**message, "group": group, "from": self.name}
        self.unsent[json.dumps({**sent, "version": None}, sort_keys=True)] = sent
        if self.sending is None or self.sending.done():
            self.sending = asyncio.ensure_future(self._send())
        await self.call(group, message)

    async def _send(self) -> None:
        while self.unsent:
            message = self.unsent.pop(next(iter(self.unsent)))
            try:
                async with asyncio.timeout(SENT_WITHIN):
                    await self.layer.group_send(message["group"], message)
            except Exception as failure:
                log.warning("a bell did not ring: %r", failure)

    async def _receive(self, channel: str) -> None:
        while True:
            message = await self.layer.receive(channel)
            if message.get("from") != self.name:
                await self.call(message["group"], message)

    async def call(self, group: str, message: Message) -> None:
        for listener in tuple(self.listeners.get(group, ())):
            try:
                await listener.hear(message)
            except Exception:
                log.exception("a listener could not handle %s", message["type"])


_exchange: Exchange | None = None


def exchange() -> Exchange:
    """The exchange of the running event loop, through which all threads of the process ring from now on."""
    global _exchange
    if _exchange is None or _exchange.loop is not asyncio.get_running_loop():
        _exchange = Exchange()
    return _exchange


def ring(group: str, message: Message) -> None:
    if _exchange is not None and _exchange.loop.is_running():
        rung = asyncio.run_coroutine_threadsafe(_exchange.ring(group, message), _exchange.loop)
        rung.add_done_callback(_note_failure)
    else:
        async_to_sync(get_channel_layer().group_send)(group, {**message, "group": group})


def _note_failure(rung: Future[None]) -> None:
    if not rung.cancelled() and (failure := rung.exception()) is not None:
        log.error("a bell did not ring", exc_info=failure)
