"""The moderation's data about a person, for export and deletion.

The export does not reveal who has reported the person. The moderators' log stays after a deletion, with the
account's new, anonymous name: it documents what staff did.
"""

from __future__ import annotations

from typing import Any

from ludopoli.accounts.models import User
from ludopoli.accounts.privacy import PersonalData, register_personal_data
from ludopoli.moderation.models import Report, Sanction, Sighting


def _export(person: User) -> dict[str, Any]:
    made = Report.objects.filter(reporter=person)
    return {
        "reports_made": [
            *made.values("subject__username", "reason", "text", "match", "table", "at", "closed_at")
        ],
        "sanctions": [
            *Sanction.objects.filter(user=person).values(
                "kind", "code", "reason", "match", "at", "until", "confirmed_at", "lifted_at"
            )
        ],
        "seen_from": [*Sighting.objects.filter(user=person).values("digest", "at")],
    }


def _forget(person: User, _former: str) -> None:
    Report.objects.filter(reporter=person).delete()
    Report.objects.filter(subject=person).delete()
    Sanction.objects.filter(user=person).delete()
    Sighting.objects.filter(user=person).delete()
    User.objects.filter(pk=person.pk).update(warned=False)


register_personal_data("moderation", PersonalData(export=_export, forget=_forget))
