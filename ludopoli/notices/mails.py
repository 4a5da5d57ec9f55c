"""Notices by mail: to confirmed addresses, in the reader's language, with a link to unsubscribe.

A worker claims a mail before sending it, by postponing its due time: two workers do not send it twice, and
one that dies has only delayed it. No transaction waits for the mail server.
"""

from __future__ import annotations

import time
from datetime import datetime, timedelta

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMultiAlternatives
from django.dispatch import receiver
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from ludopoli.accounts import change_mails, outgoing_mails
from ludopoli.accounts.models import User
from ludopoli.failures import retrying
from ludopoli.notices import limits
from ludopoli.notices.kinds import KINDS
from ludopoli.notices.models import Mailbox, Notice
from ludopoli.notices.page import show_on_page
from ludopoli.text import zones

AT_ONCE = 50
CLAIM = timedelta(minutes=10)
"""The time a worker may take for a mail that it has claimed."""

GIVEN_UP = timedelta(hours=6)
"""The age at which a notice is no longer worth a mail."""

RUN = timedelta(seconds=60)
"""The time for which a run takes mails; the next run follows soon."""

MAIL = "notices.mail"
"""The name under which the failure of a single mail is noted."""

SALT = "ludopoli.notices.stop"


def send_due_mails(now: datetime | None = None) -> int:
    """Send a batch of due mails that are still worth it. Return the number of mails sent."""
    now = now or timezone.now()
    until, sent = time.monotonic() + RUN.total_seconds(), 0
    due = Notice.objects.filter(mail_at__lte=now).order_by("mail_at").select_related("user", "actor")
    for notice in due[:AT_ONCE]:
        if time.monotonic() > until or retrying.is_resting(outgoing_mails.SERVER, now=now):
            break
        sent += _send_claimed(notice, now)
    return sent


def _send_claimed(notice: Notice, now: datetime) -> bool:
    mine = Notice.objects.filter(pk=notice.pk, read_at=None, mail_at=notice.mail_at)
    if not mine.update(mail_at=now + CLAIM):
        return False
    again, matters = None, False
    try:
        matters = notice.still_matters
        message = message_for(notice) if matters and now - notice.at < GIVEN_UP else None
        if message is not None and not limits.count_notice("mails", notice.user_id, notice):
            message = None
        if message is not None:
            outgoing_mails.deliver_mail(message)
        retrying.work_done(MAIL, notice.pk)
    except Exception as failure:
        message = None
        again = outgoing_mails.note_failure(failure, MAIL, notice.pk, now)
    Notice.objects.filter(pk=notice.pk, mail_at=now + CLAIM).update(mail_at=again)
    if matters and message is None and again is None:
        show_on_page(notice)
    return message is not None


@receiver(retrying.wanted_again)
def _send_again(work: str, subject: str, **_others: object) -> None:
    if work == MAIL:
        Notice.objects.filter(pk=subject, mail_at=None, read_at=None).update(mail_at=timezone.now())


def message_for(notice: Notice) -> EmailMultiAlternatives | None:
    """Return the mail of a notice, or None if its person has no address that takes mails."""
    person, kind = notice.user, notice.known
    address = change_mails.address_of(person)
    if not address or kind is None:
        return None
    box = Mailbox.objects.filter(user=person).first()
    stop = settings.SITE_URL + reverse("stop-notices", args=[stop_token(person.pk, kind.key)])
    language = box.language if box else settings.LANGUAGE_CODE
    with translation.override(language), timezone.override(zones.zone_named(person.zone)):
        context = {
            "name": person.username,
            "text": notice.text,
            "button": kind.button,
            "label": kind.label,
            "link": settings.SITE_URL + reverse("open-notice", args=[notice.pk]),
            "stop": stop,
            "switches": settings.SITE_URL + reverse("notice-switches"),
            "site": settings.SITE_URL + reverse("home"),
            "language": translation.get_language(),
        }
        message = EmailMultiAlternatives(
            subject=" ".join(notice.text.split()),
            body=render_to_string("notices/mail.txt", context),
            to=[address],
            headers={
                "List-Unsubscribe": f"<{stop}>",
                "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
                "Auto-Submitted": "auto-generated",
            },
        )
        message.attach_alternative(render_to_string("notices/mail.html", context), "text/html")
    return message


# ---- the link to unsubscribe


def stop_token(user_id: int, kind: str) -> str:
    """Return a signed token without an expiry: the link in an old mail still works."""
    return signing.dumps([user_id, kind], salt=SALT)


def read_stop_token(token: str) -> tuple[User, str] | None:
    """Return the person and the kind of mail in a token; None if it is forged or one of them no longer
    exists."""
    try:
        user_id, kind = signing.loads(token, salt=SALT)
    except signing.BadSignature:
        return None
    person = User.objects.filter(pk=user_id, is_active=True).first()
    return (person, kind) if person is not None and kind in KINDS else None
