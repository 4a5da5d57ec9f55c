"""The traveller of a deal: the results of all tables with the same cards."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.archive import hands
from ludocards.engine.duplicate import matchpoints_of, result_of
from ludocards.engine.registry import GAMES
from ludopoli.base.lookups import or_404
from ludopoli.http import error_pages
from ludopoli.http.refusals import REFUSALS
from tournaments import access, selectors, tie_parts
from tournaments.formats import catalog
from tournaments.models import TournamentTable
from tournaments.pages.board import HandShown, hands_shown
from tournaments.running import deals
from tournaments.running.deals import Traveller, board_deal
from tournaments.scores.amounts import format_amount, format_signed, table_score
from tournaments.selectors import EventSheet
from tournaments.texts import names_listed

Where = Mapping[int, Sequence[tuple[UUID, int]]]
"""The matches and their deals by the id of a table, as `deals.replay_links` returns them."""


@dataclass(frozen=True, slots=True)
class RowShown:
    """The line of a table."""

    table: int
    sides: tuple[tuple[str, str, str], ...]
    """By side: the names, the score, and the percentage of the other tables beaten."""
    score: str
    swing: str
    mine: bool
    match: UUID | None
    deal: int
    annulled: bool


@require_safe
@never_cache
def deal_page(request: HttpRequest, event: str, label: str) -> HttpResponse:
    found = access.access_event(request.user, event)
    sheet = selectors.event_sheet(found)
    having = (each for each in sheet.rounds if _has(sheet, each.number, label))
    round_ = or_404(next(having, None), _("Deal not found: check the link."))
    rows = deals.traveller_lines(sheet, label)
    if not rows:
        return error_pages.error_response(request, *REFUSALS.problem("boards_closed"))
    flows = sheet.state.format.flows
    of = [each.number for each in sheet.rounds] if flows else [round_.number]
    labels = sorted({each for number in of for each in deals.visible_labels(sheet, number)}, key=_order)
    at, where = labels.index(label), deals.replay_links([row.table for row in rows])
    context = {
        "event": found,
        "label": label,
        "round": round_,
        "flows": flows,
        "rows": _rows(request, sheet, rows, where),
        "seats": _seats(sheet, rows[0].table),
        "deck": GAMES[found.game].deck.name,
        "hands": _hands(request, sheet, rows, where),
        "before": labels[at - 1] if at else None,
        "after": labels[at + 1] if at + 1 < len(labels) else None,
        "number": at + 1,
        "count": len(labels),
    }
    return render(request, "tournaments/deal.html", context)


def _order(label: str) -> list[tuple[int, str]]:
    """A sort key for labels: 1-2 before 1-10, and that before 2-1."""
    return [(int(part), "") if part.isdecimal() else (0, part) for part in re.findall(r"\d+|\D+", label)]


def _seats(sheet: EventSheet, table: TournamentTable) -> list[tuple[int, str]]:
    """Return the number of seats of each side of a table, and the seats, from 1, in words."""
    shape, places = sheet.state.shape, tuple(table.places)
    side_of = dict(zip(places, shape.sides_at(len(places)), strict=True))
    sides = [
        side_of[number] for number, _place in catalog.seats_of_table(shape, catalog.HistoryTable(places))
    ]
    each = [
        [str(seat) for seat, its in enumerate(sides, start=1) if its == side] for side in sorted({*sides})
    ]
    return [(len(seats), names_listed(seats)) for seats in each]


def _hands(request: HttpRequest, sheet: EventSheet, rows: list[Traveller], where: Where) -> list[HandShown]:
    """Return the cards of the deal, from the first match with them; none if the reader may not see that
    match. At real tables they are those of the boards, which are open."""
    event = sheet.event
    if event.is_real:
        return hands_shown(event.game, board_deal(event, rows[0].table.round, rows[0].table, rows[0].deal))
    game = tie_parts.part_of_row(event, rows[0].deal).game
    one = next((at for row in rows if row.scores is not None and (at := _played(where, row))), None)
    deal = one and hands.dealt_hands(request.user, *one)
    return [] if deal is None else hands_shown(game, deal)


def _played(where: Where, row: Traveller) -> tuple[UUID, int] | None:
    """Return the match of a line and the number of the deal in it; None if it was not played on the site."""
    played = where.get(row.table.pk, ())
    return played[row.deal] if row.deal < len(played) else None


def _has(sheet: EventSheet, number: int, label: str) -> bool:
    return any(label in table.labels or label in table.deals for table in sheet.tables(number))


def _rows(request: HttpRequest, sheet: EventSheet, rows: list[Traveller], where: Where) -> list[RowShown]:
    """Return the lines, best for the first side at the top, annulled ones last. All tables are of one
    size."""
    sides = sheet.state.shape.sides_at(len(rows[0].table.places))
    count = len({*sides})
    game = tie_parts.part_of_row(sheet.event, rows[0].deal).game
    worth = [matchpoints_of([_own(game, row, side) for row in rows]) for side in range(count)]
    shown = []
    for at, row in enumerate(rows):
        match, number = _played(where, row) or (None, row.deal)
        scores = row.scores
        by_side = tuple(
            (
                _side_names(row, sides, side),
                "" if scores is None else format_amount(scores[side], 1),
                _percent(worth[side][at]),
            )
            for side in range(count)
        )
        shown.append(
            RowShown(
                table=row.table.number,
                sides=by_side,
                score=table_score(scores or ()),
                swing="" if scores is None or count != 2 else format_signed(_own(game, row, 0) or 0, 1),
                mine=_is_mine(request, sheet, row.table),
                match=match,
                deal=number + 1,
                annulled=scores is None,
            )
        )
    own = [_own(game, row, 0) for row in rows]
    order = sorted(range(len(rows)), key=lambda at: (own[at] is None, -(own[at] or 0)))
    return [shown[at] for at in order]


def _own(game: str, row: Traveller, side: int) -> int | None:
    return None if row.scores is None else result_of(GAMES[game].results(row.scores), side)


def _side_names(row: Traveller, sides: tuple[int, ...], side: int) -> str:
    return " – ".join(name for name, its in zip(row.names, sides, strict=True) if its == side)


def _percent(worth: Fraction | None) -> str:
    return "" if worth is None else f"{format_amount(round(worth * 10), 10)}%"


def _is_mine(request: HttpRequest, sheet: EventSheet, table: TournamentTable) -> bool:
    people_there = (
        each.user_id for number in table.places if number > 0 for each in sheet.entries[number].members.all()
    )
    return request.user.pk is not None and request.user.pk in people_there
