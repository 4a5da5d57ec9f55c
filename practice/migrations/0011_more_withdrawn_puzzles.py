"""Three puzzles of Tressette had no single best answer, once the bots expected different types of players."""

from typing import Any

from django.db import migrations

from practice import storing

WITHDRAWN = [
    "1567088665bd6099858d3a5279ea3bc6a9de93ba1f444a0f3f4288e6464af1e2",
    "c191a3a726812127c5b83d57f1b87fb75aeaf68abead76decfdefda8dc37e31a",
    "1ba2d22c63a689ef6141d459076f4ae0c5330c40152b948236089a51fe856adf",
]


def withdraw(apps: Any, schema_editor: Any) -> None:
    storing.withdraw(apps.get_model("practice", "Puzzle"), WITHDRAWN)


class Migration(migrations.Migration):
    dependencies = [("practice", "0010_withdrawn_puzzles")]
    operations = [migrations.RunPython(withdraw, migrations.RunPython.noop)]
