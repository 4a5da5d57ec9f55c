"""The fees that people have paid at the desk."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from tournaments.models.entries import Entry
from tournaments.models.events import Event


class FeePayment(models.Model):
    """Cash that somebody has taken, or given back, for an entry: written once, never changed.

    What is undone is a further row with the opposite amount, so that the sum by hand is what each has.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="payments", db_index=False)
    entry = models.ForeignKey(
        Entry, models.SET_NULL, null=True, related_name="payments", db_constraint=False,
        help_text="null: it has left before the start",
    )  # fmt: skip
    number = models.PositiveIntegerField(help_text="of the entry")
    place = models.PositiveSmallIntegerField(null=True, help_text="of the person; null: of the whole entry")
    amount = models.IntegerField(help_text="in cents; below 0: given back")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="fees_taken")
    by_name = models.CharField(
        max_length=150, blank=True, help_text="who has taken it on the site from which the evening came"
    )
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["event", "id"], name="fee_payments")]

    def __str__(self) -> str:
        return f"{self.event_id}/{self.number}: {self.amount}"

    @property
    def hand(self) -> str:
        """The name of who has taken it."""
        return self.by.username if self.by is not None else self.by_name
