from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0021_announced_fields"),
    ]

    operations = [
        migrations.AlterField(
            model_name="tournamenttable",
            name="seated",
            field=models.JSONField(
                db_default=models.Value([], models.JSONField()),
                default=list,
                help_text="of teams: by seat the entry and the place of its member, below 0 where it lacks one; empty while the line-ups are sealed",
            ),
        ),
    ]
