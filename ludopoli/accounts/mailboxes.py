"""Mailboxes: `anna+carte@example.org` and `anna+tavoli@example.org` are the same person's.

django-allauth limits the mails to an address, of which a mailbox has as many as somebody invents.
"""

from __future__ import annotations

from allauth.account.models import EmailAddress

from ludopoli.http.throttle import shared_bucket

AN_HOUR = 8
"""The most mails in an hour to all addresses of a mailbox that have a tag and that nobody has confirmed."""


def count_mail(email: str) -> bool:
    """Count a mail to an address; return False beyond the limit of its mailbox.

    Addresses without a tag, and confirmed ones, are not counted: nobody keeps their owners from a mail.
    """
    local, _at, domain = email.lower().rpartition("@")
    name, plus, _tag = local.partition("+")
    if not plus or EmailAddress.objects.filter(email__iexact=email, verified=True).exists():
        return True
    return shared_bucket(("mailbox", name, domain), AN_HOUR / 3600, AN_HOUR).take()
