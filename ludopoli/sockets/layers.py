"""The channel layers: queues between the sockets of one process, and Redis between processes."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import Any

from channels.layers import BaseChannelLayer
from channels_redis.pubsub import (
    RedisPubSubChannelLayer,
    RedisPubSubLoopLayer,
    RedisSingleShardConnection,
)
from channels_redis.utils import _wrap_close, decode_hosts
from redis.exceptions import RedisError

log = logging.getLogger(__name__)

MARK_BYTES = 8
MOST_WAITING = 10_000
"""The number of messages kept while Redis does not answer; pings make up for older ones."""

Message = dict[str, Any]
NextRing = Callable[[], Awaitable[Message]]


AT_ONCE = 16
"""The number of patient sockets that get a message in one round of the event loop."""


class _Crowd:
    """A part of both layers: sockets that may wait get their messages after the others, a few sockets at a
    time, so that nobody waits for a crowd."""

    channels: dict[str, asyncio.Queue[Any]]
    receive: Callable[[str], Awaitable[Message]]
    group_discard: Callable[[str, str], Awaitable[None]]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.patient: set[str] = set()
        self.late: deque[tuple[str, Message]] = deque()

    def let_wait(self, channel: str, may: bool) -> None:
        """Note whether a socket may wait for its messages. Afterwards, note that it must not."""
        (self.patient.add if may else self.patient.discard)(channel)

    def next_ring(self, channel: str) -> NextRing:
        """Return what waits for the next message of a channel, without looking for the layer each time."""
        return partial(self.receive, channel)

    async def forget(self, channel: str, groups: Iterable[str]) -> None:
        """Drop what waits for a socket or stream that has gone, and let it leave its groups."""
        self.channels.pop(channel, None)
        self.patient.discard(channel)
        for group in groups:
            await self.group_discard(group, channel)

    def _put(self, message: Message, members: Iterable[str]) -> None:
        is_idle = not self.late
        for channel in members:
            if channel in self.patient:
                self.late.append((channel, message))
            elif channel in self.channels:
                self.channels[channel].put_nowait(message)
        if is_idle and self.late:
            asyncio.get_running_loop().call_soon(self._put_late)

    def _put_late(self) -> None:
        for _ in range(min(AT_ONCE, len(self.late))):
            channel, message = self.late.popleft()
            if channel in self.channels:
                self.channels[channel].put_nowait(message)
        if self.late:
            asyncio.get_running_loop().call_soon(self._put_late)


class OneProcess(_Crowd, BaseChannelLayer):
    """The layer of the embedded mode. No message is copied, and none expires: every socket reads its own.

    The layer of Channels copies a message for each socket, and looks through all sockets for old ones.
    """

    def __init__(self) -> None:
        super().__init__()
        self.channels = {}
        self.groups: dict[str, set[str]] = {}

    async def new_channel(self, prefix: str = "specific.") -> str:
        channel = f"{prefix}{secrets.token_hex(8)}"
        self.channels[channel] = asyncio.Queue()
        return channel

    async def receive(self, channel: str) -> Message:
        """Wait for the next message. A reader that is cancelled may come back, until it is forgotten."""
        message: Message = await self.channels[channel].get()
        return message

    async def group_add(self, group: str, channel: str) -> None:
        self.groups.setdefault(group, set()).add(channel)

    async def group_discard(self, group: str, channel: str) -> None:
        members = self.groups.get(group, set())
        members.discard(channel)
        if not members:
            self.groups.pop(group, None)

    def ring(self, group: str, message: Message) -> None:
        """Send to a group, from the event loop of its sockets."""
        self._put(message, self.groups.get(group, ()))

    async def group_send(self, group: str, message: Message) -> None:
        self.ring(group, message)


class NearbyFirst(RedisPubSubChannelLayer):
    """The layer of the full mode. Delivers what is sent to a group to the sockets of its own process at once,
    to the others by Redis."""

    def _get_layer(self) -> RedisPubSubLoopLayer:
        loop = asyncio.get_running_loop()
        if loop not in self._layers:
            self._layers[loop] = _LoopLayer(*self._args, **self._kwargs, channel_layer=self)
            _wrap_close(self, loop)
        return self._layers[loop]

    def ring(self, group: str, message: Message) -> None:
        """Send to a group, from the event loop, without waiting for Redis."""
        self._get_layer().ring(group, message)

    def let_wait(self, channel: str, may: bool) -> None:
        self._get_layer().let_wait(channel, may)

    async def forget(self, channel: str, groups: Iterable[str]) -> None:
        await self._get_layer().forget(channel, groups)

    def next_ring(self, channel: str) -> NextRing:
        return self._get_layer().next_ring(channel)

    def deserialize(self, message: Message | bytes) -> Message:
        """Return a message; one from nearby has never been serialized."""
        return message if isinstance(message, dict) else super().deserialize(message)


class _LoopLayer(_Crowd, RedisPubSubLoopLayer):
    def __init__(self, hosts: Any = None, **kwargs: Any) -> None:
        super().__init__(hosts, **kwargs)
        self.mark = secrets.token_bytes(MARK_BYTES)
        """Precedes everything that is published from here."""
        self._shards = [_Shard(host, self) for host in decode_hosts(hosts)]

    async def receive(self, channel: str) -> Message:
        """Wait for the next message. A reader that is cancelled may come back, and misses nothing meanwhile;
        the base class forgets it."""
        message: Message = self.channel_layer.deserialize(await self.channels[channel].get())
        return message

    async def group_discard(self, group: str, channel: str) -> None:
        await self._despite_redis(super().group_discard(group, channel))

    async def forget(self, channel: str, groups: Iterable[str]) -> None:
        await super().forget(channel, groups)
        await self._despite_redis(self._get_shard(channel).unsubscribe(channel))

    async def _despite_redis(self, leaving: Awaitable[None]) -> None:
        """Leave, also without Redis, which then goes on sending what nobody here reads."""
        try:
            await leaving
        except (OSError, RedisError) as failure:
            log.warning("a subscription was not ended: %r", failure)

    def ring(self, group: str, message: Message) -> None:
        self._put_nearby(group, message).publish_soon()

    async def group_send(self, group: str, message: Message) -> None:
        await self._put_nearby(group, message).publish_waiting()

    def _put_nearby(self, group: str, message: Message) -> _Shard:
        """Send to the sockets here; return the connection where the message waits for those elsewhere."""
        name = self._get_group_channel_name(group)
        self._put(message, self.groups.get(name, ()))
        shard: _Shard = self._get_shard(name)
        shard.waiting.append((name, self.mark + self.channel_layer.serialize(message)))
        return shard


class _Shard(RedisSingleShardConnection):
    def __init__(self, host: Any, channel_layer: _LoopLayer) -> None:
        super().__init__(host, channel_layer)
        self.waiting: deque[tuple[str, bytes]] = deque(maxlen=MOST_WAITING)
        """The groups and messages to be published: one request carries all."""
        self._publishing = asyncio.Lock()
        self._publisher: asyncio.Task[None] | None = None

    async def publish(self, channel: str, message: bytes) -> None:
        await super().publish(channel, self.channel_layer.mark + message)

    def publish_soon(self) -> None:
        if self._publisher is None or self._publisher.done():
            self._publisher = asyncio.ensure_future(self._publish_all())

    async def _publish_all(self) -> None:
        while self.waiting:
            try:
                await self.publish_waiting()
            except (OSError, RedisError) as failure:
                log.warning("the doorbell did not ring: %r", failure)

    async def publish_waiting(self) -> None:
        async with self._publishing:
            if not self.waiting:
                return  # another has published it
            batch = tuple(self.waiting)
            self.waiting.clear()
            async with self._lock:
                self._ensure_redis()
            async with self._redis.pipeline(transaction=False) as pipeline:
                for name, data in batch:
                    pipeline.publish(name, data)
                await pipeline.execute()

    def _receive_message(self, message: dict[str, Any] | None) -> None:
        if message is None:
            return
        layer, name = self.channel_layer, message["channel"].decode()
        mark, data = message["data"][:MARK_BYTES], message["data"][MARK_BYTES:]
        if name not in layer.groups:
            super()._receive_message({**message, "data": data})
        elif mark != layer.mark:  # else its sockets have it
            layer._put(layer.channel_layer.deserialize(data), layer.groups[name])
