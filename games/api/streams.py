"""Streams of lines of JSON (NDJSON) or of server-sent events, for programs without a socket.

The stream of a match has the frames of its socket (`docs/spine.md`): first `state`, or the `events` after
`have`, then `events` as they come; it ends with the match. `docs/api.md` describes the stream of an account.
"""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from http import HTTPStatus
from typing import Any

from channels.layers import get_channel_layer
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.utils import timezone

from games.api.stream_clients import (
    Asker,
    StreamFrames,
    StreamPlace,
    answer_with,
    opened_by_get,
    resumed_from,
    sends_events,
    stream_asker,
)
from games.models import Happening, Match, Table
from games.people import challenges
from games.play import doorbell, feed, frames, live, selectors
from ludocards.engine.game import Viewer
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from ludopoli.sockets import sessions
from ludopoli.work.threads import in_thread

NextBell = Callable[[], Awaitable[dict[str, Any]]]


@opened_by_get
async def match_stream(request: HttpRequest, match: uuid.UUID) -> HttpResponse | StreamingHttpResponse:
    """`GET /api/v1/matches/<id>/stream/?have=<version>`."""
    asker, have = await stream_asker(request), resumed_from(request)
    if isinstance(have, JsonResponse):
        return have
    row = await in_thread(_match_to_see, asker, match)
    is_over = have is not None and have >= row.version and row.status != Match.Status.PLAYING
    if is_over and sends_events(request):
        return HttpResponse(status=HTTPStatus.NO_CONTENT)  # or a browser would open it again and again
    place = StreamPlace.take(asker)
    return answer_with(request, place, _match_frames(place, match, row.table_id, row.seat_of(asker.pk), have))


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
    asker, have = await stream_asker(request), resumed_from(request)
    if asker.user is None:
        raise ActionRefused("sign_in")
    if isinstance(have, JsonResponse):
        return have
    place = StreamPlace.take(asker)
    return answer_with(request, place, _account_frames(place, asker.user, have))


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
