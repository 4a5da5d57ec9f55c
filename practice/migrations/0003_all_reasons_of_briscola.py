"""The puzzles of Briscola that came with the site get the reasons that speak of later tricks, too."""

from typing import Any

from django.db import migrations

from practice import storing


def explain(apps: Any, schema_editor: Any) -> None:
    storing.explain_anew(apps.get_model("practice", "Puzzle"), storing.shipped_puzzles("briscola"))


class Migration(migrations.Migration):
    dependencies = [("practice", "0002_reasons_of_briscola")]

    operations = [migrations.RunPython(explain, migrations.RunPython.noop)]
