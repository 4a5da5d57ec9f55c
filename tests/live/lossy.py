"""Settings with a channel layer that loses three doorbells in ten."""

from __future__ import annotations

import random
from typing import Any

from ludopoli.site.settings import *  # noqa: F403
from ludopoli.sockets.layers import NearbyFirst, OneProcess

LOST = 0.3


class LossyOneProcess(OneProcess):
    def ring(self, group: str, message: dict[str, Any]) -> None:
        if random.random() >= LOST:
            super().ring(group, message)


class LossyNearbyFirst(NearbyFirst):
    def ring(self, group: str, message: dict[str, Any]) -> None:
        if random.random() >= LOST:
            super().ring(group, message)

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        if random.random() >= LOST:
            await self._get_layer().group_send(group, message)


def _lossy(layer: dict[str, Any]) -> dict[str, Any]:
    return {**layer, "BACKEND": f"tests.live.lossy.Lossy{layer['BACKEND'].rpartition('.')[2]}"}


CHANNEL_LAYERS = {"default": _lossy(CHANNEL_LAYERS["default"])}  # noqa: F405
