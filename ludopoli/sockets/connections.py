"""The base of all sockets: one thing at a time, and nothing is kept of a connection that has ended."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.layers import get_channel_layer

from ludopoli.sockets import draining, sessions
from ludopoli.sockets.turns import take_turns

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


class SocketConsumer(AsyncWebsocketConsumer):
    """A consumer that closes when its process is about to end, and leaves its groups however it ends."""

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Serve a connection. Like Channels' own, but with `take_turns`."""
        self.scope, self.base_send = scope, send
        self.channel_layer = get_channel_layer()
        self.channel_name = await self.channel_layer.new_channel()
        next_ring = self.channel_layer.next_ring(self.channel_name)
        try:
            with contextlib.suppress(StopConsumer):
                await take_turns((receive, next_ring), self.dispatch)
        finally:
            await self.channel_layer.forget(self.channel_name, self.groups)

    def still_opens(self) -> bool:
        """Return whether the client could open the socket again: by its token, or by its session."""
        if (opened_by := self.scope.get("token")) is None:
            return sessions.is_signed_in(self.scope["session"].session_key, self.scope["user"].pk)
        token = opened_by.reloaded()
        return token is not None and token.opens and not sessions.is_barred_stranger(token.user)

    def allows(self, scope: str) -> bool:
        """Return whether the client may do what needs a scope: a session may do everything."""
        token = self.scope.get("token")
        return token is None or token.allows(scope)

    async def join(self, group: str) -> None:
        """Get the messages to a group until the end of the connection."""
        self.groups.append(group)
        await self.channel_layer.group_add(group, self.channel_name)

    async def websocket_disconnect(self, message: dict[str, Any]) -> None:
        await self.disconnect(message["code"])
        raise StopConsumer

    async def websocket_restart(self, message: dict[str, Any]) -> None:
        await self.close(draining.CLOSED_RESTART)
