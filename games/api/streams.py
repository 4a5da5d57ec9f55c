"""Streams of lines of JSON (NDJSON) or of server-sent events, for programs without a socket.

The stream of a match has the frames of its socket (`docs/spine.md`): first `state`, or the `events` after
`have`, then `events` as they come; it ends with the match. `docs/api.md` describes the stream of an account.
A stream sends an empty line or event now and then to show that it is alive. As often, and when a session or
token of the account ends, it checks that its own is still valid. It also ends when its process does.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import math
import time
import uuid
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from functools import partial, wraps
from http import HTTPStatus
from itertools import count
from typing import Any
from weakref import WeakSet, WeakValueDictionary

from channels.layers import get_channel_layer
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.utils import timezone
from rest_framework import serializers
from rest_framework.exceptions import MethodNotAllowed, ValidationError
from rest_framework.request import Request
from rest_framework.views import APIView

from games.api.examples import AT
from games.api.shapes.matches import STATE
from games.api.shapes.me import CHALLENGE
from games.api.wire import component_reference
from games.fairplay import bans
from games.models import Happening, Match, Table
from games.people import challenges
from games.play import doorbell, feed, frames, live, selectors
from ludocards.engine.game import Viewer
from ludopoli.accounts.models import User
from ludopoli.api.auth import KEYWORD, token_to_listen
from ludopoli.api.models import Token
from ludopoli.api.operation_refusals import refusals_of
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

NextBell = Callable[[], Awaitable[dict[str, Any]]]

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


@opened_by_get
async def match_stream(request: HttpRequest, match: uuid.UUID) -> HttpResponse | StreamingHttpResponse:
    """`GET /api/v1/matches/<id>/stream/?have=<version>`."""
    asker, have = await _who(request), _have(request)
    if isinstance(have, JsonResponse):
        return have
    row = await in_thread(_match_to_see, asker, match)
    is_over = have is not None and have >= row.version and row.status != Match.Status.PLAYING
    if is_over and _sends_events(request):
        return HttpResponse(status=HTTPStatus.NO_CONTENT)  # or a browser would open it again and again
    place = StreamPlace.take(asker)
    return _answer(request, place, _match_frames(place, match, row.table_id, row.seat_of(asker.pk), have))


def _match_to_see(asker: Asker, match: uuid.UUID) -> Match:
    try:
        row = live.load_match(match).row
    except Match.DoesNotExist:
        raise ActionRefused("no_match") from None
    if row.seat_of(asker.pk) is None:
        if selectors.is_concealed(asker.user or AnonymousUser(), row.table):
            raise ActionRefused("no_match")
        if not _may_spectate(asker, row.table_id):
            raise ActionRefused("not_watchable")
    return row


def _may_spectate(asker: Asker, table_id: int) -> bool:
    table = Table.objects.select_related("boards").get(pk=table_id)
    return selectors.may_spectate(asker.user or AnonymousUser(), table)


@opened_by_get
async def account_stream(request: HttpRequest) -> HttpResponse | StreamingHttpResponse:
    """`GET /api/v1/me/stream/?have=<id>`."""
    asker, have = await _who(request), _have(request)
    if asker.user is None:
        raise ActionRefused("sign_in")
    if isinstance(have, JsonResponse):
        return have
    place = StreamPlace.take(asker)
    return _answer(request, place, _account_frames(place, asker.user, have))


async def _match_frames(
    place: StreamPlace, match: uuid.UUID, table: int, seat: Viewer, have: int | None
) -> StreamFrames:
    asker = place.asker
    async with _bells(doorbell.table_group(table), asker) as next_bell:
        now = await in_thread(live.load_match, match)
        while True:
            if (its := now.row.seat_of(asker.pk)) != seat:  # the client has been given a seat, or lost it
                if its is None and not await in_thread(_may_spectate, asker, table):
                    return
                seat, have = its, None
            newer = None if have is None else now.since(have, seat)
            if newer is None:
                yield frames.state_frame(now, seat, timezone.now())
            elif newer:
                yield frames.events_frame(now, seat, newer, timezone.now())
            have = now.version
            if now.row.status != Match.Status.PLAYING:
                return
            heard = await _newer(place, next_bell, match, have)
            if heard is None:
                if not await place.is_open():
                    return
                if seat is None and not await in_thread(_may_spectate, asker, table):
                    return
                heard = await in_thread(live.load_match, match)
                if heard.version == have:
                    yield None
            now = heard


async def _newer(place: StreamPlace, next_bell: NextBell, match: uuid.UUID, have: int) -> live.Live | None:
    """The match after its next change; None if the table or a session changes first, or the wait ends."""
    try:
        async with place.waiting():
            while True:
                news = await next_bell()
                if news.get("match") == str(match) and news["version"] > have:
                    return await live.at_least(match, news["version"])
                if "revision" in news or news["type"] == sessions.CHECK:
                    return None
    except TimeoutError:
        return None


async def _account_frames(place: StreamPlace, user: User, have: int | None) -> StreamFrames:
    last, sent = have or 0, {have or 0}
    async with _bells(doorbell.account_group(user.pk), place.asker) as next_bell:
        if have is None or not await in_thread(_is_kept, user, have):
            last, sent, state = await in_thread(_account_state, user)
            yield state
        while True:
            news = [
                each for each in await in_thread(feed.happenings_since, user.pk, last) if each.pk not in sent
            ]
            for each in news:
                yield _happening(each)
            if news:
                sent = {*sorted(sent | {each.pk for each in news})[-2 * feed.MOST_READ :]}
                last = max(last, news[-1].pk)
                continue  # there may be more: only so many are read at a time
            if not await _rings(place, next_bell):
                if not await place.is_open():
                    return
                yield None


async def _rings(place: StreamPlace, next_bell: NextBell) -> bool:
    """Return whether the doorbell rang before the next check was due."""
    try:
        async with place.waiting():
            return (await next_bell())["type"] != sessions.CHECK
    except TimeoutError:
        return False


@asynccontextmanager
async def _bells(group: str, asker: Asker) -> AsyncIterator[NextBell]:
    """Join a group, and that of the account's sessions; yield the function that waits for the next bell."""
    layer = get_channel_layer()
    channel = await layer.new_channel()
    groups = [group] if asker.user is None else [group, sessions.person_group(asker.user.pk)]
    try:
        for each in groups:
            await layer.group_add(each, channel)
        yield partial(layer.receive, channel)
    finally:
        await layer.forget(channel, groups)


