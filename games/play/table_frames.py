"""The `table` frames of sockets: one for all strangers of this process, others for one person each.

After a change of seats a whole crowd needs a frame at the same moment.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

import orjson
from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from django.utils import translation

from games.models import Table
from games.play import selectors, wire
from ludopoli.work.threads import in_thread

MAX_FRAMES = 200
"""The frames that are kept for further strangers."""


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A table as somebody sees it, and its frame as it is sent."""

    table: Table
    version: int
    """That of its match, 0 without a match."""
    frame: dict[str, Any]
    text: str
    insiders: frozenset[int | None] = frozenset()
    """The people who do not see it as strangers do."""


_reading: dict[tuple[str, str], asyncio.Task[ShownTable]] = {}


async def shown_to(user: selectors.Reader, code: str, language: str) -> ShownTable:
    """Return the table as this reader sees it now. Raises `Http404` if it is concealed from them by now."""
    return await in_thread(_read, code, user, language)


async def shown_from_shared_read(
    user: selectors.Reader, code: str, language: str, revision: int, version: int
) -> ShownTable:
    """Return the table as this reader sees it, at this revision and version of its match, or later ones.

    It is read once for all strangers. Raises `Http404` as `shown_to` does.
    """
    try:
        shown = await _shown_to_strangers(code, language, revision, version)
    except Http404:  # for strangers it is concealed
        return await shown_to(user, code, language)
    is_stranger = shown.table.boards_id is None and user.pk not in shown.insiders
    return shown if is_stranger else await shown_to(user, code, language)


async def _shown_to_strangers(code: str, language: str, revision: int, version: int) -> ShownTable:
    known = _reading.get((code, language))
    shown = await asyncio.shield(known) if known and not _has_failed(known) else None
    if shown is None or shown.table.revision < revision or shown.version < version:
        if _reading.get((code, language)) in (known, None):  # else somebody has begun to read since
            _read_for_strangers(code, language)
        shown = await asyncio.shield(_reading[code, language])
    return shown


def _has_failed(reading: asyncio.Task[ShownTable]) -> bool:
    return reading.done() and (reading.cancelled() or reading.exception() is not None)


def _read_for_strangers(code: str, language: str) -> None:
    _reading.pop((code, language), None)
    _reading[code, language] = asyncio.create_task(shown_to(AnonymousUser(), code, language))
    if len(_reading) > MAX_FRAMES:
        del _reading[next(iter(_reading))]


def _read(code: str, user: selectors.Reader, language: str) -> ShownTable:
    table = selectors.access_table(user, code)
    with translation.override(language):
        frame = selectors.table_frame(table, user)
    sent: wire.TableFrame = {"t": "table", "rev": table.revision, "table": frame}
    insiders: frozenset[int | None] = frozenset()
    if user.pk is None:
        seats = table.seats.values_list("user", "coming")
        insiders = frozenset({table.host_id, *(person for seat in seats for person in seat)} - {None})
    version = table.match.version if table.match else 0
    return ShownTable(table, version, frame, orjson.dumps(sent).decode(), insiders)
