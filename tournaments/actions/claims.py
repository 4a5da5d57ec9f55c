"""Claims: a player calls the directors about a table, and they answer, before its results are final."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db.models import Max
from django.utils import timezone

from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from tournaments import selectors
from tournaments.actions.checking import LONGEST_REASON, check_reason, one_line
from tournaments.actions.holding import event_action
from tournaments.actions.rulings import adjust_points
from tournaments.models import Claim, Event, TournamentTable
from tournaments.outlets import happenings
from tournaments.outlets.happenings import happened
from tournaments.roles import EventCapability

MOST_CLAIMS = 20
"""The most claims of a person in an event."""

Status = Claim.Status


@event_action()
def call_directors(user: User, table: TournamentTable, text: Any, now: datetime | None = None) -> Claim:
    """Call the directors. Every player of the event may do so, about any table, with one open claim for
    each."""
    now = now or timezone.now()
    event = table.round.event
    if not event.members.filter(user=user, accepted=True).exists():
        raise ActionRefused("not_entered")
    if table.status == TournamentTable.Status.WAITING:
        raise ActionRefused("not_begun")
    if event.status in (Event.Status.ARCHIVED, Event.Status.CANCELLED) or selectors.is_final(table, now):
        raise ActionRefused("results_final")
    check_reason(user, text)
    own = event.claims.filter(by=user)
    if own.filter(table=table, status=Status.OPEN).exists():
        raise ActionRefused("claim_open")
    if own.count() >= MOST_CLAIMS:
        raise ActionRefused("too_many_claims", most=MOST_CLAIMS)
    number = (event.claims.aggregate(last=Max("number"))["last"] or 0) + 1
    tidy = one_line(text, LONGEST_REASON) or ""
    made = Claim.objects.create(event=event, number=number, table=table, by=user, text=tidy, at=now)
    happened(event, happenings.CLAIMED, made, by=user, reason=tidy, now=now)
    return made


@event_action(EventCapability.RULE)
def answer_claim(
    by: User,
    claim: Claim,
    *,
    accepts: bool,
    reason: str,
    points: Sequence[int | None] | None = None,
    confirmed: bool = False,
    now: datetime | None = None,
) -> Claim:
    """Accept a claim, with new points by place for the table if given, or reject it; with a reason."""
    now = now or timezone.now()
    event = claim.event
    if claim.status != Status.OPEN:
        raise ActionRefused("claim_answered")
    if claim.by_id == by.pk:
        raise ActionRefused("own_claim")
    if not selectors.claims_for(by, event).filter(pk=claim.pk).exists():
        raise ActionRefused("plays_these")
    check_reason(by, reason)
    if accepts and points is not None:
        adjust_points(by, claim.table, points, reason, now, confirmed=confirmed)
    claim.status = Status.ACCEPTED if accepts else Status.REJECTED
    claim.answer, claim.answered_by, claim.answered_at = reason, by, now
    claim.save(update_fields=["status", "answer", "answered_by", "answered_at"])
    happening = happenings.CLAIM_ACCEPTED if accepts else happenings.CLAIM_REJECTED
    happened(event, happening, claim, by=by, reason=reason, now=now)
    return claim
