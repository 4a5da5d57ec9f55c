"""The clubs' data about a person, for export and deletion."""

from __future__ import annotations

from typing import Any

from clubs import actions, federations, scorepads
from clubs.models import ClubMessage, Licence
from ludopoli.accounts.models import User
from ludopoli.accounts.privacy import PersonalData, register_personal_data


def _export(person: User) -> dict[str, Any]:
    shown = ("club__code", "club__name", "name", "card", "category", "role", "since")
    said = ClubMessage.objects.filter(user=person)
    return {
        "memberships": [*person.memberships.values(*shown)],
        "scorepads": [
            *person.scorepad_seats.values(
                "scorepad__game", "scorepad__rules", "scorepad__names", "scorepad__log", "seat", "place"
            )
        ],
        "licences": [
            *Licence.objects.filter(line__user=person).values(
                "federation__name", "number", "line__club__code", "born", "valid_from", "valid_until"
            )
        ],
        "federations": [*person.federations.values("slug", "name")],
        "chat": [*said.values("club__code", "text", "at", "removed_at")],
    }


def _withdraw(person: User) -> None:
    actions.withdraw_everywhere(person)
    federations.leave_everywhere(person)


def _forget(person: User, _former: str) -> None:
    ClubMessage.objects.filter(user=person).delete()
    scorepads.forget_player(person)


register_personal_data("clubs", PersonalData(export=_export, withdraw=_withdraw, forget=_forget))
