"""Storing a step: its events in the log, the row of the match, and the doorbell."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max

from games.models import Event, Match, Table
from games.play import clock, doorbell, live, prepared_sql, proposals, queueing, speaking_windows
from games.play.actions import dealing, seating
from games.play.signals import match_over
from ludocards.engine.game import Command, Step
from ludocards.engine.game import Event as Happened
from ludocards.engine.registry import GAMES
from ludopoli.base.commits import after_commit
from ludopoli.http.refusals import ActionRefused

CHANGING = (
    "version", "snapshot", "status", "turn_at", "deadline_at", "stopped_at", "bot_due_at", "bank_ms", "away",
    "gone", "missed", "finished_at",
)  # fmt: skip
"""The fields of a match that every step may change."""

NOBODY = "nobody"
"""The reason of a match that stands still, or was aborted, because nobody is there to play it."""


@dataclass(frozen=True, slots=True)
class Change:
    """A step to be stored: the match after it, its events as rows of the log, and the fields that it
    changes."""

    after: live.Live
    written: Sequence[Event]
    fields: tuple[str, ...]

    @property
    def row(self) -> Match:
        return self.after.row


@dataclass(frozen=True, slots=True)
class SentCommand:
    """A command with its sender, its id and its thinking time in ms, as the log keeps it."""

    seat: int | None
    command: Command
    command_id: str
    ms: int

    def columns(self) -> dict[str, Any]:
        return {
            "seat": self.seat,
            "command": self.command.as_json(),
            "command_id": self.command_id,
            "ms": self.ms,
        }


@dataclass(frozen=True, slots=True)
class Accepted:
    """The command is stored; the match is at `version`."""

    version: int


@dataclass(frozen=True, slots=True)
class Waiting:
    """The word is stored; it will be applied with the others of its batch, after this number of seconds."""

    seconds: float


@contextmanager
def kept_if_refused() -> Iterator[None]:
    """A transaction that a refusal ends but does not undo: the steps that were stored before it stay."""
    refused = None
    with transaction.atomic():
        try:
            yield
        except ActionRefused as why:
            refused = why
    if refused is not None:
        raise refused


def earlier_answer(match_id: uuid.UUID, command_id: str, command: Command) -> Accepted | None:
    """The answer that a command got before, or None; refused as `command_id_used` if another command had
    this id."""
    stored = Event.objects.filter(match=match_id, command_id=command_id).values_list("at", "command").first()
    if stored is None:
        return None
    at, first = stored
    if first != command.as_json():
        raise ActionRefused("command_id_used")
    together = Event.objects.filter(match=match_id, at=at)
    return Accepted(together.aggregate(last=Max("seq"))["last"])


def store_step(
    row: Match, step: Step[Any], sent: Mapping[int, SentCommand], now: datetime, also: tuple[str, ...] = ()
) -> None:
    """Carry out a step at a match that is locked, and store it.

    A failure after the commit is logged; the next ping or sweep makes up for it.
    """
    change = carry_out(row, step, sent, now, also)
    prepared_sql.append_events(change.written)
    prepared_sql.update_match(row, change.fields)
    after_commit(live.cache_version, change.after)
    if row.finished_at is not None:
        _end_at_table(row, now)
    announce_version(row)
    wake_bots_on_commit(row)


def store_together(changes: Sequence[Change]) -> dict[uuid.UUID, Match]:
    """Store plain moves of different matches in one commit, without a lock.

    Returns the matches that were moved on; their bots are still to be woken. A move is left out, and then to
    be judged under the lock, if another step has changed its match, or is about to, or if its command was
    executed before.
    """
    if not changes:
        return {}
    moved = prepared_sql.move_matches([(change.row, change.written) for change in changes], CHANGING)
    stored = [change for change in changes if change.row.pk in moved]
    for change in stored:
        after_commit(live.cache_version, change.after)
    for change in stored:
        announce_version(change.row)
    return {change.row.pk: change.row for change in stored}


def announce_version(row: Match) -> None:
    """Announce the version of a match to its table, once it is committed."""
    after_commit(doorbell.ring_table, row.table_id, match=str(row.pk), version=row.version)


def wake_bots_on_commit(row: Match) -> None:
    """Ask the bots on turn to think, once the match is committed."""
    if row.bot_due_at is not None:
        after_commit(queueing.wake_bots, row)


def carry_out(
    row: Match, step: Step[Any], sent: Mapping[int, SentCommand], now: datetime, also: tuple[str, ...] = ()
) -> Change:
    """Deal when the game awaits it, bring the row up to date, and return what is to be stored.

    `sent` has the commands behind the events, by the index of the first event of each. `also` names fields of
    the row that change besides `CHANGING`. Only the end of a deal may need the database, unless the players
    stay the same (`seating.players_stay`).
    """
    game = GAMES[row.game]
    if any(event.kind == "scored" for event in step.events):
        also = (*also, *seating.end_first_deals(row))
    if row.status == Match.Status.PLAYING and not game.is_over(step.state):
        if game.awaits_deal(step.state) is not None and (came := seating.seat_comers(row, now)):
            step, also = Step(step.state, (*step.events, *came)), (*also, *seating.CHANGED)
        if row.is_deserted:
            step = Step(step.state, (*step.events, *_desert(row, now)))
    columns = {row.version + 1 + index: each.columns() for index, each in sent.items()}
    state, events, fair = dealing.with_deals(row, step)
    numbered = tuple(enumerate(events, start=row.version + 1))
    for seq, event in numbered:
        if event.kind == "substituted" and not event.public.get("same"):
            row.players[event.public["seat"]]["since"] = seq
    written = [
        Event(
            match_id=row.pk,
            seq=seq,
            kind=event.kind,
            public=dict(event.public),
            private={str(viewer): dict(fields) for viewer, fields in event.private.items()},
            sealed=dict(event.sealed),
            at=now,
            **columns.get(seq, {}),
        )
        for seq, event in numbered
    ]
    row.version += len(events)
    over = game.is_over(state) or row.status == Match.Status.ABANDONED
    window = None if over else game.window(state)
    commands = [each.command for each in sent.values()]
    kept = (
        {
            "window": speaking_windows.window_snapshot(
                row,
                window,
                fair["deal"],
                commands,
                now,
                game.to_act(state),
                is_listening=any(event.kind == speaking_windows.LISTENING for event in events),
            )
        }
        if window
        else {}
    )
    kept |= proposals.kept_proposals(row, step.events, fair["deal"])
    if row.away:
        before = row.snapshot.get("away_since", {})
        kept["away_since"] = {str(seat): before.get(str(seat), fair["deal"]) for seat in row.away}
    kept |= {name: row.snapshot[name] for name in ("places", "conceded", "annulled") if name in row.snapshot}
    row.snapshot = {"state": game.dump(state), "fair": fair, **kept}
    clock.start_turn(row, row.table, () if over else game.to_act(state), events, now, window)
    if over:
        if row.status == Match.Status.PLAYING:
            row.status = Match.Status.FINISHED
        row.finished_at = now
    return Change(live.after_step(row, state, numbered), written, (*CHANGING, *dict.fromkeys(also)))


def _desert(row: Match, now: datetime) -> tuple[Happened, ...]:
    """Abort a deserted match if all have got up; stop its clocks while somebody may come back."""
    if row.only_bots:
        return abandon_match(row, now, because=NOBODY)
    if row.stopped_at is not None:
        return ()
    row.stopped_at = now
    return (Happened("stopped", {"because": NOBODY}),)


def abandon_match(row: Match, now: datetime, **why: str) -> tuple[Happened, ...]:
    """End a match without places: what has been scored stands, the deal in play does not count."""
    row.words.all().delete()
    row.status, row.finished_at, row.stopped_at = Match.Status.ABANDONED, now, None
    return (Happened("broken_off", why),)


def _end_at_table(row: Match, now: datetime) -> None:
    table = Table.objects.select_for_update().get(pk=row.table_id)
    table.status = Table.Status.OVER
    table.revision += 1
    if table.boards_id is None:
        dealing.promise_next(table)
    if table.hosted:
        after_commit(match_over.send, sender=Match, match=row.pk, table=table.pk)
    else:
        table.seats.filter(number__in=row.gone).update(user=None, **seating.FRESH)
        for seat, person in seating.arriving_people(table, now):
            seating.give_seat(table, seat, person)
        table.seats.exclude(coming=None).update(coming=None)
    table.save(update_fields=["status", "revision", *dealing.PROMISED, "changed_at"])
    if row.status == Match.Status.FINISHED:
        after_commit(queueing.queue_scoring, row.pk)
    after_commit(doorbell.ring_table, table.pk, revision=table.revision)
    after_commit(doorbell.ring_lobby)
