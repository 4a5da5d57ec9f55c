"""Notices by mail: to confirmed addresses, in the reader's language, with a link that ends them.

A mail is claimed before it is sent, by putting off its moment: two workers do not send it twice, and one
that dies has only delayed it. No transaction waits for the mail server.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import signing
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from ludopoli.accounts.models import User
from ludopoli.notices.kinds import KINDS
from ludopoli.notices.models import Mailbox, Notice
from ludopoli.throttle import shared_bucket

log = logging.getLogger(__name__)

AT_ONCE = 50
AGAIN = timedelta(minutes=10)
"""After which a mail that did not go out is tried once more …"""

AN_HOUR = 10
"""Mails about notices that one person gets in an hour; what is beyond is on the page alone."""

GIVEN_UP = timedelta(hours=6)
"""… until it would tell of something that is long over."""

SALT = "ludopoli.notices.stop"


def send_due(now: datetime | None = None) -> int:
    """Send what is due and still worth it, some at a time. Returns how many mails went out."""
    now = now or timezone.now()
    due = Notice.objects.filter(mail_at__lte=now).order_by("mail_at").select_related("user", "actor")
    return sum(_send_claimed(notice, now) for notice in due[:AT_ONCE])


def _send_claimed(notice: Notice, now: datetime) -> bool:
    mine = Notice.objects.filter(pk=notice.pk, read_at=None, mail_at=notice.mail_at)
    if not mine.update(mail_at=now + AGAIN):
        return False
    message = message_for(notice) if now - notice.at < GIVEN_UP else None
    if message is not None and not shared_bucket(("mails", notice.user_id), AN_HOUR / 3600, AN_HOUR).take():
        message = None
    if message is not None:
        try:
            message.send()
        except OSError as failure:  # what smtplib raises, too
            log.warning("a notice was not mailed and is tried again: %r", failure)
            return False
    Notice.objects.filter(pk=notice.pk).update(mail_at=None)
    return message is not None


def message_for(notice: Notice) -> EmailMultiAlternatives | None:
    """The mail, or None if there is nobody to get it or it is not worth one any more."""
    person, kind = notice.user, notice.known
    confirmed = EmailAddress.objects.filter(user=person, verified=True).order_by("-primary").first()
    if confirmed is None or kind is None or not person.is_active or not kind.matters(notice.facts):
        return None
    box = Mailbox.objects.filter(user=person).first()
    stop = settings.SITE_URL + reverse("stop-notices", args=[stop_token(person.pk, kind.key)])
    with translation.override(box.language if box else settings.LANGUAGE_CODE):
        context = {
            "name": person.username,
            "text": notice.text,
            "button": kind.button,
            "label": kind.label,
            "link": settings.SITE_URL + reverse("open-notice", args=[notice.pk]),
            "stop": stop,
            "switches": settings.SITE_URL + reverse("notice-switches"),
            "site": settings.SITE_URL,
            "language": translation.get_language(),
        }
        message = EmailMultiAlternatives(
            subject=notice.text,
            body=render_to_string("notices/mail.txt", context),
            to=[confirmed.email],
            headers={
                "List-Unsubscribe": f"<{stop}>",
                "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
                "Auto-Submitted": "auto-generated",
            },
        )
        message.attach_alternative(render_to_string("notices/mail.html", context), "text/html")
    return message


# ---- the link that ends them


def stop_token(user_id: int, kind: str) -> str:
    """Signed, without a date: an old mail can still be ended."""
    return signing.dumps([user_id, kind], salt=SALT)


def read_stop_token(token: str) -> tuple[User, str] | None:
    """Whose mails of which kind the link ends; None if we did not sign it or do not know either any more."""
    try:
        user_id, kind = signing.loads(token, salt=SALT)
    except signing.BadSignature:
        return None
    person = User.objects.filter(pk=user_id, is_active=True).first()
    return (person, kind) if person is not None and kind in KINDS else None
