"""The clubs' data about a person, for export and deletion."""

from __future__ import annotations

from typing import Any

from clubs import actions
from ludopoli.accounts.models import User
from ludopoli.accounts.privacy import Part, register


def _export(person: User) -> list[dict[str, Any]]:
    shown = ("club__code", "club__name", "name", "card", "category", "role", "since")
    return [dict(row) for row in person.memberships.values(*shown)]


register("clubs", Part(export=_export, withdraw=actions.withdraw_everywhere))
