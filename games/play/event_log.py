"""Reading the log of a match, whether its events are rows or packed.

The events of a match that has been over for long may be packed (`games/archive/packing.py`): they are then
compressed in one row of `PackedLog`, and no rows of their own. So all code that reads the events of matches
that are over reads them here.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import accumulate, pairwise
from typing import Any
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS

from games.models import Event, PackedLog

COLUMNS = tuple(field.attname for field in Event._meta.concrete_fields if field.name not in ("id", "match"))
"""What is packed of an event: everything but its key and its match."""

RISING = ("seq", "at")
"""The columns that are packed as differences, each to the event before."""

EPOCH, MICROSECOND = datetime(1970, 1, 1, tzinfo=UTC), timedelta(microseconds=1)

FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9, "dict_size": 1 << 20, "lc": 4, "lp": 0}]
"""A dictionary of 1 MiB holds nearly every log, and needs a tenth of the memory of the usual ones."""


def read_events(
    *matches: UUID,
    kinds: Collection[str] = (),
    first: int = 0,
    stop: int | None = None,
    only: Sequence[str] = (),
    undone: bool = False,
    using: str = DEFAULT_DB_ALIAS,
) -> Iterator[Event]:
    """Yield events of matches, of each in order: those of some kinds, from seq `first` to before `stop`.

    Events that were taken back are left out unless `undone` is true. `only` names the columns that are
    needed. Packed logs come last, with a query for each.
    """
    if stop is not None and stop <= first:
        return
    rows = Event.objects.using(using).order_by("match", "seq")
    rows = rows if undone else rows.filter(undone=False)
    rows = rows.filter(kind__in=kinds) if kinds else rows
    rows = rows.filter(seq__gte=first) if first else rows
    rows = rows if stop is None else rows.filter(seq__lt=stop)
    rows = rows.only("match", "seq", *only) if only else rows
    missing = {*matches}
    for event in rows.filter(match__in=matches):
        missing.discard(event.match_id)
        yield event
    if not missing:
        return
    logs = PackedLog.objects.using(using).filter(match__in=missing)
    for match in logs.order_by("match").values_list("match", flat=True):
        for content in logs.filter(match=match).values_list("content", flat=True):
            missing.discard(match)
            for event in unpack_events(match, content):
                is_within = first <= event.seq and (stop is None or event.seq < stop)
                counts = undone or not event.undone
                if is_within and counts and (not kinds or event.kind in kinds):
                    yield event
    yield from rows.filter(match__in=missing)  # a log may have been unpacked a moment ago


def pack_events(events: Iterable[Event]) -> bytes:
    """Pack a log, column by column: JSON in an xz file, which has a checksum."""
    found = list(events)
    columns: dict[str, list[Any]] = {name: [getattr(event, name) for event in found] for name in COLUMNS}
    columns["at"] = [(at - EPOCH) // MICROSECOND for at in columns["at"]]
    for name in RISING:
        columns[name] = [later - earlier for earlier, later in pairwise((0, *columns[name]))]
    text = json.dumps(columns, ensure_ascii=False, separators=(",", ":"))
    return lzma.compress(text.encode(), check=lzma.CHECK_CRC32, filters=FILTERS)


def unpack_events(match: UUID, content: bytes) -> list[Event]:
    """The events of a packed log. Raises `lzma.LZMAError` if it is damaged."""
    columns = json.loads(lzma.decompress(content))
    for name in RISING:
        columns[name] = list(accumulate(columns[name]))
    columns["at"] = [EPOCH + at * MICROSECOND for at in columns["at"]]
    return [
        Event(match_id=match, **dict(zip(columns, values, strict=True)))
        for values in zip(*columns.values(), strict=True)
    ]
