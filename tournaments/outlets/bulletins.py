"""Bulletins of an event, which its people send to their chats: a text of a few lines, and the same as a
picture.

A bulletin contains only what the event's page shows to all its readers, and nothing of deals in play.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import selectors, tie_parts
from tournaments.formats.catalog import FORMATS
from tournaments.models import Event, Round
from tournaments.prizes.cash import purse_of
from tournaments.prizes.prize_texts import fee_text
from tournaments.scores.amounts import format_amount
from tournaments.selectors import EventSheet

MAX_LINES = 40
"""The most lines of a text: it is a single message in a chat."""

INVITATION, CANCELLATION, PAIRINGS, STANDINGS = "invitation", "cancellation", "pairings", "standings"
NAMES = (INVITATION, CANCELLATION, PAIRINGS, STANDINGS)


@dataclass(frozen=True, slots=True)
class Bulletin:
    """A piece of news of an event; `name` is one of `NAMES`."""

    name: str
    title: str
    """The name of the event."""
    headline: str
    rows: tuple[tuple[str, str], ...]
    """The lines: a text and a figure, which may be empty."""

    def text(self, link: str) -> str:
        """Return the bulletin as plain text, with `link`, the address of the event."""
        shown, omitted = self.rows[:MAX_LINES], len(self.rows) - MAX_LINES
        lines = [f"{text} {figure}".rstrip() for text, figure in shown]
        more = [and_more(omitted)] if omitted > 0 else []
        return "\n".join([self.title, self.headline, "", *lines, *more, "", link])


def and_more(omitted: int) -> str:
    """Return the words for lines that are left out."""
    return ngettext("and %(n)d more line", "and %(n)d more lines", omitted) % {"n": omitted}


def bulletins_of(event: Event) -> list[Bulletin]:
    """Return the bulletins that there are of an event now, the latest news first."""
    return [*_bulletins(selectors.event_sheet(event))]


def _bulletins(sheet: EventSheet) -> Iterator[Bulletin]:
    event = sheet.event
    if event.status == Event.Status.CANCELLED:
        why = selectors.why_cancelled(event)
        yield Bulletin(CANCELLATION, event.name, _("Cancelled"), ((why, ""),))
        return
    if event.status in selectors.BEFORE:
        yield Bulletin(INVITATION, event.name, _moment(event), _about(sheet))
        return
    latest = sheet.rounds[-1] if sheet.rounds else None
    if latest is not None and latest.status != Round.Status.OVER and not FORMATS[event.format].flows:
        headline = _("Round %(n)s") % {"n": latest.number}
        yield Bulletin(PAIRINGS, event.name, headline, _pairings(sheet, latest))
    over = sum(each.status == Round.Status.OVER for each in sheet.rounds)
    if event.is_over or over:
        after = ngettext("After %(n)d round", "After %(n)d rounds", over) % {"n": over}
        rows = tuple(
            (f"{line.place}. {sheet.name(line.entrant)}", format_amount(line.score)) for line in sheet.lines
        )
        yield Bulletin(STANDINGS, event.name, _("Final standings") if event.is_over else after, rows)


def _about(sheet: EventSheet) -> tuple[tuple[str, str], ...]:
    event = sheet.event
    club = event.club
    at = [each for each in (club.name, club.place) if each] if club else []
    entered = sum(entry.plays for entry in sheet.entries.values())
    of_all = f"{entered} / {event.capacity}" if event.capacity else str(entered)
    rows = [
        (tie_parts.title_of_event(event), ""),
        (f"{event.get_unit_display()}, {event.get_venue_display().lower()}", ""),
        *([(", ".join(at), "")] if at else []),
        *([(_("Entry fee"), fee)] if (fee := fee_text(purse_of(event), event.unit)) else []),
        *([(_("Entered so far:"), of_all)] if entered else []),
    ]
    return tuple(rows)


def _pairings(sheet: EventSheet, latest: Round) -> tuple[tuple[str, str], ...]:
    rows = [
        (f"{table.number}. {' · '.join(sheet.side_names(table.places))}", "")
        for table in sheet.tables(latest.number)
    ]
    resting = [(_("Sits out: %(name)s") % {"name": sheet.name(number)}, "") for number in latest.byes]
    return (*rows, *resting)


def _moment(event: Event) -> str:
    return date_format(timezone.localtime(event.starts_at), "l j F, H:i")
