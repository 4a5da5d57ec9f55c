"""What is repeated when it fails: with growing pauses, a limit, and a row that the staff sees.

Work is named by what does it and what it is about (`games.score_match`, a match). Whoever finds work
that is to be done leaves out what rests (`known`, `resting`); whoever does it says how it went (`attempt`, or
`note` and `over`). After `MOST` attempts it is given up and rests until the staff has it tried again, in the
administration.
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

from ludopoli.base.commits import AWAY
from ludopoli.failures.models import Failure

log = logging.getLogger(__name__)

FIRST_PAUSE = timedelta(seconds=5)
"""The pause after the first failure; each one after it is twice as long."""

MOST = 13
"""Attempts after which work is given up: five hours and a half after the first."""

LONGEST_PAUSE = timedelta(hours=1)
"""For what is never given up, since the clock repeats it: housekeeping, sweeps."""

wanted_again = Signal()
"""The staff wants given-up work tried again: `work` and `subject`. Sent where the work does not find its rest
over by itself."""


def pause(attempts: int) -> timedelta:
    """The pause after so many failures."""
    return FIRST_PAUSE * 2 ** min(attempts - 1, 30)


def attempt(
    work: str, subject: object, do: Callable[[], object], *, now: datetime | None = None, pending: str = ""
) -> bool:
    """Do something that is repeated if it fails. Returns whether it went well.

    With `pending` it has only been asked for, and `over` says when it is done: until then asking counts as an
    attempt, for this reason.
    """
    try:
        do()
    except AWAY as away:
        log.warning("%s %s has to wait, Redis is away: %s", work, subject, away)
        return False
    except Exception as failure:
        log.exception("%s %s failed", work, subject)
        note(work, subject, failure, now=now)
        return False
    if pending:
        note(work, subject, pending, now=now)
    else:
        over(work, subject)
    return True


def note(
    work: str,
    subject: object,
    failure: BaseException | str,
    *,
    now: datetime | None = None,
    most: int = MOST,
    longest: timedelta | None = None,
) -> Failure:
    """Count a failure and set the pause. With `longest` work is never given up, and no pause is longer."""
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
        log.error("%s is given up after %s attempts: see the administration", row, row.attempts)
    return row


def over(work: str, subject: object = "") -> None:
    """The work is done, or nobody needs it any more."""
    Failure.objects.filter(work=work, subject=str(subject)).delete()


def known() -> dict[str, dict[str, datetime | None]]:
    """All work that has failed, with the time of its next attempt: usually none. By work and subject."""
    found: dict[str, dict[str, datetime | None]] = defaultdict(dict)
    for work, subject, due_at in Failure.objects.values_list("work", "subject", "due_at"):
        found[work][subject] = due_at
    return found


def resting(failed: Mapping[str, datetime | None], now: datetime) -> set[str]:
    """The subjects among those of `known` that must not be tried now."""
    return {subject for subject, due_at in failed.items() if due_at is None or due_at > now}


def rests(work: str, subject: object = "", now: datetime | None = None) -> bool:
    """Return whether this work must not be tried now."""
    due = Q(due_at=None) | Q(due_at__gt=now or timezone.now())
    return Failure.objects.filter(due, work=work, subject=str(subject)).exists()


def try_again(failure: Failure) -> None:
    """Have work tried at once, by whoever repeats it."""
    Failure.objects.filter(pk=failure.pk).update(due_at=timezone.now())
    wanted_again.send(sender=Failure, work=failure.work, subject=failure.subject)


def describe(failure: BaseException) -> str:
    """The type of an exception and where it came from. Its message may have cards in it: it is in the log."""
    frames = "".join(traceback.format_tb(failure.__traceback__))
    return f"{type(failure).__module__}.{type(failure).__qualname__}\n{frames}"
