"""The socket of an event's pages. It only announces changes, which the pages then fetch."""

from __future__ import annotations

from typing import Any

from django.http import Http404

from games.play.sockets import CLOSED_UNKNOWN, Socket
from ludocards.engine.game import Refused
from ludopoli.base.threads import in_thread
from tournaments import access, doorbell
from tournaments.models import Event


class EventConsumer(Socket):
    """One page that shows an event. It receives the revision on connecting and at every change."""

    event: Event | None = None

    async def connect(self) -> None:
        await super().connect()
        code = self.scope["url_route"]["kwargs"]["code"]
        try:
            self.event = await in_thread(access.access_event, self.user, code)
        except Http404:
            await self.refuse(Refused("no_event", "there is no such tournament"))
            await self.close(CLOSED_UNKNOWN)
            return
        await self.join(doorbell.event_group(self.event.pk))
        await self.emit({"t": "changed", "revision": self.event.revision, "concerned": None})

    async def doorbell(self, message: dict[str, Any]) -> None:
        facts = {name: message[name] for name in ("revision", "concerned")}
        await self.emit({"t": "changed", **facts})
