"""The sequencer: moves an event from its announcement to the archive, round by round.

`advance_event` looks at the stored state and the time, and does what is due. It is called by the beat, at
the end of a match, and after every action. It holds the event's lock, so that everything is done once; and
since it is one transaction, a power cut loses nothing but the time until the next beat.
"""

from __future__ import annotations

import logging
import uuid
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import prefetch_related_objects
from django.utils import timezone

from games.models import Match
from games.play import actions as play
from games.play import clock, event_log
from ludopoli.accounts.models import User
from tournaments import chronicle
from tournaments.chronicle import Chronicle
from tournaments.entering import seat_links
from tournaments.formats import catalog
from tournaments.formats.catalog import CannotDraw
from tournaments.models import Entry, Event, Round, ScoreEntry, TournamentTable
from tournaments.outlets import happenings, notices
from tournaments.outlets.happenings import HappeningKind, happened, lock_event
from tournaments.running import due_times, lineup, pairing, rated, seating, seen_deals
from tournaments.running.pairing import NotPrepared
from tournaments.scores import score_sheets

log = logging.getLogger(__name__)

FEWEST = 2
"""The fewest entries of an event."""

WAITS = timedelta(minutes=15)
"""The time an event waits for people if bots do not play for absent ones."""

DRAWS = 5
"""Attempts to pair a round of an event that keeps changing meanwhile."""

TOO_MANY = 50
"""Steps in one call beyond which there must be a bug."""

Status = Event.Status
TableStatus = TournamentTable.Status


def advance_event(event_id: int, now: datetime | None = None) -> None:
    """Do what is due in an event.

    A round that is slow to pair is paired without the lock; the pairing is used if the event has not changed
    meanwhile.
    """
    now = now or timezone.now()
    for _ in range(DRAWS):
        with transaction.atomic():
            if take_step(lock_event(event_id), now):
                return
            Event.objects.filter(pk=event_id).update(
                wake_at=now + due_times.LOOKS_EVERY
            )  # nobody else pairs meanwhile
        pairing.prepare_round(event_id)
    with transaction.atomic():
        if not take_step(lock_event(event_id), now):
            log.warning("event %s changes faster than its next round is drawn", event_id)


def due_events(now: datetime) -> list[int]:
    """Return the events that are due."""
    return list(Event.objects.filter(wake_at__lte=now).order_by("wake_at").values_list("pk", flat=True))


def take_step(event: Event, now: datetime) -> bool:
    """Like `advance_event`, for a caller that holds the event; False if a round must be paired first."""
    try:
        for _ in range(TOO_MANY):
            if not STEPS[event.status](event, now):
                break
        else:
            raise RuntimeError(f"{event.pk} does not come to rest")
    except NotPrepared:  # what was done until now stays
        Event.objects.filter(pk=event.pk).update(wake_at=now)
        return False
    Event.objects.filter(pk=event.pk).update(wake_at=due_times.wake_at(event, now))
    return True


def postpone_event(event: Event, gap: timedelta) -> None:
    """Postpone all times of an event by a gap in which nobody could play. The caller holds the event."""
    if event.status == Status.CHECK_IN:
        event.starts_at += gap
    if event.closes_at is not None:
        event.closes_at += gap
    event.save(update_fields=["starts_at", "closes_at"])
    for round_ in event.rounds.exclude(status=Round.Status.OVER):
        if round_.status == Round.Status.DRAWN:
            round_.starts_at += gap
        if round_.ends_at is not None:
            round_.ends_at += gap
        round_.save(update_fields=["starts_at", "ends_at"])


def add_downtime(gap: timedelta, now: datetime) -> None:
    """Postpone the times of all running events by a downtime; paused ones wait for their directors anyway."""
    waiting = Event.objects.filter(status__in=[Status.CHECK_IN, Status.RUNNING], paused_at=None)
    for event_id in waiting.order_by("pk").values_list("pk", flat=True):
        try:
            with transaction.atomic():
                event = lock_event(event_id)
                postpone_event(event, gap)
                happened(event, happenings.DOWNTIME, now=now, seconds=int(gap.total_seconds()))
        except Exception:  # otherwise no clock of any event or match would move on
            log.exception("the clocks of event %s could not be moved on", event_id)


