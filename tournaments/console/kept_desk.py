"""The desk as a browser keeps it, so that a director can go on without network."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

from django.urls import reverse
from django.utils.translation import get_language, gettext

from tournaments import access, tie_parts
from tournaments.console.desk import Desk
from tournaments.console.desk_rows import DeskRow
from tournaments.models import GONE, Entry, Event, TournamentTable
from tournaments.prizes.cash import CashBook
from tournaments.roles import EventCapability

Kept = dict[str, Any]


def kept_desk(desk: Desk) -> str:
    """Return, as JSON, the tables of the latest round with their scores, and the entries, each with its
    possible acts: their addresses, and whether they need a reason."""
    event, unpaid = desk.event, _unpaid(desk)
    kept = {
        "lang": get_language(),
        "name": event.name,
        "byMatch": event.scores == Event.Scores.MATCH,
        "round": _round(desk),
        "tables": [_table(desk, row) for row in desk.rows if desk.is_latest],
        "entries": [_entry(desk, each, unpaid) for each in desk.entries],
    }
    return json.dumps(kept, ensure_ascii=False, separators=(",", ":"))


def _round(desk: Desk) -> Kept | None:
    if desk.latest is None:
        return None
    start = reverse("console-act", args=[desk.event.code, "start-round"]) if desk.waits else None
    return {"number": desk.latest.row.number, "start": start}


def _table(desk: Desk, row: DeskRow) -> Kept:
    table = row.row
    counts = {each.label: each.counts for each in row.sheet}
    hidden = desk.hides(table.round)
    return {
        "number": table.number,
        "url": reverse(
            "console-table-act", args=[desk.event.code, table.round.number, table.number, "score"]
        ),
        "sides": [each.names for each in row.shown.sides],
        "isOver": table.status == TournamentTable.Status.OVER,
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
    acts = [("take-fee", gettext("Has paid"), False)] if entry.number in unpaid else []
    if entry.status in GONE:
        acts.append(("reinstate", gettext("Put this entry back"), False))
    elif not desk.event.is_over:
        if desk.takes_presence and not all(each.here for each in entry.members.all()):
            acts.append(("check-in", gettext("Mark as present"), False))
        acts.append(("remove", gettext("Take it out"), True))
    return {
        "number": entry.number,
        "name": desk.sheet.name(entry.number),
        "acts": [
            {
                "url": reverse("console-entry-act", args=[desk.event.code, entry.number, name]),
                "does": does,
                "asks": asks,
            }
            for name, does, asks in acts
        ],
    }
