"""The log of what moderators do; its page is in `games/moderation`."""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet

from ludopoli.accounts.models import User
from ludopoli.moderation.models import Act, Report, Sanction


def log_act(
    by: User,
    what: str,
    reason: str,
    *,
    subject: User | None = None,
    report: Report | None = None,
    sanction: Sanction | None = None,
    match: str = "",
    until: datetime | None = None,
) -> Act:
    return Act.objects.create(
        by=by,
        what=what,
        subject=subject,
        report=None if report is None else report.pk,
        sanction=None if sanction is None else sanction.pk,
        match=match,
        reason=reason,
        until=until,
    )


def latest_acts() -> QuerySet[Act]:
    return Act.objects.select_related("by", "subject")


def acts_about(person: User) -> QuerySet[Act]:
    """Return what was done about a person, most recent first."""
    return latest_acts().filter(subject=person)
