"""Seals the seeds that are still to come: until now a copy of the database showed them."""

from collections.abc import Callable
from typing import Any

from django.db import migrations

from ludopoli.base import sealing

Change = Callable[[str], str]


def _secrets(apps: Any, change: Change) -> None:
    for boards in apps.get_model("games", "Boards").objects.filter(revealed_at=None):
        boards.secret = change(boards.secret)
        boards.save(update_fields=["secret"])


def _seeds(apps: Any, change: Change) -> None:
    """Those of matches in play, and of boards that others may still play."""
    Match, Event = (apps.get_model("games", name) for name in ("Match", "Event"))
    playing = Match.objects.filter(status="playing")
    for row in playing:
        fair = row.snapshot.get("fair", {})
        for promised in (fair, fair.get("next", {})):
            if "seed" in promised:
                promised["seed"] = change(promised["seed"])
        row.save(update_fields=["snapshot"])
    hidden = Match.objects.filter(table__boards__isnull=False, table__boards__revealed_at=None)
    for matches in (playing, hidden.exclude(status="playing")):
        for event in Event.objects.filter(kind="committed", match__in=matches):
            if "seed" in event.sealed:
                event.sealed["seed"] = change(event.sealed["seed"])
                event.save(update_fields=["sealed"])


def _seal(text: str) -> str:
    return text if sealing.is_sealed(text) else sealing.seal(text)


def seal(apps: Any, schema_editor: Any) -> None:
    _secrets(apps, _seal)
    _seeds(apps, _seal)


def unseal(apps: Any, schema_editor: Any) -> None:
    _secrets(apps, sealing.opened)
    _seeds(apps, sealing.opened)


class Migration(migrations.Migration):
    dependencies = [("games", "0004_promises")]

    operations = [migrations.RunPython(seal, unseal)]
