"""Packing the logs of matches that have been over for long, and unpacking them.

Nothing is lost by packing a log: its rows are deleted in the transaction in which all of them have been read
back, each the same as before. `games/play/event_log.py` has the form, and reads both.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from games.models import Event, Match, PackedLog
from games.people import standings
from games.play import event_log
from ludopoli.failures import retrying

WORK = "packing a log"

SOONEST = timedelta(days=1)
"""The time for which a log stays as it is in any case: pages and programs may still follow the match."""

AT_ONCE = 1000
"""The number of rows that are inserted by one statement."""

Do = Callable[[UUID], PackedLog | None]
"""`pack_log` or `unpack_log`."""


class Differs(Exception):
    """A log that was read back is not the same as before; nothing has been changed."""


@dataclass(slots=True)
class Progress:
    """What has been packed or unpacked so far."""

    matches: int = 0
    events: int = 0
    size: int = 0
    """Bytes, packed."""
    failed: int = 0

    def __str__(self) -> str:
        return f"{self.matches} matches, {self.events} events, {self.size} bytes packed"


def unpacked_logs(before: datetime, months: Sequence[str] = ()) -> QuerySet[Match]:
    """The matches that were over before a moment and whose log is not packed, oldest first.

    Old logs with a sealed seed are left out: `manage.py reseal` must find what is sealed.
    """
    first = Event.objects.filter(match=OuterRef("pk"), seq=1).exclude(sealed__has_key="seed")
    over = Match.objects.exclude(status=Match.Status.PLAYING).filter(finished_at__lt=before)
    return over.filter(_within(months), Exists(first)).order_by("finished_at", "pk")


def packed_logs(months: Sequence[str] = ()) -> QuerySet[Match]:
    """The matches whose log is packed, oldest first."""
    return Match.objects.filter(_within(months), packed_log__isnull=False).order_by("finished_at", "pk")


def _within(months: Sequence[str]) -> Q:
    """The matches that ended in one of these months; all if there are none."""
    found = Q()
    for begin, end in map(standings.period_span, months):
        found |= Q(finished_at__gte=begin, finished_at__lt=end)
    return found


def run_packing(matches: QuerySet[Match], do: Do, seconds: float | None = None) -> Iterator[Progress]:
    """Pack or unpack logs, one transaction each, for some seconds; yield the progress after each.

    A log that fails is retried later (`ludopoli/failures`), and stops no other.
    """
    until, progress = None if seconds is None else time.monotonic() + seconds, Progress()
    resting = retrying.resting_subjects(retrying.known_failures()[WORK], timezone.now())
    for match in [pk for pk in matches.values_list("pk", flat=True) if str(pk) not in resting]:
        if until is not None and time.monotonic() > until:
            return
        progress.failed += not retrying.attempt_work(WORK, match, partial(_count, progress, do, match))
        yield progress


def _count(progress: Progress, do: Do, match: UUID) -> None:
    if (log := do(match)) is not None:
        progress.matches += 1
        progress.events += log.events
        progress.size += len(log.content)


def pack_log(match: UUID) -> PackedLog | None:
    """Pack the log of a match that is over; None if there is nothing to do, or another process does it.

    Raises `Differs`.
    """
    events = list(_rows(match))  # nobody writes into the log of a match that is over
    content = event_log.pack_events(events)
    with transaction.atomic():
        if not events or not _is_ours(match) or PackedLog.objects.filter(pk=match).exists():
            return None
        made = PackedLog.objects.create(match_id=match, events=len(events), content=content)
        made.refresh_from_db()
        _compare(event_log.unpack_events(match, made.content), list(_rows(match)))
        _rows(match).delete()
    return made


def unpack_log(match: UUID) -> PackedLog | None:
    """Make rows of a packed log again; None if it is not packed. Raises `Differs`."""
    with transaction.atomic():
        found = PackedLog.objects.filter(pk=match).first() if _is_ours(match) else None
        if found is None:
            return None
        events = event_log.unpack_events(match, found.content)
        Event.objects.bulk_create(events, batch_size=AT_ONCE)
        _compare(events, list(_rows(match)))
        PackedLog.objects.filter(pk=match).delete()
    return found


def _rows(match: UUID) -> QuerySet[Event]:
    return Event.objects.filter(match=match).order_by("seq")


def _is_ours(match: UUID) -> bool:
    """Lock a match that is over, unless another process has locked it."""
    over = Match.objects.exclude(status=Match.Status.PLAYING).filter(pk=match)
    return bool(over.select_for_update(skip_locked=True).values_list("pk"))


def _compare(one: Sequence[Event], other: Sequence[Event]) -> None:
    if [*map(_facts, one)] != [*map(_facts, other)]:
        raise Differs("the log is not the same as before")


def _facts(event: Event) -> list[object]:
    return [getattr(event, name) for name in event_log.COLUMNS]
