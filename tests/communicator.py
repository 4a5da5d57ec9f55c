"""A client of our sockets in a test's own process."""

from __future__ import annotations

from typing import Any

from channels.testing import WebsocketCommunicator

PATIENCE = 45.0


class PatientCommunicator(WebsocketCommunicator):
    """Waits for what comes as long as a busy machine needs; by default it would be a second."""

    async def receive_output(self, timeout: float = PATIENCE) -> Any:  # noqa: ASYNC109
        return await super().receive_output(max(timeout, PATIENCE))

    async def wait(self, timeout: float = PATIENCE) -> None:  # noqa: ASYNC109
        await super().wait(max(timeout, PATIENCE))
