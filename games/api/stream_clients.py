"""The clients of streams: who asks, how many streams they may have open, and how frames are written.

A stream sends an empty line or event now and then to show that it is alive. As often, and when a session or
token of the account ends, it checks that its own is still valid. It also ends when its process does.
"""

from __future__ import annotations

import asyncio
import json
import math
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine, Mapping
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from functools import wraps
from itertools import count
from typing import Any
from weakref import WeakSet, WeakValueDictionary

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from rest_framework import serializers
from rest_framework.exceptions import MethodNotAllowed, ValidationError
from rest_framework.request import Request
from rest_framework.views import APIView

from games.fairplay import bans
from ludopoli.accounts.models import User
from ludopoli.api.auth import KEYWORD, token_to_listen
from ludopoli.api.models import Token
from ludopoli.api.operations import validated_query
from ludopoli.api.rendering import Encoder
from ludopoli.api.shapes import Shape
from ludopoli.http.problems import DEFAULT_RETRY_AFTER, MEDIA_TYPE, problem_document, response_of
from ludopoli.http.refusals import ActionRefused, passes
from ludopoli.http.throttle import address_block, client_address
from ludopoli.sockets import draining, sessions
from ludopoli.work.threads import in_thread

ALIVE_EVERY = 10.0
"""Seconds between two empty lines; a stream also looks then for news whose doorbell was lost."""

MOST_OPEN = 20
"""The number of streams that an account, or an anonymous address, may have open in one process."""

LINES, EVENTS = "application/x-ndjson", "text/event-stream"

StreamFrame = Mapping[str, Any]
StreamFrames = AsyncGenerator[StreamFrame | None]
"""The frames of a stream; None only keeps the connection alive."""

_open: WeakValueDictionary[object, WeakSet[StreamPlace]] = WeakValueDictionary()
"""The places taken in this process, by account or address. A garbage-collected place is free again."""


@dataclass(frozen=True)
class Asker:
    """The client of a stream: an account, with its token or its session, or an anonymous reader."""

    user: User | None
    token: Token | None
    session: str
    address: str

    @property
    def pk(self) -> int | None:
        return self.user.pk if self.user else None


class StreamPlace:
    """One of the streams that an account may have open, until it is closed, dropped or replaced."""

    numbers = count()

    def __init__(self, asker: Asker, taken: WeakSet[StreamPlace]) -> None:
        self.asker, self.number = asker, next(self.numbers)
        self.is_replaced = False
        self._checked_at = time.monotonic()
        self._wait: asyncio.Timeout | None = None
        self._taken = taken
        taken.add(self)

    @classmethod
    def take(cls, asker: Asker) -> StreamPlace:
        """Return a new place. If all are taken it replaces the oldest one, of the same token if there is one:
        a stream whose client has vanished looks like any other for minutes.

        Must be called on the event loop, where nothing can interrupt it.
        """
        taken = _open.setdefault(asker.pk or asker.address, WeakSet())
        if len(taken) >= MOST_OPEN:
            min(taken, key=lambda place: (place.asker.token != asker.token, place.number)).give_up()
        return cls(asker, taken)

    def give_up(self) -> None:
        """Free the place for another stream, and end the wait of its own."""
        self.is_replaced = True
        self.close()
        if self._wait is not None and not self._wait.expired():
            self._wait.reschedule(0)

    @asynccontextmanager
    async def waiting(self) -> AsyncIterator[None]:
        """Wait until the next check of the client is due, however much happens meanwhile, or until the place
        is given up or the process is about to end."""
        left = self._checked_at + ALIVE_EVERY - time.monotonic()
        async with draining.at_most(0 if self.is_replaced else max(0, left)) as self._wait:
            try:
                yield
            finally:
                self._wait = None

    async def is_open(self) -> bool:
        """Return whether the stream may go on: its client could still open it, and here."""
        self._checked_at = time.monotonic()
        return not self.is_replaced and await in_thread(_still, self.asker)

    def close(self) -> None:
        self._taken.discard(self)


Opening = Callable[..., Coroutine[Any, Any, HttpResponse | StreamingHttpResponse]]


def opened_by_get(view: Opening) -> Opening:
    """Decorate a stream: no other method opens it, not even a HEAD, whose stream nobody could read. A refusal
    is a problem document."""

    @wraps(view)
    async def opened(request: HttpRequest, **named: Any) -> HttpResponse | StreamingHttpResponse:
        if request.method == "GET":
            try:
                return await view(request, **named)
            except ActionRefused as why:
                return _refused(why)
        return response_of(MethodNotAllowed(request.method or ""), Allow="GET")

    return opened


