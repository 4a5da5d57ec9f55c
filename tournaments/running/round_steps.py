"""The steps of a round: it is seated as it was paired, begins, ends, or is undone and paired again."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta

from games.models import Match
from games.play import actions as play
from tournaments import chronicle
from tournaments.chronicle import Chronicle
from tournaments.formats import catalog
from tournaments.formats.catalog import CannotDraw
from tournaments.models import Event, Round, TournamentTable
from tournaments.outlets import happenings, notices
from tournaments.outlets.happenings import happened
from tournaments.running import pairing, rated, seating, seen_deals

TableStatus = TournamentTable.Status


def after_break(event: Event, now: datetime) -> datetime:
    return now + timedelta(seconds=event.break_seconds)


def seat_round(state: Chronicle, drawn: catalog.HistoryRound, now: datetime, starts_at: datetime) -> None:
    event = state.event
    if event.is_real:
        drawn = catalog.without_bots(drawn)
    round_ = Round.objects.create(
        event=event,
        number=len(state.rounds) + 1,
        byes=list(drawn.byes),
        boards=seating.boards_of_round(state, len(state.rounds) + 1, now) if state.has_boards else None,
        starts_at=starts_at,
    )
    rooms = state.shape.rooms
    for at, table in enumerate(drawn.tables, start=1):
        before = ((table.number or at) - 1) * rooms
        for room in range(rooms):
            places = catalog.team_rooms(table.places)[room] if room else table.places
            deals = table.deals if state.sets_travel else 0
            made = catalog.HistoryTable(places, table.stage, deals=deals)
            seating.seat_table(state, round_, before + room + 1, made, room)
    closes = state.takes_late(len(state.rounds)) and not state.takes_late(round_.number)
    happened(event, happenings.ENTRIES_CLOSED if closes else happenings.ROUND_PAIRED, round_, now=now)


def open_line_ups(state: Chronicle, round_: Round, now: datetime, *, of_all: bool) -> bool:
    """Seat the teams of the matches for which all line-ups have been handed in, and of all others if the
    round begins; return whether there were any."""
    if not state.event.seals:
        return False
    sealed = [each for each in chronicle.rooms_by_match(state.tables[round_.number]) if not each[0].seated]
    opened = [rooms for rooms in sealed if of_all or all(map(state.has_handed_in, rooms[0].places))]
    for rooms in opened:
        for table in rooms:
            seating.take_seats(state, table)
        happened(state.event, happenings.LINE_UPS_OPENED, rooms[0], now=now)
    notices.notify_of_tables(round_, [table for rooms in opened for table in rooms])
    return bool(opened)


def begin_round(state: Chronicle, round_: Round, now: datetime) -> None:
    """Begin all tables of a round together. Bots play for absent people until they come."""
    event, minutes = state.event, state.event.round_minutes
    rated.settle_rated_tables(state, round_)
    for table in state.tables[round_.number]:
        seats = seating.seats_at(state, table)
        members = [seating.member_at(state, number, place) for number, place in seats]
        away = [seat for seat, each in enumerate(members) if each is not None and seating.is_missing(each)]
        if table.table is not None:
            play.begin_hosted(table.table, now, away)
        table.status = TableStatus.PLAYING
        table.save(update_fields=["status"])
    round_.status, round_.started_at = Round.Status.PLAYING, now
    round_.ends_at = None if minutes is None else now + timedelta(minutes=minutes)
    round_.save(update_fields=["status", "started_at", "ends_at"])
    happened(event, happenings.ROUND_BEGAN, round_, now=now)


def end_round(state: Chronicle, round_: Round, now: datetime) -> None:
    round_.status, round_.over_at = Round.Status.OVER, now
    round_.save(update_fields=["status", "over_at"])
    if round_.boards is not None and not state.format.flows:
        play.open_boards(round_.boards)
    happened(state.event, happenings.ROUND_OVER, round_, now=now)


def draw_anew(
    event: Event, round_: Round, now: datetime, pairing_of: catalog.HistoryRound | None = None
) -> None:
    """Pair again a round in which nobody has scored, or seat it as in `pairing_of`.

    Entries that have come since are now included, and those that have left are not. A round that had begun
    begins again after the break. Raises `CannotDraw`, or `NotPrepared` if the pairing is slow.
    """
    starts_at = round_.starts_at if round_.status == Round.Status.DRAWN else after_break(event, now)
    undo_pairing(event, round_, now)
    state = chronicle.read_chronicle(event)
    drawn = pairing_of or pairing.paired_round(state)
    if not isinstance(drawn, catalog.HistoryRound):
        raise CannotDraw("too_few", "nobody is left who could be drawn")
    seat_round(state, drawn, now, starts_at=starts_at)


def undo_pairing(event: Event, round_: Round, now: datetime) -> None:
    """Undo the pairing of a round in which nobody has scored; if its deals were seen, it will have others."""
    has_begun = round_.status == Round.Status.PLAYING and round_.boards is not None
    if has_begun or seen_deals.were_seen(event, round_):
        happened(event, happenings.DEALT_ANEW, round_)
    for match in _matches_of(round_):
        play.abort_match(match, now)
    close_tables(round_)
    round_.delete()
    before = round_.number - 1
    event.entries.filter(joined=round_.number).update(joined=before)
    event.entries.filter(left=round_.number).update(left=before)
    event.members.filter(left=round_.number).update(left=before)
    event.entries.filter(handed_in=round_.number).update(handed_in=0)


def _matches_of(round_: Round) -> list[uuid.UUID]:
    """Return the matches that are being played in a round."""
    tables = round_.tables.filter(table__match__status=Match.Status.PLAYING).order_by("number")
    return list(tables.values_list("table__match", flat=True))


def close_tables(round_: Round) -> None:
    """Close the tables of a round that will not be played."""
    play.close_hosted(each for each in round_.tables.values_list("table", flat=True) if each is not None)
