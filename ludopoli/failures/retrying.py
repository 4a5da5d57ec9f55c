"""Retries of failed work: with growing pauses, a limit, and a row that the staff can see.

Work is identified by its kind and its subject (`games.score_match`, a match). Code that looks for work skips
what is resting after a failure (`known_failures`, `resting_subjects`); code that does it reports the outcome
(`attempt_work`, or `note_work_failure` and `work_done`). After `MOST` attempts work is given up, and rests
until the staff retries it in the admin.
"""

from __future__ import annotations

import logging
import traceback
from collections import defaultdict
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.dispatch import Signal
from django.utils import timezone

from ludopoli.base.commits import REDIS_ERRORS
from ludopoli.base.outages import trouble_of
from ludopoli.failures.models import Failure

log = logging.getLogger(__name__)

FIRST_PAUSE = timedelta(seconds=5)
"""The pause after the first failure; each further one is twice as long."""

MOST = 13
"""Attempts after which work is given up: five hours and a half after the first."""

LONGEST_PAUSE = timedelta(hours=1)
"""The longest pause of periodic work (housekeeping, sweeps), which is never given up."""

wanted_again = Signal()
"""Sent with `work` and `subject` when the staff retries work, for code that does not check
`Failure.due_at`."""


def pause(attempts: int) -> timedelta:
    """Return the pause after this number of failures."""
    return FIRST_PAUSE * 2 ** min(attempts - 1, 30)


def attempt_work(
    work: str, subject: object, do: Callable[[], object], *, now: datetime | None = None, pending: str = ""
) -> bool:
    """Do something that is retried if it fails. Return whether it succeeded.

    A temporary trouble of the database is no failure of the work, and is not counted.

    With `pending`, `do` only requests the work, and `work_done` reports its end: until then each request
    counts as an attempt, with `pending` as the error.
    """
    try:
        do()
    except REDIS_ERRORS as error:
        log.warning("%s %s has to wait, Redis is down: %s", work, subject, error)
        return False
    except Exception as failure:
        log.exception("%s %s failed", work, subject)
        if trouble_of(failure):
            return False
        note_work_failure(work, subject, failure, now=now)
        return False
    if pending:
        note_work_failure(work, subject, pending, now=now)
    else:
        work_done(work, subject)
    return True


def note_work_failure(
    work: str,
    subject: object,
    failure: BaseException | str,
    *,
    now: datetime | None = None,
    most: int = MOST,
    longest: timedelta | None = None,
) -> Failure:
    """Count a failure and set the pause. With `longest`, which limits the pause, work is never given up."""
    now = now or timezone.now()
    with transaction.atomic():
        same = Failure.objects.select_for_update()
        row, _ = same.get_or_create(work=work, subject=str(subject), defaults={"first_at": now})
        row.attempts, row.last_at = row.attempts + 1, now
        row.error = failure if isinstance(failure, str) else describe(failure)
        if longest is not None:
            row.due_at = now + min(pause(row.attempts), longest)
        else:
            row.due_at = now + pause(row.attempts) if row.attempts < most else None
        row.save()
    if row.due_at is None:
        log.error("%s is given up after %s attempts: see the admin", row, row.attempts)
    return row


def work_done(work: str, subject: object = "") -> None:
    """Note that work is done, or no longer needed."""
    Failure.objects.filter(work=work, subject=str(subject)).delete()


def known_failures() -> dict[str, dict[str, Failure]]:
    """Return all failed work, by work and subject, without the errors."""
    found: dict[str, dict[str, Failure]] = defaultdict(dict)
    for failure in Failure.objects.defer("error"):
        found[failure.work][failure.subject] = failure
    return found


def resting_subjects(failed: Mapping[str, Failure], now: datetime) -> set[str]:
    """Return the subjects, from a mapping of `known_failures`, that must not be tried now."""
    return {subject for subject, failure in failed.items() if failure.due_at is None or failure.due_at > now}


def is_resting(work: str, subject: object = "", now: datetime | None = None) -> bool:
    """Return whether this work must not be tried now."""
    due = Q(due_at=None) | Q(due_at__gt=now or timezone.now())
    return Failure.objects.filter(due, work=work, subject=str(subject)).exists()


def try_again(failure: Failure) -> None:
    """Make work due now, for the code that retries it."""
    Failure.objects.filter(pk=failure.pk).update(due_at=timezone.now())
    wanted_again.send(sender=Failure, work=failure.work, subject=failure.subject)


def describe(failure: BaseException) -> str:
    """Return an exception's type and traceback. Its message, which may contain cards, is only in the log."""
    frames = "".join(traceback.format_tb(failure.__traceback__))
    return f"{type(failure).__module__}.{type(failure).__qualname__}\n{frames}"
