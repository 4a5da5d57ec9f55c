"""Tables and their seats: opening, joining and leaving tables, bots on free seats, the rematch."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet

from games import notices
from games.fairplay import addresses, bans, rated
from games.models import Match, Seat, Table
from games.play import abandoned, admission, doorbell, selectors
from games.play.actions import dealing, seating
from games.play.actions.play import begin_match, hand_over
from games.texts import accept_or_raise
from ludocards.bots.levels import DEFAULT_POLICY
from ludocards.bots.registry import POLICIES
from ludocards.engine.game import Game
from ludocards.engine.registry import GAMES
from ludopoli.accounts import people
from ludopoli.accounts.models import User
from ludopoli.base.commits import after_commit
from ludopoli.base.lookups import Lookup
from ludopoli.http.refusals import ActionRefused
from ludopoli.text import times

MAX_OPEN_TABLES = 5
"""The most tables that a person may host at a time. One more makes them leave a finished one, if any.

A table that they have left counts until its match is over.
"""

MAX_TABLES_OF_GUESTS = 2

CLOCKS: dict[str, tuple[int, int] | None] = {
    "normal": (20, 120),
    "fast": (10, 60),
    "slow": (60, 300),
    "none": None,
}
"""Seconds per move and of reserve, by the name used in forms; the first is the default."""

A_DAY = Table.A_DAY
BY_DAYS = {**CLOCKS, "day": (A_DAY, 0)}
"""These clocks, and that of tables where a card may take a day: private ones, and those of a club."""

TOUCH_NOTED_EVERY = timedelta(seconds=30)
"""The age from which on the time at which a person touched a page of a table is noted anew."""


def open_table(
    user: User,
    *,
    game: str,
    rules: dict[str, Any],
    players: int,
    private: bool = False,
    watchable: bool = True,
    casual: bool = False,
    move_seconds: int | None = 20,
    bank_seconds: int = 120,
    pace: float = 1.0,
    rules_name: str = "",
    programs: str = Table.Programs.CASUAL,
    joinable: bool = False,
    reserved: bool = False,
    ticket: str = "",
    nonce: str = "",
) -> Table:
    """Open a table and sit its host on seat 0.

    `rules_name` is the name of the house rules, if they have one; `programs` says whether bot accounts may
    sit, `joinable` whether people may take the seats of bots. A `reserved` table is for those whom
    `admission` admits. `nonce` answers the commitment of the `ticket`.
    """
    if nonce and not dealing.is_nonce(nonce):
        raise ActionRefused("bad_nonce")
    check_table(game, rules, players, move_seconds, bank_seconds, pace)
    if move_seconds == A_DAY and not (private or reserved):
        raise ActionRefused("slow_clock")
    table = Table(
        game=game,
        rules=rules,
        rules_name=rules_name,
        players=players,
        private=private,
        casual=casual,
        watchable=watchable,
        programs=programs,
        joinable=joinable,
        reserved=reserved,
        move_seconds=move_seconds,
        bank_seconds=bank_seconds,
        pace=pace,
        host=user,
    )
    bans.check_not_banned(user)
    rated.check_rated_seat(user, table, [])
    with transaction.atomic():
        if not people.lock_account(user):  # one at a time, so that the count stays right
            raise ActionRefused("sign_in")
        if not _make_room(user):
            raise ActionRefused("too_many_tables", most=most_tables(user))
        answered = nonce if dealing.promise_next(table, ticket) else ""
        table.save()
        Seat.objects.bulk_create(Seat(table=table, number=number) for number in range(players))
        table.seats.filter(number=0).update(user=user, nonce=answered)
        after_commit(doorbell.ring_lobby)
        after_commit(notices.settle_invitation, user, table)
    return table


def most_tables(user: User) -> int:
    """The tables that a person may host at a time."""
    return MAX_TABLES_OF_GUESTS if user.is_guest else MAX_OPEN_TABLES


def may_host_another(user: User) -> bool:
    """Return whether a person may host one more table."""
    return _hosted(user).count() < most_tables(user)


def _hosted(user: User) -> QuerySet[Seat]:
    return Seat.objects.filter(user=user, table__host=user).exclude(table__status=Table.Status.CLOSED)


def _make_room(user: User) -> bool:
    """Like `may_host_another`, but at the limit leave the table whose match has been over longest.

    Tables where the person has asked for a rematch are not left.
    """
    if may_host_another(user):
        return True
    hosted = _hosted(user).select_related("table").order_by("table__changed_at")
    over = [seat.table for seat in hosted if seat.table.status == Table.Status.OVER and not seat.rematch]
    if over:
        with suppress(ActionRefused):
            leave_table(user, over[0])
            return True
    return False


def check_table(game: str, rules: Any, players: Any, move_seconds: Any, bank_seconds: Any, pace: Any) -> None:
    """Check the settings of a table that somebody wants to open."""
    if game not in GAMES:
        raise ActionRefused("no_game")
    checked = accept_or_raise(GAMES[game].rules_from(rules), game)
    accept_or_raise(GAMES[game].start(checked, players, 0), game)
    if move_seconds == A_DAY and not may_take_days(game):
        raise ActionRefused("no_days")
    if move_seconds is not None and not (3 <= move_seconds <= 600 or move_seconds == A_DAY):
        raise ActionRefused("bad_clock")
    if not 0 <= bank_seconds <= 3600:
        raise ActionRefused("bad_clock")
    if not 0 <= pace <= 3:
        raise ActionRefused("bad_pace")


def may_take_days(game: str) -> bool:
    """Return whether a card may take a day: not where windows close by themselves within seconds."""
    return type(GAMES[game]).window is Game.window


def quick_game(
    user: User,
    *,
    game: str,
    rules: dict[str, Any],
    players: int,
    level: str = DEFAULT_POLICY,
    pace: float = 1.0,
    joinable: bool = False,
    ticket: str = "",
    nonce: str = "",
) -> Table:
    """Open a private table with bots of a level on all other seats, and begin the match at once.

    Unless this one is refused, the person leaves the earlier quick games that are over and, at the limit of
    `most_tables`, the oldest in play, unless somebody else is there or is coming. `joinable`, `ticket` and
    `nonce` are those of `open_table`.
    """
    if game in GAMES and level not in POLICIES[game]:
        raise ActionRefused("no_level")
    move_seconds, bank_seconds = CLOCKS["slow"] or (None, 0)
    with transaction.atomic():
        if not people.lock_account(user):
            raise ActionRefused("sign_in")
        earlier = Table.objects.filter(host=user, private=True, seats__user=user).exclude(status="closed")
        for before in earlier.order_by("changed_at"):
            if before.status == Table.Status.PLAYING and may_host_another(user):
                continue
            if not before.seats.exclude(user=user).filter(Q(bot="") | Q(coming__isnull=False)).exists():
                with suppress(ActionRefused):  # they have just left it themselves
                    leave_table(user, before)
        table = open_table(
            user,
            game=game,
            rules=rules,
            players=players,
            private=True,
            move_seconds=move_seconds,
            bank_seconds=bank_seconds,
            pace=pace,
            joinable=joinable,
            ticket=ticket,
            nonce=nonce,
        )
        table = lock_table(table)
        table.seats.filter(user=None).update(bot=level)
        return record_change(table, begin=True)


def play_again(user: User, table: Table) -> Table:
    """Go on after the last match of a table: with the rematch if the person still sits there, else at a table
    with bots, by the same rules."""
    if not table.hosted and table.status != Table.Status.CLOSED and table.seats.filter(user=user).exists():
        with suppress(ActionRefused):  # the rematch is being played, or somebody has left
            return request_rematch(user, table, wants=True)
        return table
    bots = table.seats.filter(bot__in=POLICIES[table.game]).values_list("bot", flat=True)
    return quick_game(
        user,
        game=table.game,
        rules=table.rules,
        players=table.players,
        level=bots.first() or DEFAULT_POLICY,
        joinable=table.joinable,
    )


def take_seat(user: User, table: Table, number: int, nonce: str = "") -> Table:
    """Take a free seat, or a bot's where the table is `joinable`; the match begins when the table is full.

    During a match a bot's seat is only kept for the person, until the deal is over. `nonce` is their share in
    the next match's shuffle, as with `add_player_nonce`.
    """
    if nonce and not dealing.is_nonce(nonce):
        raise ActionRefused("bad_nonce")
    with transaction.atomic():
        if not people.lock_account(user):
            raise ActionRefused("sign_in")
        table = lock_table(table)
        if table.status == Table.Status.CLOSED:
            raise ActionRefused("table_closed")
        if table.hosted:
            raise ActionRefused("seats_given")
        if user.is_bot and table.programs == Table.Programs.NONE:
            raise ActionRefused("people_only")
        admission.check_admission(user, table)
        seats = list(table.seats.select_related("user"))
        if not 0 <= number < len(seats):
            raise ActionRefused("no_seat")
        if any(seat.user_id == user.pk for seat in seats):
            raise ActionRefused("already_seated")
        _check_seat(seats[number], table, user)
        bans.check_not_banned(user)
        rated.check_rated_seat(user, table, seats)
        if table.status == Table.Status.PLAYING:
            return _keep_seat(table, number, user)
        seating.give_seat(table, number, user)
        table.seats.filter(number=number).update(nonce=nonce)
        return record_change(table, begin=table.status == Table.Status.OPEN)


def _check_seat(seat: Seat, table: Table, user: User) -> None:
    """Check that a person may have a seat, now or when the deal is over."""
    if seat.is_free:
        if table.status == Table.Status.PLAYING:
            raise ActionRefused("match_running")
        return
    if not seat.bot or (seating.is_kept(seat, times.now()) and seat.coming_id != user.pk):
        raise ActionRefused("seat_taken")
    if not table.joinable or user.is_bot:
        raise ActionRefused("seat_taken")
    if table.status != Table.Status.PLAYING:
        return
    if table.seats.filter(user__in=people.ids_blocked_either_way(user)).exists():
        raise ActionRefused("seat_taken")
    match = table.matches.get(status=Match.Status.PLAYING)
    if user.pk in match.sent_away:
        raise ActionRefused("sent_away")
    if match.stopped_at is not None:
        raise ActionRefused("match_stopped")
    selectors.check_spectating(user, table)


def _keep_seat(table: Table, number: int, user: User) -> Table:
    """Keep a bot's seat for a person until the deal is over; a seat kept for them elsewhere is given up."""
    table.seats.filter(coming=user).update(coming=None)
    table.seats.filter(number=number).update(coming=user, seen_at=times.now(), touched_at=None, socket="")
    after_commit(_come_nowhere_else, user, table)
    return record_change(table)


