"""Entries that a director has taken out are told from those that have withdrawn."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0006_who_has_played")]

    operations = [
        migrations.AlterField(
            model_name="entry",
            name="status",
            field=models.CharField(
                choices=[
                    ("asked", "waits for the partner"),
                    ("registered", "entered"),
                    ("checked_in", "is there"),
                    ("no_show", "has not come yet"),
                    ("withdrawn", "withdrawn"),
                    ("removed", "taken out"),
                ],
                default="registered",
                max_length=12,
            ),
        ),
    ]
