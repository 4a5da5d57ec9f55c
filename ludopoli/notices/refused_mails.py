"""The notice to a person that their address takes no mails."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from ludopoli.accounts import refused_addresses
from ludopoli.accounts.models import User
from ludopoli.notices.kinds import register_notice_kind
from ludopoli.notices.notifying import notify_people

REFUSED = register_notice_kind(
    "mail_refused",
    icon="warn",
    button=_("Check your address"),
    label=_("Your address refuses our emails"),
    hint=_("We email you nothing until you have confirmed the address again."),
    text=_("Your address refuses our emails: confirm it again, or change it."),
)


@receiver(refused_addresses.refused)
def _announce(person: User, **_signal: Any) -> None:
    notify_people(REFUSED.key, [person], url=reverse("account_email"), about=f"address:{person.pk}")
