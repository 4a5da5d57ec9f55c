"""Moving a match on: the one write path that browser, program, bot, clock and director share.

`docs/spine.md` follows a move through it.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Collection, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction

from games.fairplay import addresses, bans
from games.fairplay.rated import is_rated
from games.models import Event, Match, Table
from games.play import abandoned, clock, doorbell, feed, live
from games.play.actions import dealing, seating
from games.play.actions.seating import (
    CHANGED,
    change_player,
    give_to_bot,
    give_up,
    hand_back,
    hand_to_bot,
    resume_match,
    seat_entry,
)
from games.play.actions.speaking import apply_words, is_late, store_word
from games.play.actions.storing import (
    Accepted,
    Change,
    SentCommand,
    Waiting,
    abandon_match,
    carry_out,
    earlier_answer,
    kept_if_refused,
    store_step,
    store_together,
    wake_bots_on_commit,
)
from games.texts import accept_or_raise
from ludocards.engine.game import CLOCK, Command, Game, Refused, Step, unrefused
from ludocards.engine.game import Event as Happened
from ludocards.engine.registry import GAMES
from ludopoli.base import measures
from ludopoli.base.commits import after_commit
from ludopoli.http.refusals import ActionRefused
from ludopoli.text import times


def submit_command(
    match_id: uuid.UUID,
    seat: int,
    command: Command,
    command_id: str,
    expected_version: int,
    *,
    by_bot: bool = False,
    now: datetime | None = None,
) -> Accepted:
    """Execute a seat's command, once. In an open window this blocks until the batch of the word is over.

    A repeated `command_id` is accepted, too. Refused with a code of the game or one of: `no_match`,
    `no_seat`, `match_over`, `match_stopped`, `too_late`, `stale`, `command_id_used`.
    """
    request = match_id, seat, command, command_id, expected_version
    answer = try_command(*request, by_bot=by_bot, now=now)
    while isinstance(answer, Waiting):
        time.sleep(answer.seconds)
        answer = try_command(*request, by_bot=by_bot)
    return answer


def try_command(
    match_id: uuid.UUID,
    seat: int,
    command: Command,
    command_id: str,
    expected_version: int,
    *,
    by_bot: bool = False,
    now: datetime | None = None,
) -> Accepted | Waiting:
    """Like `submit_command`, but return `Waiting` instead of blocking; the caller retries with its id."""
    request = Request(match_id, seat, command, command_id, expected_version, by_bot)
    began = time.perf_counter()
    row = store_together(plain_moves([request], now)).get(match_id)
    answer = attempt_locked(request, now) if row is None else Accepted(row.version)
    if isinstance(answer, Accepted):
        measures.MOVE_STORED.observe(time.perf_counter() - began)
    if row is not None:
        wake_bots_on_commit(row)
    return answer


def time_out(match_id: uuid.UUID, now: datetime | None = None) -> Accepted | None:
    """Apply the words whose batch is over; if there are none and the deadline has passed, the clock plays.

    Returns None if nothing was due.
    """
    now = now or times.now()
    with transaction.atomic():
        row = live.lock_match(match_id)
        if row is not None and row.status == Match.Status.PLAYING:
            heard = apply_words(row, now) if "window" in row.snapshot else row
            if heard is not row:
                return Accepted(heard.version)
            if clock.is_overdue(row, now):
                return _play_for_the_absent(row, now)
    return None


def reclaim_seat(match_id: uuid.UUID, seat: int) -> Accepted:
    """Give a seat back to its person, who has returned, from the bot that played for them."""
    with transaction.atomic():
        row = live.lock_match(match_id)
        if row is None or row.status != Match.Status.PLAYING:
            raise ActionRefused("match_over")
        bans.check_return(row, seat)
        if seat in row.away:
            now = times.now()
            store_step(row, Step(live.state_of(row), hand_back(row, seat, now)), {}, now)
        return Accepted(row.version)


def hand_over(match_id: uuid.UUID, seat: int, *, removed: bool = False) -> None:
    """Let a bot play for a person who gets up, or who is `removed` and therefore has not left by choice."""
    with transaction.atomic():
        row = live.lock_match(match_id)
        if row is not None and row.status == Match.Status.PLAYING and seat not in row.gone:
            row.gone = [*row.gone, seat]
            left = Happened("left", {"seat": seat, **({"removed": True} if removed else {})})
            store_step(row, Step(live.state_of(row), (*hand_to_bot(row, seat), left)), {}, times.now())


def suspend_deserted_match(match_id: uuid.UUID, now: datetime | None = None) -> Accepted | None:
    """Give the seats of players who have vanished to bots; the match then stands still, as nobody is there.

    Returns None if they are back.
    """
    now = now or times.now()
    with transaction.atomic():
        row = live.lock_match(match_id)
        if row is None or not abandoned.vanished_matches(now).filter(pk=match_id).exists():
            return None
        state = live.state_of(row)
        vanished = [seat for seat in GAMES[row.game].to_act(state) if not row.players[seat]["bot"]]
        gone = tuple(event for seat in vanished for event in hand_to_bot(row, seat))
        if gone:
            store_step(row, Step(state, gone), {}, now)
        return Accepted(row.version)


def stop_match(match_id: uuid.UUID, now: datetime | None = None) -> Accepted | None:
    """Suspend a match at its host's request: no clock runs and nobody plays until `go_on_match`.

    Returns None if the match is over.
    """
    with transaction.atomic():
        row = live.lock_match(match_id)
        if row is None or row.status != Match.Status.PLAYING:
            return None
        if row.stopped_at is None:
            row.stopped_at = now or times.now()
            store_step(row, Step(live.state_of(row), (Happened("stopped", {}),)), {}, row.stopped_at)
        return Accepted(row.version)


def go_on_match(match_id: uuid.UUID, now: datetime | None = None) -> Accepted | None:
    """Resume a suspended match on the same clock; the pause is charged to nobody.

    Returns None if the match is over.
    """
    now = now or times.now()
    with transaction.atomic():
        row = live.lock_match(match_id)
        if row is None or row.status != Match.Status.PLAYING:
            return None
        if row.stopped_at is not None:
            store_step(row, Step(live.state_of(row), resume_match(row, now)), {}, now)
        return Accepted(row.version)


def abort_match(match_id: uuid.UUID, now: datetime | None = None, **why: str) -> Accepted | None:
    """Abort a match, without places: what has been scored stands, the deal in play does not count.

    Returns None if the match is over.
    """
    now = now or times.now()
    with transaction.atomic():
        row = live.lock_match(match_id)
        if row is None or row.status != Match.Status.PLAYING:
            return None
        store_step(row, Step(live.state_of(row), abandon_match(row, now, **why)), {}, now)
        return Accepted(row.version)


def end_deserted(match_id: uuid.UUID, now: datetime) -> Accepted | None:
    """Abort a match that stands still and to which nobody has returned; None if somebody has.

    A match that its players have paused for so long is resumed.
    """
    with transaction.atomic():
        row = live.lock_match(match_id)
        if row is None or not abandoned.deserted_matches(now).filter(pk=match_id).exists():
            return None
        return abort_match(match_id, now, because="nobody") if row.is_deserted else go_on_match(match_id, now)


def replace_player(
    match_id: uuid.UUID,
    seat: int,
    who: dict[str, Any],
    now: datetime | None = None,
    *,
    is_same: bool = False,
) -> bool:
    """Give a seat to another player, `who` in the form of `Match.players`; the match is no longer rated.

    `is_same` is for the same person under another name. Returns False if no match is being played.
    """
    now = now or times.now()
    with transaction.atomic():
        row = live.lock_match(match_id)
        if row is None or row.status != Match.Status.PLAYING:
            return False
        substituted = change_player(row, seat, who, is_same=is_same)
        store_step(row, Step(live.state_of(row), (substituted,)), {}, now, also=CHANGED)
        return True


def end_visit(match_id: uuid.UUID, seat: int) -> None:
    """Return a seat to a bot, for good, from a person who took it over during this match."""
    with transaction.atomic():
        row = live.lock_match(match_id)
        assert row is not None, match_id
        row.sent_away = [*row.sent_away, row.players[seat]["user"]]
        given = give_to_bot(row, seat)
        store_step(row, Step(live.state_of(row), (given,)), {}, times.now(), also=(*CHANGED, "sent_away"))


def begin_match(table: Table, now: datetime | None = None, away: Collection[int] = ()) -> Match:
    """Start the next match at a full table, whose row the caller has locked, and deal.

    Bots play for the seats of people who are `away` until they come. Where the host has seated them, people
    who are barred from playing have left.
    """
    now = now or times.now()
    game = GAMES[table.game]
    seats = list(table.seats.select_related("user"))
    gone = bans.barred_seats(seats) if table.hosted else []
    away = {*away, *gone}
    match_id, fair = dealing.begin_shuffles(table, seats)
    rules = unrefused(game.rules_from(table.rules))
    state = unrefused(game.start(rules, table.players, dealing.dealer_of_first_deal(table, match_id, fair)))
    row = Match(
        pk=match_id,
        table=table,
        game=table.game,
        rules=table.rules,
        players=[seat_entry(seat) for seat in seats],
        away=sorted(away),
        gone=gone,
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
    store_step(row, Step(state, ()), {}, now)
    addresses.report_shared_address(table)
    return row


@dataclass(frozen=True, slots=True)
class Request:
    """A command, as it was sent: with the version that its sender saw."""

    match: uuid.UUID
    seat: int
    command: Command
    sent_id: str
    version: int
    by_bot: bool = False

    @property
    def id(self) -> str:
        """The id as it is stored, with its sender: no person can use up the ids of a bot."""
        return f"{'bot' * self.by_bot}{self.seat}:{self.sent_id}"

    def answered(self) -> Accepted | None:
        return earlier_answer(self.match, self.id, self.command)

    def was_for_an_earlier_turn(self) -> bool:
        """Return whether the seat, or the clock for it, has done the same thing since the sender looked.

        A card is meant for the trick that its sender saw, and is not played in the next, even if it may be.
        """
        since = Event.objects.filter(match=self.match, seq__gt=self.version, seat=self.seat)
        return since.filter(command__do=self.command.do).exists()


def attempt_locked(request: Request, now: datetime | None = None) -> Accepted | Waiting:
    """Judge a command under the lock of its match."""
    try:
        return _attempt(request, now)
    except IntegrityError:
        known = request.answered()
        if known is None:
            raise
        return known


def _attempt(request: Request, now: datetime | None) -> Accepted | Waiting:
    seat, by_bot = request.seat, request.by_bot
    with kept_if_refused():
        row = live.lock_match(request.match)
        if row is None:
            raise ActionRefused("no_match")
        now = now or times.now()
        if "window" in row.snapshot:
            row = apply_words(row, now)
        game, state = GAMES[row.game], live.state_of(row)
        if request.version != row.version and (answer := request.answered()):
            return answer
        if not 0 <= seat < len(row.players):
            raise ActionRefused("no_seat")
        if row.status != Match.Status.PLAYING:
            raise ActionRefused("match_over")
        if clock.is_overdue(row, now):
            _play_for_the_absent(row, now)
            raise ActionRefused("too_late")
        if by_bot and not row.is_played_by_bot(seat):
            raise ActionRefused("stale")
        if not by_bot:
            bans.check_return(row, seat)
        if row.stopped_at is not None:
            if by_bot or seat not in row.away or not row.is_deserted:
                raise ActionRefused("match_stopped")
            store_step(row, Step(state, hand_back(row, seat, now)), {}, now)
            row = copy(row)
            state = live.state_of(row)
        window = game.window(state)
        if window is not None and is_late(row, request.version, by_bot):
            raise ActionRefused("stale", because="window_closed")
        if request.version != row.version and request.was_for_an_earlier_turn():
            raise ActionRefused("stale", because="turn_over")
        step = game.apply(state, seat, request.command)
        if isinstance(step, Refused):
            is_behind = request.version != row.version
            if not by_bot and (returned := hand_back(row, seat, now)):
                store_step(row, Step(state, returned), {}, now)
            if is_behind:
                raise ActionRefused("stale", because=step.code)
            return request.answered() or accept_or_raise(step, game.name)
        if window is not None:
            return store_word(row, window, seat, request.command, request.id, by_bot, now)
        store_step(*_sent(request, row, step, now))
        return Accepted(row.version)


def plain_moves(requests: Sequence[Request], now: datetime | None = None) -> list[Change]:
    """Judge requests for different matches on the matches in memory, and return those that are plain moves.

    A move is plain if whoever is at the seat makes it in time, it is legal, and nothing but the match changes
    with it.
    """
    now = now or times.now()
    return [change for request in requests if (change := _plain_move(request, now)) is not None]


def _plain_move(request: Request, now: datetime) -> Change | None:
    row = live.remembered_match(request.match, request.version)
    if row is None or not _is_at_turn(row, request, now):
        return None
    game = GAMES[row.game]
    step = game.apply(live.state_of(row), request.seat, request.command)
    if isinstance(step, Refused) or not _goes_on(row, game, step):
        return None
    change = carry_out(*_sent(request, row, step, now))
    return change if row.status == Match.Status.PLAYING else None


def _is_at_turn(row: Match, request: Request, now: datetime) -> bool:
    """True if a match goes on with nothing open but the move of whoever is at the seat."""
    return (
        row.status == Match.Status.PLAYING
        and row.stopped_at is None
        and "window" not in row.snapshot
        and (row.deadline_at is None or now <= row.deadline_at)
        and 0 <= request.seat < len(row.players)
        and request.by_bot == row.is_played_by_bot(request.seat)
        and not row.is_deserted
    )


def _goes_on(row: Match, game: Game[Any, Any], step: Step[Any]) -> bool:
    """True if play goes on after a step, by turns and with the same players.

    Boards are read from the database: their deals end under the lock.
    """
    if game.is_over(step.state) or game.window(step.state) is not None:
        return False
    goes_on = game.awaits_deal(step.state) is None and all(event.kind != "scored" for event in step.events)
    return goes_on or (row.table.boards_id is None and seating.players_stay(row))


def _sent(
    request: Request, row: Match, step: Step[Any], now: datetime
) -> tuple[Match, Step[Any], dict[int, SentCommand], datetime]:
    """Charge the time of a move; return what `storing` needs to know of it."""
    spent = clock.spend_reserve(row, row.table, request.seat, now)
    returned = () if request.by_bot else hand_back(row, request.seat, now)
    sent = SentCommand(request.seat, request.command, request.id, spent)
    return row, Step(step.state, (*returned, *step.events)), {0: sent}, now


def _play_for_the_absent(row: Match, now: datetime) -> Accepted:
    """Play the game's default move for an expired clock; after some such turns a bot gets the seat."""
    game = GAMES[row.game]
    state = live.state_of(row)
    seat, command = game.on_timeout(state)
    step = unrefused(game.apply(state, seat, command))
    if seat == CLOCK:
        store_step(row, step, {0: SentCommand(None, command, f"timeout:{row.version}", 0)}, now)
        return Accepted(row.version)
    spent = clock.spend_reserve(row, row.table, seat, now)
    row.missed = [missed + (other == seat) for other, missed in enumerate(row.missed)]
    events = (Happened("timed_out", {"seat": seat}), *give_up(row, seat), *step.events)
    sent = SentCommand(seat, command, f"timeout:{row.version}", spent)
    store_step(row, Step(step.state, events), {0: sent}, now, also=CHANGED)
    return Accepted(row.version)
