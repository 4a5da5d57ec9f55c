"""Moving a match on: the one write path that browser, program, bot, clock and director share.

The order of things is told in `docs/spine.md`.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Collection
from copy import copy
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.fairplay import addresses, bans
from games.fairplay.rated import is_rated
from games.models import Match, Table
from games.play import clock, doorbell, feed, live, waiting
from games.play.actions import dealing
from games.play.actions.seating import (
    CHANGED,
    change_player,
    give_to_bot,
    give_up,
    hand_back,
    hand_to_bot,
    player,
    resume,
)
from games.play.actions.storing import Accepted, Told, Waiting, abandon, answered, store
from games.play.actions.words import hear, is_late, say
from ludocards.engine.game import CLOCK, Command, Refused, Step
from ludocards.engine.game import Event as Happened
from ludocards.engine.registry import GAMES
from ludopoli.base.commits import after_commit


def submit(
    match_id: uuid.UUID,
    seat: int,
    command: Command,
    command_id: str,
    expected_version: int,
    *,
    by_bot: bool = False,
    now: datetime | None = None,
) -> Accepted | Refused:
    """Do what a seat wants, once; a word in an open window takes as long as its moment.

    The answer is `Accepted`, also for a repeated `command_id`, or a `Refused` with the code of the
    game or one of: `no_match`, `no_seat`, `match_over`, `match_stopped`, `too_late`, `stale`,
    `command_id_used`.
    """
    asked = match_id, seat, command, command_id, expected_version
    answer = attempt(*asked, by_bot=by_bot, now=now)
    while isinstance(answer, Waiting):
        time.sleep(answer.seconds)
        answer = attempt(*asked, by_bot=by_bot)
    return answer


def attempt(
    match_id: uuid.UUID,
    seat: int,
    command: Command,
    command_id: str,
    expected_version: int,
    *,
    by_bot: bool = False,
    now: datetime | None = None,
) -> Accepted | Waiting | Refused:
    """As `submit`, for who does not want to be kept: after `Waiting` he tries again, with the same id."""
    sender = f"bot{seat}" if by_bot else f"{seat}"  # a person cannot take the ids of a bot
    stored_id = f"{sender}:{command_id}"
    try:
        return _attempt(match_id, seat, command, stored_id, expected_version, by_bot, now)
    except IntegrityError:
        answer = answered(match_id, stored_id, command)
        if answer is None:
            raise
        return answer


def time_out(match_id: uuid.UUID, now: datetime | None = None) -> Accepted | Refused:
    """Hear the words whose moment is over; if there are none, let the clock play past the deadline."""
    now = now or timezone.now()
    with transaction.atomic():
        row = live.locked(match_id)
        if row is not None and row.status == Match.Status.PLAYING:
            heard = hear(row, now) if "window" in row.snapshot else row
            if heard is not row:
                return Accepted(heard.version)
            if clock.is_overdue(row, now):
                return _play_for_the_absent(row, now)
        return Refused("not_due", "no clock of this match has run out")


def take_back(match_id: uuid.UUID, seat: int) -> Accepted | Refused:
    """The person is back: the bot that played for the seat stops."""
    with transaction.atomic():
        row = live.locked(match_id)
        if row is None or row.status != Match.Status.PLAYING:
            return Refused("match_over", "the match is over")
        if refused := bans.refuse_return(row, seat):
            return refused
        if seat in row.away:
            now = timezone.now()
            store(row, Step(live.state_of(row), hand_back(row, seat, now)), {}, now)
        return Accepted(row.version)


def hand_over(match_id: uuid.UUID, seat: int, *, removed: bool = False) -> None:
    """The person gets up, or is `removed`, which is no leaving: a bot plays for the seat from now on."""
    with transaction.atomic():
        row = live.locked(match_id)
        if row is not None and row.status == Match.Status.PLAYING and seat not in row.gone:
            row.gone = [*row.gone, seat]
            left = Happened("left", {"seat": seat, **({"removed": True} if removed else {})})
            store(row, Step(live.state_of(row), (*hand_to_bot(row, seat), left)), {}, timezone.now())


def stand_still(match_id: uuid.UUID, now: datetime | None = None) -> Accepted | Refused:
    """Whoever is on turn has vanished: bots have their seats, and a match that nobody is at stands still.

    Refused as `not_due` if they are back.
    """
    now = now or timezone.now()
    with transaction.atomic():
        row = live.locked(match_id)
        if row is None or not waiting.vanished(now).filter(pk=match_id).exists():
            return Refused("not_due", "nobody has vanished from this match")
        state = live.state_of(row)
        vanished = [seat for seat in GAMES[row.game].to_act(state) if not row.players[seat]["bot"]]
        gone = tuple(event for seat in vanished for event in hand_to_bot(row, seat))
        if gone:
            store(row, Step(state, gone), {}, now)
        return Accepted(row.version)


def stop(match_id: uuid.UUID, now: datetime | None = None) -> Accepted | Refused:
    """Whoever hosts the table lets everybody wait: no clock runs and nobody plays until `go_on`."""
    with transaction.atomic():
        row = live.locked(match_id)
        if row is None or row.status != Match.Status.PLAYING:
            return Refused("match_over", "the match is over")
        if row.stopped_at is None:
            row.stopped_at = now or timezone.now()
            store(row, Step(live.state_of(row), (Happened("stopped", {}),)), {}, row.stopped_at)
        return Accepted(row.version)


def go_on(match_id: uuid.UUID, now: datetime | None = None) -> Accepted | Refused:
    """Play goes on, on the same clock; what stood is no time of anybody."""
    now = now or timezone.now()
    with transaction.atomic():
        row = live.locked(match_id)
        if row is None or row.status != Match.Status.PLAYING:
            return Refused("match_over", "the match is over")
        if row.stopped_at is not None:
            store(row, Step(live.state_of(row), resume(row, now)), {}, now)
        return Accepted(row.version)


def break_off(match_id: uuid.UUID, now: datetime | None = None, **why: str) -> Accepted | Refused:
    """The match ends here, without places: what has been scored stands, the deal in play does not count."""
    now = now or timezone.now()
    with transaction.atomic():
        row = live.locked(match_id)
        if row is None or row.status != Match.Status.PLAYING:
            return Refused("match_over", "the match is over")
        store(row, Step(live.state_of(row), abandon(row, now, **why)), {}, now)
        return Accepted(row.version)


def end_deserted(match_id: uuid.UUID, now: datetime) -> Accepted | Refused:
    """Nobody has come back to a match that stands still: it ends. Refused as `not_due` if somebody has."""
    with transaction.atomic():
        if live.locked(match_id) is None or not waiting.deserted(now).filter(pk=match_id).exists():
            return Refused("not_due", "this match does not stand still any more")
        return break_off(match_id, now, because="nobody")


def replace_player(
    match_id: uuid.UUID,
    seat: int,
    who: dict[str, Any],
    now: datetime | None = None,
    *,
    is_same: bool = False,
) -> bool:
    """Somebody else has the seat from now on: `who` as in `Match.players`. Such a match moves no rating.

    `is_same`: the same person under another name.
    """
    now = now or timezone.now()
    with transaction.atomic():
        row = live.locked(match_id)
        if row is None or row.status != Match.Status.PLAYING:
            return False
        substituted = change_player(row, seat, who, is_same=is_same)
        store(row, Step(live.state_of(row), (substituted,)), {}, now, also=CHANGED)
        return True


def end_visit(match_id: uuid.UUID, seat: int) -> None:
    """Send somebody away who took the seat from a bot in this match: a bot has it again, for good."""
    with transaction.atomic():
        row = live.locked(match_id)
        assert row is not None, match_id
        row.sent_away = [*row.sent_away, row.players[seat]["user"]]
        given = give_to_bot(row, seat)
        store(row, Step(live.state_of(row), (given,)), {}, timezone.now(), also=(*CHANGED, "sent_away"))


def add_downtime(match_id: uuid.UUID, gap: timedelta) -> None:
    """Nobody could play for so long: a clock that runs moves on by it."""
    with transaction.atomic():
        row = live.locked(match_id)
        if row is not None and row.deadline_at is not None and row.stopped_at is None:
            paused = Happened("paused", {"ms": int(gap.total_seconds() * 1000)})
            store(row, Step(live.state_of(row), (paused,)), {}, timezone.now())


def begin_match(table: Table, now: datetime | None = None, away: Collection[int] = ()) -> Match:
    """Start the next match at a full table, whose row the caller has locked, and deal.

    A bot plays for the seats of people who are `away` until they come.
    """
    now = now or timezone.now()
    game = GAMES[table.game]
    seats = list(table.seats.select_related("user"))
    match_id, fair = dealing.begin(table, seats)
    rules = game.rules_from(table.rules)
    assert not isinstance(rules, Refused), rules
    state = game.start(rules, table.players, dealing.first_dealer(table, match_id, fair))
    assert not isinstance(state, Refused), state
    row = Match(
        pk=match_id,
        table=table,
        game=table.game,
        rules=table.rules,
        players=[player(seat) for seat in seats],
        away=sorted(away),
        rated=not away and is_rated(table, seats),
        missed=[0] * table.players,
        bank_ms=[table.bank_seconds * 1000] * table.players,
        snapshot={"fair": fair},
    )
    row.save(force_insert=True)
    table.match, table.status = row, Table.Status.PLAYING
    table.revision += 1
    table.save(update_fields=["match", "status", "revision", *dealing.PROMISED, "changed_at"])
    table.seats.update(rematch=False, nonce="")
    after_commit(doorbell.ring_table, table.pk, revision=table.revision)
    feed.match_started(row, table)
    store(row, Step(state, ()), {}, now)
    addresses.look(table)
    return row


def _attempt(
    match_id: uuid.UUID,
    seat: int,
    command: Command,
    command_id: str,
    expected_version: int,
    by_bot: bool,
    now: datetime | None,
) -> Accepted | Waiting | Refused:
    with transaction.atomic():
        row = live.locked(match_id)
        if row is None:
            return Refused("no_match", "there is no such match")
        now = now or timezone.now()
        if "window" in row.snapshot:
            row = hear(row, now)
        game, state = GAMES[row.game], live.state_of(row)
        if expected_version != row.version and (answer := answered(match_id, command_id, command)):
            return answer
        if not 0 <= seat < len(row.players):
            return Refused("no_seat", "there is no such seat at this match")
        if row.status != Match.Status.PLAYING:
            return Refused("match_over", "the match is over")
        if clock.is_overdue(row, now):
            _play_for_the_absent(row, now)
            return Refused("too_late", "the clock has run out, and has played for the seat")
        if by_bot and not row.is_played_by_bot(seat):
            return Refused("stale", "a person plays this seat")
        if not by_bot and (refused := bans.refuse_return(row, seat)):
            return refused
        if row.stopped_at is not None:
            if by_bot or seat not in row.away or not row.is_deserted:
                return Refused("match_stopped", "the match has been stopped: it goes on later")
            store(row, Step(state, hand_back(row, seat, now)), {}, now)
            row = copy(row)
            state = live.state_of(row)
        window = game.window(state)
        if window is not None and is_late(row, expected_version, by_bot):
            return Refused("stale", "the table has moved on", {"because": "window_closed"})
        step = game.apply(state, seat, command)
        if isinstance(step, Refused):
            if expected_version != row.version:
                return Refused("stale", "the table has moved on", {"because": step.code})
            return answered(match_id, command_id, command) or step
        if window is not None:
            return say(row, window, seat, command, command_id, by_bot, now)
        spent = clock.spend(row, row.table, seat, now)
        returned = () if by_bot else hand_back(row, seat, now)
        told = Told(seat, command, command_id, spent)
        store(row, Step(step.state, (*returned, *step.events)), {0: told}, now)
        return Accepted(row.version)


def _play_for_the_absent(row: Match, now: datetime) -> Accepted:
    """What the clock does: the game's own default, and after some turns the seat goes to a bot."""
    game = GAMES[row.game]
    state = live.state_of(row)
    seat, command = game.on_timeout(state)
    step = game.apply(state, seat, command)
    assert not isinstance(step, Refused), step
    if seat == CLOCK:
        store(row, step, {0: Told(None, command, f"timeout:{row.version}", 0)}, now)
        return Accepted(row.version)
    spent = clock.spend(row, row.table, seat, now)
    row.missed = [missed + (other == seat) for other, missed in enumerate(row.missed)]
    events = (Happened("timed_out", {"seat": seat}), *give_up(row, seat), *step.events)
    told = Told(seat, command, f"timeout:{row.version}", spent)
    store(row, Step(step.state, events), {0: told}, now, also=CHANGED)
    return Accepted(row.version)
