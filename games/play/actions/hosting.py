"""Hosted tables: the host decides who sits where, which cards are played and when the match begins.

The host is another part of the platform, not a person; it learns from `signals.match_over` that a match is
over. It calls these functions in transactions of its own. Lock a match before its table.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction

from games.models import Boards, Match, Seat, Table
from games.play import doorbell, queueing
from games.play.actions import dealing, play, seating
from ludopoli.accounts.models import User
from ludopoli.base import sealing
from ludopoli.base.commits import after_commit
from ludopoli.http.refusals import ActionRefused
from ludopoli.text import times


class HostedBot(NamedTuple):
    """A bot, with the number of the name that it has at all tables of its host."""

    policy: str
    number: int | None = None
    """None for that of its seat."""


Sitter = User | HostedBot


class AlreadyBegun(RuntimeError):
    """The host does at a table what it may do only before its match, or after."""


def host_table(
    *,
    game: str,
    rules: dict[str, Any],
    sitters: Sequence[Sitter],
    boards: Boards | None = None,
    labels: Sequence[str] = (),
    casual: bool = False,
    private: bool = False,
    watchable: bool = True,
    quiet: bool = False,
    move_seconds: int | None = 20,
    bank_seconds: int = 120,
    pace: float = 1.0,
) -> Table:
    """Open a table with everybody seated; the match begins with `begin_hosted`.

    `labels` are the labels of the boards, one per deal. The host has checked the settings (`check_table`).
    """
    players = len(sitters)
    with transaction.atomic():
        table = Table(
            game=game,
            rules=rules,
            players=players,
            hosted=True,
            boards=boards,
            labels=list(labels),
            casual=casual,
            private=private,
            watchable=watchable,
            quiet=quiet,
            move_seconds=move_seconds,
            bank_seconds=bank_seconds,
            pace=pace,
        )
        if boards is None:
            dealing.promise_next(table)
        table.save()
        Seat.objects.bulk_create(
            Seat(table=table, number=number, **_columns(who)) for number, who in enumerate(sitters)
        )
        after_commit(doorbell.ring_lobby)
    return table


def begin_hosted(table: Table, now: datetime | None = None, away: Collection[int] = ()) -> Match:
    """Begin the match; bots play for the seats that are `away`. Raises `AlreadyBegun`."""
    with transaction.atomic():
        table = Table.objects.select_for_update(of=("self",)).select_related("boards").get(pk=table.pk)
        if table.status != Table.Status.OPEN:
            raise AlreadyBegun(table)
        after_commit(doorbell.ring_lobby)
        return play.begin_match(table, now, away)


def begin_next_match(
    table: Table, *, game: str, rules: dict[str, Any], labels: Sequence[str], now: datetime | None = None
) -> Match:
    """Begin another match of the same people after the last, perhaps of another game, even if nobody has been
    there for long and the table was closed. Raises `AlreadyBegun` if it is not over."""
    with transaction.atomic():
        table = Table.objects.select_for_update(of=("self",)).select_related("boards").get(pk=table.pk)
        if table.status not in (Table.Status.OVER, Table.Status.CLOSED):
            raise AlreadyBegun(table)
        table.game, table.rules, table.labels = game, rules, list(labels)
        table.save(update_fields=["game", "rules", "labels"])
        away = table.match.away if table.match is not None else []
        return play.begin_match(table, now, away)


def substitute_player(table: Table, number: int, who: Sitter, now: datetime | None = None) -> Table:
    """Give a seat to somebody else, before the match or during it.

    Refused as `no_seat`; as `already_seated` if they sit at the table already; as `match_over` after its end.
    """
    with transaction.atomic():
        if not 0 <= number < table.players:
            raise ActionRefused("no_seat")
        if isinstance(who, User) and table.seats.filter(user=who).exists():
            raise ActionRefused("already_seated")
        match = table.matches.filter(status=Match.Status.PLAYING).first()
        if match is not None:
            seated = Seat(number=number, **_columns(who))
            play.replace_player(match.pk, number, seating.seat_entry(seated), now)
        table = Table.objects.select_for_update().get(pk=table.pk)
        if table.status not in (Table.Status.OPEN, Table.Status.PLAYING):
            raise ActionRefused("match_over")
        table.seats.filter(number=number).update(**_columns(who), **seating.FRESH)
        return _changed(table)


def reseat_table(table: Table, sitters: Sequence[Sitter]) -> Table:
    """Put other people on the seats before the match. Raises `AlreadyBegun`."""
    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=table.pk)
        if table.status != Table.Status.OPEN:
            raise AlreadyBegun(table)
        table.seats.update(user=None, bot="", **seating.FRESH)  # nobody may have two seats, even for a moment
        for number, who in enumerate(sitters):
            table.seats.filter(number=number).update(**_columns(who))
        return _changed(table)


def close_hosted(tables: Iterable[int]) -> None:
    """Close tables that are no longer needed, by their ids; those where a match is being played stay open."""
    with transaction.atomic():
        idle = Table.objects.select_for_update().filter(pk__in=list(tables), hosted=True)
        for table in idle.exclude(status__in=[Table.Status.PLAYING, Table.Status.CLOSED]).order_by("pk"):
            if table.status == Table.Status.OPEN:  # spectators have seen no cards, and may choose again
                table.vantages.all().delete()
            table.status = Table.Status.CLOSED
            _changed(table)


def set_watchable(tables: Iterable[int], *, may: bool) -> None:
    """Allow or forbid spectators at these tables, by their ids, from now on, even during a match."""
    with transaction.atomic():
        others = Table.objects.select_for_update().filter(pk__in=list(tables), hosted=True)
        for table in others.exclude(watchable=may).order_by("pk"):
            table.watchable = may
            table.save(update_fields=["watchable"])
            _changed(table)


def hide_tables(tables: Iterable[int]) -> None:
    """Make these tables, by their ids, private with their matches: they are on no public list any more, and
    end for spectators from whom they are concealed now."""
    with transaction.atomic():
        for table in Table.objects.select_for_update().filter(pk__in=list(tables)).order_by("pk"):
            table.private = True
            table.save(update_fields=["private"])
            _changed(table)


def open_boards(boards: Boards) -> None:
    """Open boards that everybody has played: their matches are scored and may be replayed."""
    if Boards.objects.filter(pk=boards.pk, opened_at=None).update(opened_at=times.now()):
        over = Match.objects.filter(table__boards=boards, status=Match.Status.FINISHED, scored=False)
        for match in over.order_by("finished_at", "pk").values_list("pk", flat=True):
            after_commit(queueing.queue_scoring, match)
    Table.objects.filter(boards=boards, watchable=False).update(watchable=True)


def reveal_boards(names: Iterable[str]) -> None:
    """Publish the seeds of boards, by their names; they are opened if they were not."""
    for boards in Boards.objects.filter(name__in=list(names), revealed_at=None):
        open_boards(boards)
        secret = sealing.unseal_text(boards.secret)  # stored in the clear, so the key may change
        Boards.objects.filter(pk=boards.pk).update(secret=secret, revealed_at=times.now())


def _columns(who: Sitter) -> dict[str, Any]:
    if isinstance(who, User):
        return {"user": who, "bot": "", "bot_number": None}
    return {"user": None, "bot": who.policy, "bot_number": who.number}


def _changed(table: Table) -> Table:
    table.revision += 1
    table.save(update_fields=["status", "revision", "changed_at"])
    after_commit(doorbell.ring_table, table.pk, revision=table.revision)
    after_commit(doorbell.ring_lobby)
    return table
