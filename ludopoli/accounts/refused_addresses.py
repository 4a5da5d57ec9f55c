"""Addresses whose mail server refuses our mails for good.

Mails that nobody has just asked for (notices, changes of the account) are not sent there until the person has
confirmed the address again. A refusal belongs to one address of one account: another address of theirs is
not affected, and nobody learns from it that the address has another account.
"""

from __future__ import annotations

import re
from smtplib import SMTPRecipientsRefused

from allauth.account.models import EmailAddress
from django.core import signing
from django.dispatch import Signal
from django.utils.encoding import punycode

from ludopoli.accounts.models import RefusedAddress

refused = Signal()
"""Sent with `person`: the mail server of their address has refused a mail for good, for the first time."""

OF_US = re.compile(rb"5\.[^12]\.")
"""The beginning of an enhanced status (RFC 3463) that is not about the address or its mailbox: 5.7.1, a
policy about our server, for example."""

SALT = "ludopoli.accounts.confirm_again"
LINK_LASTS = 3 * 24 * 3600  # seconds, as for the other links that confirm an address


def is_permanent(failure: BaseException) -> bool:
    """Return whether a mail server has refused every recipient for good because of their address."""
    return isinstance(failure, SMTPRecipientsRefused) and all(
        status >= 500 and not OF_US.match(words) for status, words in failure.recipients.values()
    )


def spellings(email: str) -> set[str]:
    """Return how an address may be stored: as it is, or with a domain of other letters as people read it."""
    local, _at, domain = email.lower().rpartition("@")
    try:
        encoded = punycode(domain)
        return {f"{local}@{each}" for each in (domain, encoded, encoded.encode().decode("idna"))}
    except UnicodeError:
        return {f"{local}@{domain}"}


def note_refusal(failure: SMTPRecipientsRefused) -> None:
    """Note that these recipients take no mails, for every account with such an address."""
    emails = set[str]().union(*map(spellings, failure.recipients))
    for address in EmailAddress.objects.filter(email__in=emails).select_related("user"):
        _refusal, is_new = RefusedAddress.objects.get_or_create(address=address)
        if is_new:
            refused.send(sender=RefusedAddress, person=address.user)


def note_acceptance(email: str) -> None:
    """Forget refusals of an address that is yet to be confirmed: the mail with its link has been accepted."""
    RefusedAddress.objects.filter(address__email__in=spellings(email), address__verified=False).delete()


# ---- the link by which a confirmed address is confirmed again


def key_of(refusal: RefusedAddress) -> str:
    """Return the key of a link that works once."""
    return signing.dumps(refusal.pk, salt=SALT)


def refusal_of(key: str) -> RefusedAddress | None:
    try:
        pk = signing.loads(key, salt=SALT, max_age=LINK_LASTS)
    except signing.BadSignature:
        return None
    return RefusedAddress.objects.filter(pk=pk).select_related("address__user").first()
