"""Extending the deadlines of running matches by a time in which nobody could play."""

from __future__ import annotations

import uuid
from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from games.models import Event, Match
from games.play import doorbell, queueing
from ludopoli.base.commits import after_commit


def postpone_deadlines(
    gap: timedelta, now: datetime, left: Collection[uuid.UUID] | None = None
) -> set[uuid.UUID]:
    """Extend all running deadlines by `gap`, with the event `paused`; return the matches that were left out.

    Matches that another transaction holds are left out, so that play neither waits for this nor deadlocks
    with it. The next call gets them as `left`, and skips those whose turn has begun since.
    """
    matches = Match.objects.filter(status=Match.Status.PLAYING, stopped_at=None).exclude(deadline_at=None)
    if left is not None:
        matches = matches.filter(pk__in=left, turn_at__lt=now)
    with transaction.atomic():
        wanted = set(matches.values_list("pk", flat=True))
        free = matches.select_for_update(skip_locked=True)
        moved = list(free.values_list("pk", "version", "table", "bot_due_at"))
        paused = {"ms": int(gap.total_seconds() * 1000)}
        Event.objects.bulk_create(
            Event(match_id=pk, seq=version + 1, kind="paused", public=paused, private={}, sealed={}, at=now)
            for pk, version, *_ in moved
        )
        Match.objects.filter(pk__in=[pk for pk, *_ in moved]).update(
            version=F("version") + 1,
            turn_at=F("turn_at") + gap,
            deadline_at=F("deadline_at") + gap,
            bot_due_at=F("bot_due_at") + gap,
        )
        for pk, version, table, _ in moved:
            after_commit(doorbell.ring_table, table, match=str(pk), version=version + 1)
        after_commit(_wake_bots, [pk for pk, *_, due in moved if due is not None])
    return wanted.difference(pk for pk, *_ in moved)


def _wake_bots(matches: Collection[uuid.UUID]) -> None:
    for row in Match.objects.filter(pk__in=matches).select_related("table"):
        queueing.wake_bots(row)
