"""Which tables of an event may be rated: those of people whom nobody has chosen for each other."""

from __future__ import annotations

from django.db.models import Q

from games.models import Table
from tournaments.chronicle import Chronicle
from tournaments.models import Event, Round, TournamentTable


def event_counts(event: Event) -> bool:
    """Return whether an event is rated at all: not where those who direct it play in it, too.

    They enter people, move them, put substitutes on seats and end tables.
    """
    return event.is_open_to_ratings and not _directors_play(event)


def settle(told: Chronicle, round_: Round) -> None:
    """Make the tables of a round that is about to begin casual that must not be rated."""
    counts = event_counts(told.event)
    casual = [each for each in told.tables[round_.number] if not counts or _has_somebody_let_in(told, each)]
    Table.objects.filter(tournament__in=casual).update(casual=True)


def _directors_play(event: Event) -> bool:
    directing = Q(user=event.organiser_id) | Q(user__in=event.directors.all())
    return event.members.filter(directing, user__isnull=False).exists()


def _has_somebody_let_in(told: Chronicle, table: TournamentTable) -> bool:
    return any(told.entries[number].let_in for number in table.places if number > 0)
