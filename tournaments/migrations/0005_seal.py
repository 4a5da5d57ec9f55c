"""Seals the secrets of events that are not over: until now a copy of the database showed them."""

from collections.abc import Callable
from typing import Any

from django.db import migrations

from ludopoli.base import sealing

OVER = ("finished", "cancelled", "archived")


def _change(apps: Any, change: Callable[[str], str]) -> None:
    for event in apps.get_model("tournaments", "Event").objects.exclude(status__in=OVER):
        event.secret = change(event.secret)
        event.save(update_fields=["secret"])


def seal(apps: Any, schema_editor: Any) -> None:
    _change(apps, lambda text: text if sealing.is_sealed(text) else sealing.seal(text))


def unseal(apps: Any, schema_editor: Any) -> None:
    _change(apps, sealing.opened)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0004_sealed_secret")]

    operations = [migrations.RunPython(seal, unseal)]
