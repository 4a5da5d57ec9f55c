"""The public archive: a file a month with the records of all matches that everybody may see.

`manage.py archive` writes the files, `/archivio/` lists them, `docs/exports.md` explains how to verify them.
"""

from __future__ import annotations

import fcntl
import gzip
import hashlib
import json
import re
import uuid
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import IO

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db.models import Q
from django.utils import timezone

from games.archive import exports
from games.models import Match, Result
from games.people import standings
from ludocards.engine.registry import GAMES
from ludopoli.moderation.models import Act

MONTH = re.compile(r"20\d\d-(0[1-9]|1[0-2])")

CHUNK = 64 * 1024
"""Bytes read at a time."""


@dataclass(frozen=True, slots=True)
class Volume:
    """The file of a month: the number of records, the size in bytes, the SHA-256, and when it was made."""

    month: str
    matches: int
    size: int
    sha256: str
    made_at: str
    """ISO time."""

    @property
    def name(self) -> str:
        return f"ludopoli-{self.month}.jsonl.gz"

    @property
    def stored_as(self) -> str:
        return f"ludopoli-{self.month}-{self.sha256[:16]}.jsonl.gz"

    @property
    def path(self) -> Path:
        """The file, named by its content, so that none takes its place; those of before have a plain name."""
        named = directory() / self.stored_as
        return named if named.exists() else directory() / self.name

    @property
    def checksum(self) -> str:
        """A line in the format of `sha256sum -c`."""
        return f"{self.sha256}  {self.name}\n"

    @property
    def made(self) -> datetime:
        return datetime.fromisoformat(self.made_at)

    @property
    def begin(self) -> datetime:
        return standings.period_span(self.month)[0]

    @property
    def is_whole(self) -> bool:
        """True if the month was over when the file was made."""
        return self.made >= standings.period_span(self.month)[1]


def directory() -> Path:
    return Path(settings.VAR_DIR) / "archive"


def all_volumes() -> list[Volume]:
    """The files that there are, most recent month first."""
    known = (_read(path) for path in directory().glob("*.json"))
    return sorted(known, key=lambda volume: volume.month, reverse=True)


def volume_of(month: str) -> Volume | None:
    """The file of a month, if there is one."""
    path = directory() / f"{month}.json"
    return _read(path) if MONTH.fullmatch(month) and path.exists() else None


def open_volume(month: str) -> tuple[Volume, IO[bytes]] | None:
    """The file of a month, open, if there is one. If another takes its place meanwhile, it is that."""
    for _attempt in range(2):
        found = volume_of(month)
        with suppress(FileNotFoundError):
            return None if found is None else (found, found.path.open("rb"))
    return None


def write_volume(month: str) -> Volume:
    """Write the file of a month, replacing an earlier one; the same matches give the same bytes.

    It is the month's from the moment at which the words about it are in place. One run works at a time.
    """
    directory().mkdir(parents=True, exist_ok=True)
    with (directory() / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return _make(month)


def _make(month: str) -> Volume:
    unfinished = directory() / f"{month}.unfinished"
    matches, now = 0, timezone.now()
    with unfinished.open("wb") as file, gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
        for record in _records(month):
            packed.write(record.encode())
            matches += 1
    with unfinished.open("rb") as written:
        digest = hashlib.file_digest(written, "sha256").hexdigest()
    made = Volume(month, matches, unfinished.stat().st_size, digest, now.isoformat())
    unfinished.replace(directory() / made.stored_as)
    unfinished.write_text(json.dumps(asdict(made)))
    unfinished.replace(directory() / f"{month}.json")
    for other in directory().glob(f"ludopoli-{month}*.jsonl.gz"):
        if other != made.path:
            other.unlink()
    return made


def months_due(now: datetime) -> list[str]:
    """The months that are over and whose file is missing or out of date.

    A file is out of date if it was made before the month was over, or if since then a match was annulled or
    restored, boards were opened, tables of an event were hidden, or somebody named in it has deleted their
    account.
    """
    first = Match.objects.filter(status=Match.Status.FINISHED).order_by("finished_at").first()
    if first is None or first.finished_at is None:
        return []
    past = _months(standings.periods_of(first.finished_at)[-1], standings.periods_of(now)[-1])
    return [month for month in past if _is_stale(month)]


def file_chunks(file: IO[bytes], part: range) -> Iterator[bytes]:
    """Read a part of an open file in chunks, and close it at the end."""
    with file:
        file.seek(part.start)
        for begin in part[::CHUNK]:
            yield file.read(min(CHUNK, part.stop - begin))


def _records(month: str) -> Iterator[str]:
    """The records of a month, by the end of the match, of all matches that everybody may see or that moved
    ratings."""
    begin, end = standings.period_span(month)
    over = Match.objects.filter(status=Match.Status.FINISHED, finished_at__gte=begin, finished_at__lt=end)
    over = over.filter(Q(table__private=False) | Q(rated=True), game__in=GAMES, annulled_at=None)
    over = over.select_related("table__boards").defer("snapshot")
    rows = over.order_by("finished_at", "pk").iterator(chunk_size=exports.RECORDS_AT_ONCE)
    while some := list(islice(rows, exports.RECORDS_AT_ONCE)):
        yield from exports.record_lines(some, AnonymousUser(), has_ratings=True)


def _is_stale(month: str) -> bool:
    known = volume_of(month)
    if known is None or not known.is_whole:
        return True
    begin, end = standings.period_span(month)
    played = Result.objects.filter(at__gte=begin, at__lt=end)
    back = Act.objects.filter(what=Act.What.RESTORE, at__gt=known.made).values_list("match", flat=True)
    judged = Q(annulled_at__gt=known.made) | Q(pk__in=[uuid.UUID(match) for match in back])
    opened = Q(table__boards__opened_at__gt=known.made)
    is_shut = Q(table__private=True) | Q(table__watchable=False)
    hidden = is_shut & Q(table__hosted=True, table__changed_at__gt=known.made)
    moved = Match.objects.filter(judged | opened | hidden, finished_at__gte=begin, finished_at__lt=end)
    return played.filter(user__deleted_at__gt=known.made).exists() or moved.exists()


def _months(first: str, until: str) -> Iterator[str]:
    """The months from `first` up to `until`, which is excluded."""
    year, month = map(int, first.split("-"))
    while (name := f"{year}-{month:02}") < until:
        yield name
        year, month = (year + 1, 1) if month == 12 else (year, month + 1)


def _read(path: Path) -> Volume:
    return Volume(**json.loads(path.read_text()))
