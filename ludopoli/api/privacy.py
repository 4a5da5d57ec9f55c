"""What the API keeps of a person: tokens. Their secrets are not known to anybody."""

from __future__ import annotations

from typing import Any

from ludopoli.accounts.models import User
from ludopoli.accounts.privacy import Part, register
from ludopoli.api.models import Token


def _export(person: User) -> list[dict[str, Any]]:
    tokens = Token.objects.filter(user=person).values("name", "shown", "scopes", "made_at", "used_at")
    return [dict(token) for token in tokens]


def _forget(person: User, name: str) -> None:
    Token.objects.filter(user=person).delete()


register("tokens", Part(export=_export, forget=_forget))
