"""The puzzles about bids of Whist; the others are there already."""

from typing import Any

from django.db import migrations

from practice import storing


def load(apps: Any, schema_editor: Any) -> None:
    storing.store(apps.get_model("practice", "Puzzle"), storing.shipped("whist"), "bots")


class Migration(migrations.Migration):
    dependencies = [("practice", "0005_own_mistakes")]
    operations = [migrations.RunPython(load, migrations.RunPython.noop)]
