"""The labels of an event's choices, in plainer words; nothing changes in the database."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0010_nonces")]

    operations = [
        migrations.AlterField(
            model_name="event",
            name="access",
            field=models.CharField(
                choices=[("open", "Everybody"), ("invited", "By invitation"), ("rating", "By rating")],
                default="open",
                max_length=8,
            ),
        ),
        migrations.AlterField(
            model_name="event",
            name="pairs",
            field=models.CharField(
                choices=[
                    ("together", "Entered together"),
                    ("random", "Drawn by lot"),
                    ("balanced", "Drawn to be equally strong"),
                ],
                default="together",
                max_length=8,
            ),
        ),
        migrations.AlterField(
            model_name="event",
            name="spectators",
            field=models.CharField(
                choices=[
                    ("open", "Anyone not playing in it; the same deals from one seat only"),
                    ("closed", "Nobody until the round is over"),
                ],
                default="open",
                max_length=8,
            ),
        ),
        migrations.AlterField(
            model_name="event",
            name="unit",
            field=models.CharField(choices=[("single", "Individuals"), ("pair", "Pairs")], max_length=8),
        ),
    ]
