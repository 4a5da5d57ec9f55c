"""The channel layer of the full mode: Redis between processes, and none of it inside one."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

from channels_redis.pubsub import (
    RedisPubSubChannelLayer,
    RedisPubSubLoopLayer,
    RedisSingleShardConnection,
)
from channels_redis.utils import _wrap_close, decode_hosts

MARK_BYTES = 8


class NearbyFirst(RedisPubSubChannelLayer):
    """Delivers what is sent to a group to the sockets of its own process at once, to the others by Redis."""

    def _get_layer(self) -> RedisPubSubLoopLayer:
        loop = asyncio.get_running_loop()
        if loop not in self._layers:
            self._layers[loop] = _LoopLayer(*self._args, **self._kwargs, channel_layer=self)
            _wrap_close(self, loop)
        return self._layers[loop]


class _LoopLayer(RedisPubSubLoopLayer):
    def __init__(self, hosts: Any = None, **kwargs: Any) -> None:
        super().__init__(hosts, **kwargs)
        self.mark = secrets.token_bytes(MARK_BYTES)
        """Precedes everything that is published from here."""
        self._shards = [_Shard(host, self) for host in decode_hosts(hosts)]

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        name, data = self._get_group_channel_name(group), self.channel_layer.serialize(message)
        for channel in self.groups.get(name, ()):
            if channel in self.channels:
                self.channels[channel].put_nowait(data)
        await self._get_shard(name).publish(name, data)


class _Shard(RedisSingleShardConnection):
    async def publish(self, channel: str, message: bytes) -> None:
        await super().publish(channel, self.channel_layer.mark + message)

    def _receive_message(self, message: dict[str, Any] | None) -> None:
        if message is None:
            return
        mark, data = message["data"][:MARK_BYTES], message["data"][MARK_BYTES:]
        if mark == self.channel_layer.mark and message["channel"].decode() in self.channel_layer.groups:
            return  # its sockets have it
        super()._receive_message({**message, "data": data})
