"""The tables of an event that may be rated: only those where nobody could choose the opponents."""

from __future__ import annotations

from django.db.models import Q
from django.utils import timezone

from games.models import Table
from tournaments import access
from tournaments.chronicle import Chronicle
from tournaments.models import Event, Round, TournamentTable
from tournaments.outlets import happenings
from tournaments.roles import EventCapability

ADMISSION_FIELDS = {"access", "club", "rating_least", "rating_most", "capacity", "guests"}
"""The fields of an event that determine who may enter."""


def is_event_rated(event: Event) -> bool:
    """Return whether any table of an event may be rated.

    None may if a director, who can swap and replace people and end tables, plays in it, or if a director
    changed who may enter after the first entry.
    """
    return event.is_open_to_ratings and not (_directors_play(event) or _was_admission_changed(event))


def settle_rated_tables(state: Chronicle, round_: Round) -> None:
    """Before a round begins, mark its tables that must not be rated as casual."""
    is_rated = is_event_rated(state.event)
    casual = [each for each in state.tables[round_.number] if not is_rated or _has_exception(state, each)]
    Table.objects.filter(tournament__in=casual).update(casual=True)


def _directors_play(event: Event) -> bool:
    """Return whether a director plays in the event, in person or by a bot account."""
    directing = access.people_with(event, EventCapability.LOOK)
    return event.members.filter(Q(user__in=directing) | Q(user__owner__in=directing)).exists()


def _was_admission_changed(event: Event) -> bool:
    """Return whether a director changed who may enter, or removed somebody, after the first entry."""
    first = event.log.filter(what=happenings.ENTERED.what).order_by("pk").first()
    if first is None:
        return False
    later = event.log.filter(pk__gt=first.pk)
    if later.filter(what=happenings.REMOVED.what, at__lt=event.started_at or timezone.now()).exists():
        return True
    changed = later.filter(what=happenings.CHANGED.what).values_list("facts__fields", flat=True)
    return any({*fields.split(", ")} & ADMISSION_FIELDS for fields in changed)


def _has_exception(state: Chronicle, table: TournamentTable) -> bool:
    """Return whether a director has let one of the entries in by way of exception."""
    return any(state.entries[number].let_in for number in table.places if number > 0)
