"""What happens, line by line as JSON (NDJSON), for a program that would rather not open a socket.

A line is a frame of the socket (`docs/spine.md`): `state` first, or the `events` after `have`, then
`events` as they come. An empty line every few seconds says that the stream lives. It ends with the match.
"""

from __future__ import annotations

import asyncio
import json
import uuid
from collections.abc import AsyncIterator
from typing import Any

from channels.layers import get_channel_layer
from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.utils import timezone

from games import doorbell, frames, live, texts
from games.engine.game import Refused, Viewer
from games.models import Match
from games.statuses import STATUSES
from ludopoli.api.errors import MEDIA_TYPE, document
from ludopoli.api.models import Token
from ludopoli.threads import in_thread

ALIVE_EVERY = 10.0
"""Seconds. A doorbell that was lost is made good then, too."""


async def match_stream(request: HttpRequest, match: uuid.UUID) -> HttpResponse | StreamingHttpResponse:
    """`GET /api/v1/matches/<id>/stream/?have=<version>`."""
    user_id = await in_thread(_who, request)
    try:
        now = await in_thread(live.load, match)
    except Match.DoesNotExist:
        return _refused(Refused("no_match", "there is no such match"))
    seat = now.row.seat_of(user_id)
    if seat is None and not now.row.table.watchable:
        return _refused(Refused("not_watchable", "this table may not be watched"))
    asked = request.GET.get("have", "")
    have = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 10 else None
    lines = _lines(match, now.row.table_id, seat, have)
    return StreamingHttpResponse(
        lines, content_type="application/x-ndjson", headers={"Cache-Control": "no-store"}
    )


async def _lines(match: uuid.UUID, table: int, seat: Viewer, have: int | None) -> AsyncIterator[bytes]:
    layer = get_channel_layer()
    channel = await layer.new_channel()
    group = doorbell.table_group(table)
    await layer.group_add(group, channel)
    try:
        now = await in_thread(live.load, match)
        while True:
            newer = None if have is None else now.since(have)
            if newer is None:
                yield _line(frames.state(now, seat, timezone.now()))
            elif newer:
                yield _line(frames.events(now, seat, newer, timezone.now()))
            have = now.version
            if now.row.status != Match.Status.PLAYING:
                return
            now = await _newer(layer, channel, match, have)
            if now.version == have:
                yield b"\n"
    finally:
        await layer.group_discard(group, channel)


async def _newer(layer: Any, channel: str, match: uuid.UUID, have: int) -> live.Live:
    """The match when it has moved on, or after a while as it is."""
    try:
        async with asyncio.timeout(ALIVE_EVERY):
            while True:
                news = await layer.receive(channel)
                if news.get("match") == str(match) and news["version"] > have:
                    return await live.at_least(match, news["version"])
    except TimeoutError:
        return await in_thread(live.load, match)


def _who(request: HttpRequest) -> int | None:
    """The id of who asks, by token or by session."""
    keyword, _space, secret = request.headers.get("Authorization", "").partition(" ")
    if keyword.lower() == "bearer":
        token = Token.of(secret.strip())
        return token.user_id if token is not None and token.user.is_active else None
    return request.user.pk


def _refused(refused: Refused) -> JsonResponse:
    problem = document(STATUSES[refused.code], refused.code, texts.refusal(refused))
    return JsonResponse(problem, status=problem["status"], content_type=MEDIA_TYPE)


def _line(frame: dict[str, Any]) -> bytes:
    return json.dumps(frame, separators=(",", ":")).encode() + b"\n"
