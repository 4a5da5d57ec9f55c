"""The puzzles of Tressette a perdere; the others are there already."""

from typing import Any

from django.db import migrations

from practice import storing


def load(apps: Any, schema_editor: Any) -> None:
    storing.store(apps.get_model("practice", "Puzzle"), storing.shipped("traversone"), "bots")


class Migration(migrations.Migration):
    dependencies = [("practice", "0007_puzzles_of_scopone")]
    operations = [migrations.RunPython(load, migrations.RunPython.noop)]
