"""Helper of the console's views: the event of a director."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from tournaments import access
from tournaments.models import Event
from tournaments.roles import EventCapability


def directed_event_or_refuse(request: HttpRequest, code: str) -> Event:
    """Return the event, or refuse a person who does not direct it."""
    event = access.access_event(request.user, code)
    if not access.has_event_capability(request.user, event, EventCapability.LOOK):
        raise PermissionDenied
    return event
