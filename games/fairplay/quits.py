"""The penalty for leaving rated matches: a ladder of growing pauses, computed from the results alone.

A rated match is a step up if a bot played for the person at its end, or for much of it; a match that is still
being played counts as soon as the person leaves. Days and matches played to the end are steps down. Since
everything follows from the results, an annulled match no longer counts here, either.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from games.models import Event, Match, Result, Seat
from ludopoli.accounts.models import User
from ludopoli.moderation import sanctions
from ludopoli.moderation.models import Sanction

LADDER = (
    timedelta(0),
    timedelta(minutes=5),
    timedelta(minutes=15),
    timedelta(hours=1),
    timedelta(hours=6),
    timedelta(hours=24),
)
"""The time each step keeps a person from rated tables. The first is a mere warning, the last repeats."""

FORGIVEN_BY_DAYS, FORGIVEN_BY_MATCHES = timedelta(days=7), 5
"""The time without leaving, and the number of rated matches played to the end, that forgive a step."""

MEMORY = timedelta(days=60)
"""The age up to which matches count."""

CODE = "quit"
"""The `Sanction.code` of the warning."""

Played = tuple[datetime, bool]
"""The time at which a rated match was over for a person, and whether they had left it."""


@dataclass(frozen=True, slots=True)
class Record:
    """A person's step on the ladder, 0 being the ground, and until when rated tables are closed to them."""

    step: int = 0
    until: datetime | None = None
    left: int = 0
    played: int = 0


def record(history: Iterable[Played], now: datetime) -> Record:
    """The standing that follows from a person's rated matches, oldest first."""
    step = good = left = played = 0
    calm_since = now
    until = None
    for at, quit_it in history:
        played += 1
        step, calm_since = _calmed(step, calm_since, at)
        if quit_it:
            step, good, left, calm_since = min(step + 1, len(LADDER)), 0, left + 1, at
            until = at + LADDER[step - 1]
            continue
        good += 1
        if good == FORGIVEN_BY_MATCHES:
            step, good = max(0, step - 1), 0
    step, _since = _calmed(step, calm_since, now)
    return Record(step, until if until is not None and until > now else None, left, played)


def _calmed(step: int, since: datetime, now: datetime) -> tuple[int, datetime]:
    """The step after some time without leaving, and the time from which the next forgiveness counts."""
    forgiven = max(0, (now - since) // FORGIVEN_BY_DAYS)
    return max(0, step - forgiven), since + forgiven * FORGIVEN_BY_DAYS


def of(person: User, now: datetime | None = None) -> Record:
    """A person's standing now. Two queries, and one for each match in play that they have left."""
    now = now or timezone.now()
    rated = Result.objects.filter(user=person, rated=True, at__gt=now - MEMORY, at__lte=now)
    over = list(rated.order_by("at", "match").values_list("at", "left"))
    return record([*over, *((at, True) for at in _running(person))], now)


def _running(person: User) -> list[datetime]:
    """The times at which a person left the rated matches that are still being played, oldest first."""
    seats = Seat.objects.filter(user=person, table__match__status=Match.Status.PLAYING)
    seats = seats.filter(table__match__rated=True).select_related("table__match")
    gone = [(seat.table.match_id, seat.number) for seat in seats if _has_left(seat)]
    left = [
        Event.objects.filter(match=match, kind="left", public__seat=number).order_by("seq").last()
        for match, number in gone
    ]
    return sorted(event.at for event in left if event is not None and not event.public.get("removed"))


def _has_left(seat: Seat) -> bool:
    return seat.table.match is not None and seat.number in seat.table.match.gone


def warn(results: Iterable[Result]) -> None:
    """Warn everybody who has left a rated match, and say until when they are barred from rated tables."""
    for result in results:
        if result.rated and result.left and result.user is not None and result.user.deleted_at is None:
            until = of(result.user).until
            sanctions.supersede(result.user, CODE)
            sanctions.impose(
                result.user, Sanction.Kind.MESSAGE, code=CODE, until=until, match=str(result.match_id)
            )
