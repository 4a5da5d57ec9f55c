"""Reports to the moderators, and their queue."""

from __future__ import annotations

from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from ludopoli.http.throttle import shared_bucket
from ludopoli.moderation.models import LONGEST_TEXT, Report

Reason = Report.Reason

OFFERED = tuple(reason for reason in Reason if reason != Reason.ADDRESS)
"""The reasons that a person may choose; the others are for automatic reports."""

AT_ONCE, SECONDS_EACH = 5, 120
"""The rate limit: `AT_ONCE` reports at once, then one per `SECONDS_EACH` seconds."""

MOST_OPEN = 20
"""The most open reports of one person."""


def report_person(
    reporter: User, subject: User, reason: str, text: str = "", *, match: str = "", table: str = ""
) -> Report:
    """Report somebody. Raises `ActionRefused`."""
    if reporter.pk == subject.pk:
        raise ActionRefused("yourself")
    if reason not in OFFERED:
        raise ActionRefused("no_reason")
    text = text.strip()
    if len(text) > LONGEST_TEXT or (reason == Reason.OTHER and not text):
        raise ActionRefused("bad_report_text", most=LONGEST_TEXT)
    if not shared_bucket(("report", reporter.pk), rate=1 / SECONDS_EACH, burst=AT_ONCE).take():
        raise ActionRefused("many_reports")
    try:
        with transaction.atomic():
            User.objects.select_for_update().get(pk=reporter.pk)  # one at a time, so that the count is right
            if Report.objects.filter(reporter=reporter, closed_at=None).count() >= MOST_OPEN:
                raise ActionRefused("reports_waiting")
            return Report.objects.create(
                reporter=reporter, subject=subject, reason=reason, text=text, match=match, table=table
            )
    except IntegrityError:
        raise ActionRefused("already_reported") from None


def report_automatically(subject: User, reason: str, *, match: str, table: str) -> None:
    """Make an automatic report, at most one for a person and a match."""
    seen = Report(subject=subject, reason=reason, match=match, table=table)
    Report.objects.bulk_create([seen], ignore_conflicts=True)


def close_report(report: Report, now: datetime | None = None) -> bool:
    """Close a report; return whether it was open."""
    still = Report.objects.filter(pk=report.pk, closed_at=None)
    return bool(still.update(closed_at=now or timezone.now()))


def report_queue(*, reason: str = "", closed: bool = False) -> QuerySet[Report]:
    """Return the open reports, oldest first; or the closed ones, most recent first."""
    found = Report.objects.filter(closed_at__isnull=not closed).select_related("reporter", "subject")
    if reason:
        found = found.filter(reason=reason)
    return found.order_by("-closed_at", "-pk") if closed else found.order_by("at", "pk")
