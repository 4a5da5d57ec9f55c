"""The API's data about a person: tokens (their secrets are not stored), apps, kept answers, bot accounts."""

from __future__ import annotations

from typing import Any

from ludopoli.accounts import privacy
from ludopoli.accounts.models import User
from ludopoli.accounts.privacy import PersonalData, register_personal_data
from ludopoli.api.models import KeptAnswer, Token
from ludopoli.api.oauth.registry import remove_app


def _export_tokens(person: User) -> list[dict[str, Any]]:
    kept = ("name", "shown", "scopes", "made_at", "used_at", "expires_at")
    return [*Token.objects.filter(user=person, grant=None).values(*kept)]


def _forget_tokens(person: User, _former: str) -> None:
    Token.objects.filter(user=person).delete()


def _export_apps(person: User) -> list[dict[str, Any]]:
    kept = ("name", "about", "client_id", "redirects", "scopes", "made_at", "blocked_at")
    return [*person.apps.values(*kept)]


def _forget_apps(person: User, _former: str) -> None:
    for app in person.apps.all():
        remove_app(app)


def _export_grants(person: User) -> list[dict[str, Any]]:
    kept = ("app__name", "scopes", "made_at", "used_at")
    return [*person.app_grants.values(*kept)]


def _forget_grants(person: User, _former: str) -> None:
    person.app_grants.all().delete()


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
register_personal_data("apps", PersonalData(export=_export_apps, forget=_forget_apps))
register_personal_data("connected_apps", PersonalData(export=_export_grants, forget=_forget_grants))
register_personal_data("kept_answers", PersonalData(export=_export_answers, forget=_forget_answers))
register_personal_data("bots", PersonalData(export=_export_bots, withdraw=_withdraw_bots))
