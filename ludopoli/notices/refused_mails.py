"""Addresses whose mail server takes no mails: the person learns it on the site, and is mailed again once they
have read that."""

from __future__ import annotations

import re
from smtplib import SMTPRecipientsRefused

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from ludopoli.accounts.models import User
from ludopoli.notices.kinds import Kind, register
from ludopoli.notices.models import Notice
from ludopoli.notices.notifying import notify

REFUSED = register(
    Kind(
        "mail_refused",
        label=_("Your address takes no mails"),
        hint=_("No notice is mailed until you have read this one."),
        text=_("The mail server of your address refuses our mails: check the address, or change it."),
        button=_("To your address"),
        icon="warn",
    )
)


OF_US = re.compile(rb"5\.[^12]\.")
"""The beginning of an enhanced status (RFC 3463) that is not about the address or its mailbox: 5.7.1, a
policy about our server, for example."""


def is_permanent(failure: BaseException) -> bool:
    """Return whether a mail server has refused every recipient for good because of their address."""
    return isinstance(failure, SMTPRecipientsRefused) and all(
        status >= 500 and not OF_US.match(words) for status, words in failure.recipients.values()
    )


def announce(person: User) -> None:
    notify(REFUSED.key, [person], url=reverse("account_email"), about=f"address:{person.pk}")


def is_refused(person: User) -> bool:
    """Return whether the person has still to read that their address takes no mails."""
    return Notice.objects.filter(
        user=person, kind=REFUSED.key, about=f"address:{person.pk}", read_at=None
    ).exists()
