"""Signs of life of the workers."""

from __future__ import annotations

from django.db import models


class Heartbeat(models.Model):
    """The latest time at which some part of the site was seen at work, by the clock of the database."""

    name = models.CharField(max_length=32, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} at {self.at}"
