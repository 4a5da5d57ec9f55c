"""The decisions of moderators: each has a reason and is logged, and can be undone where that is safe."""

from __future__ import annotations

import uuid
from contextlib import suppress
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games.models import Match
from games.people import results
from games.play import actions, feed, selectors
from ludopoli.accounts import people
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from ludopoli.moderation import log, reports, sanctions
from ludopoli.moderation.access import is_moderator
from ludopoli.moderation.models import LONGEST_REASON, Act, Report, Sanction
from ludopoli.sockets.sessions import recheck_sessions

What = Act.What

ANNULLED = "annulled"
"""The `Sanction.code` of the notice to the players of an annulled match."""


@transaction.atomic
def warn_person(by: User, person: User, reason: str, *, report: Report | None = None) -> Sanction:
    return _impose(by, What.WARN, Sanction.Kind.WARNING, person, reason, None, report)


@transaction.atomic
def mute_person(
    by: User, person: User, reason: str, until: datetime, *, report: Report | None = None
) -> Sanction:
    """Mute a person until a time: nothing that they write is accepted."""
    return _impose(by, What.MUTE, Sanction.Kind.MUTE, person, reason, until, report)


def ban_person(
    by: User, person: User, reason: str, until: datetime | None, *, report: Report | None = None
) -> Sanction:
    """Bar a person, and their bot accounts, from playing until a time, or for good (None).

    A bot takes over where they are playing now, and their sockets and streams are closed.
    """
    with transaction.atomic():
        sanction = _impose(by, What.BAN, Sanction.Kind.BAN, person, reason, until, report)
    for each in (person, *person.bots.all()):
        for seat in selectors.seats_held(each):
            with suppress(ActionRefused):  # a tournament's seat stays theirs between matches
                actions.leave_table(each, seat.table)
        recheck_sessions(each.pk)
    return sanction


def _impose(
    by: User,
    what: str,
    kind: str,
    person: User,
    reason: str,
    until: datetime | None,
    report: Report | None,
) -> Sanction:
    reason = _reason(reason)
    _check(by, person)
    match = report.match if report is not None else ""
    sanction = sanctions.impose_sanction(person, kind, reason=reason, until=until, match=match)
    log.log_act(by, what, reason, subject=person, report=report, sanction=sanction, match=match, until=until)
    if report is not None:
        reports.close_report(report)
    return sanction


@transaction.atomic
def dismiss_report(by: User, report: Report, reason: str) -> None:
    """Close a report without a sanction."""
    reason = _reason(reason)
    _check(by, report.subject)
    if not reports.close_report(report):
        raise ActionRefused("report_closed")
    log.log_act(by, What.DISMISS, reason, subject=report.subject, report=report, match=report.match)


@transaction.atomic
def lift_by(by: User, sanction: Sanction, reason: str) -> None:
    """Lift a sanction, so that the person may write or play again."""
    reason = _reason(reason)
    _check(by, sanction.user)
    if not sanctions.lift_sanction(sanction):
        raise ActionRefused("not_in_force")
    log.log_act(by, What.LIFT, reason, subject=sanction.user, sanction=sanction)


@transaction.atomic
def annul_match(by: User, match_id: uuid.UUID, reason: str, *, report: Report | None = None) -> None:
    """Annul a match: ratings and standings become as if it had not been played.

    Its log and its replay stay, and histories show it as annulled. All its players are notified.
    """
    row, reason = _finished(by, match_id), _reason(reason)
    if row.annulled_at is not None:
        raise ActionRefused("already_annulled")
    _count(row, timezone.now())
    feed.match_judged(row, "match_annulled")
    for person in _people(row):
        sanctions.impose_sanction(
            person, Sanction.Kind.MESSAGE, code=ANNULLED, reason=reason, match=str(row.pk)
        )
    log.log_act(by, What.ANNUL, reason, report=report, match=str(row.pk))
    if report is not None:
        reports.close_report(report)


@transaction.atomic
def restore_match(by: User, match_id: uuid.UUID, reason: str) -> None:
    """Let an annulled match count again, at its place in the order, as if it had never been annulled."""
    row, reason = _finished(by, match_id), _reason(reason)
    if row.annulled_at is None:
        raise ActionRefused("not_annulled")
    _count(row, None)
    feed.match_judged(row, "match_restored")
    notes = Sanction.objects.filter(code=ANNULLED, match=str(row.pk), confirmed_at=None)
    notes.update(lifted_at=timezone.now())
    log.log_act(by, What.RESTORE, reason, match=str(row.pk))


def _count(row: Match, annulled_at: datetime | None) -> None:
    Match.objects.filter(pk=row.pk).update(annulled_at=annulled_at)
    if row.scored:
        results.rescore_match(row.pk)


def _finished(by: User, match_id: uuid.UUID) -> Match:
    """A finished match, locked; denied if the moderator played in it."""
    row = Match.objects.select_for_update(of=("self",)).select_related("table").get(pk=match_id)
    _check(by)
    if any(row.seat_of(own.pk) is not None for own in people.accounts_of_person(by)):
        raise ActionRefused("own_match")
    if row.status != Match.Status.FINISHED:
        raise ActionRefused("match_not_over")
    return row


def _people(row: Match) -> list[User]:
    ids = [player["user"] for player in row.players if player["user"] is not None]
    return list(User.objects.filter(pk__in=ids, deleted_at=None))


def _check(by: User, person: User | None = None) -> None:
    """Check that somebody may decide about a person: not about themselves, and about staff only as a
    superuser. A bot account counts as its owner."""
    if not is_moderator(by):
        raise ActionRefused("moderators_only")
    if person is None:
        return
    owner = person.owner or person
    if owner.pk == by.pk:
        raise ActionRefused("about_you")
    if owner.is_staff and not by.is_superuser:
        raise ActionRefused("administrators_only")
    if person.deleted_at is not None:
        raise ActionRefused("account_deleted")


def _reason(text: str) -> str:
    text = text.strip()
    if not text or len(text) > LONGEST_REASON:
        raise ActionRefused("bad_reason", most=LONGEST_REASON)
    return text
