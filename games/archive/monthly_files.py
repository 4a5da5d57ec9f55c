"""The public archive: two files a month, the records of its matches and the ratings that these have moved.

`manage.py archive` writes them, `/archivio/` lists them, `docs/exports.md` explains how to verify them.
"""

from __future__ import annotations

import fcntl
import gzip
import hashlib
import json
import re
import uuid
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import IO

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from games.archive import exports
from games.archive.headers import account_key
from games.models import Match, Result
from games.people import standings
from games.people.ratings import skill_after
from ludocards.engine.registry import GAMES
from ludopoli.moderation.models import Act
from ludopoli.text import table_files
from ludopoli.text.table_files import FileKind

MONTH = re.compile(r"20\d\d-(0[1-9]|1[0-2])")

RECORDS, RATINGS = ".jsonl.gz", ".valutazioni.csv.gz"

COLUMNS = {
    "game": "the game",
    "account": "the account, as in the records",
    "name": "its name when the file was written",
    "rating": "as shown after the last match of the month",
    "spread": "of the rating, as shown",
    "listed": "1 if it was on the leaderboard: a person's, not provisional",
    "matches": "how many rated matches of the month",
    "change": "of the rating in the month",
    "mu": "the mean, from which the next match starts",
    "sigma": "its standard deviation",
}
"""The columns of the ratings; programs rely on their names and their order, so add new ones at the end."""

CHUNK = 64 * 1024
"""Bytes read at a time."""

AT_ONCE = 2000
"""Results read at a time."""


@dataclass(frozen=True, slots=True)
class MonthlyFile:
    """A file: its name in two parts, its size in bytes, and its SHA-256."""

    stem: str
    ending: str
    size: int
    sha256: str

    @property
    def name(self) -> str:
        return f"{self.stem}{self.ending}"

    @property
    def stored_as(self) -> str:
        return f"{self.stem}-{self.sha256[:16]}{self.ending}"

    @property
    def path(self) -> Path:
        """The file, named by its content, so that none takes its place; those of before have a plain name."""
        named = directory() / self.stored_as
        return named if named.exists() else directory() / self.name

    @property
    def checksum(self) -> str:
        """A line in the format of `sha256sum -c`."""
        return f"{self.sha256}  {self.name}\n"


@dataclass(frozen=True, slots=True)
class Volume:
    """The files of a month, the number of records, and when they were made."""

    month: str
    matches: int
    size: int
    sha256: str
    made_at: str
    """ISO time."""
    ratings_size: int = 0
    ratings_sha256: str = ""
    """Empty in a month of before, which had no ratings."""
    keys: str = ""
    """The mark of the secret by which accounts were named."""
    unscored: int = 0
    """The matches until the end of the month whose results were still to be written."""

    @property
    def records(self) -> MonthlyFile:
        return MonthlyFile(f"ludopoli-{self.month}", RECORDS, self.size, self.sha256)

    @property
    def ratings(self) -> MonthlyFile:
        return MonthlyFile(f"ludopoli-{self.month}", RATINGS, self.ratings_size, self.ratings_sha256)

    @property
    def files(self) -> list[MonthlyFile]:
        return [file for file in (self.records, self.ratings) if file.sha256]

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


def open_file(month: str, ending: str) -> tuple[MonthlyFile, IO[bytes]] | None:
    """A file of a month, open, if there is one. If another takes its place meanwhile, it is that."""
    for _attempt in range(2):
        found = volume_of(month)
        for file in found.files if found is not None else ():
            with suppress(FileNotFoundError):
                if file.ending == ending:
                    return file, file.path.open("rb")
    return None


