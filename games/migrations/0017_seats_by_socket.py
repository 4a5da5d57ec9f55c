"""Index the seats by their socket, without stopping play."""

from typing import Any

from django.db import migrations, models

BY_SOCKET = models.Index(fields=["socket"], name="seat_socket")


def add(apps: Any, schema_editor: Any) -> None:
    at_once = {} if schema_editor.connection.vendor == "sqlite" else {"concurrently": True}
    schema_editor.add_index(apps.get_model("games", "Seat"), BY_SOCKET, **at_once)


def remove(apps: Any, schema_editor: Any) -> None:
    at_once = {} if schema_editor.connection.vendor == "sqlite" else {"concurrently": True}
    schema_editor.remove_index(apps.get_model("games", "Seat"), BY_SOCKET, **at_once)


class Migration(migrations.Migration):
    atomic = False
    """PostgreSQL builds indexes concurrently outside transactions only."""

    dependencies = [("games", "0016_moves_change_no_index")]
    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunPython(add, remove)],
            state_operations=[migrations.AddIndex("seat", BY_SOCKET)],
        )
    ]
