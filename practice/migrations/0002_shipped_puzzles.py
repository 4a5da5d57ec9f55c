"""The puzzles that come with the site, so that a new installation has some from the first day."""

from typing import Any

from django.db import migrations

from practice import storing


def load(apps: Any, schema_editor: Any) -> None:
    storing.store(apps.get_model("practice", "Puzzle"), storing.shipped(), "bots")


class Migration(migrations.Migration):
    dependencies = [("practice", "0001_initial")]
    operations = [migrations.RunPython(load, migrations.RunPython.noop)]
