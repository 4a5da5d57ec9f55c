"""Mails to the owner of an account about changes to it: a session may be stolen, a mailbox less easily."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.signals import email_added, email_changed
from allauth.core import context
from django.conf import settings
from django.core.mail import EmailMessage
from django.dispatch import receiver
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ludopoli.accounts import devices, outgoing_mails
from ludopoli.accounts.models import User
from ludopoli.text import zones

ALLAUTH: Mapping[str, Promise] = {
    "account/email/password_changed": _("The password was changed."),
    "account/email/password_reset": _("A new password was chosen through the link in an email."),
    "account/email/email_deleted": _("The address %(deleted_email)s is no longer one of the account’s."),
    "mfa/email/totp_activated": _("Codes from an app were switched on."),
    "mfa/email/totp_deactivated": _("Codes from an app were switched off."),
    "mfa/email/recovery_codes_generated": _("New emergency codes were made; the old ones are void."),
    "mfa/email/webauthn_added": _("A passkey was added."),
    "mfa/email/webauthn_removed": _("A passkey was removed."),
}
"""Our texts for the changes that django-allauth announces, by the name of its template."""


def address_of(person: User) -> str:
    """The address for mails that the person has not just asked for, or "": an unconfirmed one may be a
    stranger's, and one that refuses mails has to be confirmed again."""
    confirmed = (
        EmailAddress.objects.filter(user=person, verified=True, refusal=None).order_by("-primary").first()
    )
    return "" if confirmed is None else confirmed.email


def mail_change(
    person: User, text: str | Promise, values: Mapping[str, Any] | None = None, *, to: str | None = None
) -> None:
    """Mail the owner (a bot account's person) what has changed, in the language of the account.

    The change stands even if the mail server is down: revoking a token must not depend on it, and the mail
    goes out later.
    """
    owner = person.owner or person
    address = address_of(owner) if to is None else to
    if not address:
        return
    with translation.override(owner.language or translation.get_language()):
        body = render_to_string(
            "account/email/change.txt",
            {
                "name": owner.username,
                "change": str(text) % (values or {}),
                "at": zones.with_city(date_format(timezone.localtime(), "DATETIME_FORMAT")),
                "device": devices.device_name(context.request.headers.get("User-Agent", "")),
                "reset": settings.SITE_URL + reverse("account_reset_password"),
                "settings": settings.SITE_URL + reverse("account"),
                "site": settings.SITE_URL + reverse("home"),
            },
        )
        subject = str(_("Your Ludopoli account was changed"))
    outgoing_mails.send_mail_or_keep(EmailMessage(subject, body, to=[address]))


@receiver(email_added)
def _asked_for_another_address(user: User, email_address: EmailAddress, **_signal: Any) -> None:
    wish = _("The address of the account will become %(email)s as soon as it is confirmed.")
    mail_change(user, wish, {"email": email_address.email})


@receiver(email_changed)
def _another_address(
    request: HttpRequest,
    user: User,
    from_email_address: EmailAddress | None,
    to_email_address: EmailAddress,
    **_signal: Any,
) -> None:
    if from_email_address is not None and from_email_address.verified:
        now = _("The address of the account is now %(email)s.")
        mail_change(user, now, {"email": to_email_address.email}, to=from_email_address.email)
