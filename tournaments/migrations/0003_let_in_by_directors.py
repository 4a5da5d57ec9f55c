"""Entries remember that a director has let them in where they could not have entered by themselves."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0002_rules_name_their_preset")]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="let_in",
            field=models.BooleanField(
                default=False, help_text="by a director, where they could not have entered by themselves"
            ),
        ),
    ]
