"""The seats of people who are absent: lent to a bot and taken back, or freed (`games/play/absence.py`)."""

from __future__ import annotations

import uuid
from collections.abc import Callable

from django.db import transaction

from games.fairplay import bans
from games.models import Match, Seat, Table
from games.play import absence, live
from games.play.actions.play import end_visit
from games.play.actions.seating import hand_back, hand_to_bot
from games.play.actions.storing import Accepted, store_step
from games.play.actions.tables import get_up, lock_table, record_change
from games.play.proposals import check_friendly
from ludocards.engine.game import Event, Step
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from ludopoli.text import times


def lend_seat(match_id: uuid.UUID, by: int, number: int) -> Accepted:
    """Let a bot play for somebody who is absent, until they are back; anybody at a friendly table may.

    Refused as `not_absent`, `not_friendly`, `no_seat` or `match_over`.
    """

    def lent(row: Match, seat: int) -> tuple[Event, ...]:
        sitting = Seat.objects.select_related("user").get(table=row.table_id, number=seat)
        if row.is_played_by_bot(seat):
            return ()
        if not absence.may_be_lent(row, sitting, times.now()):
            raise ActionRefused("not_absent")
        return hand_to_bot(row, seat, by=by)

    return _do(match_id, by, number, lent)


def wait_for_absent(match_id: uuid.UUID, by: int, number: int) -> Accepted:
    """Take a seat back from the bot that plays for somebody, and wait for them.

    Refused as `not_lent` if they have got up, `not_friendly`, `no_seat` or `match_over`.
    """

    def awaited(row: Match, seat: int) -> tuple[Event, ...]:
        if not absence.may_be_awaited(row, seat):
            raise ActionRefused("not_lent")
        return hand_back(row, seat, times.now(), by=by)

    return _do(match_id, by, number, awaited)


def _do(
    match_id: uuid.UUID,
    by: int,
    number: int,
    what: Callable[[Match, int], tuple[Event, ...]],
) -> Accepted:
    """Change who plays for another seat of a friendly match; whoever asks for it is back at their own."""
    with transaction.atomic():
        row = live.lock_match(match_id)
        if row is None or row.status != Match.Status.PLAYING:
            raise ActionRefused("match_over")
        check_friendly(row)
        if not 0 <= number < len(row.players) or number == by:
            raise ActionRefused("no_seat")
        bans.check_return(row, by)
        now = times.now()
        mine, theirs = hand_back(row, by, now), what(row, number)
        if mine or theirs:
            store_step(row, Step(live.state_of(row), (*mine, *theirs)), {}, now)
        return Accepted(row.version)


def send_away(user: User, table: Table, number: int) -> Table:
    """Free the seat of somebody who is absent, or during a match give it to a bot, as that of a newcomer;
    they cannot rejoin that match.

    Only the host does this, or between matches anybody at the table while the host is absent. People who are
    there can be sent away only if they took the seat from a bot in this match.
    """
    with transaction.atomic():
        running = Match.objects.select_for_update().filter(table=table, status=Match.Status.PLAYING)
        match = running.first()  # a match is locked before its table
        table = lock_table(table)
        seats = list(table.seats.select_related("user"))
        mine = next((seat.number for seat in seats if seat.user_id == user.pk), None)
        if not absence.may_send_away(user.pk, table, match, seats) or (
            match is not None and mine in match.gone
        ):
            raise ActionRefused("not_host")
        if not 0 <= number < table.players:
            raise ActionRefused("no_seat")
        seat = seats[number]
        if number == mine or not absence.may_be_emptied(table, match, seat):
            raise ActionRefused("not_joined")
        is_newcomer = match is not None and match.has_joined(number)
        if not is_newcomer and absence.has_just_left(seat, times.now()):
            raise ActionRefused("just_left")
        if match is not None:
            end_visit(match.pk, number)
            return table
        get_up(table, seat)
        return record_change(table)
