"""The notices' data about a person: notices, and the switches for them."""

from __future__ import annotations

from typing import Any

from django.db.models import Q

from ludopoli.accounts.models import User
from ludopoli.accounts.privacy import PersonalData, register_personal_data
from ludopoli.notices.models import Device, Mailbox, Notice, Switch


def _export(person: User) -> dict[str, Any]:
    notices = Notice.objects.filter(user=person).select_related("actor").order_by("pk")
    return {
        "language": Mailbox.objects.filter(user=person).values_list("language", flat=True).first(),
        "told": [
            {"kind": each.kind, "text": each.text, "url": each.url, "at": each.at, "read_at": each.read_at}
            for each in notices
        ],
        "switches": [*Switch.objects.filter(user=person).values("kind", "page", "mail", "push")],
        "quiet": Mailbox.objects.filter(user=person).values("zone", "quiet_from", "quiet_until").first(),
        "devices": [*Device.objects.filter(user=person).values("name", "endpoint", "at")],
    }


def _forget(person: User, _former: str) -> None:
    """Delete notices to the person, and those to others about the person."""
    Notice.objects.filter(Q(user=person) | Q(actor=person)).delete()
    Switch.objects.filter(user=person).delete()
    Mailbox.objects.filter(user=person).delete()
    Device.objects.filter(user=person).delete()


register_personal_data("notices", PersonalData(export=_export, forget=_forget))
