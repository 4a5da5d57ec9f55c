"""The deals of the days."""

from __future__ import annotations

from django.db import models

from tournaments.models.events import Event


class DealOfTheDay(models.Model):
    """The event that the site itself holds on a day: one deal with bots, the same for everybody."""

    day = models.DateField(unique=True)
    event = models.OneToOneField(Event, models.CASCADE, related_name="deal_of_the_day")

    class Meta:
        verbose_name_plural = "deals of the days"

    def __str__(self) -> str:
        return f"{self.day}"
