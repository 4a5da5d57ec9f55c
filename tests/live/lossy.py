"""Settings with a channel layer that loses three doorbells in ten."""

from __future__ import annotations

import random
from typing import Any

from ludopoli.site.settings import *  # noqa: F403
from ludopoli.sockets.layers import NearbyFirst

LOST = 0.3


class LossyNearbyFirst(NearbyFirst):
    def ring(self, group: str, message: dict[str, Any]) -> None:
        if random.random() >= LOST:
            super().ring(group, message)

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        if random.random() >= LOST:
            await self._get_layer().group_send(group, message)


CHANNEL_LAYERS = {"default": {**CHANNEL_LAYERS["default"], "BACKEND": "tests.live.lossy.LossyNearbyFirst"}}  # noqa: F405
