"""A meeting of teams on one page: its rooms, the line-ups, and each deal compared once nobody can play it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubs.models import Club
from ludocards.engine.duplicate import result_of
from tournaments import access, selectors
from tournaments.formats import catalog
from tournaments.models import TournamentTable
from tournaments.pages.display import EventShown, TableShown
from tournaments.running import deals
from tournaments.scores.amounts import format_amount, format_signed, table_score
from tournaments.selectors import EventSheet

Played = Sequence[tuple[UUID, int]]


@dataclass(frozen=True, slots=True)
class TeamShown:
    """A team at the head of the page; `points` and `total` are empty while the deals are closed."""

    name: str
    club: Club | None
    points: str
    total: str
    best: bool


@dataclass(frozen=True, slots=True)
class RoomShown:
    """A room: its table, and who sits there for each team, in the order of the seats."""

    table: TableShown
    line_ups: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class CellShown:
    """A deal in a room: its score by side, with its replay."""

    score: str
    match: UUID | None
    deal: int


@dataclass(frozen=True, slots=True)
class DealShown:
    """A deal in all rooms, and its sum for each team; no sums if it does not count."""

    label: str
    rooms: tuple[CellShown, ...]
    totals: tuple[str, ...]
    net: str
    """The lead of the first of two teams, otherwise empty."""


@require_safe
@never_cache
def match_page(request: HttpRequest, event: str, round: int, number: int) -> HttpResponse:
    """The match at a table of a round, by the number of any of its rooms."""
    found = access.access_event(request.user, event)
    at = access.table_of_round(found, round, number)
    sheet = selectors.event_sheet(found)
    if sheet.state.shape.rooms == 1:
        raise Http404
    first = number - at.room
    rooms = [each for each in sheet.tables(round) if first <= each.number < first + sheet.state.shape.rooms]
    shown, made = EventShown(sheet), catalog.join_rooms([sheet.state.made(each) for each in rooms])
    context = {
        "event": found,
        "shown": shown,
        "number": first,
        "round": rooms[0].round,
        "is_open": round not in sheet.closed,
        "teams": _teams(sheet, shown, rooms[0], made.played),
        "rooms": [RoomShown(shown.table(each.round, each), _line_ups(sheet, each)) for each in rooms],
        "deals": _deals(rooms, made.played),
        "net": _net(_totals(made.played)),
        "labels": {*shown.rounds[-round].labels},
    }
    return render(request, "tournaments/match.html", context)


def _teams(
    sheet: EventSheet, shown: EventShown, first: TournamentTable, played: Mapping[str, Sequence[int]]
) -> list[TeamShown]:
    totals, sides = _totals(played), shown.table(first.round, first).sides
    return [
        TeamShown(
            side.names,
            sheet.entries[number].shown_club if number > 0 else None,
            side.points,
            format_amount(totals[at], 1) if totals else "",
            side.best,
        )
        for at, (number, side) in enumerate(zip(first.places, sides, strict=True))
    ]


def _line_ups(sheet: EventSheet, room: TournamentTable) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return who sits in a room for each of its teams, in the order of the seats."""
    return tuple(
        (
            sheet.name(team),
            tuple(
                sheet.sitter(number, place, room.round.number)
                for number, place in room.seated
                if number == team
            ),
        )
        for team in room.places
    )


def _deals(rooms: Sequence[TournamentTable], played: Mapping[str, Sequence[int]]) -> list[DealShown]:
    """Return the deals that all rooms have played, in their order; none while they are hidden."""
    where = deals.replay_links(rooms) if played else {}
    return [
        DealShown(
            label,
            tuple(_cell(each, label, where.get(each.pk, ())) for each in rooms),
            tuple(format_amount(each, 1) for each in played.get(label, ())),
            _net(played.get(label, ())),
        )
        for label in rooms[0].labels
        if all(label in each.deals for each in rooms)
    ]


def _cell(room: TournamentTable, label: str, played: Played) -> CellShown:
    at = room.labels.index(label)
    match, deal = played[at] if at < len(played) else (None, 0)
    return CellShown(table_score(room.deals[label] or ()), match, deal + 1)


def _totals(played: Mapping[str, Sequence[int]]) -> list[int]:
    return [sum(each) for each in zip(*played.values(), strict=True)]


def _net(scores: Sequence[int]) -> str:
    return format_signed(result_of(scores, 0), 1) if len(scores) == 2 else ""
