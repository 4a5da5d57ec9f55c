"""The puzzles that came with Scopone; those of the other games are there already."""

from typing import Any

from django.db import migrations

from practice import storing


def load(apps: Any, schema_editor: Any) -> None:
    storing.store(apps.get_model("practice", "Puzzle"), storing.shipped("scopone"), "bots")


class Migration(migrations.Migration):
    dependencies = [("practice", "0006_puzzles_of_bids")]
    operations = [migrations.RunPython(load, migrations.RunPython.noop)]