def draw_anew(
    event: Event, round_: Round, now: datetime, pairing_of: catalog.HistoryRound | None = None
) -> None:
    """Pair again a round in which nobody has scored, or seat it as in `pairing_of`.

    Entries that have come since are now included, and those that have left are not. A round that had begun
    begins again after the break. Raises `CannotDraw`, or `NotPrepared` if the pairing is slow.
    """
    starts_at = round_.starts_at if round_.status == Round.Status.DRAWN else _after_break(event, now)
    undo_pairing(event, round_, now)
    state = chronicle.read_chronicle(event)
    drawn = pairing_of or pairing.paired_round(state)
    if not isinstance(drawn, catalog.HistoryRound):
        raise CannotDraw("too_few", "nobody is left who could be drawn")
    _seat_all(state, drawn, now, starts_at=starts_at)


def has_scores(event: Event, round_: Round) -> bool:
    """Return whether anything of a round counts already: a finished deal, a written score, a ruling."""
    return is_scored(event, *round_.tables.select_related("table"))


def is_scored(event: Event, *tables: TournamentTable) -> bool:
    """Return whether anything of these tables counts already."""
    if any(each.status == TableStatus.OVER or each.adjusted or each.penalties for each in tables):
        return True
    if event.is_real:
        return ScoreEntry.objects.filter(table__in=tables).exists()
    return any(_scored(event, tables).values())


def undo_pairing(event: Event, round_: Round, now: datetime) -> None:
    """Undo the pairing of a round in which nobody has scored; if its deals were seen, it will have others."""
    has_begun = round_.status == Round.Status.PLAYING and round_.boards is not None
    if has_begun or seen_deals.were_seen(event, round_):
        happened(event, happenings.DEALT_ANEW, round_)
    for match in _matches_of(round_):
        play.abort_match(match, now)
    _close(round_)
    round_.delete()
    before = round_.number - 1
    event.entries.filter(joined=round_.number).update(joined=before)
    event.entries.filter(left=round_.number).update(left=before)
    event.members.filter(left=round_.number).update(left=before)
    event.entries.filter(handed_in=round_.number).update(handed_in=0)


def store_places(event: Event) -> None:
    """Store the final places of an event."""
    lines = {line.entrant: line for line in chronicle.read_chronicle(event).standings()}
    entries = list(event.entries.all())
    for entry in entries:
        line = lines.get(entry.number)
        entry.place, entry.score = (None, None) if line is None else (line.place, line.score)
    Entry.objects.bulk_update(entries, ["place", "score"])


# ---- before the start


def _open(event: Event, now: datetime) -> bool:
    if now < event.registers_at:
        return False
    return _goes_on(event, Status.REGISTRATION, happenings.REGISTRATION_OPENED, now)


def _check_in(event: Event, now: datetime) -> bool:
    if now < due_times.check_in_at(event):
        return _remind(event, now)
    _remind(event, now)
    return _goes_on(event, Status.CHECK_IN, happenings.CHECK_IN_OPENED, now)


def _start(event: Event, now: datetime) -> bool:
    """Begin at the announced hour; at real tables a director does, once people sit there."""
    if event.is_real or now < event.starts_at or clock.is_down(now):
        return _remind(event, now)
    return begin_event(event, now)