def _come_nowhere_else(user: User, table: Table) -> None:
    for seat in Seat.objects.filter(coming=user).exclude(table=table).select_related("table"):
        with suppress(ActionRefused):  # they no longer come
            leave_table(user, seat.table)


def leave_table(user: User, table: Table, *, removed: bool = False) -> Table:
    """Get up, or give up a kept seat. During a match a bot plays on, and the seat is free when it is over.

    At a hosted table people can only get up during a match, and may come back to it. `removed` means that the
    host took them off, so they have not left by choice.
    """
    while True:
        with transaction.atomic():
            seat = table.seats.filter(user=user).first()
            if seat is None:
                locked = lock_table(table)
                if locked.seats.filter(user=user).exists():
                    continue  # the deal has just ended, and the kept seat is now theirs
                if not locked.seats.filter(coming=user).update(coming=None):
                    raise ActionRefused("not_seated")
                return record_change(locked)
            playing = table.matches.filter(status=Match.Status.PLAYING).first()
            if playing is not None:
                hand_over(playing.pk, seat.number, removed=removed)  # locks the match, so before the table
            locked = lock_table(table)
            locked.seats.filter(coming=user).update(coming=None)
            if locked.hosted and playing is None:
                raise ActionRefused("seats_given")
            if locked.status != Table.Status.PLAYING:
                get_up(locked, seat)
            elif playing is None:
                continue  # the match has just begun
            return record_change(locked)


