import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Sanction",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("told", "word"),
                            ("warn", "warning"),
                            ("mute", "no chat"),
                            ("ban", "no play"),
                        ],
                        max_length=4,
                    ),
                ),
                ("code", models.CharField(blank=True, max_length=16)),
                ("reason", models.CharField(blank=True, max_length=500)),
                ("match", models.CharField(blank=True, max_length=36)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("until", models.DateTimeField(help_text="null: for good", null=True)),
                (
                    "confirmed_at",
                    models.DateTimeField(help_text="when the person confirmed having read it", null=True),
                ),
                ("lifted_at", models.DateTimeField(null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sanctions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-at", "-pk"],
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="Act",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "what",
                    models.CharField(
                        choices=[
                            ("warn", "warned"),
                            ("mute", "took the chat from"),
                            ("ban", "barred from play"),
                            ("annul", "annulled the match"),
                            ("dismiss", "dismissed the report"),
                            ("lift", "lifted a measure"),
                            ("restore", "counted the match again"),
                        ],
                        max_length=8,
                    ),
                ),
                ("report", models.PositiveBigIntegerField(help_text="its number", null=True)),
                ("sanction", models.PositiveBigIntegerField(help_text="its number", null=True)),
                ("match", models.CharField(blank=True, max_length=36)),
                ("reason", models.CharField(max_length=500)),
                ("until", models.DateTimeField(null=True)),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "subject",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="acts_about",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-at", "-pk"],
                "default_permissions": (),
                "base_manager_name": "objects",
                "indexes": [models.Index(fields=["-at", "-id"], name="act_latest")],
            },
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "reason",
                    models.CharField(
                        choices=[
                            ("together", "secretly plays together with somebody"),
                            ("words", "insults or harasses"),
                            ("stalling", "wastes time on purpose"),
                            ("leaving", "leaves matches"),
                            ("name", "offensive name or profile"),
                            ("other", "something else"),
                            ("address", "two seats from one connection"),
                        ],
                        max_length=8,
                    ),
                ),
                ("text", models.CharField(blank=True, max_length=1000)),
                (
                    "match",
                    models.CharField(blank=True, help_text="its id, if it is about one", max_length=36),
                ),
                (
                    "table",
                    models.CharField(blank=True, help_text="its code, if it is about one", max_length=12),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("closed_at", models.DateTimeField(null=True)),
                (
                    "reporter",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reports_made",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "subject",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reports_about",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["at", "pk"],
                "permissions": [("moderate", "May see reports and decide on them")],
                "default_permissions": (),
                "indexes": [
                    models.Index(condition=models.Q(("closed_at", None)), fields=["at"], name="report_open")
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("closed_at", None)),
                        fields=("reporter", "subject", "match"),
                        name="one_open_report_each",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("reporter", None)),
                        fields=("subject", "match", "reason"),
                        name="noticed_once",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Sighting",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.CharField(max_length=32)),
                ("at", models.DateTimeField(db_index=True, help_text="the latest time")),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sightings",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "default_permissions": (),
                "indexes": [models.Index(fields=["digest"], name="sighting_of_address")],
                "constraints": [models.UniqueConstraint(fields=("user", "digest"), name="one_sighting_each")],
            },
        ),
    ]
