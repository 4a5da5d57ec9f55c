"""The API's data about a person: tokens (whose secrets are not stored), kept answers and bot accounts."""

from __future__ import annotations

from typing import Any

from ludopoli.accounts import privacy
from ludopoli.accounts.models import User
from ludopoli.accounts.privacy import PersonalData, register_personal_data
from ludopoli.api.models import KeptAnswer, Token


def _export_tokens(person: User) -> list[dict[str, Any]]:
    kept = ("name", "shown", "scopes", "made_at", "used_at", "expires_at")
    return [*Token.objects.filter(user=person).values(*kept)]


def _forget_tokens(person: User, _former: str) -> None:
    Token.objects.filter(user=person).delete()


def _export_answers(person: User) -> list[dict[str, Any]]:
    kept = ("status", "location", "made_at")
    return [*KeptAnswer.objects.filter(user=person).values(*kept)]


def _forget_answers(person: User, _former: str) -> None:
    KeptAnswer.objects.filter(user=person).delete()


def _export_bots(person: User) -> list[dict[str, Any]]:
    """The full export of each bot account."""
    return [privacy.export_person(bot) for bot in person.bots.filter(is_active=True)]


def _withdraw_bots(person: User) -> None:
    """Delete the bot accounts with their owner."""
    for bot in person.bots.filter(is_active=True):
        privacy.delete_person(bot)


register_personal_data("tokens", PersonalData(export=_export_tokens, forget=_forget_tokens))
register_personal_data("kept_answers", PersonalData(export=_export_answers, forget=_forget_answers))
register_personal_data("bots", PersonalData(export=_export_bots, withdraw=_withdraw_bots))
