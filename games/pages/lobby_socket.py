"""The socket of the lobby. One reading of the lobby serves all readers of a process: each is sent the lines
that have changed since its own last frame, and those who see the same share the text of the frame."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Mapping
from functools import lru_cache

from channels.layers import get_channel_layer
from django.http import QueryDict
from redis.exceptions import RedisError

from games.pages import listing, live_lobby
from games.pages.listing import ListedLine
from games.pages.live_lobby import LiveList, LobbyReader, ShownLobby
from games.play import doorbell, online, wire
from games.play.sockets import Socket
from ludopoli.sockets.frames import decoder_of
from ludopoli.work.threads import in_thread

log = logging.getLogger(__name__)

PAUSE = 1.0
"""The shortest time between two readings of the lobby in a process, in seconds."""

AT_LEAST_EVERY = 15.0
"""Seconds after which the lobby is read again without a doorbell: one may be lost, and people who rest are no
longer shown without any."""

AT_ONCE = 16
"""The number of readers that get their frames in one round of the event loop."""

AGAIN_AFTER = 3.0
"""The pause in seconds after Redis or the database has failed."""


class LobbyConsumer(Socket):
    """Sends the lists of a page of the lobby, line by line as they change."""

    decoder = decoder_of(wire.LobbyCommand)
    reader: LobbyReader
    shown: ShownLobby | None = None
    """The lists that the page shows; None until it has reported them."""

    async def disconnect(self, code: int) -> None:
        publisher.leave(self)
        online.record_absence(self.channel_name)

    async def handle(self, command: wire.LobbyCommand) -> None:
        match command:
            case wire.TouchedCommand():
                if self.user_id is not None:
                    online.record_presence(self.channel_name, self.user_id)
            case wire.HaveCommand(tables, people):
                query = QueryDict(self.scope["query_string"])
                self.reader = LobbyReader(
                    self.user_id,
                    self.user.get_username(),
                    self.language,
                    listing.wanted_list(query),
                    people is not None,
                )
                self.shown = ShownLobby(_reported(tables), None if people is None else _reported(people))
                publisher.serve(self)

    async def show(self, lobby: ShownLobby) -> None:
        """Send what has changed since the last time."""
        before = self.shown
        assert before is not None
        if lobby.tables != before.tables:
            await self.emit_text(_changes(wire.TablesFrame, before.tables, lobby.tables))
        if lobby.people is not None and before.people is not None and lobby.people != before.people:
            await self.emit_text(_changes(wire.PeopleFrame, before.people, lobby.people))
        if lobby.counts is not None and lobby.counts != before.counts:
            await self.emit(wire.CountsFrame(lobby.counts))
        self.shown = lobby


UNKNOWN = "?"
"""The `rest` of a page that has reported only its lines: no markup is equal to it."""


def _reported(states: Mapping[str, str]) -> LiveList:
    return LiveList(tuple(ListedLine(key, state, "") for key, state in states.items()), UNKNOWN)


@lru_cache(maxsize=500)
def _changes(kind: type[wire.LinesFrame], before: LiveList, now: LiveList) -> str:
    states = {line.key: line.state for line in before.lines}
    newer = {
        line.key: line.html.replace(listing.TOKEN, "")  # the page fills in its own
        for line in now.lines
        if states.get(line.key) != line.state
    }
    return kind([line.key for line in now.lines], newer, now.rest).encoded()


class LobbyPublisher:
    """Reads the lobby for the readers of this process, after every doorbell but not more often than each
    `PAUSE`."""

    def __init__(self) -> None:
        self.readers: set[LobbyConsumer] = set()
        self._due = asyncio.Event()
        """Set when there is something new to read."""
        self._serving: asyncio.Task[None] | None = None

    def serve(self, reader: LobbyConsumer) -> None:
        """Send a reader what has changed since their page was made, and all changes from now on."""
        self.readers.add(reader)
        if self._serving is None or self._serving.done():
            self._due = asyncio.Event()
            self._serving = asyncio.ensure_future(self._serve())
        self._due.set()

    def leave(self, reader: LobbyConsumer) -> None:
        self.readers.discard(reader)
        if not self.readers:
            self._due.set()

    async def _serve(self) -> None:
        listening = asyncio.ensure_future(self._listen())
        try:
            while self.readers:
                self._due.clear()
                try:
                    await self._publish()
                except Exception:  # a trouble of the database, or our fault: the next reading may succeed
                    log.exception("the lobby could not be sent to its readers")
                    await asyncio.sleep(AGAIN_AFTER)
                await asyncio.sleep(PAUSE)
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._due.wait(), AT_LEAST_EVERY - PAUSE)
        finally:
            listening.cancel()

    async def _listen(self) -> None:
        """Note every doorbell of the lobby, one subscription for all readers."""
        layer = get_channel_layer()
        while True:
            channel = await layer.new_channel()
            try:
                await layer.group_add(doorbell.LOBBY, channel)
                next_ring = layer.next_ring(channel)
                while True:
                    await next_ring()
                    self._due.set()
            except (OSError, RedisError) as failure:
                log.warning("the lobby is not rung: %r", failure)
                await asyncio.sleep(AGAIN_AFTER)
            finally:
                await layer.forget(channel, [doorbell.LOBBY])

    async def _publish(self) -> None:
        sockets = [*self.readers]
        everybody = {each.reader for each in sockets}
        tables = await in_thread(live_lobby.read_tables, everybody)
        company = {reader for reader in everybody if reader.sees_people}
        people = await in_thread(live_lobby.read_people, company) if company else {}
        for number, socket in enumerate(sockets):
            if socket in self.readers and socket.reader in tables:
                await socket.show(ShownLobby(tables[socket.reader], *people.get(socket.reader, ())))
            if number % AT_ONCE == 0:
                await asyncio.sleep(0)


publisher = LobbyPublisher()
