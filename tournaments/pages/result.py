"""The breakdown of a table's points, with every number behind them, and the rulings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ludopoli.http import error_pages
from ludopoli.http.refusals import REFUSALS
from tournaments import access, selectors
from tournaments.formats.scoring import DealWorth
from tournaments.formats.victory import FULL, full_margin
from tournaments.pages.display import EventShown
from tournaments.pages.parts import parts_of_tie
from tournaments.scores.amounts import HUNDREDTHS, format_amount, format_signed, table_score


@dataclass(frozen=True, slots=True)
class WorthShown:
    """A deal at a table, compared with the other tables that had it."""

    label: str
    score: str
    made: str
    """The margin of the first side if there are two, otherwise the side's score."""
    others: int
    mean: str
    worth: str


@require_safe
@never_cache
def result_page(request: HttpRequest, event: str, round: int, number: int) -> HttpResponse:
    found = access.access_event(request.user, event)
    row = access.table_of_round(found, round, number)
    sheet = selectors.event_sheet(found)
    if round in sheet.closed or row.status != row.Status.OVER:
        return error_pages.error_response(request, *REFUSALS.problem("boards_closed"))
    shown, state = EventShown(sheet), sheet.state
    table = shown.table(state.table(row.pk).round, state.table(row.pk))
    worth = [] if found.is_mixed else state.worth(state.table(row.pk))
    deals = len({each.label for each in worth})
    context: dict[str, Any] = {
        "event": found,
        "shown": shown,
        "scoring": shown.settings["scoring"],
        "table": table,
        "parts": parts_of_tie(table.row, [each.names for each in table.sides]),
        "sides": [
            (names.names, _rows(table.row.deals, worth, side)) for side, names in _compared(table, worth)
        ],
        "two": len(table.sides) == 2,
        "total": format_signed(_hundredths(sum((each.worth for each in worth), Fraction(0)))),
        "deals": deals,
    }
    if context["scoring"] == "victory" and deals:
        swing = shown.settings["swing"]
        full = format_amount(_hundredths(Fraction(full_margin(deals, swing))))
        context |= {"swing": swing, "times": FULL, "full": full}
    return render(request, "tournaments/result.html", context)


def _compared(table: Any, worth: Sequence[DealWorth]) -> list[tuple[int, Any]]:
    """Return the sides to show; with two sides only the first, since the other's values are its negatives."""
    sides = sorted({each.side for each in worth})
    return [(side, table.sides[side]) for side in sides]


def _rows(deals: dict[str, Any], worth: Sequence[DealWorth], side: int) -> list[WorthShown]:
    return [
        WorthShown(
            each.label,
            table_score(deals[each.label]),
            format_signed(each.made, 1),
            each.others,
            "" if each.mean is None else format_signed(_hundredths(each.mean)),
            format_amount(_hundredths(each.worth)),
        )
        for each in worth
        if each.side == side
    ]


def _hundredths(value: Fraction) -> int:
    return round(value * HUNDREDTHS)
