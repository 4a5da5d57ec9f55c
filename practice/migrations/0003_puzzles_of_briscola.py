"""The puzzles that came with Briscola; those of the other games are there already."""

from typing import Any

from django.db import migrations

from practice import storing


def load(apps: Any, schema_editor: Any) -> None:
    storing.store(apps.get_model("practice", "Puzzle"), storing.shipped("briscola"), "bots")


class Migration(migrations.Migration):
    dependencies = [("practice", "0002_shipped_puzzles")]
    operations = [migrations.RunPython(load, migrations.RunPython.noop)]
