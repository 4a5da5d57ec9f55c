"""Tables beside the addresses of allauth, whose tables need that of the users first."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("account", "0009_emailaddress_unique_primary_email"),
        ("accounts", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="WaitingMail",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("email", models.EmailField(help_text="the recipient", max_length=254)),
                (
                    "content",
                    models.TextField(help_text="sealed JSON: a mail may contain the key to an account"),
                ),
                ("at", models.DateTimeField()),
                ("due_at", models.DateTimeField(db_index=True, help_text="null: given up", null=True)),
            ],
        ),
        migrations.CreateModel(
            name="RefusedAddress",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "address",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="refusal",
                        to="account.emailaddress",
                    ),
                ),
            ],
        ),
    ]
