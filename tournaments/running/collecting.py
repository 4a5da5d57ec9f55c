"""Collecting results: scores of tables that are over, ties that are played on, aborted tables."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime

from django.db.models import prefetch_related_objects

from games.models import Match
from games.play import actions as play
from games.play import event_log
from ludopoli.accounts.models import User
from tournaments import tie_parts
from tournaments.chronicle import Chronicle
from tournaments.formats import catalog
from tournaments.formats.parts import TieCourse
from tournaments.models import Entry, Event, Round, ScoreEntry, TournamentTable
from tournaments.outlets import happenings
from tournaments.outlets.happenings import happened
from tournaments.running import seating
from tournaments.scores import score_sheets

TableStatus = TournamentTable.Status


def has_scores(event: Event, round_: Round) -> bool:
    """Return whether anything of a round counts already: a finished deal, a written score, a ruling."""
    return is_scored(event, *round_.tables.select_related("table"))


def is_scored(event: Event, *tables: TournamentTable) -> bool:
    """Return whether anything of these tables counts already."""
    over = TableStatus.OVER
    if any(each.status == over or each.adjusted or each.penalties or any(each.forfeits) for each in tables):
        return True
    if event.is_real:
        return ScoreEntry.objects.filter(table__in=tables).exists()
    return any(scores_of_tables(event, tables).values())


def scored_at(table: TournamentTable) -> dict[str, list[int]]:
    """Return the scores of a table's finished deals, from its matches or its score sheet."""
    return scores_of_tables(table.round.event, [table])[table.pk]


def collect_results(state: Chronicle, now: datetime) -> None:
    """Store the scores of tables that are over: the match is, or its game table no longer exists; at a real
    table, its score sheet is complete."""
    tables = _tables_over(state, now)
    scored = scores_of_tables(state.event, tables) if tables else {}
    for table in tables:
        _greet(state, table)
        table.deals = scored[table.pk]
        seating.count_moves(state, table)
        if not _plays_on(state, _rooms(state, table), now):
            _close_table(state.event, table, now)


def abort_table(
    event: Event, table: TournamentTable, now: datetime, *, by: User | None = None, reason: str = ""
) -> None:
    """Abort a table: finished deals count, the deal in play does not.

    A real table is closed at once; `_collect` closes the others, once their match is over.
    """
    match = None if table.table is None else table.table.match_id
    if match is not None:
        play.abort_match(match, now)
    happened(event, happenings.TABLE_ABORTED, table, by=by, reason=reason, now=now)
    if event.is_real:
        table.deals = scores_of_tables(event, [table])[table.pk]
        _close_table(event, table, now)


def _tables_over(state: Chronicle, now: datetime) -> list[TournamentTable]:
    """Return the tables in play whose results are to be collected, with their matches."""
    playing = [
        each for tables in state.tables.values() for each in tables if each.status == TableStatus.PLAYING
    ]
    if not playing:
        return []
    if state.event.is_real:
        sheets = score_sheets.read_score_sheets(playing)
        return [each for each in playing if score_sheets.is_complete(each, sheets[each.pk], now)]
    matches = [each.table.match_id for each in playing if each.table is not None]
    going_on = Match.objects.filter(pk__in=matches, status=Match.Status.PLAYING)
    unfinished = set(going_on.values_list("pk", flat=True))
    over = [each for each in playing if each.table is None or each.table.match_id not in unfinished]
    prefetch_related_objects(over, "table__match")
    return over


def _rooms(state: Chronicle, table: TournamentTable) -> list[TournamentTable]:
    """Return the rooms of the match of a table that has ended, by their number; none while another is
    played."""
    first = table.number - table.room
    numbers = range(first, first + state.shape.rooms)
    rooms = [each for each in state.tables[table.round.number] if each.number in numbers]
    if any(each.status != TableStatus.OVER for each in rooms if each != table):
        return []
    return rooms


def _close_table(event: Event, table: TournamentTable, now: datetime) -> None:
    table.status, table.over_at = TableStatus.OVER, now
    table.save(update_fields=["deals", "status", "over_at"])
    happened(event, happenings.TABLE_OVER, table, now=now)


