"""Challenges: an account asks another, a person's or a program's, to take a seat at its table.

If one has blocked the other, before the challenge or after it, the challenged account does not see it
(`Challenge.heard`), and to the challenger it just stays unanswered.
"""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.dispatch import receiver
from django.utils import timezone

from games import notices
from games.models import Challenge, Seat, Table
from games.play import actions, feed, selectors
from ludopoli.accounts import people
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from ludopoli.http.throttle import shared_bucket

ANSWERED_WITHIN = timedelta(hours=1)
"""The time in which a challenge may be answered."""

PER_SECOND, AT_ONCE = 0.2, 10
"""The limit for a challenger: the rate, and how many challenges may be made in one burst."""

Status = Challenge.Status


def challenges_of(user: User) -> QuerySet[Challenge]:
    """The challenges that a person sent or received, most recent first."""
    visible = Q(challenger=user) | Q(challenged=user, heard=True)
    return Challenge.objects.filter(visible).select_related("table", "challenger", "challenged")


def challenges_to_answer(user: User) -> list[Challenge]:
    """The challenges that wait for this person's answer."""
    waiting = Q(challenged=user, status=Status.OPEN, at__gt=timezone.now() - ANSWERED_WITHIN)
    return list(challenges_of(user).filter(waiting).exclude(table__status=Table.Status.CLOSED))


def challenges_awaiting_reply(user: User) -> list[Challenge]:
    """The challenges of this person that wait for another's answer."""
    waiting = Q(challenger=user, status=Status.OPEN, at__gt=timezone.now() - ANSWERED_WITHIN)
    return list(challenges_of(user).filter(waiting).exclude(table__status=Table.Status.CLOSED))


def challenged_to(reader: selectors.Reader, table: Table) -> list[str]:
    """The names of those whose answer a reader waits for at an open table."""
    if table.status != Table.Status.OPEN or not reader.is_authenticated:
        return []
    return [each.challenged.username for each in challenges_awaiting_reply(reader) if each.table == table]


def challenge_person(user: User, table: Table, name: str) -> Challenge:
    """Challenge a person to a table; returns the earlier challenge if it still waits for an answer."""
    other = people.find_person(name)
    if other is None:
        raise ActionRefused("no_person")
    if other.pk == user.pk:
        raise ActionRefused("yourself")
    if not shared_bucket(("challenge", user.pk), rate=PER_SECOND, burst=AT_ONCE).take():
        raise ActionRefused("too_many_challenges")
    if other.is_bot and table.programs == Table.Programs.NONE:
        raise ActionRefused("people_only")
    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=table.pk)
        _check_may_challenge(user, table, other)
        earlier = table.challenges.filter(challenged=other, status=Status.OPEN).first()
        if earlier is not None and earlier.challenger_id == user.pk and not _has_expired(earlier):
            return earlier
        table.challenges.filter(challenged=other, status=Status.OPEN).update(status=Status.WITHDRAWN)
        heard = people.may_invite(user, other)
        made = Challenge.objects.create(table=table, challenger=user, challenged=other, heard=heard)
        if heard:
            feed.publish_challenge(made, "challenge", other.pk)
        if heard and not other.is_bot:  # a program reads its feed, not notices
            notices.notify_of_challenge(other, table, user)
    return made


def accept_challenge(user: User, challenge: uuid.UUID) -> Table:
    """Accept a challenge, and take the first free seat; the match begins if it was the last."""
    with transaction.atomic():
        people.lock_account(user)  # before the table, as in `take_seat`
        its_table = Challenge.objects.filter(challenged=user, pk=challenge).values("table")
        # The query only locks the table: before the challenge, as in `challenge_person`.
        list(Table.objects.select_for_update().filter(pk__in=its_table))
        pending = _lock_for_answer(user, challenge)
        free = Seat.objects.filter(table=pending.table_id, user=None, bot="").order_by("number").first()
        if free is None:
            raise ActionRefused("no_free_seat")
        pending.status, pending.answered_at = Status.ACCEPTED, timezone.now()
        pending.save(update_fields=["status", "answered_at"])
        table = actions.take_seat(user, pending.table, free.number)
        feed.publish_challenge(pending, "challenge_accepted", pending.challenger_id)
        notices.settle_table_notices(user, pending.table)
    return table


def decline_challenge(user: User, challenge: uuid.UUID) -> Challenge:
    with transaction.atomic():
        pending = _lock_for_answer(user, challenge)
        if not pending.challenger.is_bot:
            notices.notify_of_declined_challenge(pending.challenger, pending.table, user)
        return _close_challenge(pending, Status.DECLINED, "challenge_declined", pending.challenger_id)


def withdraw_challenge(user: User, challenge: uuid.UUID) -> Challenge:
    """Withdraw a challenge that this person made."""
    with transaction.atomic():
        pending = _lock_open_challenge(challenges_of(user).filter(challenger=user), challenge)
        return _close_challenge(pending, Status.WITHDRAWN, "challenge_withdrawn", pending.challenged_id)


def _close_challenge(
    pending: Challenge, status: Challenge.Status, happening: str, other_id: int
) -> Challenge:
    """Close a challenge without seating anybody, and publish it in the feed of the other account."""
    pending.status, pending.answered_at = status, timezone.now()
    pending.save(update_fields=["status", "answered_at"])
    if pending.heard:
        feed.publish_challenge(pending, happening, other_id)
        notices.settle_table_notices(pending.challenged, pending.table)
    return pending


@receiver(people.blocked)
def _hide_open_challenges(me: User, other: User, **_signal: Any) -> None:
    """Hide the open challenges between two people from the challenged one: the challenger still sees them."""
    pair = Q(challenger=me, challenged=other) | Q(challenger=other, challenged=me)
    Challenge.objects.filter(pair, status=Status.OPEN).update(heard=False)


def _lock_for_answer(user: User, challenge_id: uuid.UUID) -> Challenge:
    pending = _lock_open_challenge(challenges_of(user).filter(challenged=user), challenge_id)
    if _has_expired(pending):
        raise ActionRefused("challenge_over")
    return pending


def _lock_open_challenge(among: QuerySet[Challenge], challenge_id: uuid.UUID) -> Challenge:
    found = among.select_for_update(of=("self",)).filter(pk=challenge_id).first()
    if found is None:
        raise ActionRefused("no_challenge")
    if found.status != Status.OPEN:
        raise ActionRefused("challenge_over")
    return found


def _has_expired(challenge: Challenge) -> bool:
    return challenge.at < timezone.now() - ANSWERED_WITHIN


def _check_may_challenge(user: User, table: Table, other: User) -> None:
    """Check that the user may challenge the other account to this table now."""
    if selectors.seat_of(user, table) is None:
        raise ActionRefused("not_seated")
    if table.status == Table.Status.PLAYING:
        raise ActionRefused("match_running")
    if table.status == Table.Status.CLOSED:
        raise ActionRefused("table_closed")
    if selectors.seat_of(other, table) is not None:
        raise ActionRefused("already_seated")
    if not table.seats.filter(user=None, bot="").exists():
        raise ActionRefused("no_free_seat")
