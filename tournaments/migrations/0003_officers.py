from django.conf import settings
from django.db import migrations, models

import tournaments.roles


class Migration(migrations.Migration):
    """The table of the directors gets a column with the role of each."""

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("tournaments", "0002_held_as"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveField(model_name="event", name="directors"),
                migrations.CreateModel(
                    name="EventOfficer",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("event", models.ForeignKey(on_delete=models.CASCADE, to="tournaments.event")),
                        (
                            "user",
                            models.ForeignKey(on_delete=models.CASCADE, to=settings.AUTH_USER_MODEL),
                        ),
                    ],
                    options={
                        "db_table": "tournaments_event_directors",
                        "unique_together": {("event", "user")},
                    },
                ),
                migrations.AddField(
                    model_name="event",
                    name="officers",
                    field=models.ManyToManyField(
                        blank=True,
                        help_text="the people who run it, besides the organiser",
                        related_name="events_run",
                        through="tournaments.EventOfficer",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="eventofficer",
            name="role",
            field=models.CharField(
                choices=tournaments.roles.role_choices,
                db_default="director",
                default="director",
                max_length=12,
            ),
        ),
    ]