def _is_kept(user: User, have: int) -> bool:
    return have == 0 or Happening.objects.filter(user=user, pk=have).exists()


def _account_state(user: User) -> tuple[int, set[int], dict[str, Any]]:
    """The state of an account: its seats, the matches that wait for it, and its open challenges.

    Returns the cursor of the feed, the ids of the happenings that the state covers, and the state. The cursor
    is read before the state, so a happening in between may be sent twice, but is never lost.
    """
    last = feed.latest_cursor(user.pk)
    covered = {each.pk for each in feed.happenings_since(user.pk, last)}
    seats = selectors.seats_held(user)
    playing = [seat for seat in seats if seat.table.match and seat.table.match.status == Match.Status.PLAYING]
    state = {
        "t": "state",
        "id": last,
        "name": user.username,
        "tables": [seat.table.code for seat in seats],
        "matches": [
            {"match": seat.table.match_id, "table": seat.table.code, "game": seat.table.game}
            for seat in playing
        ],
        "challenges": [feed.challenge_json(each) for each in challenges.challenges_to_answer(user)],
    }
    return last, covered, state


def _happening(each: Happening) -> dict[str, Any]:
    return {"t": each.kind, "id": each.pk, "at": each.at, "data": each.data}


# ---- the client


async def _who(request: HttpRequest) -> Asker:
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


