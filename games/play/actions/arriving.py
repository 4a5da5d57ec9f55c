"""Moving a guest's seats to the account that the guest signs in to, and naming a guest at a table."""

from __future__ import annotations

from django.db import transaction

from games.fairplay import bans, rated
from games.models import Match, Seat, Table
from games.play import doorbell
from games.play.actions import seating
from games.play.actions.play import replace_player
from games.play.actions.tables import may_host_another, record_change
from ludopoli.accounts import guests, people
from ludopoli.accounts.models import User
from ludopoli.base.commits import after_commit
from ludopoli.http.refusals import passes


def move_guest_seats(guest: User, person: User) -> None:
    """Give an account the seats of the guest who has just signed in to it, where the account may sit.

    A seat kept for the guest replaces one kept for the account. The account becomes the host of the guest's
    tables as far as its limit allows; beyond the limit it gets only the seat, and the table has no host.
    """
    if Seat.objects.filter(coming=guest).exists():
        Seat.objects.filter(coming=person).update(coming=None)
        Seat.objects.filter(coming=guest).update(coming=person)
    for seat in Seat.objects.filter(user=guest).exclude(table__status=Table.Status.CLOSED).order_by("pk"):
        with transaction.atomic():
            hand_over_seat(seat.table_id, seat.number, guest, person)


def name_guest(guest: User, name: str) -> None:
    """Let a guest who has chosen no name choose one. Their tables show it at once; matches that are over keep
    the name under which they were played. Raises `BadName`."""
    with transaction.atomic():
        if not guests.rename_guest(guest, name):
            return
        seated = Table.objects.filter(seats__user=guest).exclude(status=Table.Status.CLOSED)
        for table in Table.objects.filter(pk__in=seated.values("pk")).select_for_update():
            record_change(table)


def hand_over_seat(table_id: int, number: int, former: User, person: User) -> bool:
    """Give somebody's seat to the same person under another name; return False if they may not have it."""
    if not people.lock_account(person):
        return False
    match = Match.objects.filter(table=table_id, status=Match.Status.PLAYING).first()
    if match is not None:  # a match is locked before its table
        match = Match.objects.select_for_update().get(pk=match.pk)
    table = Table.objects.select_for_update().get(pk=table_id)
    seats = list(table.seats.select_related("user"))
    if table.status == Table.Status.PLAYING and (match is None or match.status != Match.Status.PLAYING):
        return False  # the match began after we looked for it
    if table.hosted or seats[number].user_id != former.pk or any(seat.user_id == person.pk for seat in seats):
        return False
    others = [seat for seat in seats if seat.number != number]
    if not (passes(bans.check_not_banned, person) and passes(rated.check_rated_seat, person, table, others)):
        return False
    if match is not None and match.status == Match.Status.PLAYING:
        if match.rated or number in match.gone:
            return False
        replace_player(match.pk, number, seating.person_entry(person), is_same=True)
    table.seats.filter(coming=person).update(coming=None)
    table.seats.filter(number=number).update(
        user=person, touched_at=None, socket="", address="", carried_by=""
    )
    table.seats.update(rematch=False)  # a rematch may now be rated, so everybody has to agree again
    if table.host_id == former.pk:
        table.host = person if may_host_another(person) else None
    table.revision += 1
    table.save(update_fields=["host", "revision", "changed_at"])
    after_commit(doorbell.ring_table, table.pk, revision=table.revision)
    after_commit(doorbell.ring_lobby)
    return True
