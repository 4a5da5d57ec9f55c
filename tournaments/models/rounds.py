"""The rounds of an event, and their tables."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Value
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models import Boards, Table
from tournaments.models.events import Event

LONGEST_ID = 24
"""The longest id of what is sent until it is answered, in characters."""

SENT_ID = rf"[0-9A-Za-z]{{1,{LONGEST_ID}}}"
"""The pattern of such an id."""


class Round(models.Model):
    """Tables that are paired together. In formats that flow, several rounds are in play at once."""

    class Status(models.TextChoices):
        DRAWN = "drawn", pgettext_lazy("round", "paired")
        PLAYING = "playing", _("being played")
        OVER = "over", pgettext_lazy("round", "over")

    event = models.ForeignKey(Event, models.CASCADE, related_name="rounds", db_index=False)
    number = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=8, choices=Status, default=Status.DRAWN)
    byes = models.JSONField(default=list, help_text="numbers of the entries that rest")
    boards = models.ForeignKey(Boards, models.PROTECT, null=True, related_name="+")
    starts_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    ends_at = models.DateTimeField(null=True, help_text="when what is left is broken off")
    over_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="one_round_per_number")]

    def __str__(self) -> str:
        return f"{self.event_id}, round {self.number}"


class TournamentTable(models.Model):
    """A table of a round: its entries, its deals, and their scores."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("about to begin")
        PLAYING = "playing", _("being played")
        OVER = "over", pgettext_lazy("round", "over")

    round = models.ForeignKey(Round, models.CASCADE, related_name="tables", db_index=False)
    number = models.PositiveSmallIntegerField()
    places = models.JSONField(
        help_text="numbers of the entries: of a pair its own, of others by seat; below 0 a bot that fills up"
    )
    stage = models.CharField(max_length=24, blank=True, help_text="as the format names it: group:1, final")
    room = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text="of a meeting of teams; the rooms of a meeting follow each other"
    )
    seated = models.JSONField(
        default=list, db_default=Value([], models.JSONField()),
        help_text="of teams: by seat the entry and the place of its member, below 0 where it lacks one; "
        "empty while the line-ups are sealed",
    )  # fmt: skip
    labels = models.JSONField(help_text="of the deals: the same label is the same cards")
    table = models.OneToOneField(Table, models.SET_NULL, null=True, related_name="tournament")
    status = models.CharField(max_length=8, choices=Status, default=Status.WAITING)
    deals = models.JSONField(
        default=dict, help_text="what each finished deal scored, by label, then by side; null: annulled"
    )
    forfeits = models.JSONField(
        default=list, db_default=Value([], models.JSONField()),
        help_text="of a tie of several parts: by part the side that has forfeited it, or null",
    )  # fmt: skip
    annulled = models.BooleanField(default=False, help_text="it has no result")
    adjusted = models.JSONField(default=list, help_text="the director's points by place; empty: as played")
    penalties = models.JSONField(default=list, help_text="points taken away by place, in hundredths")
    reason = models.CharField(max_length=300, blank=True, help_text="of the director's latest ruling")
    over_at = models.DateTimeField(null=True)

    seen_places: list[int | None] | None = None
    """The places as a page has shown them to whoever acts on the table, if it says so; not stored."""

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="one_table_per_number")]

    def __str__(self) -> str:
        return f"{self.round_id}, table {self.number}"

    def label(self, deal: int) -> str:
        """Return the label of a deal; deals beyond the last are labelled as at the game's table."""
        known = len(self.labels)
        return str(self.labels[deal]) if deal < known else f"{self.labels[-1]}+{deal - known + 1}"


class ScoreEntry(models.Model):
    """Scores that somebody has written down for a real table: written once, never changed.

    A correction is a further entry, so the old values stay;
    `tournaments.scores.score_sheets` says which count.
    """

    table = models.ForeignKey(TournamentTable, models.CASCADE, related_name="score_entries", db_index=False)
    side = models.PositiveSmallIntegerField(null=True, help_text="that has written them; null: a director")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+",
        help_text="null: by the link of an entry",
    )  # fmt: skip
    at = models.DateTimeField()
    sent_as = models.CharField(
        max_length=LONGEST_ID, blank=True, db_default="",
        help_text="the id that a phone gave it, so that it is stored once however often it is sent",
    )  # fmt: skip
    deals = models.JSONField(help_text="the scores by label of the deal, then by side")

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "score entries"
        indexes = [models.Index(fields=["table", "id"], name="score_entries")]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.deals}"
