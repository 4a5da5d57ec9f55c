"""Three puzzles of Tarocchi had no single best answer, once the bots expected different types of players."""

from typing import Any

from django.db import migrations

from practice import storing

WITHDRAWN = [
    "58a790004da1c85d0ce7cef0beedd2b328f51ce5fd60fb48efb1b091cc61ea4d",
    "09af1760d0017ce0b8ca4b006bd6b5d766e55e01d1c4f81ce2e81d8b08728dda",
    "94b63e196bcf91dd07d4f1b550feccee03233850cfc8e19783ae90e70b298146",
]


def withdraw(apps: Any, schema_editor: Any) -> None:
    storing.withdraw(apps.get_model("practice", "Puzzle"), WITHDRAWN)


class Migration(migrations.Migration):
    dependencies = [("practice", "0009_puzzles_of_the_scarto")]
    operations = [migrations.RunPython(withdraw, migrations.RunPython.noop)]