async def stream_asker(request: HttpRequest) -> Asker:
    """The client, by token or by session, whose request has been counted."""
    asker = await in_thread(_asker, request)
    await in_thread(_count, request, asker)
    return asker


def _count(request: HttpRequest, asker: Asker) -> None:
    """Count a request like those of all other operations; refused if the rate is used up."""
    asked = Request(request)
    asked.user = asker.user or AnonymousUser()
    for limit in APIView().get_throttles():
        if not limit.allow_request(asked, APIView()):
            raise ActionRefused("throttled", wait=math.ceil(limit.wait() or DEFAULT_RETRY_AFTER))


def _asker(request: HttpRequest) -> Asker:
    address = address_block(client_address(request))
    token = token_to_listen(request.headers.get("Authorization", ""))
    session_user = request.user if token is None and isinstance(request.user, User) else None
    user = session_user if token is None else token.user
    if user is not None:
        bans.check_barred(user)
    key = "" if token is not None else request.session.session_key or ""
    return Asker(user, token, key, address)


def _still(asker: Asker) -> bool:
    """Return whether the client could still open the stream, and here."""
    if draining.has_begun():
        return False
    if asker.user is not None and not passes(bans.check_barred, asker.user):
        return False
    if asker.token is not None:
        token = asker.token.reloaded()
        return token is not None and token.opens
    return asker.user is None or sessions.is_signed_in(asker.session, asker.user.pk)


class StreamQuery(Shape[Any]):
    have = serializers.IntegerField(required=False, min_value=0, max_value=2**63 - 1)


LAST_EVENT = "Last-Event-ID"
"""The header by which a browser resumes a stream of events at the same address."""


def resumed_from(request: HttpRequest) -> int | JsonResponse | None:
    """The `have` of the header or the query, or the problem if it is malformed."""
    asked = request.GET.copy()
    if LAST_EVENT in request.headers:
        asked["have"] = request.headers[LAST_EVENT]
    try:
        have: int | None = validated_query(StreamQuery, asked).get("have")
    except ValidationError as wrong:
        return response_of(wrong)
    return have


@dataclass(frozen=True)
class StreamBody:
    """The body of a response; its place is freed at the end, or when the server closes the response."""

    frames: StreamFrames
    write: Callable[[StreamFrame | None], bytes]
    place: StreamPlace

    async def __aiter__(self) -> AsyncIterator[bytes]:
        try:
            async with aclosing(self.frames):
                async for frame in self.frames:
                    yield self.write(frame)
        finally:
            self.close()

    def close(self) -> None:
        self.place.close()


def sends_events(request: HttpRequest) -> bool:
    return request.get_preferred_type([LINES, EVENTS]) == EVENTS


def answer_with(request: HttpRequest, place: StreamPlace, frames: StreamFrames) -> StreamingHttpResponse:
    kind, write = (EVENTS, as_event) if sends_events(request) else (LINES, _as_line)
    return StreamingHttpResponse(
        StreamBody(frames, write, place),
        content_type=kind,
        headers={
            "Cache-Control": "no-store",
            "Content-Encoding": "identity",  # compression would hold lines back
            "X-Accel-Buffering": "no",  # so would proxies
        },
    )


def _refused(why: ActionRefused) -> JsonResponse:
    status, code, message = why.problem
    response = JsonResponse(problem_document(status, code, message), status=status, content_type=MEDIA_TYPE)
    if status == 401:
        response["WWW-Authenticate"] = KEYWORD
    if status == 429:
        response["Retry-After"] = str(why.details.get("wait", DEFAULT_RETRY_AFTER))
    return response


def _as_line(frame: StreamFrame | None) -> bytes:
    return b"\n" if frame is None else _as_json(frame) + b"\n"


def as_event(frame: StreamFrame | None) -> bytes:
    """Write a frame as a server-sent event, whose id is what `have` would be to go on after it."""
    if frame is None:
        return b":\n\n"
    return b"id: %d\ndata: %b\n\n" % (frame["version" if "version" in frame else "id"], _as_json(frame))


def _as_json(frame: StreamFrame) -> bytes:
    return json.dumps(frame, cls=Encoder, separators=(",", ":")).encode()
