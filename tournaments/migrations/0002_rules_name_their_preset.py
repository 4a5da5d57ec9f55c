import games.models.rules
from django.db import migrations


def repair(apps, schema_editor):
    """Rules may be sent without a preset, and were stored so: matches with them were never scored."""
    games.models.rules.name_presets(apps.get_model("tournaments", "Event"))


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0001_initial"),
    ]

    operations = [
        migrations.AlterField(
            model_name="event",
            name="rules",
            field=games.models.rules.RulesField(
                help_text="those of its matches, the number of deals included; as in the record"
            ),
        ),
        migrations.RunPython(repair, migrations.RunPython.noop),
    ]
