import django.db.models.deletion
import practice.models
from typing import Any

from django.conf import settings
from django.db import migrations, models

from practice import storing


def load(apps: Any, schema_editor: Any) -> None:
    storing.store_puzzles(apps.get_model("practice", "Puzzle"), storing.shipped_puzzles(), "bots")


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("games", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Puzzle",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "code",
                    models.CharField(
                        default=practice.models.puzzle_code, editable=False, max_length=12, unique=True
                    ),
                ),
                ("game", models.CharField(max_length=32)),
                ("answers", models.JSONField(help_text="the right commands, best first")),
                ("losses", models.JSONField(help_text="every command with its loss in points, best first")),
                (
                    "tempting",
                    models.JSONField(help_text="the wrong command with which the explanation compares"),
                ),
                ("facts", models.JSONField(help_text="the explanation, see `games/review/explaining.py`")),
                (
                    "themes",
                    models.CharField(blank=True, help_text="between spaces: ` lead count `", max_length=120),
                ),
                (
                    "digest",
                    models.CharField(
                        help_text="of the position; it is never sent", max_length=64, unique=True
                    ),
                ),
                (
                    "source",
                    models.CharField(
                        choices=[("bots", "a match between bots"), ("archive", "a match of people")],
                        max_length=8,
                    ),
                ),
                ("position", models.JSONField(help_text="`Position.as_json`, hidden cards included")),
                ("mu", models.FloatField(default=25.0, help_text="the rating: people who fail raise it")),
                ("sigma", models.FloatField(default=8.333333333333334)),
                ("tried", models.PositiveIntegerField(default=0)),
                ("solved", models.PositiveIntegerField(default=0)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "indexes": [models.Index(fields=["game", "mu"], name="puzzle_by_rating")],
            },
        ),
        migrations.CreateModel(
            name="StudiedMatch",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(max_length=32)),
                ("at", models.DateTimeField(help_text="when the match was over")),
                (
                    "choices",
                    models.PositiveIntegerField(help_text="the number of the person's own judged choices"),
                ),
                ("accuracy", models.FloatField(help_text="of these choices, as in the review", null=True)),
                (
                    "lost",
                    models.FloatField(help_text="the points that they lost, by what the person could know"),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="studied", to="games.match"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Mistake",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "code",
                    models.CharField(
                        default=practice.models.puzzle_code, editable=False, max_length=12, unique=True
                    ),
                ),
                ("game", models.CharField(max_length=32)),
                ("answers", models.JSONField(help_text="the right commands, best first")),
                ("losses", models.JSONField(help_text="every command with its loss in points, best first")),
                (
                    "tempting",
                    models.JSONField(help_text="the wrong command with which the explanation compares"),
                ),
                ("facts", models.JSONField(help_text="the explanation, see `games/review/explaining.py`")),
                (
                    "themes",
                    models.CharField(blank=True, help_text="between spaces: ` lead count `", max_length=120),
                ),
                (
                    "at",
                    models.CharField(
                        help_text="the card that was played, as in the replay: `s3-p4-c2`", max_length=24
                    ),
                ),
                ("loss", models.FloatField(help_text="what it lost, in points")),
                (
                    "card",
                    models.JSONField(
                        help_text="the state of the FSRS scheduler; null before any answer", null=True
                    ),
                ),
                (
                    "due",
                    models.DateTimeField(help_text="when it comes back; null before any answer", null=True),
                ),
                ("command", models.JSONField(help_text="the latest answer", null=True)),
                ("tried", models.PositiveIntegerField(default=0)),
                ("solved", models.PositiveIntegerField(default=0)),
                (
                    "studied",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="mistakes",
                        to="practice.studiedmatch",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Daily",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(max_length=32)),
                ("day", models.DateField()),
                (
                    "puzzle",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="dailies",
                        to="practice.puzzle",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("game", "day"), name="one_puzzle_a_day")],
            },
        ),
        migrations.CreateModel(
            name="Attempt",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("command", models.JSONField()),
                ("solved", models.BooleanField()),
                (
                    "day",
                    models.DateField(
                        help_text="the day whose puzzle it was, if it was answered on that day", null=True
                    ),
                ),
                ("gain", models.SmallIntegerField(help_text="by how much it changed the person's rating")),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="attempts",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "puzzle",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="attempts",
                        to="practice.puzzle",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["user", "day"], name="attempts_of_days")],
                "constraints": [
                    models.UniqueConstraint(fields=("user", "puzzle"), name="one_attempt_at_a_puzzle")
                ],
            },
        ),
        migrations.CreateModel(
            name="PuzzleRating",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(max_length=32)),
                ("mu", models.FloatField(default=25.0)),
                ("sigma", models.FloatField(default=8.333333333333334)),
                ("tried", models.PositiveIntegerField(default=0)),
                ("solved", models.PositiveIntegerField(default=0)),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="puzzle_ratings",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("user", "game"), name="one_puzzle_rating_a_game")
                ],
            },
        ),
        migrations.CreateModel(
            name="StepDone",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(max_length=32)),
                ("lesson", models.CharField(max_length=32)),
                ("number", models.PositiveSmallIntegerField(help_text="of the step in its lesson, from 1")),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="steps_done",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("user", "game", "lesson", "number"), name="a_step_is_done_once"
                    )
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="studiedmatch",
            constraint=models.UniqueConstraint(fields=("user", "match"), name="match_studied_once"),
        ),
        migrations.AddConstraint(
            model_name="mistake",
            constraint=models.UniqueConstraint(fields=("studied", "at"), name="one_mistake_a_card"),
        ),
        migrations.RunPython(load, migrations.RunPython.noop),
    ]
