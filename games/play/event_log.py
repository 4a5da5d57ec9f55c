"""Reading the log of a match, whether its events are stored as rows or packed.

Once a match has been over for long, its events may be packed (`games/archive/packing.py`): one row of
`PackedLog` then holds all of them, compressed, and their own rows are deleted. So code that reads the events
of finished matches must read them through this module.
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
"""The columns of an event that are packed: all but its key and its match."""

DELTA_COLUMNS = ("seq", "at")
"""The columns whose values are packed as differences from the event before, since they only rise."""

EPOCH, MICROSECOND = datetime(1970, 1, 1, tzinfo=UTC), timedelta(microseconds=1)

LZMA_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9, "dict_size": 1 << 20, "lc": 4, "lp": 0}]
"""The dictionary of 1 MiB holds nearly every log, and needs a tenth of the memory of the preset's own."""


def read_events(
    *matches: UUID,
    kinds: Collection[str] = (),
    first: int = 0,
    stop: int | None = None,
    only: Sequence[str] = (),
    undone: bool = False,
    using: str = DEFAULT_DB_ALIAS,
) -> Iterator[Event]:
    """Yield the events of matches, each match's in order: all or those of `kinds`, from seq `first` to before
    `stop`.

    Undone events (moves that were taken back) are left out unless `undone` is true. `only` names the columns
    to load, if not all are needed. Packed logs come last, with one query for each.
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
    yield from rows.filter(match__in=missing)  # a log unpacked since the first query is in rows again


def pack_events(events: Iterable[Event]) -> bytes:
    """Pack a log as JSON, column by column, in the xz format, which has a checksum."""
    found = list(events)
    columns: dict[str, list[Any]] = {name: [getattr(event, name) for event in found] for name in COLUMNS}
    columns["at"] = [(at - EPOCH) // MICROSECOND for at in columns["at"]]
    for name in DELTA_COLUMNS:
        columns[name] = [later - earlier for earlier, later in pairwise((0, *columns[name]))]
    text = json.dumps(columns, ensure_ascii=False, separators=(",", ":"))
    return lzma.compress(text.encode(), check=lzma.CHECK_CRC32, filters=LZMA_FILTERS)


def unpack_events(match: UUID, content: bytes) -> list[Event]:
    """Return the events of a packed log. Raises `lzma.LZMAError` if it is damaged."""
    columns = json.loads(lzma.decompress(content))
    for name in DELTA_COLUMNS:
        columns[name] = list(accumulate(columns[name]))
    columns["at"] = [EPOCH + at * MICROSECOND for at in columns["at"]]
    return [
        Event(match_id=match, **dict(zip(columns, values, strict=True)))
        for values in zip(*columns.values(), strict=True)
    ]