def get_up(table: Table, seat: Seat) -> None:
    table.seats.filter(pk=seat.pk).update(user=None, **seating.FRESH)
    sitters = list(table.seats.exclude(user=None).select_related("user"))
    if not sitters:
        table.status = Table.Status.CLOSED
    elif table.status == Table.Status.OVER:
        table.status = Table.Status.OPEN
    if table.host_id == seat.user_id:
        table.host = next(
            (sitter.user for sitter in sitters if sitter.user and may_host_another(sitter.user)), None
        )


def fill_with_bots(user: User, table: Table, level: str = DEFAULT_POLICY, number: int | None = None) -> Table:
    """Put bots of a level on every free seat, or on seat `number`; any person at the table may do so."""
    if level not in POLICIES[table.game]:
        raise ActionRefused("no_level")
    with transaction.atomic():
        table = lock_table(table)
        _check_between_matches(user, table)
        free = table.seats.filter(user=None, bot="")
        if number is not None:
            free = free.filter(number=number)
        if not free.update(bot=level):
            raise ActionRefused("no_free_seat")
        return record_change(table, begin=table.status == Table.Status.OPEN)


def remove_bot(user: User, table: Table, number: int) -> Table:
    """Free a seat that a bot holds."""
    with transaction.atomic():
        table = lock_table(table)
        _check_between_matches(user, table)
        if not table.seats.filter(number=number).exclude(bot="").update(bot=""):
            raise ActionRefused("no_bot")
        if table.status == Table.Status.OVER:
            table.status = Table.Status.OPEN
        return record_change(table)


