"""All mails go out here. A mail that the mail server does not take now is kept, and tried again with growing
pauses; one whose address is refused for good is not.

A worker claims a kept mail by postponing its due time, as with the mails of notices: two workers do not send
it twice, and one that dies has only delayed it.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Iterable
from datetime import datetime, timedelta
from smtplib import SMTPDataError, SMTPRecipientsRefused, SMTPSenderRefused

from django.core.mail import EmailMessage
from django.db import transaction
from django.dispatch import receiver
from django.utils import timezone

from ludopoli.accounts import refused_addresses
from ludopoli.accounts.models import WaitingMail
from ludopoli.base import sealing
from ludopoli.failures import retrying

log = logging.getLogger(__name__)

MAIL, SERVER = "accounts.mail", "notices.mail_server"
"""The names under which failures are noted: of a single kept mail, and of the whole mail server."""

SERVER_RESTS = timedelta(minutes=10)

ONE_MAIL = (SMTPRecipientsRefused, SMTPSenderRefused, SMTPDataError)
"""Errors that concern a single mail: the server would accept others."""

AT_ONCE = 50
CLAIM = timedelta(minutes=10)
"""The time a worker may take for a mail that it has claimed."""

RUN = timedelta(seconds=60)
"""The time for which a run takes mails; the next run follows soon."""

KEPT = timedelta(days=3)
"""The age at which a kept mail is dropped: by then the links in it no longer work."""


def send_mail_or_keep(message: EmailMessage) -> bool:
    """Send a mail, or keep it for later. Return False if its address is refused for good."""
    now = timezone.now()
    if retrying.is_resting(SERVER, now=now):
        _keep(message, now, due_at=now)
        return True
    try:
        deliver_mail(message)
    except OSError as failure:  # smtplib's errors are among these
        if refused_addresses.is_permanent(failure):
            note_failure(failure, MAIL, "", now)
            return False
        with transaction.atomic():
            kept = _keep(message, now)
            kept.due_at = note_failure(failure, MAIL, kept.pk, now)
            kept.save(update_fields=["due_at"])
    return True


def deliver_mail(message: EmailMessage) -> None:
    """Hand a mail to the mail server. Raises its errors, for `note_failure`."""
    message.send()
    retrying.work_done(SERVER)
    for email in message.to:
        refused_addresses.note_acceptance(email)


def note_failure(failure: Exception, work: str, subject: object, now: datetime) -> datetime | None:
    """Note why a mail has not gone out, and return when to try it again; None if not by itself."""
    log.warning("%s %s did not go out: %s", work, subject, type(failure).__name__)
    if isinstance(failure, SMTPRecipientsRefused) and refused_addresses.is_permanent(failure):
        refused_addresses.note_refusal(failure)
        retrying.work_done(work, subject)
        return None
    if isinstance(failure, OSError) and not isinstance(failure, ONE_MAIL):
        return retrying.note_work_failure(SERVER, "", failure, now=now, longest=SERVER_RESTS).due_at
    return retrying.note_work_failure(work, subject, failure, now=now).due_at


def send_kept(now: datetime | None = None) -> None:
    """Try the kept mails that are due, and drop those that are too old."""
    now = now or timezone.now()
    for old in WaitingMail.objects.filter(at__lt=now - KEPT):
        log.error("%s %s is dropped after %s days", MAIL, old.pk, KEPT.days)
        _drop(old)
    until = time.monotonic() + RUN.total_seconds()
    for kept in WaitingMail.objects.filter(due_at__lte=now).order_by("due_at")[:AT_ONCE]:
        if time.monotonic() > until or retrying.is_resting(SERVER, now=now):
            break
        _send_claimed(kept, now)


def forget_mails(emails: Iterable[str]) -> None:
    """Drop the kept mails to these addresses."""
    for kept in WaitingMail.objects.filter(email__in=emails):
        _drop(kept)


def _send_claimed(kept: WaitingMail, now: datetime) -> None:
    if not WaitingMail.objects.filter(pk=kept.pk, due_at=kept.due_at).update(due_at=now + CLAIM):
        return
    try:
        deliver_mail(EmailMessage(**json.loads(sealing.unseal_text(kept.content))))
    except Exception as failure:
        again = note_failure(failure, MAIL, kept.pk, now)
        if not refused_addresses.is_permanent(failure):
            WaitingMail.objects.filter(pk=kept.pk).update(due_at=again)
            return
    _drop(kept)


def _keep(message: EmailMessage, now: datetime, due_at: datetime | None = None) -> WaitingMail:
    content = {
        "subject": str(message.subject),
        "body": str(message.body),
        "from_email": message.from_email,
        "to": message.to,
        "headers": message.extra_headers,
    }
    return WaitingMail.objects.create(
        email=message.to[0], content=sealing.seal_text(json.dumps(content)), at=now, due_at=due_at
    )


def _drop(kept: WaitingMail) -> None:
    retrying.work_done(MAIL, kept.pk)
    kept.delete()


@receiver(retrying.wanted_again)
def _send_again(work: str, subject: str, **_others: object) -> None:
    if work == MAIL:
        WaitingMail.objects.filter(pk=subject, due_at=None).update(due_at=timezone.now())
