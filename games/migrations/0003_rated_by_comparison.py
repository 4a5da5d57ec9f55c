"""Results say which place is rated, and whether a bot played for the person."""

from typing import Any

from django.db import migrations, models
from django.db.models import F


def take_over(apps: Any, _schema: Any) -> None:
    """What was rated until now went by the place, and by who sat there at the end."""
    apps.get_model("games", "Result").objects.update(rank=F("place"), absent=F("left"))


class Migration(migrations.Migration):
    dependencies = [("games", "0002_rules_name_their_preset")]

    operations = [
        migrations.AddField(
            model_name="boards",
            name="measure",
            field=models.CharField(
                choices=[
                    ("cross", "by the difference from the others’ points"),
                    ("matchpoints", "by the number of opponents beaten at the table"),
                ],
                default="cross",
                max_length=12,
            ),
        ),
        migrations.AddField(
            model_name="result",
            name="absent",
            field=models.BooleanField(
                default=False, help_text="a bot took a substantial part of the decisions of the person"
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="result",
            name="rank",
            field=models.PositiveSmallIntegerField(
                default=0,
                help_text="the place that is rated: at this table, or among all who had the same deals",
            ),
            preserve_default=False,
        ),
        migrations.AlterField(
            model_name="result",
            name="left",
            field=models.BooleanField(help_text="a bot played at the end, or they got up and were `absent`"),
        ),
        migrations.AlterField(
            model_name="result",
            name="won",
            field=models.BooleanField(help_text="first, with somebody behind, and not `absent`"),
        ),
        migrations.RunPython(take_over, migrations.RunPython.noop),
    ]
