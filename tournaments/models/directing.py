"""The announcements, claims and log of an event."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import pgettext_lazy

from tournaments.models.events import Event
from tournaments.models.rounds import LONGEST_ID, TournamentTable


class Announcement(models.Model):
    """A message of the directors to everybody."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="announcements")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    text = models.CharField(max_length=500)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return self.text


class Claim(models.Model):
    """A player's call to the directors about a table."""

    class Status(models.TextChoices):
        OPEN = "open", pgettext_lazy("claim", "open")
        ACCEPTED = "accepted", pgettext_lazy("claim", "accepted")
        REJECTED = "rejected", pgettext_lazy("claim", "rejected")

    event = models.ForeignKey(Event, models.CASCADE, related_name="claims", db_index=False)
    number = models.PositiveIntegerField(help_text="within the event")
    table = models.ForeignKey(TournamentTable, models.CASCADE, related_name="claims")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="claims")
    text = models.CharField(max_length=300)
    at = models.DateTimeField()
    status = models.CharField(max_length=8, choices=Status, default=Status.OPEN)
    answer = models.CharField(max_length=300, blank=True)
    answered_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    answered_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="one_claim_per_number")]

    def __str__(self) -> str:
        return f"{self.event_id}, claim {self.number}"


class SentAct(models.Model):
    """An act that a console has sent with an id: it is carried out once, however often it comes."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="+", db_index=False)
    sent_as = models.CharField(max_length=LONGEST_ID)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "sent_as"], name="one_act_per_id")]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.sent_as}"


class LogEntry(models.Model):
    """An entry of an event's log: written once, never changed."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="log", db_index=False)
    at = models.DateTimeField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="+",
        help_text="null: the sequencer",
    )
    what = models.CharField(max_length=32)
    reason = models.CharField(max_length=300, blank=True)
    facts = models.JSONField(default=dict)

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "log entries"
        indexes = [models.Index(fields=["event", "id"], name="event_log")]

    def __str__(self) -> str:
        return f"{self.at:%d.%m. %H:%M} {self.what}"
