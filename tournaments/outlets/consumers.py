"""The socket of an event's pages. It only announces changes, which the pages then fetch."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import Http404

from games.play.sockets import CLOSED_UNKNOWN, Socket
from ludopoli.http.refusals import ActionRefused
from ludopoli.sockets.frames import ErrorFrame, SocketFrame, described_as
from ludopoli.work.threads import in_thread
from tournaments import access
from tournaments.models import Event
from tournaments.outlets import doorbell


class EventChangedFrame(SocketFrame, tag="changed"):
    """on connect, and when something of the event has changed"""

    revision: int
    concerned: Annotated[
        doorbell.Concerned, described_as("the entries with changes in their own part; null for all")
    ]


EventFrame = EventChangedFrame | ErrorFrame


class EventConsumer(Socket):
    """One page that shows an event. It receives the revision on connecting and at every change."""

    event: Event | None = None

    async def connect(self) -> None:
        await super().connect()
        await self.event_hidden({})
        if self.event is None:
            return
        await self.join(doorbell.event_group(self.event.pk))
        await self.emit(EventChangedFrame(self.event.revision, None))

    async def event_hidden(self, message: dict[str, Any]) -> None:
        """Look the event up, and close if it does not exist for the reader, or does so no more."""
        code = self.scope["url_route"]["kwargs"]["code"]
        try:
            self.event = await in_thread(access.access_event, self.user, code)
        except Http404:
            await self.refuse(ActionRefused("no_event"))
            await self.close(CLOSED_UNKNOWN)

    async def session_check(self, message: dict[str, Any]) -> None:
        """See also whether the event still exists for the reader, who may have left its club."""
        await super().session_check(message)
        if not self.closing:
            await self.event_hidden(message)

    async def doorbell(self, message: dict[str, Any]) -> None:
        await self.emit(EventChangedFrame(message["revision"], message["concerned"]))
