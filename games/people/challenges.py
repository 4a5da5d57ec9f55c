"""Challenges: an account asks another one, a person or a bot, to a seat at its table, and gets a yes or no.

If one person has blocked the other, then or since, the challenger sees a challenge that is never answered.
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

Status = Challenge.Status


def challenges_of(user: User) -> QuerySet[Challenge]:
    """The challenges that a person sent or received, most recent first."""
    heard = Q(challenger=user) | Q(challenged=user, heard=True)
    return Challenge.objects.filter(heard).select_related("table", "challenger", "challenged")


def open_to(user: User) -> list[Challenge]:
    """The challenges that wait for this person's answer."""
    waiting = Q(challenged=user, status=Status.OPEN, at__gt=timezone.now() - ANSWERED_WITHIN)
    return list(challenges_of(user).filter(waiting).exclude(table__status=Table.Status.CLOSED))


def open_by(user: User) -> list[Challenge]:
    """The challenges of this person that wait for another's answer."""
    waiting = Q(challenger=user, status=Status.OPEN, at__gt=timezone.now() - ANSWERED_WITHIN)
    return list(challenges_of(user).filter(waiting).exclude(table__status=Table.Status.CLOSED))


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
        _check_asking(user, table, other)
        before = table.challenges.filter(challenged=other, status=Status.OPEN).first()
        if before is not None and before.challenger_id == user.pk and not _is_old(before):
            return before
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
        asked = Challenge.objects.filter(challenged=user, pk=challenge).values("table")
        list(
            Table.objects.select_for_update().filter(pk__in=asked)
        )  # before the challenge, as in `challenge_person`
        made = _to_answer(user, challenge)
        free = Seat.objects.filter(table=made.table_id, user=None, bot="").order_by("number").first()
        if free is None:
            raise ActionRefused("no_free_seat")
        made.status, made.answered_at = Status.ACCEPTED, timezone.now()
        made.save(update_fields=["status", "answered_at"])
        seated = actions.take_seat(user, made.table, free.number)
        feed.publish_challenge(made, "challenge_accepted", made.challenger_id)
        notices.settle_table_notices(user, made.table)
    return seated


def decline_challenge(user: User, challenge: uuid.UUID) -> Challenge:
    with transaction.atomic():
        made = _to_answer(user, challenge)
        if not made.challenger.is_bot:
            notices.notify_of_declined_challenge(made.challenger, made.table, user)
        return _answered(made, Status.DECLINED, "challenge_declined", made.challenger_id)


def withdraw_challenge(user: User, challenge: uuid.UUID) -> Challenge:
    """Withdraw a challenge that this person made."""
    with transaction.atomic():
        made = _locked(challenges_of(user).filter(challenger=user), challenge)
        return _answered(made, Status.WITHDRAWN, "challenge_withdrawn", made.challenged_id)


def _answered(made: Challenge, status: Challenge.Status, kind: str, user: int) -> Challenge:
    made.status, made.answered_at = status, timezone.now()
    made.save(update_fields=["status", "answered_at"])
    if made.heard:
        feed.publish_challenge(made, kind, user)
        notices.settle_table_notices(made.challenged, made.table)
    return made


@receiver(people.blocked)
def _silence(me: User, other: User, **_signal: Any) -> None:
    """Take the challenges that wait between two people from whoever was challenged."""
    pair = Q(challenger=me, challenged=other) | Q(challenger=other, challenged=me)
    Challenge.objects.filter(pair, status=Status.OPEN).update(heard=False)


def _to_answer(user: User, challenge: uuid.UUID) -> Challenge:
    made = _locked(challenges_of(user).filter(challenged=user), challenge)
    if _is_old(made):
        raise ActionRefused("challenge_over")
    return made


def _locked(among: QuerySet[Challenge], challenge: uuid.UUID) -> Challenge:
    made = among.select_for_update(of=("self",)).filter(pk=challenge).first()
    if made is None:
        raise ActionRefused("no_challenge")
    if made.status != Status.OPEN:
        raise ActionRefused("challenge_over")
    return made


def _is_old(made: Challenge) -> bool:
    return made.at < timezone.now() - ANSWERED_WITHIN


def _check_asking(user: User, table: Table, other: User) -> None:
    """Check that a person may be asked to a table now."""
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
