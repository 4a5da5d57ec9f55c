"""Reports to the moderators, and the queue in which the moderators find them."""

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

SELECTABLE_REASONS = tuple(reason for reason in Reason if reason != Reason.ADDRESS)
"""The reasons that a reporting person may choose; `ADDRESS` is for automatic reports only."""

REPORTS_AT_ONCE, SECONDS_PER_REPORT = 5, 120
"""The rate limit: `REPORTS_AT_ONCE` reports at once, then one per `SECONDS_PER_REPORT` seconds."""

MAX_OPEN_REPORTS = 20
"""The most reports by one person that may be open at the same time."""


def report_person(
    reporter: User, subject: User, reason: str, text: str = "", *, match: str = "", table: str = ""
) -> Report:
    """Report somebody to the moderators.

    Refused as `yourself`, `no_reason`, `bad_report_text` (too long, or missing for `OTHER`), `many_reports`
    (too fast), `reports_waiting` (too many are open) or `already_reported`.
    """
    if reporter.pk == subject.pk:
        raise ActionRefused("yourself")
    if reason not in SELECTABLE_REASONS:
        raise ActionRefused("no_reason")
    text = text.strip()
    if len(text) > LONGEST_TEXT or (reason == Reason.OTHER and not text):
        raise ActionRefused("bad_report_text", most=LONGEST_TEXT)
    if not shared_bucket(("report", reporter.pk), rate=1 / SECONDS_PER_REPORT, burst=REPORTS_AT_ONCE).take():
        raise ActionRefused("many_reports")
    try:
        with transaction.atomic():
            User.objects.select_for_update().get(pk=reporter.pk)  # one report of theirs at a time
            if Report.objects.filter(reporter=reporter, closed_at=None).count() >= MAX_OPEN_REPORTS:
                raise ActionRefused("reports_waiting")
            return Report.objects.create(
                reporter=reporter, subject=subject, reason=reason, text=text, match=match, table=table
            )
    except IntegrityError:
        raise ActionRefused("already_reported") from None


def report_automatically(subject: User, reason: str, *, match: str, table: str) -> None:
    """Report a person automatically. A second report of the same person for the same match is ignored."""
    report = Report(subject=subject, reason=reason, match=match, table=table)
    Report.objects.bulk_create([report], ignore_conflicts=True)


def close_report(report: Report, now: datetime | None = None) -> bool:
    """Close a report; return whether it was open."""
    if_open = Report.objects.filter(pk=report.pk, closed_at=None)
    return bool(if_open.update(closed_at=now or timezone.now()))


def report_queue(*, reason: str = "", closed: bool = False) -> QuerySet[Report]:
    """Return the open reports, oldest first; or the closed ones, most recent first."""
    queue = Report.objects.filter(closed_at__isnull=not closed).select_related("reporter", "subject")
    if reason:
        queue = queue.filter(reason=reason)
    return queue.order_by("-closed_at", "-pk") if closed else queue.order_by("at", "pk")
