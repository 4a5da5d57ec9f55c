"""The templates of a club for its events."""

from __future__ import annotations

from django.db import models
from django.db.models import Value

from clubs.models import LONGEST_NAME, Club
from tournaments.models.events import Event


class EventTemplate(models.Model):
    """The set-up of an event of a club under a name, from which others begin.

    It is the event's as long as there is one; `setup` keeps it when the event is deleted.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="event_templates", db_index=False)
    name = models.CharField(max_length=LONGEST_NAME)
    event = models.ForeignKey(Event, models.SET_NULL, null=True, related_name="templates")
    setup = models.JSONField(
        default=dict, db_default=Value({}, models.JSONField()),
        help_text="of an event that was deleted: its fields, and the ids of its people",
    )  # fmt: skip

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="one_template_per_name")]

    def __str__(self) -> str:
        return self.name
