"""Tournaments as iCalendar (RFC 5545): the whole calendar to subscribe to, and single events.

Everything in it follows from the event and its log. An event keeps its UID; each change increases its
SEQUENCE.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from urllib.parse import urlsplit

import icalendar
from django.conf import settings
from django.db.models import Prefetch, Q, QuerySet
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.models import Club, Date
from ludopoli.text.word_filter import mask_words
from tournaments import format_texts, selectors, tie_parts
from tournaments.formats.catalog import FORMATS
from tournaments.models import Event, LogEntry
from tournaments.outlets import happenings
from tournaments.texts import TOO_FEW

KEPT = timedelta(days=60)
"""The time an event stays in the calendar file after its start."""

MOST = 500

CANCELLING = (happenings.CANCELLED.what, happenings.TOO_FEW_CAME.what)
CHANGING = {each.what for each in happenings.ALL if each.in_calendar}
"""The kinds of log entries that change an event in the file."""


def upcoming_events(
    reader: selectors.Reader, wanted: Q = selectors.EVERY, club: Club | None = None
) -> list[Event]:
    """Return the events of the calendar page and those of the last two months, earliest first; all, or those
    of a club."""
    since = timezone.now() - KEPT
    ahead, past = (selectors.calendar_events(reader, wanted, past=over) for over in (False, True))
    if club is not None:
        ahead, past = ahead.filter(club=club), past.filter(club=club)
    recent = list(_logged(past.filter(starts_at__gte=since))[: MOST // 2])
    return [*reversed(recent), *_logged(ahead)[: MOST // 2]]


def club_calendar_response(club: Club, reader: selectors.Reader) -> HttpResponse:
    """Return what a reader may see of a club's tournaments and dates as a file."""
    events = upcoming_events(reader, club=club)
    return calendar_response(events, f"ludopoli-{club.code}", club.name, dates_of(club))


def calendar_response(
    events: Iterable[Event], name: str, title: str = "", dates: Iterable[Date] = ()
) -> HttpResponse:
    """Return events, and dates of a club, as a file that a calendar program opens or subscribes to."""
    calendar = icalendar.Calendar()
    calendar.add("prodid", f"-//Ludopoli//{_('Tournaments')}//{(get_language() or 'it').upper()}")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", f"Ludopoli: {title or _('Tournaments')}")
    for event in events:
        calendar.add_component(_component(event))
        for number, date in sorted(event.round_dates.items()):
            calendar.add_component(_component(event, number, date))
    for date in dates:
        calendar.add_component(_date(date))
    return HttpResponse(
        calendar.to_ical(),
        content_type="text/calendar; charset=utf-8",
        headers={"Content-Disposition": f'inline; filename="{name}.ics"', "Cache-Control": "no-cache"},
    )


def single_event(event: Event) -> list[Event]:
    """Return a single event in the form that `calendar_response` takes."""
    return list(_logged(Event.objects.filter(pk=event.pk)))


def _logged(events: QuerySet[Event]) -> QuerySet[Event]:
    """Prefetch the log entries that are changes, oldest first, as `changes`."""
    changes = LogEntry.objects.filter(what__in=CHANGING).order_by("pk")
    return events.prefetch_related(Prefetch("log", changes, to_attr="changes"))


def dates_of(club: Club) -> QuerySet[Date]:
    """Return the dates of a club from two months ago on."""
    return club.dates.filter(starts_at__gte=timezone.now() - KEPT).select_related("club")[:MOST]


def _date(date: Date) -> icalendar.Event:
    found = icalendar.Event()
    found.add("uid", f"{date.club.code}-{date.number}@{urlsplit(settings.SITE_URL).hostname}")
    found.add("dtstamp", date.changed_at)
    found.add("created", date.created_at)
    found.add("last-modified", date.changed_at)
    found.add("sequence", date.changes)
    found.add("dtstart", date.starts_at)
    if date.minutes is not None:
        found.add("dtend", date.starts_at + timedelta(minutes=date.minutes))
    found.add("summary", date.title)
    url = settings.SITE_URL + date.get_absolute_url()
    found.add("description", "\n\n".join(filter(None, [date.club.name, mask_words(date.words), url])))
    if date.place:
        found.add("location", mask_words(date.place))
    found.add("url", url)
    return found


def _component(event: Event, round_: int = 0, date: datetime | None = None) -> icalendar.Event:
    """Convert an event that was read with its `changes`, or the day of one of its later rounds."""
    changed = changed_at(event)
    begins, ends = date or event.started_at or event.starts_at, None if round_ else _end(event)
    summary = _("%(name)s, round %(n)d") % {"name": event.name, "n": round_} if round_ else event.name
    url = settings.SITE_URL + event.get_absolute_url()
    found = icalendar.Event()
    own = f"{event.code}-{round_}" if round_ else event.code
    found.add("uid", f"{own}@{urlsplit(settings.SITE_URL).hostname}")
    found.add("dtstamp", changed)
    found.add("created", event.created_at)
    found.add("last-modified", changed)
    found.add("sequence", len(_changes(event)))
    found.add("dtstart", begins)
    if ends is not None and ends > begins:
        found.add("dtend", ends)
    found.add("summary", summary)
    found.add("description", describe_in_file(event))
    found.add("status", "CANCELLED" if event.status == Event.Status.CANCELLED else "CONFIRMED")
    found.add("url", url)
    return found


def _end(event: Event) -> datetime | None:
    """Return the latest end, if it is fixed: paired rounds have no fixed length."""
    if event.closes_at is not None:
        return event.closes_at
    if not FORMATS[event.format].flows:
        return None
    return event.starts_at + timedelta(minutes=event.settings["minutes"])


def _changes(event: Event) -> list[LogEntry]:
    """The changes with which an event was read."""
    changes: list[LogEntry] = event.changes  # type: ignore[attr-defined]  # prefetched
    return changes


def changed_at(event: Event) -> datetime:
    """The time at which an event was announced, or changed last."""
    return max([event.created_at, *(each.at for each in _changes(event))])


def describe_in_file(event: Event) -> str:
    """An event in a few lines: its game and format, a cancellation, the organiser's words, its address."""
    url = settings.SITE_URL + event.get_absolute_url()
    parts = [f"{tie_parts.title_of_event(event)}, {format_texts.FORMATS[event.format].name}"]
    called_off = [each.reason for each in _changes(event) if each.what in CANCELLING]
    if called_off:
        parts.append(_("Cancelled: %(reason)s") % {"reason": mask_words(called_off[-1]) or TOO_FEW})
    return "\n\n".join(filter(None, [*parts, mask_words(event.description), url]))
