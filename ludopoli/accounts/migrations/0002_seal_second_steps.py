"""Seals the secrets of the second step: until now a copy of the database was enough to make codes."""

from collections.abc import Callable
from typing import Any

from django.db import migrations

from ludopoli.base import sealing


def _change(apps: Any, change: Callable[[str], str]) -> None:
    for device in apps.get_model("mfa", "Authenticator").objects.filter(type__in=["totp", "recovery_codes"]):
        for name in ("secret", "seed"):
            if name in device.data:
                device.data[name] = change(device.data[name])
        if "migrated_codes" in device.data:
            device.data["migrated_codes"] = [change(code) for code in device.data["migrated_codes"]]
        device.save(update_fields=["data"])


def seal(apps: Any, schema_editor: Any) -> None:
    _change(apps, lambda text: text if sealing.is_sealed(text) else sealing.seal(text))


def unseal(apps: Any, schema_editor: Any) -> None:
    _change(apps, sealing.opened)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial"), ("mfa", "0003_authenticator_type_uniq")]

    operations = [migrations.RunPython(seal, unseal)]
