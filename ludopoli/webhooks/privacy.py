"""The webhooks' data about a person: addresses and deliveries. Secrets are not stored."""

from __future__ import annotations

import json
from typing import Any

from ludopoli.accounts.models import User
from ludopoli.accounts.privacy import PersonalData, register_personal_data
from ludopoli.text.renaming import rename_in_json, rows_with
from ludopoli.webhooks.deliveries import as_body
from ludopoli.webhooks.models import Delivery, Webhook


def _export(person: User) -> list[dict[str, Any]]:
    columns = ("kind", "body", "status", "attempts", "answer", "made_at")
    log: dict[int, list[dict[str, Any]]] = {}
    for each in Delivery.objects.filter(webhook__user=person):
        log.setdefault(each.webhook_id, []).append({name: getattr(each, name) for name in columns})
    return [
        {
            "url": hook.url,
            "app": hook.grant.app.name if hook.grant is not None else None,
            "kinds": hook.kinds,
            "active": hook.active,
            "made_at": hook.made_at,
            "deliveries": log.get(hook.pk, []),
        }
        for hook in Webhook.objects.of_token(person, None)
    ]


def _forget(person: User, former: str) -> None:
    """Delete the person's webhooks, and change their name in what the webhooks of others are sent."""
    Webhook.objects.filter(user=person).delete()
    for delivery in Delivery.objects.filter(rows_with("body", former)):
        delivery.body = as_body(rename_in_json(json.loads(delivery.body), former, person.username))
        delivery.save(update_fields=["body"])


register_personal_data("webhooks", PersonalData(export=_export, forget=_forget))
