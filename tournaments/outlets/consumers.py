"""The sockets of an event's pages: they say that something has changed, and the pages fetch it.

Those of the console also say who else has it open.
"""

from __future__ import annotations

from typing import Annotated, Any

from django.http import Http404

from games.play.sockets import CLOSED_FORBIDDEN, CLOSED_UNKNOWN, Socket
from ludopoli.http.refusals import ActionRefused
from ludopoli.sockets.frames import ErrorFrame, SocketFrame, described_as
from ludopoli.work.threads import in_thread
from tournaments import access
from tournaments.models import Event
from tournaments.outlets import doorbell
from tournaments.roles import EventCapability


class EventChangedFrame(SocketFrame, tag="changed"):
    """on connect, and when something of the event has changed"""

    revision: int
    concerned: Annotated[
        doorbell.Concerned, described_as("the entries with changes in their own part; null for all")
    ]


class DirectorsFrame(SocketFrame, tag="directors"):
    """when another director opens or closes the console"""

    names: Annotated[list[str], described_as("the other people who have it open")]


EventFrame = EventChangedFrame | ErrorFrame

ConsoleFrame = EventChangedFrame | DirectorsFrame | ErrorFrame


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
        """Look the event up, and close if it does not exist for the reader, or not any more."""
        code = self.scope["url_route"]["kwargs"]["code"]
        try:
            self.event = await in_thread(access.access_event, self.user, code)
        except Http404:
            await self.refuse(ActionRefused("no_event"))
            await self.close(CLOSED_UNKNOWN)

    async def session_check(self, message: dict[str, Any]) -> None:
        """Check also whether the event still exists for the reader, who may have left its club."""
        await super().session_check(message)
        if not self.closing:
            await self.event_hidden(message)

    async def doorbell(self, message: dict[str, Any]) -> None:
        await self.emit(EventChangedFrame(message["revision"], message["concerned"]))


class ConsoleConsumer(EventConsumer):
    """One page of the directors' console. It also receives who else has one open.

    The consoles of an event tell each other: one that opens asks, and the others answer.
    """

    async def connect(self) -> None:
        self.others: dict[str, tuple[int, str]] = {}
        self.shown: list[str] = []
        await super().connect()
        if not self.closing and self.event is not None:
            await self.join(doorbell.console_group(self.event.pk))
            await self._announce("here", asks=True)

    async def event_hidden(self, message: dict[str, Any]) -> None:
        """Close also if the reader does not direct the event any more."""
        await super().event_hidden(message)
        if self.closing or self.event is None:
            return
        if not await in_thread(access.has_event_capability, self.user, self.event, EventCapability.DIRECT):
            await self.refuse(ActionRefused("not_director"))
            await self.close(CLOSED_FORBIDDEN)

    async def disconnect(self, code: int) -> None:
        if self.event is not None:
            await self._announce("gone")
        await super().disconnect(code)

    async def _announce(self, what: str, *, asks: bool = False) -> None:
        assert self.event is not None
        whose = {"channel": self.channel_name, "person": self.user_id, "name": self.user.username}
        message = {"type": f"director.{what}", "asks": asks, **whose}
        await self.channel_layer.group_send(doorbell.console_group(self.event.pk), message)

    async def director_here(self, message: dict[str, Any]) -> None:
        if message["channel"] == self.channel_name:
            return
        self.others[message["channel"]] = message["person"], message["name"]
        if message["asks"]:
            await self._announce("here")
        await self._show_others()

    async def director_gone(self, message: dict[str, Any]) -> None:
        self.others.pop(message["channel"], None)
        await self._show_others()

    async def _show_others(self) -> None:
        names = sorted({name for person, name in self.others.values() if person != self.user_id})
        if names != self.shown:
            self.shown = names
            await self.emit(DirectorsFrame(names))
