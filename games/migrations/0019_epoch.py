"""The epoch of the database, which changes whenever it is set back to an earlier state."""

import uuid
from typing import Any

from django.db import migrations, models


def begin(apps: Any, schema_editor: Any) -> None:
    apps.get_model("games", "Epoch").objects.create(pk=1)


class Migration(migrations.Migration):
    dependencies = [("games", "0018_plainer_descriptions_of_fields")]
    operations = [
        migrations.CreateModel(
            name="Epoch",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.UUIDField(default=uuid.uuid4)),
            ],
        ),
        migrations.RunPython(begin, migrations.RunPython.noop),
    ]
