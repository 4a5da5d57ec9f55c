from typing import Any

from django.db import migrations


def clear_names(apps: Any, _schema_editor: Any) -> None:
    """Let the entries of tournaments with bots be called by their members."""
    apps.get_model("tournaments", "Entry").objects.filter(event__alone__isnull=False).update(name="")


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0022_places_without_members"),
    ]

    operations = [migrations.RunPython(clear_names, migrations.RunPython.noop)]
