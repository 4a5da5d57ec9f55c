"""Challenges: an account invites another, a person's or a program's, to a seat at its table.

If one of the two has blocked the other, before the challenge or after it, the challenged account does not see
the challenge (`Challenge.heard` is false), and to the challenger it seems unanswered.
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

ANSWER_TIME = timedelta(hours=1)
"""The time in which a challenge may be answered."""

CHALLENGES_PER_SECOND, CHALLENGE_BURST = 0.2, 10
"""The limit for a challenger: the lasting rate, and the number of challenges at once."""

Status = Challenge.Status


def challenges_of(user: User) -> QuerySet[Challenge]:
    """The challenges that a person sent or received, most recent first."""
    visible = Q(challenger=user) | Q(challenged=user, heard=True)
    return Challenge.objects.filter(visible).select_related("table", "challenger", "challenged")


def challenges_to_answer(user: User) -> list[Challenge]:
    """The challenges that wait for this person's answer."""
    waiting = Q(challenged=user, status=Status.OPEN, at__gt=timezone.now() - ANSWER_TIME)
    return list(challenges_of(user).filter(waiting).exclude(table__status=Table.Status.CLOSED))


def challenges_awaiting_reply(user: User) -> list[Challenge]:
    """The challenges by this person that wait for an answer."""
    waiting = Q(challenger=user, status=Status.OPEN, at__gt=timezone.now() - ANSWER_TIME)
    return list(challenges_of(user).filter(waiting).exclude(table__status=Table.Status.CLOSED))


def names_awaited_at(reader: selectors.Reader, table: Table) -> list[str]:
    """The names of the people whom the reader has challenged to an open table, and who have not answered."""
    if table.status != Table.Status.OPEN or not reader.is_authenticated:
        return []
    return [each.challenged.username for each in challenges_awaiting_reply(reader) if each.table == table]


def challenge_person(user: User, table: Table, name: str) -> Challenge:
    """Challenge a person to a table.

    Returns the user's earlier challenge if it still waits for an answer.
    """
    other = people.find_person(name)
    if other is None:
        raise ActionRefused("no_person")
    if other.pk == user.pk:
        raise ActionRefused("yourself")
    if not shared_bucket(("challenge", user.pk), rate=CHALLENGES_PER_SECOND, burst=CHALLENGE_BURST).take():
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
        is_visible = people.may_invite(user, other)
        challenge = Challenge.objects.create(table=table, challenger=user, challenged=other, heard=is_visible)
        if is_visible:
            feed.publish_challenge(challenge, "challenge", other.pk)
        if is_visible and not other.is_bot:  # a program reads its feed, not notices
            notices.notify_of_challenge(other, table, user)
    return challenge


def accept_challenge(user: User, challenge_id: uuid.UUID) -> Table:
    """Accept a challenge, and take the first free seat; if it was the last, the match begins."""
    with transaction.atomic():
        people.lock_account(user)  # before the table, as in `take_seat`
        table_of_challenge = Challenge.objects.filter(challenged=user, pk=challenge_id).values("table")
        # `list` runs the query for its lock: the table before the challenge, as in `challenge_person`.
        list(Table.objects.select_for_update().filter(pk__in=table_of_challenge))
        pending = _lock_for_answer(user, challenge_id)
        free_seat = Seat.objects.filter(table=pending.table_id, user=None, bot="").order_by("number").first()
        if free_seat is None:
            raise ActionRefused("no_free_seat")
        pending.status, pending.answered_at = Status.ACCEPTED, timezone.now()
        pending.save(update_fields=["status", "answered_at"])
        table = actions.take_seat(user, pending.table, free_seat.number)
        feed.publish_challenge(pending, "challenge_accepted", pending.challenger_id)
        notices.settle_table_notices(user, pending.table)
    return table


def decline_challenge(user: User, challenge_id: uuid.UUID) -> Challenge:
    """Decline a challenge to this person."""
    with transaction.atomic():
        pending = _lock_for_answer(user, challenge_id)
        if not pending.challenger.is_bot:
            notices.notify_of_declined_challenge(pending.challenger, pending.table, user)
        return _close_challenge(pending, Status.DECLINED, "challenge_declined", pending.challenger_id)


def withdraw_challenge(user: User, challenge_id: uuid.UUID) -> Challenge:
    """Withdraw a challenge that this person made."""
    with transaction.atomic():
        pending = _lock_open_challenge(challenges_of(user).filter(challenger=user), challenge_id)
        return _close_challenge(pending, Status.WITHDRAWN, "challenge_withdrawn", pending.challenged_id)


def _close_challenge(pending: Challenge, status: Challenge.Status, kind: str, other_id: int) -> Challenge:
    """Close a challenge without seating anybody, and publish `kind` in the feed of the other account."""
    pending.status, pending.answered_at = status, timezone.now()
    pending.save(update_fields=["status", "answered_at"])
    if pending.heard:
        feed.publish_challenge(pending, kind, other_id)
        notices.settle_table_notices(pending.challenged, pending.table)
    return pending


@receiver(people.blocked)
def _hide_open_challenges(me: User, other: User, **_signal: Any) -> None:
    """Hide the open challenges between two people from the challenged; the challenger still sees them."""
    pair = Q(challenger=me, challenged=other) | Q(challenger=other, challenged=me)
    Challenge.objects.filter(pair, status=Status.OPEN).update(heard=False)


def _lock_for_answer(user: User, challenge_id: uuid.UUID) -> Challenge:
    """Lock an open challenge to this person. Raises `ActionRefused` if there is none, or it has expired."""
    pending = _lock_open_challenge(challenges_of(user).filter(challenged=user), challenge_id)
    if _has_expired(pending):
        raise ActionRefused("challenge_over")
    return pending


def _lock_open_challenge(among: QuerySet[Challenge], challenge_id: uuid.UUID) -> Challenge:
    """Lock a challenge among these. Raises `ActionRefused` if it is not there, or not open."""
    challenge = among.select_for_update(of=("self",)).filter(pk=challenge_id).first()
    if challenge is None:
        raise ActionRefused("no_challenge")
    if challenge.status != Status.OPEN:
        raise ActionRefused("challenge_over")
    return challenge


def _has_expired(challenge: Challenge) -> bool:
    return challenge.at < timezone.now() - ANSWER_TIME


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
