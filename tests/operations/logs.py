"""Old logs of a test of packing, made and read in a process of the installation."""

from __future__ import annotations

import hashlib
import uuid
from datetime import UTC, datetime

from games.models import Event, Match
from games.play import event_log
from tests.operations import played

OVER_AT = datetime(2026, 3, 15, tzinfo=UTC)


def fill(match: str, copies: int) -> dict[str, str]:
    """Play a match out, make copies of it that have been over since March, and return `digests`."""
    played.play(match)
    row = Match.objects.get(pk=match)
    events = list(Event.objects.filter(match=row))
    for _ in range(copies):
        row.pk, row.finished_at = uuid.uuid4(), OVER_AT
        row.save(force_insert=True)
        for event in events:
            event.pk, event.match_id = None, row.pk
        Event.objects.bulk_create(events)
    return digests()


def digests() -> dict[str, str]:
    """A digest of each old log with all its columns, by match."""
    found = {}
    for match in Match.objects.filter(finished_at=OVER_AT).values_list("pk", flat=True):
        log = event_log.read_events(match)
        facts = [[getattr(event, name) for name in event_log.COLUMNS] for event in log]
        found[str(match)] = hashlib.sha256(repr(facts).encode()).hexdigest()
    return found
