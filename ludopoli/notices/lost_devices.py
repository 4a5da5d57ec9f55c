"""The notice to a person that one of their devices no longer gets notices."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from ludopoli.notices import devices
from ludopoli.notices.kinds import register_notice_kind
from ludopoli.notices.models import Device
from ludopoli.notices.notifying import notify_people

LOST = register_notice_kind(
    "device_lost",
    mail=True,
    icon="warn",
    button=_("Go to your devices"),
    label=_("A device no longer shows notices"),
    hint=_("Its browser no longer receives them. You can add it again."),
    text=_("%(device)s no longer shows your notices: open this page there to add it again."),
)


@receiver(devices.lost)
def _announce(device: Device, **_signal: Any) -> None:
    url = reverse("notice-switches") + "#devices-h"
    notify_people(
        LOST.key, [device.user], url=url, facts={"device": device.name}, about=f"device:{device.pk}"
    )
