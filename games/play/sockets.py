"""The base of all sockets of live play."""

from __future__ import annotations

import contextlib
import logging
from functools import cached_property
from typing import Any, ClassVar

import msgspec
from autobahn.exception import Disconnected
from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import DatabaseError
from django.utils import translation
from msgspec import UNSET

from ludopoli.base import logs, measures
from ludopoli.base.outages import trouble_of
from ludopoli.http import languages
from ludopoli.http.refusals import ActionRefused
from ludopoli.http.throttle import Bucket, address_block, client_address, process_bucket
from ludopoli.sockets import sessions
from ludopoli.sockets.connections import SocketConsumer
from ludopoli.sockets.frames import (
    ErrorFrame,
    MalformedFrame,
    SocketCommand,
    SocketFrame,
    decoder_of,
    read_frame,
)
from ludopoli.work.threads import in_thread

log = logging.getLogger(__name__)

ABUSES = 20
"""A connection is closed after this many frames that are malformed or come too fast."""

FORGIVEN_EVERY = 30.0
"""Every so many seconds one such frame is forgiven."""

GONE = (Disconnected, OSError)
"""The exceptions raised by sending to a connection that has closed."""

CLOSED_UNKNOWN, CLOSED_ABUSE, CLOSED_FORBIDDEN, CLOSED_BROKEN = 4404, 4429, 4403, 1011
CLOSED_SIGNED_OUT = 4401


class Socket(SocketConsumer):
    """The base of all sockets: a language, JSON frames, refusals, and patience with bad input."""

    decoder: ClassVar[msgspec.json.Decoder[Any]] = decoder_of(SocketCommand)
    """The reader of the commands that a client may send."""

    @cached_property
    def user_id(self) -> int | None:
        person: int | None = self.user.pk
        return person

    async def connect(self) -> None:
        self.user = self.scope["user"]
        if await in_thread(sessions.is_barred_stranger, self.user):
            self.user = AnonymousUser()
        cookie = self.scope.get("cookies", {}).get(settings.LANGUAGE_COOKIE_NAME, "")
        accepted = dict(self.scope["headers"]).get(b"accept-language", b"").decode("latin-1")
        self.language = languages.preferred_language(cookie, accepted)
        self.closing = False
        self.patience = Bucket(rate=1 / FORGIVEN_EVERY, burst=ABUSES)
        self.bucket = Bucket()
        self.shared = process_bucket(self.user_id or address_block(client_address(self.scope)))
        await self.accept()
        if not self.shared.take():
            await self.close(CLOSED_ABUSE)
            raise StopConsumer
        if self.user_id is not None:
            await self.join(sessions.person_group(self.user_id))

    async def session_check(self, message: dict[str, Any]) -> None:
        """Close the socket if its own session or token has ended: those of the person are all asked."""
        if not await in_thread(self.still_opens):
            await self.close(CLOSED_SIGNED_OUT)

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Handle a message; an exception is our fault, so it is logged and does not end the connection.

        Unlike Channels' own, this does not close old database connections first, since it would not run in
        the threads that own them.
        """
        logs.name_command("")
        try:
            await getattr(self, get_handler_name(message))(message)
        except StopConsumer:
            raise
        except Exception:
            log.exception("a socket could not handle %s", message["type"])
            if message["type"] == "websocket.connect":
                await self.close(CLOSED_BROKEN)
            elif message["type"] == "websocket.receive":
                await self.abused(ActionRefused("server_error"))
            elif message["type"] == "websocket.disconnect":
                raise StopConsumer from None

    async def close(self, code: int | None = None, reason: str | None = None) -> None:
        self.closing = True
        with contextlib.suppress(*GONE):
            await super().close(code, reason)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self.closing:
            return
        try:
            command = read_frame(text_data, self.decoder)
        except MalformedFrame as refused:
            await self.abused(refused, refused.command_id)
            return
        command_id = getattr(command, "id", None)
        logs.name_command(command_id or "")
        if not (self.bucket.take() and self.shared.take()):
            await self.abused(ActionRefused("throttled"), command_id)
            return
        try:
            if not self.allows(command.scope):
                raise ActionRefused("no_scope")
            await self.handle(command)
        except ActionRefused as why:
            await self.refuse(why, command_id)
        except DatabaseError as error:
            found = trouble_of(error)
            if found is None:
                raise
            log.warning("a frame was refused", exc_info=error)
            await self.refuse(ActionRefused(found.code), command_id)

    async def handle(self, command: Any) -> None:
        """Do what a client asks for, or raise `ActionRefused`; sockets that only send get none."""
        raise NotImplementedError

    async def abused(self, why: ActionRefused, command_id: str | None = None) -> None:
        await self.refuse(why, command_id)
        if not self.patience.take():
            await self.close(CLOSED_ABUSE)

    async def refuse(self, why: ActionRefused, command_id: str | None = None) -> None:
        measures.REFUSALS.labels(why.code).inc()
        with translation.override(self.language):
            message = str(why)
        await self.emit(ErrorFrame(why.code, message, why.details or UNSET, command_id or UNSET))

    async def emit(self, frame: SocketFrame) -> None:
        """Send a frame, unless the client has gone; its `disconnect` is then on its way."""
        await self.emit_text(frame.encoded())

    async def emit_text(self, text: str) -> None:
        try:
            await self.base_send({"type": "websocket.send", "text": text})
        except GONE:
            self.closing = True


class UnknownSocket(Socket):
    """The answer to a socket at an address that does not exist."""

    async def connect(self) -> None:
        await super().connect()
        await self.refuse(ActionRefused("no_table"))
        await self.close(CLOSED_UNKNOWN)
