"""What notices keep of a person: what he was told, and what he wants to be told."""

from __future__ import annotations

from typing import Any

from django.db.models import Q

from ludopoli.accounts.models import User
from ludopoli.accounts.privacy import Part, register
from ludopoli.notices.models import Mailbox, Notice, Switch


def _export(person: User) -> dict[str, Any]:
    told = Notice.objects.filter(user=person).select_related("actor").order_by("pk")
    return {
        "language": Mailbox.objects.filter(user=person).values_list("language", flat=True).first(),
        "told": [
            {"kind": each.kind, "text": each.text, "url": each.url, "at": each.at, "read_at": each.read_at}
            for each in told
        ],
        "switches": [*Switch.objects.filter(user=person).values("kind", "page", "mail")],
    }


def _forget(person: User, name: str) -> None:
    """What he was told, and what others were told of him."""
    Notice.objects.filter(Q(user=person) | Q(actor=person)).delete()
    Switch.objects.filter(user=person).delete()
    Mailbox.objects.filter(user=person).delete()


register("notices", Part(export=_export, forget=_forget))