def begin_event(event: Event, now: datetime) -> bool:
    """Begin an event whose registration is over, or cancel it if too few have come."""
    lineup.settle_pairs(event, now)
    lineup.measure_strength(event, list(event.entries.prefetch_related("members")))
    state = chronicle.read_chronicle(event)
    if (
        len(state.entrants) < FEWEST and not state.format.flows
    ):  # where rounds overlap, others may enter later
        return _give_up(event, now)
    minutes = state.settings.get("minutes") if state.format.flows else None
    event.started_at = now
    event.closes_at = None if minutes is None else now + timedelta(minutes=minutes)
    event.save(update_fields=["started_at", "closes_at"])
    return _goes_on(event, Status.RUNNING, happenings.STARTED, now, entries=len(state.entrants))


def _give_up(event: Event, now: datetime) -> bool:
    cancel_and_notify(event, happenings.TOO_FEW_CAME, now)
    return True


def cancel_and_notify(
    event: Event, why: HappeningKind[Event], now: datetime, *, by: User | None = None, reason: str = ""
) -> None:
    """Cancel an event, by a director with a reason, or because too few have come.

    Matches in play are aborted, waiting tables are closed, and no clock runs any more.
    """
    event.finished_at, event.paused_at = now, None
    event.save(update_fields=["finished_at", "paused_at"])
    _stop_all(event, now)
    _goes_on(event, Status.CANCELLED, why, now, by=by, reason=reason)


def _goes_on(event: Event, status: str, happening: HappeningKind[Event], now: datetime, **noted: Any) -> bool:
    event.status = status
    event.save(update_fields=["status"])
    if status in (Status.ARCHIVED, Status.CANCELLED):
        seat_links.revoke_seat_links(event.members.all())
    happened(event, happening, now=now, **noted)
    return True


def _remind(event: Event, now: datetime) -> bool:
    """Remind everybody who has entered, once, that the event begins soon."""
    if event.reminded_at is None and now >= due_times.remind_at(event):
        event.reminded_at = now
        event.save(update_fields=["reminded_at"])
        notices.notify_of_check_in(event)
    return False


# ---- during play


def _play(event: Event, now: datetime) -> bool:
    """Do some of the things that are due during play; return whether there may be more to do."""
    state = chronicle.read_chronicle(event)
    _collect(state, now)
    if event.paused_at is not None:
        return False
    for round_ in state.rounds:
        if round_.status == Round.Status.DRAWN and _open_line_ups(state, round_, now):
            return True
        if round_.status == Round.Status.DRAWN and now >= round_.starts_at:
            begin_round(state, round_, now)
            return True
        if round_.status == Round.Status.PLAYING:
            playing = [each for each in state.tables[round_.number] if each.status != TableStatus.OVER]
            if not playing:
                _end_round(state, round_, now)
                continue
            is_late = round_.ends_at is not None and now >= round_.ends_at and not clock.is_down(now)
            is_late &= not event.is_real  # there people finish the deal, and write it down
            if is_late or (
                state.format.alone and _is_closed(event, now)
            ):  # a table that waits for its player
                for table in playing:
                    abort_table(event, table, now)
                return True
    under_way = any(each.status != Round.Status.OVER for each in state.rounds)
    if under_way and not state.format.flows:
        return False
    return _draw(state, now)


def _is_closed(event: Event, now: datetime) -> bool:
    """Return whether an event with overlapping rounds makes no more tables."""
    return event.closes_at is not None and now >= event.closes_at and not clock.is_down(now)


def _draw(state: Chronicle, now: datetime) -> bool:
    """Pair the next round and seat everybody, or finish the event if there is none."""
    event = state.event
    try:
        drawn = pairing.paired_round(state, closed=_is_closed(event, now))
    except CannotDraw:
        waits = state.history().absent_rest and event.started_at and now < event.started_at + WAITS
        if not state.rounds and waits:
            return False
        if not state.rounds:
            return _give_up(event, now)
        drawn = catalog.Over()  # too few are left to play
    under_way = any(each.status != Round.Status.OVER for each in state.rounds)
    if isinstance(drawn, catalog.HistoryWait) or (isinstance(drawn, catalog.Over) and under_way):
        return False
    if isinstance(drawn, catalog.Over):
        _finish(state, now)
        return True
    _seat_all(state, drawn, now, starts_at=now if state.format.flows else _after_break(event, now))
    return True