def set_joinable(user: User, table: Table, *, may: bool) -> Table:
    """Set whether people may take the seats of bots, and the lobby lists the table for that.

    If they may not, seats kept for people are given up.
    """
    with transaction.atomic():
        table = lock_table(table)
        if table.hosted:
            raise ActionRefused("seats_given")
        if table.host_id != user.pk or not table.seats.filter(user=user).exists():
            raise ActionRefused("not_host")
        table.joinable = may
        if not may:
            table.seats.exclude(coming=None).update(coming=None)
        return record_change(table)


def request_rematch(user: User, table: Table, wants: bool) -> Table:
    """Ask for another match; it begins when every person at the table has asked."""
    with transaction.atomic():
        table = lock_table(table)
        if table.status != Table.Status.OVER or table.hosted:
            raise ActionRefused("no_rematch")
        seated = list(table.seats.select_related("user"))
        if wants:
            bans.check_not_banned(user)
            rated.check_rated_seat(user, table, seated)
        if not table.seats.filter(user=user).update(rematch=wants):
            raise ActionRefused("not_seated")
        seats = list(table.seats.all())
        everybody = all(seat.bot or (seat.user_id and seat.rematch) for seat in seats)
        return record_change(table, begin=everybody)


def add_player_nonce(user: User, table: Table, commitment: str, nonce: str) -> Table:
    """Add a person's nonce, once, to the next match's shuffle, whose `commitment` they have seen.

    Refused as `bad_nonce`, `not_seated`, or `other_commitment` if that is not the table's commitment any
    more.
    """
    if not dealing.is_nonce(nonce):
        raise ActionRefused("bad_nonce")
    with transaction.atomic():
        table = lock_table(table)
        seat = table.seats.filter(user=user)
        if not seat.exists():
            raise ActionRefused("not_seated")
        if not table.next_commitment or commitment != table.next_commitment:
            raise ActionRefused("other_commitment")
        seat.filter(nonce="").update(nonce=nonce)
        return table


def note_socket_open(table: Table, user: User, channel: str, *, is_new: bool, address: str = "") -> None:
    """Note that a person who sits here, or for whom a seat is kept, has an open socket.

    A seat belongs to its newest socket; a seat without one, to any socket that reports.
    """
    now = times.now()
    seats = table.seats.filter(Q(user=user) | Q(coming=user))
    heard = seats.filter(socket="").update(socket=channel, seen_at=now)
    taken_over = 0 if heard or not is_new else seats.update(socket=channel, seen_at=now)
    moved = (heard or taken_over) and addresses.note_address(table, user, address)
    if heard or moved:
        with transaction.atomic():
            changed = record_change(lock_table(table))
            if moved:
                addresses.report_shared_address(changed)


def touch_seat(table: Table, user: User) -> None:
    """Note that a person who sits here has touched a page of the table that they see."""
    now = times.now()
    noted_lately = Q(touched_at__gt=now - TOUCH_NOTED_EVERY)
    table.seats.filter(user=user).exclude(noted_lately).update(touched_at=now)


def note_socket_closed(table: Table, channel: str) -> None:
    """Note that a socket is gone; its seat is shown as lost unless a newer socket has taken its place."""
    if channel and table.seats.filter(socket=channel).update(socket=""):
        with transaction.atomic():
            record_change(lock_table(table))


def close_idle_table(table: Table, now: datetime) -> None:
    """Close a table that nobody has used for long, unless somebody has come meanwhile."""
    with transaction.atomic():
        table = lock_table(table)
        if abandoned.idle_tables(now).filter(pk=table.pk).exists():
            table.status = Table.Status.CLOSED
            table.seats.update(address="")
            record_change(table)


_locked = Lookup(Table.objects.select_for_update, "pk")


def lock_table(table: Table) -> Table:
    """Lock a table until the transaction ends, after its match, if one is being played."""
    return _locked.get(table.pk)


def _check_between_matches(user: User, table: Table) -> None:
    if not table.seats.filter(user=user).exists():
        raise ActionRefused("not_seated")
    if table.hosted:
        raise ActionRefused("seats_given")
    if table.status == Table.Status.PLAYING:
        raise ActionRefused("match_running")


def record_change(table: Table, *, begin: bool = False) -> Table:
    """Store a new revision, or `begin` a match if the table is full; ring the table and the lobby."""
    if begin and not table.seats.filter(user=None, bot="").exists():
        begin_match(table)
    else:
        table.revision += 1
        table.save(update_fields=["status", "host", "joinable", "revision", "changed_at"])
        after_commit(doorbell.ring_table, table.pk, revision=table.revision)
    after_commit(doorbell.ring_lobby)
    return table