def _have(request: HttpRequest) -> int | JsonResponse | None:
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


def _sends_events(request: HttpRequest) -> bool:
    return request.get_preferred_type([LINES, EVENTS]) == EVENTS


def _answer(request: HttpRequest, place: StreamPlace, frames: StreamFrames) -> StreamingHttpResponse:
    kind, write = (EVENTS, _as_event) if _sends_events(request) else (LINES, _as_line)
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


def _as_event(frame: StreamFrame | None) -> bytes:
    """Write a frame as a server-sent event, whose id is what `have` would be to go on after it."""
    if frame is None:
        return b":\n\n"
    return b"id: %d\ndata: %b\n\n" % (frame["version" if "version" in frame else "id"], _as_json(frame))


def _as_json(frame: StreamFrame) -> bytes:
    return json.dumps(frame, cls=Encoder, separators=(",", ":")).encode()


# ---- the OpenAPI document (by hand, since views of the framework cannot be async)


def add_to_document(result: dict[str, Any], **_kwargs: Any) -> dict[str, Any]:
    """Add the streams to the OpenAPI document; a hook of its generator."""
    have = {"name": "have", "in": "query", "schema": {"type": "integer", "minimum": 0}}
    last = {
        "name": LAST_EVENT,
        "in": "header",
        "schema": {"type": "integer", "minimum": 0},
        "description": "in place of `have`: the `id` of the latest server-sent event",
    }
    match = {"name": "match", "in": "path", "required": True, "schema": {"type": "string", "format": "uuid"}}
    frame = {"t": "state", **STATE}
    event = {"t": "challenge", "id": 4712, "at": AT, "data": CHALLENGE}
    added = {
        "/api/v1/matches/{match}/stream/": _operation(
            match_stream,
            "The frames of a match, one per line, until it ends.",
            "play",
            [
                match,
                {
                    **have,
                    "description": "the version that you have; the stream begins after it",
                },
                last,
            ],
            "MatchLine",
            frame,
            "Scope: `read`.",
            [{"token": []}, {"oauth": ["read"]}, {"cookieAuth": []}, {}],
        ),
        "/api/v1/me/stream/": _operation(
            account_stream,
            "The events of your account, one per line, without end.",
            "me",
            [
                {
                    **have,
                    "description": "the latest `id` that you have; the stream begins after it",
                },
                last,
            ],
            "AccountLine",
            event,
            "First a `state`, then a line for each event; `t` is its kind. Events from the seconds before "
            "a connection broke may be sent again, with the same `id`.\n\nScope: `read`.",
            [{"token": []}, {"oauth": ["read"]}, {"cookieAuth": []}],
        ),
    }
    over = {"description": "to `Accept: text/event-stream`: the match is over, and you have everything"}
    added["/api/v1/matches/{match}/stream/"]["get"]["responses"]["204"] = over
    result["paths"] = dict(sorted({**result["paths"], **added}.items()))
    return result


def _operation(
    stream: Opening,
    summary: str,
    tag: str,
    parameters: list[dict[str, Any]],
    line: str,
    example: dict[str, Any],
    description: str,
    security: list[dict[str, list[str]]],
) -> dict[str, Any]:
    written = _as_event({"version": 57, **example} if line == "MatchLine" else example).decode()
    content = {
        LINES: {"schema": component_reference(line), "example": example},
        EVENTS: {"schema": {"type": "string"}, "example": written},
    }
    operation = {
        "operationId": f"{tag}_stream_retrieve",
        "summary": summary,
        "description": description,
        "parameters": parameters,
        "tags": [tag],
        "security": security,
        "responses": {
            "200": {
                "content": content,
                "description": "lines of JSON, or server-sent events of them; empty ones keep the "
                "connection alive",
            }
        },
        "x-refusals": refusals_of(inspect.unwrap(stream)),
    }
    return {"get": operation}
