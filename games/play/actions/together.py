"""Storing the moves of all tables together: while one commit is on its way, the next moves gather.

A commit costs about the same for one move as for many. Each move is acknowledged after the commit that
holds it.
"""

from __future__ import annotations

import asyncio
import logging
import time
import uuid
from collections.abc import Mapping

from django.db import InterfaceError, OperationalError

from games.models import Match
from games.play import frames, live
from games.play.actions.play import Request, attempt_locked, plain_moves
from games.play.actions.storing import Accepted, Waiting, store_together, wake_bots_on_commit
from ludocards.engine.game import Command
from ludopoli.base import measures
from ludopoli.work.threads import in_thread, in_writer, start_in_thread

log = logging.getLogger(__name__)

MAX_MOVES = 64
"""The most moves that one commit holds."""

Asked = tuple[Request, "asyncio.Future[Match | None]"]

_asked: list[Asked] = []
_writer: asyncio.Task[None] | None = None


async def attempt_together(
    match_id: uuid.UUID, seat: int, command: Command, command_id: str, expected_version: int
) -> Accepted | Waiting:
    """Like `play.try_command`, from the event loop: plain moves of different matches share a commit."""
    request = Request(match_id, seat, command, command_id, expected_version)
    began = time.perf_counter()
    row = await _moved(request)
    answer = await in_thread(attempt_locked, request) if row is None else Accepted(row.version)
    if isinstance(answer, Accepted):
        measures.MOVE_STORED.observe(time.perf_counter() - began)
    if row is not None and row.bot_due_at is not None:
        start_in_thread(wake_bots_on_commit, row)
    return answer


async def _moved(request: Request) -> Match | None:
    """Return the match after the move of the next commit; None if the move is to be judged under the lock."""
    global _writer
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Match | None] = loop.create_future()
    _asked.append((request, future))
    if _writer is None or _writer.done() or _writer.get_loop() is not loop:
        _writer = loop.create_task(_write())
    return await future


async def _write() -> None:
    while group := _next():
        moved: Mapping[uuid.UUID, Match] = {}
        trouble = None
        try:
            changes = plain_moves([request for request, _ in group])
            if changes:
                storing = in_writer(store_together, changes)
                if len(changes) == 1:  # else there is enough to do
                    await asyncio.sleep(0)  # let the writer begin
                    _make_ready(changes[0].after)
                moved = await storing
        except (OperationalError, InterfaceError) as error:
            trouble = error
        except Exception:
            log.exception("%s moves cannot be stored together: each is tried alone", len(group))
        for request, future in group:
            if future.done():
                continue  # its socket has gone
            if trouble is None:
                future.set_result(moved.get(request.match))
            else:
                future.set_exception(trouble)


def _make_ready(after: live.Live) -> None:
    """Make the frames of a move while it is being stored, for those who had one of the version before."""
    before = live.cached_match(after.row.pk)
    if before is not None:
        frames.make_ready(before, after)


def _next() -> list[Asked]:
    """Take the moves of the next commit: the first of each match, in the order in which they came."""
    group: dict[uuid.UUID, Asked] = {}
    later = []
    for asked in _asked:
        request, future = asked
        if request.match in group or len(group) == MAX_MOVES:
            later.append(asked)
        elif not future.done():
            group[request.match] = asked
    _asked[:] = later
    return list(group.values())
