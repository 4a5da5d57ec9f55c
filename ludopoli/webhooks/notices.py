"""Notices to the owner of a webhook: something could not be delivered, or it was switched off."""

from __future__ import annotations

from datetime import timedelta

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from ludopoli.notices import notifying
from ludopoli.notices.kinds import NoticeKind, register_notice_kind
from ludopoli.webhooks.models import Webhook

LOST = register_notice_kind(
    "webhook_lost",
    mail=True,
    icon="warn",
    button=_("Go to the webhook"),
    label=_("A webhook does not answer"),
    hint=_("What could not be delivered can be sent again, for thirty days."),
    text=_("Your webhook at %(host)s has not answered for hours: something was not delivered."),
)
OFF = register_notice_kind(
    "webhook_off",
    mail=True,
    icon="warn",
    button=_("Go to the webhook"),
    label=_("A webhook is switched off"),
    hint=_("After a day in which every attempt has failed."),
    text=_("Your webhook at %(host)s is switched off: for a day every attempt has failed."),
)


def notify_lost(hook: Webhook) -> None:
    _announce(LOST, hook, once_in=timedelta(days=1))


def notify_switched_off(hook: Webhook) -> None:
    _announce(OFF, hook)


def _announce(kind: NoticeKind, hook: Webhook, once_in: timedelta | None = None) -> None:
    """Notify the owner, unless an app has made the webhook, which finds out by the API."""
    if hook.grant_id is not None:
        return
    notifying.notify_people(
        kind.key,
        [hook.user],
        url=reverse("webhook", args=[hook.pk]),
        facts={"host": str(hook)},
        about=f"webhook:{hook.pk}",
        once_in=once_in,
    )
