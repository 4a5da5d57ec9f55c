"""What a table is in the database. Writes go through `actions.py`, reads through `selectors.py`."""

from __future__ import annotations

import secrets
import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

CODE_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


def table_code() -> str:
    """A short name for links: 8 letters and digits that nobody confuses, 39 bits."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(8))


class Table(models.Model):
    """A place to play one game under one set of rules; matches follow each other on it."""

    class Status(models.TextChoices):
        OPEN = "open", _("waiting for players")
        PLAYING = "playing", _("playing")
        OVER = "over", _("match finished")
        CLOSED = "closed", _("closed")

    code = models.CharField(max_length=12, unique=True, default=table_code, editable=False)
    game = models.CharField(max_length=32)
    rules = models.JSONField(help_text="a preset's name and what differs, as in the record")
    players = models.PositiveSmallIntegerField()
    private = models.BooleanField(default=False, help_text="reached by its link only")
    watchable = models.BooleanField(default=True)
    move_seconds = models.PositiveIntegerField(null=True, help_text="per move; null without a clock")
    bank_seconds = models.PositiveIntegerField(default=0, help_text="reserve per seat and match")
    pace = models.FloatField(default=1.0, help_text="factor on the bots' thinking time; 0 is instant")
    status = models.CharField(max_length=8, choices=Status, default=Status.OPEN)
    revision = models.PositiveIntegerField(default=0, help_text="counts the changes of the table frame")
    host = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    match = models.ForeignKey("Match", models.SET_NULL, null=True, related_name="+", help_text="the latest")
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        indexes = [models.Index(fields=["status", "private", "-changed_at"], name="table_lobby")]

    def __str__(self) -> str:
        return f"{self.game} {self.code}"


class Seat(models.Model):
    """A chair at a table. A row exists for every chair; without user and bot it is free."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="seats")
    bot = models.CharField(max_length=32, blank=True, help_text="the policy that sits here for good")
    rematch = models.BooleanField(default=False)
    socket = models.CharField(max_length=120, blank=True, help_text="the latest live socket, empty if lost")
    seen_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_row_per_chair"),
            models.UniqueConstraint(fields=["table", "user"], name="one_chair_per_person"),
            models.CheckConstraint(condition=Q(user=None) | Q(bot=""), name="person_or_bot"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.number}"

    @property
    def is_free(self) -> bool:
        return self.user_id is None and not self.bot


class Match(models.Model):
    """One match, from the first deal to the places. The events are the truth, `snapshot` their sum."""

    class Status(models.TextChoices):
        PLAYING = "playing", _("playing")
        FINISHED = "finished", _("finished")
        ABANDONED = "abandoned", _("abandoned")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    table = models.ForeignKey(Table, models.CASCADE, related_name="matches")
    game = models.CharField(max_length=32)
    rules = models.JSONField()
    players = models.JSONField(
        help_text="who sat where when it began, by seat: name, user (an id or null), bot"
    )
    away = models.JSONField(
        default=list, help_text="the seats of people for whom a bot plays until they return"
    )
    gone = models.JSONField(default=list, help_text="those of them who got up: free when the match is over")
    missed = models.JSONField(help_text="turns in a row that the clock played, by seat")
    status = models.CharField(max_length=9, choices=Status, default=Status.PLAYING)
    version = models.PositiveIntegerField(default=0, help_text="seq of the last event")
    snapshot = models.JSONField(help_text="state and seed of the deal in play: never leaves the server")
    turn_at = models.DateTimeField(null=True, help_text="when the seats on turn could first act")
    deadline_at = models.DateTimeField(null=True)
    bot_due_at = models.DateTimeField(null=True, help_text="when a bot on turn should have played")
    bank_ms = models.JSONField(help_text="reserve left, by seat")
    started_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True)
    scored = models.BooleanField(default=False, help_text="its results are written")

    class Meta:
        indexes = [
            models.Index(
                fields=["finished_at"], name="match_unscored", condition=Q(status="finished", scored=False)
            ),
            models.Index(fields=["deadline_at"], name="match_deadline", condition=Q(status="playing")),
            models.Index(fields=["bot_due_at"], name="match_bot_due", condition=Q(status="playing")),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.id}"

    def seat_of(self, user_id: int | None) -> int | None:
        """The seat of a person in this match."""
        seats = (seat for seat, player in enumerate(self.players) if player["user"] == user_id is not None)
        return next(seats, None)

    def is_played_by_bot(self, seat: int) -> bool:
        return bool(self.players[seat]["bot"]) or seat in self.away


class Event(models.Model):
    """One thing that happened in a match. The first event of a command carries the command."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="events")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=24)
    public = models.JSONField()
    private = models.JSONField(help_text="by seat")
    sealed = models.JSONField(help_text="for the log alone")
    seat = models.PositiveSmallIntegerField(null=True)
    command = models.JSONField(null=True)
    command_id = models.CharField(  # noqa: DJ001  (null, not empty: many events have none, and it is unique)
        max_length=80, null=True, help_text="who and his own id, `2:6f1c…`"
    )
    at = models.DateTimeField()
    ms = models.PositiveBigIntegerField(null=True, help_text="thinking time of the command")

    class Meta:
        ordering = ["seq"]
        constraints = [
            models.UniqueConstraint(fields=["match", "seq"], name="event_seq_once"),
            models.UniqueConstraint(fields=["match", "command_id"], name="event_command_once"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}#{self.seq} {self.kind}"


class Message(models.Model):
    """A line of a table's chat; players and spectators each have their own."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="messages")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    name = models.CharField(max_length=40)
    seat = models.PositiveSmallIntegerField(null=True, help_text="null: said by a spectator, to spectators")
    text = models.CharField(max_length=300)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.name}: {self.text}"


class Result(models.Model):
    """How a finished match ended for one seat: a projection of the log, rebuilt at will."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="results")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="results")
    bot = models.CharField(max_length=32, blank=True)
    side = models.PositiveSmallIntegerField()
    score = models.IntegerField()
    place = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "seat"], name="one_result_per_seat")]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seat}: {self.place}"


class Pulse(models.Model):
    """When the web processes were last seen alive: a longer gap is downtime, which no clock counts."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.at.isoformat()
