import games.models.rules
from django.db import migrations


def repair(apps, schema_editor):
    """Rules may be sent without a preset, and were stored so: matches with them were never scored."""
    for name in ("Table", "HouseRules", "Match"):
        games.models.rules.name_presets(apps.get_model("games", name))


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0001_initial"),
    ]

    operations = [
        migrations.AlterField(
            model_name="houserules",
            name="rules",
            field=games.models.rules.RulesField(
                help_text="a preset's name and what differs, as in the record"
            ),
        ),
        migrations.AlterField(
            model_name="match",
            name="rules",
            field=games.models.rules.RulesField(),
        ),
        migrations.AlterField(
            model_name="table",
            name="rules",
            field=games.models.rules.RulesField(
                help_text="a preset's name and what differs, as in the record"
            ),
        ),
        migrations.RunPython(repair, migrations.RunPython.noop),
    ]