def _after_break(event: Event, now: datetime) -> datetime:
    return now + timedelta(seconds=event.break_seconds)


def _seat_all(state: Chronicle, drawn: catalog.HistoryRound, now: datetime, starts_at: datetime) -> None:
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
            made = catalog.HistoryTable(places, table.stage)
            seating.seat_table(state, round_, before + room + 1, made, room)
    closes = state.takes_late(len(state.rounds)) and not state.takes_late(round_.number)
    happened(event, happenings.ENTRIES_CLOSED if closes else happenings.ROUND_PAIRED, round_, now=now)


def _open_line_ups(state: Chronicle, round_: Round, now: datetime) -> bool:
    """Seat the teams of the matches for which all line-ups have been handed in, and of all others once the
    round begins; return whether there were any."""
    if not state.event.seals:
        return False
    is_due = now >= round_.starts_at
    sealed = [each for each in chronicle.rooms_by_match(state.tables[round_.number]) if not each[0].seated]
    opened = [rooms for rooms in sealed if is_due or all(map(state.has_handed_in, rooms[0].places))]
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


def _collect(state: Chronicle, now: datetime) -> None:
    """Store the scores of tables that are over: the match is, or its game table no longer exists; at a real
    table, its score sheet is complete."""
    tables = _tables_over(state, now)
    scored = _scored(state.event, tables)
    for table in tables:
        _greet(state, table)
        table.deals = scored[table.pk]
        seating.count_moves(state, table)
        if not _plays_on(state, _rooms(state, table), now):
            _close_table(state.event, table, now)


def _tables_over(state: Chronicle, now: datetime) -> list[TournamentTable]:
    """Return the tables in play whose results are to be collected, with their matches."""
    playing = [
        each for tables in state.tables.values() for each in tables if each.status == TableStatus.PLAYING
    ]
    if not playing:
        return []
    if state.event.is_real:
        sheets = score_sheets.read_score_sheets(playing)
        return [each for each in playing if score_sheets.is_complete(sheets[each.pk], now)]
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


def _scored(event: Event, tables: Sequence[TournamentTable]) -> dict[int, dict[str, list[int]]]:
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
    scored: defaultdict[uuid.UUID, list[list[int]]] = defaultdict(list)
    for logged in event_log.read_events(*matches, kinds=["scored"], only=["public"]):
        scored[logged.match_id].append(logged.public["scores"])
    for match, table_id in matches.items():
        table = by_table[table_id]
        deals = found[table.pk]
        for scores in scored[match]:
            deals[table.label(len(deals))] = scores
    return found


def scored_at(table: TournamentTable) -> dict[str, list[int]]:
    """Return the scores of a table's finished deals, from its matches or its score sheet."""
    return _scored(table.round.event, [table])[table.pk]


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


def _plays_on(state: Chronicle, rooms: Sequence[TournamentTable], now: datetime) -> bool:
    """Play further deals after a tie that would put somebody out; return whether the table goes on.

    A match of teams plays them in all `rooms` as soon as the last one has ended.
    """
    if not rooms:
        return False
    event, first = state.event, rooms[0]
    drawn = catalog.HistoryTable(tuple(first.places), first.stage)
    further = catalog.further_deals(state.format, state.settings, state.shape, drawn)
    matches = [None if each.table is None else each.table.match for each in rooms]
    is_finished = all(each is not None and each.status == Match.Status.FINISHED for each in matches)
    if not further or not (event.is_real or is_finished):
        return False
    made = [state.made(each) for each in rooms]
    together = catalog.join_rooms(made) if len(made) > 1 else made[0]
    totals = [sum(each) for each in zip(*together.played.values(), strict=True)]
    more, rules = (
        len(first.deals) + further - state.settings["deals"],
        seating.rules_for_deals(event, further),
    )
    if not totals or totals.count(max(totals)) == 1 or not 0 < more <= catalog.MOST_EXTRA:
        return False
    if rules is None and not event.is_real:
        return False
    for each in rooms:
        where = catalog.HistoryTable(tuple(each.places), each.stage)
        labels = catalog.deal_labels(
            state.format, state.settings, event.draw_seed, each.round.number, where, more
        )
        if each.table is not None and rules is not None:
            each.table = play.begin_next_match(
                each.table, rules=rules, labels=labels[-further:], now=now
            ).table
        each.labels, each.status, each.over_at = list(labels), TableStatus.PLAYING, None
        each.save(update_fields=["labels", "deals", "status", "over_at"])
        happened(event, happenings.PLAYED_ON, each, now=now)
    return True


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
        table.deals = _scored(event, [table])[table.pk]
        _close_table(event, table, now)


