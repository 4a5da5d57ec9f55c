"""Drop the indexes that every move would have to update, without stopping play."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models


def _drop(schema_editor: Any, name: str) -> None:
    at_once = "" if schema_editor.connection.vendor == "sqlite" else "CONCURRENTLY "
    schema_editor.execute(f"DROP INDEX {at_once}IF EXISTS {schema_editor.quote_name(name)}")


def drop_clocks(apps: Any, schema_editor: Any) -> None:
    for name in ("match_deadline", "match_bot_due"):
        _drop(schema_editor, name)


def restore_clocks(apps: Any, schema_editor: Any) -> None:
    for index in CLOCKS:
        schema_editor.add_index(apps.get_model("games", "Match"), index)


def drop_match_of_event(apps: Any, schema_editor: Any) -> None:
    """`event_seq_once` begins with the match, too."""
    model = apps.get_model("games", "Event")
    for name in schema_editor._constraint_names(model, ["match_id"], index=True, unique=False):
        _drop(schema_editor, name)


def restore_match_of_event(apps: Any, schema_editor: Any) -> None:
    model = apps.get_model("games", "Event")
    schema_editor.execute(schema_editor._create_index_sql(model, fields=[model._meta.get_field("match")]))


CLOCKS = [
    models.Index(fields=["deadline_at"], name="match_deadline", condition=models.Q(status="playing")),
    models.Index(fields=["bot_due_at"], name="match_bot_due", condition=models.Q(status="playing")),
]


class Migration(migrations.Migration):
    atomic = False
    """PostgreSQL drops indexes concurrently outside transactions only."""

    dependencies = [("games", "0015_unscored_are_found_without_the_others")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunPython(drop_clocks, restore_clocks)],
            state_operations=[migrations.RemoveIndex("match", index.name) for index in CLOCKS],
        ),
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunPython(drop_match_of_event, restore_match_of_event)],
            state_operations=[
                migrations.AlterField(
                    "event",
                    "match",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="events",
                        to="games.match",
                    ),
                )
            ],
        ),
    ]
