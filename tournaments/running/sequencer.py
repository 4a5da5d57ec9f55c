"""The sequencer: moves an event from its announcement to the archive, round by round.

`advance_event` looks at the stored state and the time, and does what is due. It is called by the beat, at
the end of a match, and after every action. It holds the event's lock, so that everything is done once; and
since it is one transaction, a power cut loses nothing but the time until the next beat.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.models import Match
from games.play import actions as play
from games.play import clock
from ludopoli.accounts.models import User
from tournaments import chronicle
from tournaments.chronicle import Chronicle
from tournaments.entering import seat_links
from tournaments.formats import catalog
from tournaments.formats.catalog import CannotDraw
from tournaments.models import Entry, Event, Round, TournamentTable
from tournaments.outlets import happenings, notices
from tournaments.outlets.happenings import HappeningKind, happened, lock_event
from tournaments.running import collecting, due_times, lineup, pairing, round_steps
from tournaments.running.pairing import NotPrepared

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
        _store_wake(event, now)
        return False
    _store_wake(event, due_times.wake_at(event, now))
    return True


def _store_wake(event: Event, wake_at: datetime | None) -> None:
    """Store when an event must be looked at; every action takes two steps, which mostly find the same."""
    if event.wake_at != wake_at:
        event.wake_at = wake_at
        Event.objects.filter(pk=event.pk).update(wake_at=wake_at)


def postpone_event(event: Event, gap: timedelta) -> None:
    """Postpone all times of an event by a gap in which nobody could play. The caller holds the event."""
    if event.status == Status.CHECK_IN:
        event.keep_announced("starts_at")
        event.starts_at += gap
    if event.closes_at is not None:
        event.closes_at += gap
    event.save(update_fields=["announced", "starts_at", "closes_at"])
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
    collecting.collect_results(state, now)
    if event.paused_at is not None:
        return False
    for round_ in state.rounds:
        if round_.status == Round.Status.DRAWN:
            is_due = not event.is_real and now >= round_.starts_at  # there a director begins each round
            if round_steps.open_line_ups(state, round_, now, of_all=is_due):
                return True
            if is_due:
                round_steps.begin_round(state, round_, now)
                return True
        if round_.status == Round.Status.PLAYING:
            playing = [each for each in state.tables[round_.number] if each.status != TableStatus.OVER]
            if not playing:
                round_steps.end_round(state, round_, now)
                continue
            is_late = round_.ends_at is not None and now >= round_.ends_at and not clock.is_down(now)
            is_late &= not event.is_real  # there people finish the deal, and write it down
            if is_late or (
                state.format.alone and _is_closed(event, now)
            ):  # a table that waits for its player
                for table in playing:
                    collecting.abort_table(event, table, now)
                return True
    under_way = any(each.status != Round.Status.OVER for each in state.rounds)
    if under_way and not state.format.flows:
        return False
    return _draw(state, now)


def _is_closed(event: Event, now: datetime) -> bool:
    """Return whether an event with overlapping rounds makes no more tables."""
    return event.closes_at is not None and now >= event.closes_at and not clock.is_down(now)


def _draw(state: Chronicle, now: datetime) -> bool:
    """Pair the next round and seat everybody, or finish the event if there is none.

    One on a further day is paired shortly before.
    """
    event = state.event
    planned = state.rounds_in_all
    is_more = not state.is_past_last and (planned is None or len(state.rounds) < planned)
    paired_at = due_times.waits_until(event, len(state.rounds))
    if is_more and paired_at is not None and now < paired_at:
        return False
    try:
        drawn = pairing.paired_round(state, closed=_is_closed(event, now))
    except CannotDraw:
        waits = state.history().absent_rest and not event.is_real
        if waits and not state.rounds and event.started_at and now < event.started_at + WAITS:
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
    starts_at = _start_of_next(state, now)
    round_steps.seat_round(state, drawn, now, starts_at)
    return starts_at <= now or event.seals  # sealed line-ups may have been handed in before


# ---- the end


def _start_of_next(state: Chronicle, now: datetime) -> datetime:
    """Return when the next round begins: after the break, on its date, or at once where rounds overlap."""
    if state.format.flows:
        return now
    start = round_steps.after_break(state.event, now)
    return max(start, state.event.round_dates.get(len(state.rounds) + 1, start))


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
        round_steps.close_tables(round_)
    tables = list(TournamentTable.objects.filter(round__in=rounds).exclude(status=TableStatus.OVER))
    scored = collecting.scores_of_tables(event, tables)
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