def _end_round(state: Chronicle, round_: Round, now: datetime) -> None:
    round_.status, round_.over_at = Round.Status.OVER, now
    round_.save(update_fields=["status", "over_at"])
    if round_.boards is not None and not state.format.flows:
        play.open_boards(round_.boards)
    happened(state.event, happenings.ROUND_OVER, round_, now=now)


def _matches_of(round_: Round) -> list[uuid.UUID]:
    """Return the matches that are being played in a round."""
    tables = round_.tables.filter(table__match__status=Match.Status.PLAYING).order_by("number")
    return list(tables.values_list("table__match", flat=True))


def _close(round_: Round) -> None:
    """Close the tables of a round that will not be played."""
    play.close_hosted(each for each in round_.tables.values_list("table", flat=True) if each is not None)


# ---- the end


def _finish(state: Chronicle, now: datetime) -> None:
    event = state.event
    event.finished_at = now
    event.save(update_fields=["finished_at"])
    reveal(event)
    store_places(event)
    _goes_on(event, Status.FINISHED, happenings.FINISHED, now)


def reveal(event: Event) -> None:
    """Publish the secrets, so that everybody can check that no deal was chosen."""
    event.secret = event.published_secret  # stored in clear, so that publishing it needs no key later
    event.save(update_fields=["secret"])
    rounds = event.rounds.exclude(boards=None)
    play.reveal_boards(set(rounds.values_list("boards__name", flat=True)))


def _stop_all(event: Event, now: datetime) -> None:
    """Abort all matches and close all waiting tables; finished deals stay on record."""
    playing = TournamentTable.objects.filter(round__event=event, table__match__status=Match.Status.PLAYING)
    for match in playing.values_list("table__match", flat=True):
        play.abort_match(match, now)
    rounds = event.rounds.exclude(status=Round.Status.OVER)
    for round_ in rounds:
        _close(round_)
    tables = list(TournamentTable.objects.filter(round__in=rounds).exclude(status=TableStatus.OVER))
    scored = _scored(event, tables)
    for table in tables:
        table.deals, table.status, table.over_at = scored[table.pk], TableStatus.OVER, now
    TournamentTable.objects.bulk_update(tables, ["deals", "status", "over_at"])
    rounds.update(status=Round.Status.OVER, over_at=now)
    reveal(event)


def _archive(event: Event, now: datetime) -> bool:
    if event.finished_at is None or now < event.finished_at + due_times.ARCHIVED_AFTER:
        return False
    return _goes_on(event, Status.ARCHIVED, happenings.ARCHIVED, now)


def _rest(_event: Event, _now: datetime) -> bool:
    return False


STEPS: Mapping[str, Callable[[Event, datetime], bool]] = {
    Status.ANNOUNCED: _open,
    Status.REGISTRATION: _check_in,
    Status.CHECK_IN: _start,
    Status.RUNNING: _play,
    Status.FINISHED: _archive,
    Status.ARCHIVED: _rest,
    Status.CANCELLED: _rest,
}
