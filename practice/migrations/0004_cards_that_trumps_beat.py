"""The puzzles that came with the site learn whether a trump may beat the last card of its suit."""

from typing import Any

from django.db import migrations

from practice import storing


def explain(apps: Any, schema_editor: Any) -> None:
    for game in ("briscola", "maraffone", "tarocchi"):
        storing.explain_anew(apps.get_model("practice", "Puzzle"), storing.shipped_puzzles(game))


class Migration(migrations.Migration):
    dependencies = [("practice", "0003_all_reasons_of_briscola")]

    operations = [migrations.RunPython(explain, migrations.RunPython.noop)]
