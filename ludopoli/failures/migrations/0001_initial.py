import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Failure",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("work", models.CharField(max_length=64, verbose_name="work")),
                ("subject", models.CharField(blank=True, max_length=64, verbose_name="about")),
                ("attempts", models.PositiveIntegerField(default=0, verbose_name="attempts")),
                ("error", models.TextField(verbose_name="error")),
                (
                    "first_at",
                    models.DateTimeField(default=django.utils.timezone.now, verbose_name="first failed"),
                ),
                (
                    "last_at",
                    models.DateTimeField(default=django.utils.timezone.now, verbose_name="last failed"),
                ),
                (
                    "due_at",
                    models.DateTimeField(help_text="null: given up", null=True, verbose_name="next attempt"),
                ),
            ],
            options={
                "verbose_name": "failed work",
                "verbose_name_plural": "failed work",
                "ordering": ["-last_at", "-pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("work", "subject"), name="one_failure_per_work")
                ],
            },
        ),
    ]
