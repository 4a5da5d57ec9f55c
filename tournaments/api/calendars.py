"""Calendars for calendar programs (RFC 5545): of the site, of a club, and one tournament."""

from __future__ import annotations

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiExample, OpenApiResponse
from rest_framework.request import Request

from clubs.access import access_club
from games.api.view_helpers import OfGame, rules_wanted
from ludopoli.api.operations import Operation, document_operation
from ludopoli.api.rendering import JsonRenderer
from tournaments.api.view_helpers import event_of
from tournaments.outlets import calendar_file

ICALENDAR = "text/calendar"
EMPTY = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Ludopoli//Tournaments//EN\r\nEND:VCALENDAR\r\n"
ANSWER = {
    (200, ICALENDAR): OpenApiResponse(
        str,
        description="iCalendar (RFC 5545): an event keeps its UID, and each change increases its SEQUENCE",
        examples=[OpenApiExample("without events", value=EMPTY, media_type=ICALENDAR)],
    )
}


class CalendarRenderer(JsonRenderer):
    """iCalendar, for clients that ask for it by name; problems are still JSON."""

    media_type = ICALENDAR
    format = "ics"


class CalendarView(Operation):
    renderer_classes = [CalendarRenderer, JsonRenderer]


class SiteCalendarView(CalendarView):
    queries = {"GET": OfGame}

    @document_operation(responses=ANSWER, tags=["tournaments"])
    def get(self, request: Request) -> HttpResponse:
        """The tournaments of the last two months and those to come, as iCalendar."""
        events = calendar_file.upcoming_events(request.user, rules_wanted(self.query))
        return calendar_file.calendar_response(events, "ludopoli")


class ClubCalendarView(CalendarView):
    @document_operation(responses=ANSWER, tags=["clubs"])
    def get(self, request: Request, club: str) -> HttpResponse:
        """The tournaments and dates of a club, as iCalendar."""
        found, _own = access_club(request.user, club)
        return calendar_file.club_calendar_response(found, request.user)


class EventCalendarView(CalendarView):
    @document_operation(responses=ANSWER, tags=["tournaments"])
    def get(self, request: Request, event: str) -> HttpResponse:
        """A tournament as iCalendar."""
        found = event_of(request, event)
        return calendar_file.calendar_response(calendar_file.single_event(found), f"ludopoli-{found.code}")
