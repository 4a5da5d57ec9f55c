"""The penalty for leaving rated matches: a ladder of growing pauses, computed from the results alone.

A rated match is a step up if a bot played for the person at its end, or for much of it; a match that is still
being played counts as soon as the person leaves. Days and matches played to the end are steps down. Since
everything follows from the results, an annulled match no longer counts here, either.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
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
class QuitStep:
    """A person's step on the ladder, 0 being the ground, and until when rated tables are closed to them."""

    step: int = 0
    until: datetime | None = None
    left: int = 0
    played: int = 0


def record(history: Iterable[Played], now: datetime) -> QuitStep:
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
    return QuitStep(step, until if until is not None and until > now else None, left, played)


def _calmed(step: int, since: datetime, now: datetime) -> tuple[int, datetime]:
    """The step after some time without leaving, and the time from which the next forgiveness counts."""
    forgiven = max(0, (now - since) // FORGIVEN_BY_DAYS)
    return max(0, step - forgiven), since + forgiven * FORGIVEN_BY_DAYS


def quit_step_of(person: User, now: datetime | None = None) -> QuitStep:
    """A person's standing now, read like those of several."""
    return of_each([person], now)[person.pk]


def of_each(people: Iterable[User], now: datetime | None = None) -> dict[int, QuitStep]:
    """The standings of people now, by their ids. Two queries, and one for each match in play that one of them
    has left."""
    now = now or timezone.now()
    histories: dict[int, list[Played]] = {person.pk: [] for person in people}
    rated = Result.objects.filter(user__in=histories, rated=True, at__gt=now - MEMORY, at__lte=now)
    for person, at, left in rated.order_by("at", "match").values_list("user", "at", "left"):
        histories[person].append((at, left))
    for at, person in _running(histories):
        histories[person].append((at, True))
    return {person: record(history, now) for person, history in histories.items()}


def _running(people: Collection[int]) -> list[tuple[datetime, int]]:
    """The times at which people left the rated matches that are still being played, oldest first, with the
    ids of the people."""
    seats = Seat.objects.filter(
        user__in=people, table__match__status=Match.Status.PLAYING, table__match__rated=True
    )
    found = []
    for person, match, number, gone in seats.values_list(
        "user", "table__match", "number", "table__match__gone"
    ):
        if number in gone:
            events = Event.objects.filter(match=match, kind="left", public__seat=number)
            event = events.order_by("seq").last()
            if event is not None and not event.public.get("removed"):
                found.append((event.at, person))
    return sorted(found)


def warn_quitters(results: Iterable[Result]) -> None:
    """Warn everybody who has left a rated match, and say until when they are barred from rated tables."""
    for result in results:
        if result.rated and result.left and result.user is not None and result.user.deleted_at is None:
            until = quit_step_of(result.user).until
            sanctions.supersede_sanctions(result.user, CODE)
            sanctions.impose_sanction(
                result.user, Sanction.Kind.MESSAGE, code=CODE, until=until, match=str(result.match_id)
            )
