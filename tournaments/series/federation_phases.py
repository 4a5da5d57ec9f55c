"""The events of a federation that a reader may know of, in the order of time."""

from __future__ import annotations

from clubs.models import Federation
from tournaments import access
from tournaments.models import Event, Phase, Series


def phases_of(federation: Federation, reader: access.Reader) -> list[Phase]:
    """Return the phases of a federation with their events, clubs, and the events to which they lead."""
    events = Event.objects.filter(access.visible_to(reader), phase__federation=federation)
    rows = Phase.objects.filter(federation=federation, event__in=events)
    return [
        *rows.select_related("federation", "event__club", "leads_to__event").order_by(
            "event__starts_at", "pk"
        )
    ]


def phase_of(federation: Federation, code: str) -> Phase | None:
    """Return the phase of the event with a code."""
    rows = Phase.objects.filter(federation=federation, event__code=code.replace("\0", ""))
    return rows.select_related("federation", "event", "leads_to__event").first()


def ranking_code(federation: Federation) -> str | None:
    """Return the code of the series that is the ranking of a federation; None before its first event."""
    return Series.objects.filter(federation=federation).values_list("code", flat=True).first()