def write_volume(month: str) -> Volume:
    """Write the files of a month, replacing earlier ones; the same matches give the same bytes.

    They are the month's from the moment at which the words about them are in place. One run works at a time.
    """
    directory().mkdir(parents=True, exist_ok=True)
    with (directory() / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return _make(month)


def _make(month: str) -> Volume:
    matches, now, unscored = 0, timezone.now(), _count_unscored(month)

    def records() -> Iterator[bytes]:
        nonlocal matches
        for record in _records(month):
            matches += 1
            yield record.encode()

    unfinished = {RECORDS: _pack(month, RECORDS, records()), RATINGS: _pack(month, RATINGS, _ratings(month))}
    sizes = {ending: (path.stat().st_size, _digest(path)) for ending, path in unfinished.items()}
    made = Volume(month, matches, *sizes[RECORDS], now.isoformat(), *sizes[RATINGS], account_key(0), unscored)
    for file in made.files:
        unfinished[file.ending].replace(directory() / file.stored_as)
    words = directory() / f"{month}.unfinished"
    words.write_text(json.dumps(asdict(made)))
    words.replace(directory() / f"{month}.json")
    current = [file.path for file in made.files]
    for other in directory().glob(f"ludopoli-{month}*.gz"):
        if other not in current:
            other.unlink()
    return made


def _pack(month: str, ending: str, content: Iterable[bytes]) -> Path:
    unfinished = directory() / f"{month}{ending}.unfinished"
    with unfinished.open("wb") as file, gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
        for part in content:
            packed.write(part)
    return unfinished


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def months_due(now: datetime) -> list[str]:
    """The months that are over and whose files are missing or out of date.

    They are out of date if they were made before the month was over, or if since then a match was annulled or
    restored, boards were opened, tables of an event were hidden, or somebody named in it has deleted their
    account; also if a match of before was scored, or a rated one annulled, restored or opened, since ratings
    follow from it.
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


def _ratings(month: str) -> Iterator[bytes]:
    """The ratings of everybody whom a match of a month has moved, as they were after it: a table."""
    begin, end = standings.period_span(month)
    rated = Result.objects.filter(rated=True, at__gte=begin, at__lt=end, user__isnull=False, game__in=GAMES)
    latest: dict[tuple[str, str], Result] = {}
    matches: Counter[tuple[str, str]] = Counter()
    change: Counter[tuple[str, str]] = Counter()
    for result in rated.select_related("user").order_by("at", "match").iterator(chunk_size=AT_ONCE):
        who = result.game, account_key(result.user_id or 0)
        latest[who], matches[who], change[who] = result, matches[who] + 1, change[who] + (result.gain or 0)
    rows = (
        [*who, *_rating(result), matches[who], change[who], result.mu, result.sigma]
        for who, result in sorted(latest.items())
    )
    headings = [table_files.Heading(name, name) for name in COLUMNS]
    return table_files.write_file(FileKind.PROGRAM, table_files.Sheet("ratings", headings, rows))


def _rating(result: Result) -> list[table_files.Cell]:
    person, skill = result.user, skill_after(result)
    assert person is not None, result
    is_listed = not (skill.is_provisional or person.is_bot or person.deleted_at)
    return [person.username, skill.shown, skill.spread, int(is_listed)]


def _is_stale(month: str) -> bool:
    known = volume_of(month)
    if known is None or not known.is_whole or known.keys != account_key(0):
        return True
    if known.unscored != _count_unscored(month):
        return True
    begin, end = standings.period_span(month)
    back = Act.objects.filter(what=Act.What.RESTORE, at__gt=known.made).values_list("match", flat=True)
    judged = Q(annulled_at__gt=known.made) | Q(pk__in=[uuid.UUID(match) for match in back])
    opened = Q(table__boards__opened_at__gt=known.made)
    is_shut = Q(table__private=True) | Q(table__watchable=False)
    hidden = is_shut & Q(table__hosted=True, table__changed_at__gt=known.made)
    over = Match.objects.filter(finished_at__gte=begin, finished_at__lt=end)
    compared = Match.objects.filter(table__boards=OuterRef("table__boards"), finished_at__lt=end)
    rated_before = Match.objects.filter(Q(finished_at__lt=end) | Exists(compared), rated=True)
    reasons = (
        over.filter(judged | opened | hidden),
        over.filter(results__user__deleted_at__gt=known.made),
        over.filter(table__hosted=True, table__seats__user__deleted_at__gt=known.made),
        rated_before.filter(judged | opened),
    )
    return any(found.exists() for found in reasons)


def _count_unscored(month: str) -> int:
    end = standings.period_span(month)[1]
    return Match.objects.filter(status=Match.Status.FINISHED, finished_at__lt=end, scored=False).count()


def _months(first: str, until: str) -> Iterator[str]:
    """The months from `first` up to `until`, which is excluded."""
    year, month = map(int, first.split("-"))
    while (name := f"{year}-{month:02}") < until:
        yield name
        year, month = (year + 1, 1) if month == 12 else (year, month + 1)


def _read(path: Path) -> Volume:
    return Volume(**json.loads(path.read_text()))
