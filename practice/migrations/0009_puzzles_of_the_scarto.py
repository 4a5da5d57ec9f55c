"""The puzzles about the scarto of Tarocchi; the others are there already."""

from typing import Any

from django.db import migrations

from practice import storing


def load(apps: Any, schema_editor: Any) -> None:
    storing.store(apps.get_model("practice", "Puzzle"), storing.shipped("tarocchi"), "bots")


class Migration(migrations.Migration):
    dependencies = [("practice", "0008_puzzles_of_traversone")]
    operations = [migrations.RunPython(load, migrations.RunPython.noop)]