def scores_of_tables(event: Event, tables: Sequence[TournamentTable]) -> dict[int, dict[str, list[int]]]:
    """Return the scores of each finished deal, by the id of the table and the label of the deal."""
    if event.is_real:
        return {
            pk: score_sheets.counted_scores(rows)
            for pk, rows in score_sheets.read_score_sheets(tables).items()
        }
    found: dict[int, dict[str, list[int]]] = {each.pk: {} for each in tables}
    by_table = {each.table_id: each for each in tables}
    played = Match.objects.filter(table__in=[each for each in by_table if each]).order_by("started_at", "pk")
    matches = dict(played.values_list("pk", "table"))
    first: dict[uuid.UUID, str] = {}
    scored: defaultdict[uuid.UUID, list[list[int]]] = defaultdict(list)
    kinds, columns = ("committed", "scored"), ("kind", "public", "sealed")
    for logged in event_log.read_events(*matches, kinds=kinds, only=columns):
        if logged.kind == "scored":
            scored[logged.match_id].append(logged.public["scores"])
        else:
            first.setdefault(logged.match_id, logged.sealed.get("label", ""))
    for match, table_id in matches.items():
        table = by_table[table_id]
        deals, begins = found[table.pk], first.get(match)
        # a part that was forfeited may have ended before its last deal
        before = table.labels.index(begins) if begins in table.labels else len(deals)
        deals |= {table.label(before + at): scores for at, scores in enumerate(scored[match])}
    return found


def _greet(state: Chronicle, table: TournamentTable) -> None:
    """Check in people who were absent and have come to their table."""
    match = None if table.table is None else table.table.match
    if match is None:
        return
    for seat, (number, place) in enumerate(seating.seats_at(state, table)):
        member = seating.member_at(state, number, place)
        if member is None or not seating.is_missing(member) or not state.entries[number].plays:
            continue
        if member.left is not None or seat in match.away:
            continue
        if match.seat_of(member.user_id) == seat:
            member.here = True
            member.save(update_fields=["here"])
            entry = state.entries[number]
            if not entry.misses_somebody:
                entry.status = Entry.Status.CHECKED_IN
                entry.save(update_fields=["status"])
            happened(state.event, happenings.CHECKED_IN, entry)


def is_idle(table: TournamentTable, course: TieCourse) -> bool:
    """Return whether the latest match at a table is of a part that is not needed: a side has forfeited it, or
    the tie is decided without it."""
    labels = () if table.table is None else table.table.labels
    of_match = (each for each in course.parts if {*each.labels} & {*labels})
    return len(course.parts) > 1 and any(each.forfeited is not None or not each.counts for each in of_match)


def _plays_on(state: Chronicle, rooms: Sequence[TournamentTable], now: datetime) -> bool:
    """Play the next part of a tie, or further deals after a tie that would put somebody out; return whether
    the table goes on.

    A meeting of teams plays them in all `rooms` as soon as the last one has ended.
    """
    if not rooms:
        return False
    event, first = state.event, rooms[0]
    drawn = catalog.HistoryTable(tuple(first.places), first.stage)
    course = tie_parts.course_of_table(first)
    at, further = course.coming, catalog.further_deals(state.settings, state.shape, drawn)
    known = () if at is None else course.parts[at].labels
    if at is not None:
        further = 0 if known else state.plan.rows[at]
    matches = [None if each.table is None else each.table.match for each in rooms]
    is_finished = all(each is not None and each.status == Match.Status.FINISHED for each in matches)
    is_finished |= is_idle(first, course)
    if (at is None and not further) or not (event.is_real or is_finished):
        return False
    totals = [sum(each) for each in zip(*state.counted(rooms).played.values(), strict=True)]
    rows, is_level = len(first.labels) + further, bool(totals) and totals.count(max(totals)) > 1
    if at is None and not (is_level and rows - sum(state.plan.rows) <= catalog.MOST_EXTRA):
        return False
    part = tie_parts.part_of_event(event, at)
    rules = seating.rules_for_deals(part, event.players, further) if at is None else dict(part.rules)
    if rules is None and not event.is_real:
        return False
    for each in rooms:
        labels = seating.labels_of_table(state, each, event.players, rows - state.plan.rows_at_first)
        if each.table is not None and rules is not None:
            each.table = play.begin_next_match(
                each.table, game=part.game, rules=rules, labels=known or labels[-further:], now=now
            ).table
        each.labels, each.status, each.over_at = list(labels), TableStatus.PLAYING, None
        each.save(update_fields=["labels", "deals", "status", "over_at"])
        if at is None:
            happened(event, happenings.PLAYED_ON, each, now=now)
        else:
            happened(event, happenings.PART_BEGAN, each, now=now, part=at + 1)
    return True
