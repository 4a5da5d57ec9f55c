"""The desk as a browser keeps it, so that a director can go on without network."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from typing import Any

from django.forms import BoundField
from django.urls import reverse
from django.utils.translation import get_language, gettext

from ludopoli.http.action_forms import ActionForm
from tournaments import access, tie_parts
from tournaments.action_forms import MissedForm, ReasonForm
from tournaments.console.desk import Desk, seats_of
from tournaments.console.desk_rows import DeskRow
from tournaments.entry_forms import EntryForm, SubstituteForm
from tournaments.models import GONE, Entry, Event, Member, TournamentTable
from tournaments.prizes.cash import CashBook
from tournaments.roles import EventCapability
from tournaments.selectors import member_name

Kept = dict[str, Any]

SHOWN = ("maxlength", "required", "rows")
"""The attributes of a field that are kept."""


def kept_desk(desk: Desk) -> str:
    """Return, as JSON, the tables of the latest round with their scores, and the entries, each with the
    addresses of its possible acts, by name; and the forms of these."""
    event, unpaid = desk.event, _unpaid(desk)
    kept = {
        "lang": get_language(),
        "name": event.name,
        "byMatch": event.scores == Event.Scores.MATCH,
        "forms": _forms(desk),
        "enter": reverse("console-act", args=[event.code, "enter"]) if desk.takes_late else None,
        "round": _round(desk),
        "tables": [_table(desk, row) for row in desk.rows if desk.is_latest],
        "entries": [_entry(desk, each, unpaid) for each in desk.entries],
    }
    return json.dumps(kept, ensure_ascii=False, separators=(",", ":"))


def _forms(desk: Desk) -> Kept:
    """Return what the acts do, in words, with the fields of their forms and the texts of their buttons."""
    forms = {
        "enter": _form(
            gettext("Enter somebody") if desk.is_before else gettext("Late entry"),
            EntryForm(desk.event),
            gettext("Enter them"),
        ),
        "missed": _form(gettext("Somebody has not come"), MissedForm(()), gettext("Record it")),
        "take-fee": _form(gettext("Has paid"), ActionForm()),
        "check-in": _form(gettext("Mark as present"), ActionForm()),
        "reinstate": _form(gettext("Put this entry back"), ActionForm()),
        "remove": _form(gettext("Take it out"), ReasonForm()),
    }
    if desk.entries:
        substitute = SubstituteForm(desk.entries[0])
        forms["substitute"] = _form(gettext("A substitute"), substitute, gettext("Put in"))
        names = {"name": "names", "label": gettext("Name"), "type": "text", "required": True}
        forms["correct"] = {
            "does": gettext("Correct the names"), "button": gettext("Save"), "fields": [names],
        }  # fmt: skip
    return forms


def _form(does: str, form: ActionForm, button: str = "") -> Kept:
    return {"does": does, "button": button or does, "fields": [_field(each) for each in form]}


def _field(field: BoundField) -> Kept:
    widget = field.field.widget
    shown = {name: widget.attrs[name] for name in SHOWN if widget.attrs.get(name)}
    kind = getattr(widget, "input_type", "textarea")
    return {"name": field.name, "label": str(field.label), "type": kind, **shown}


def _round(desk: Desk) -> Kept | None:
    if desk.latest is None:
        return None
    start = reverse("console-act", args=[desk.event.code, "start-round"]) if desk.waits else None
    return {"number": desk.latest.row.number, "start": start}


def _table(desk: Desk, row: DeskRow) -> Kept:
    table = row.row
    counts = {each.label: each.counts for each in row.sheet}
    hidden = desk.hides(table.round)
    at = [desk.event.code, table.round.number, table.number]
    is_over = table.status == TournamentTable.Status.OVER
    can_miss = not (is_over or row.deals)
    return {
        "number": table.number,
        "url": reverse("console-table-act", args=[*at, "score"]),
        "missed": reverse("console-table-act", args=[*at, "missed"]) if can_miss else None,
        "places": table.places,
        "people": seats_of(desk, table),
        "sides": [each.names for each in row.shown.sides],
        "isOver": is_over,
        "titles": [tie_parts.row_title(table, at) for at in range(len(table.labels))],
        "rows": [
            [] if hidden else [*(table.deals.get(label) or counts.get(label) or ())] for label in table.labels
        ],
    }


def _unpaid(desk: Desk) -> frozenset[int]:
    """Return the entries whose fees are due, if the reader may take them."""
    if not desk.event.purse.get("fee") or not access.has_event_capability(
        desk.reader, desk.event, EventCapability.COLLECT
    ):
        return frozenset()
    return frozenset(
        each.entry.number for each in CashBook(desk.event, desk.sheet.state).entries if each.still_due
    )


def _entry(desk: Desk, entry: Entry, unpaid: Collection[int]) -> Kept:
    people = [(each.place, member_name(each), _is_named(each)) for each in entry.members.all()]
    return {
        "number": entry.number,
        "name": desk.sheet.name(entry.number),
        "people": people,
        "acts": {
            name: reverse("console-entry-act", args=[desk.event.code, entry.number, name])
            for name in _acts(desk, entry, is_unpaid=entry.number in unpaid)
        },
    }


def _acts(desk: Desk, entry: Entry, *, is_unpaid: bool) -> Iterator[str]:
    """Yield the names of the acts on an entry."""
    if is_unpaid:
        yield "take-fee"
    if entry.status in GONE:
        yield "reinstate"
    else:
        if desk.takes_presence and not all(each.here for each in entry.members.all()):
            yield "check-in"
        yield from ("substitute", "remove")
    if any(map(_is_named, entry.members.all())):
        yield "correct"


def _is_named(member: Member) -> bool:
    """Return whether a member has no account, so that the name can be corrected."""
    return member.user is None and not member.bot
