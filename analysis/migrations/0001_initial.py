import analysis.models
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("games", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Branch",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60)),
                (
                    "start",
                    models.PositiveSmallIntegerField(
                        help_text="the number of the record's commands in this deal before it"
                    ),
                ),
                ("commands", models.JSONField(help_text="what follows, as the actions of a record")),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "author",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Study",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "token",
                    models.CharField(
                        default=analysis.models.study_token,
                        help_text="the secret in its address",
                        max_length=32,
                        unique=True,
                    ),
                ),
                ("deal", models.PositiveSmallIntegerField(help_text="from 0")),
                ("name", models.CharField(max_length=60)),
                (
                    "access",
                    models.CharField(
                        choices=[
                            ("private", "Only you"),
                            ("read", "Whoever has the link reads"),
                            ("write", "Whoever has the link reads and adds to it"),
                        ],
                        default="private",
                        max_length=8,
                    ),
                ),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="studies", to="games.match"
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="studies",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Comment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "number",
                    models.PositiveSmallIntegerField(help_text="of commands of the line before the position"),
                ),
                ("text", models.CharField(max_length=300)),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "author",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "branch",
                    models.ForeignKey(
                        help_text="a line with the position; null for the record",
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="comments",
                        to="analysis.branch",
                    ),
                ),
                (
                    "study",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="comments",
                        to="analysis.study",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.AddField(
            model_name="branch",
            name="study",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="branches",
                to="analysis.study",
            ),
        ),
        migrations.AddIndex(
            model_name="study",
            index=models.Index(fields=["owner", "-id"], name="studies_of_owner"),
        ),
        migrations.AddIndex(
            model_name="comment",
            index=models.Index(fields=["study", "id"], name="comments_of_study"),
        ),
        migrations.AddIndex(
            model_name="branch",
            index=models.Index(fields=["study", "id"], name="branches_of_study"),
        ),
    ]
