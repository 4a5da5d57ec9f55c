"""Settings with a channel layer that loses three doorbells in ten."""

from __future__ import annotations

import random
from typing import Any

from channels.layers import InMemoryChannelLayer

from ludopoli.base.layers import NearbyFirst
from ludopoli.settings import *  # noqa: F403

LOST = 0.3


class LossyInMemory(InMemoryChannelLayer):
    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        if random.random() >= LOST:
            await super().group_send(group, message)


class LossyRedis(NearbyFirst):
    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        if random.random() >= LOST:
            await self._get_layer().group_send(group, message)


def _lossy(layer: dict[str, Any]) -> dict[str, Any]:
    name = "LossyInMemory" if "InMemory" in layer["BACKEND"] else "LossyRedis"
    return {**layer, "BACKEND": f"tests.live.lossy.{name}"}


CHANNEL_LAYERS = {"default": _lossy(CHANNEL_LAYERS["default"])}  # noqa: F405
