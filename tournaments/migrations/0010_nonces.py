"""People add to the deals of an event. What has begun has none, and its deals stay as they were promised."""

from typing import Any

from django.db import migrations, models
from django.db.models import F


def fix(apps: Any, schema_editor: Any) -> None:
    begun = apps.get_model("tournaments", "Event").objects.exclude(started_at=None)
    begun.update(nonces_at=F("started_at"))


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0009_a_partner_who_leaves"),
        ("games", "0007_longer_names_of_boards"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="nonces_at",
            field=models.DateTimeField(
                help_text="when the nonces of its people were fixed: the first round was drawn", null=True
            ),
        ),
        migrations.AddField(
            model_name="member",
            name="nonce",
            field=models.CharField(
                blank=True,
                help_text="what the person has added to the deals, before the first draw",
                max_length=64,
            ),
        ),
        migrations.RunPython(fix, migrations.RunPython.noop),
    ]
