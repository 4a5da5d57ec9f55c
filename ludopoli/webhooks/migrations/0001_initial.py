import django.db.models.deletion
import ludopoli.webhooks.models
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Webhook",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("url", models.URLField(max_length=500, verbose_name="address")),
                ("kinds", models.JSONField(help_text="the kinds of events it receives")),
                (
                    "salt",
                    models.CharField(default=ludopoli.webhooks.models._salt, editable=False, max_length=32),
                ),
                ("active", models.BooleanField(default=True)),
                (
                    "failing_since",
                    models.DateTimeField(help_text="the first failure after the latest success", null=True),
                ),
                (
                    "slow",
                    models.BooleanField(
                        default=True, help_text="its latest answer took long, or there is none"
                    ),
                ),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="webhooks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-made_at"],
            },
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("kind", models.CharField(max_length=32)),
                ("body", models.TextField(help_text="JSON, as it is signed and sent")),
                (
                    "status",
                    models.CharField(
                        choices=[("waiting", "on its way"), ("done", "delivered"), ("failed", "given up")],
                        default="waiting",
                        max_length=7,
                    ),
                ),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("due_at", models.DateTimeField()),
                (
                    "answer",
                    models.CharField(blank=True, help_text="the latest: a status, or a fault", max_length=80),
                ),
                ("made_at", models.DateTimeField()),
                (
                    "webhook",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="webhooks.webhook",
                    ),
                ),
            ],
            options={
                "ordering": ["-made_at", "-id"],
                "indexes": [
                    models.Index(fields=["webhook", "-made_at"], name="delivery_log"),
                    models.Index(
                        condition=models.Q(("status", "waiting")), fields=["due_at"], name="delivery_due"
                    ),
                    models.Index(
                        condition=models.Q(("status", "waiting")),
                        fields=["webhook", "due_at"],
                        name="delivery_next",
                    ),
                ],
            },
        ),
    ]
