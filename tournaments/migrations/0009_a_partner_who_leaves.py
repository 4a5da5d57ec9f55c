"""The place of a partner who has left, until somebody takes it."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0008_a_daily_table_waits"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="member",
            name="left",
            field=models.PositiveSmallIntegerField(
                help_text="how many rounds were drawn when they left the partner; null: they are in",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="member",
            name="offered_to",
            field=models.ForeignKey(
                help_text="who may take the place that was left, and has not answered",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="places_offered",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="member",
            name="wanted",
            field=models.BooleanField(
                default=False, help_text="whether anybody may take the place that was left"
            ),
        ),
    ]
