"""Matches, with their logs, links, waiting words, reviews, and happenings for programs."""

from __future__ import annotations

import secrets
import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.rules import RulesField
from games.models.tables import Table
from ludocards.bots.levels import DEFAULT_POLICY


class Match(models.Model):
    """One match, from the first deal to the places. The events are the truth; `snapshot` is derived from
    them."""

    class Status(models.TextChoices):
        PLAYING = "playing", _("playing")
        FINISHED = "finished", _("finished")
        ABANDONED = "abandoned", _("abandoned")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    table = models.ForeignKey(Table, models.CASCADE, related_name="matches")
    game = models.CharField(max_length=32)
    rules = RulesField()
    players = models.JSONField(
        help_text="by seat: name, user (an id or null), bot; number, of a bot's name; new, while it is the "
        "first deal of the person; since, the seq by which the seat changed hands"
    )
    away = models.JSONField(
        default=list, help_text="the seats of people for whom a bot plays until they return"
    )
    gone = models.JSONField(default=list, help_text="seats whose players got up: free when the match is over")
    sent_away = models.JSONField(
        default=list,
        db_default=models.Value([], models.JSONField()),
        help_text="the ids of people who may not take a bot's seat in it again",
    )
    missed = models.JSONField(help_text="turns in a row that the clock played, by seat")
    status = models.CharField(max_length=9, choices=Status, default=Status.PLAYING)
    version = models.PositiveIntegerField(default=0, help_text="seq of the last event")
    snapshot = models.JSONField(help_text="state and seed of the deal in play: never leaves the server")
    turn_at = models.DateTimeField(null=True, help_text="when the seats on turn could first act")
    deadline_at = models.DateTimeField(null=True)
    stopped_at = models.DateTimeField(null=True, help_text="since when its clock stands, and nobody plays")
    bot_due_at = models.DateTimeField(null=True, help_text="when a bot on turn should have played")
    bank_ms = models.JSONField(help_text="reserve left, by seat")
    started_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True)
    rated = models.BooleanField(default=False, help_text="`fairplay.rated` said so when it began")
    annulled_at = models.DateTimeField(null=True, help_text="since when it counts for nothing")
    scored = models.BooleanField(default=False, help_text="its results are written")

    class Meta:
        # None with a column that every move changes: PostgreSQL would then update all indexes at every move.
        # Matches with an expired clock are found among those in play.
        indexes = [
            models.Index(fields=["-started_at", "-id"], name="match_latest"),
            models.Index(fields=["status", "-started_at", "-id"], name="match_latest_by_status"),
            # SQLite cannot use an index with a condition on a value, since queries have `status = ?`
            models.Index(fields=["status", "finished_at"], name="match_unscored", condition=Q(scored=False)),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.id}"

    def seat_of(self, user_id: int | None) -> int | None:
        """The seat of a person in this match, or None."""
        seats = (seat for seat, player in enumerate(self.players) if player["user"] == user_id is not None)
        return next(seats, None)

    def since(self, seat: int) -> int:
        """The seq of the event that gave a seat to its player; 0 if they had it from the beginning."""
        since: int = self.players[seat].get("since", 0)
        return since

    def has_joined(self, seat: int) -> bool:
        """Return whether the seat belongs to a person who took it from a bot in this match."""
        return not self.players[seat]["bot"] and self.since(seat) > 0

    def is_played_by_bot(self, seat: int) -> bool:
        return bool(self.players[seat]["bot"]) or seat in self.away

    def is_first_deal(self, seat: int) -> bool:
        """True if the person on a seat has never played a deal to its end."""
        return bool(self.players[seat].get("new"))

    def has_left(self, seat: int) -> bool:
        """True if the person on a seat has got up, or has been away for a whole deal."""
        since = self.snapshot.get("away_since", {}).get(str(seat))
        away_for = 0 if since is None else self.snapshot["fair"]["deal"] - since
        return seat in self.gone or away_for > 1

    def policy(self, seat: int) -> str:
        """The policy of the bot that plays for a seat."""
        return self.players[seat]["bot"] or DEFAULT_POLICY

    @property
    def people(self) -> int:
        """The number of seats that belong to people."""
        return sum(not player["bot"] for player in self.players)

    @property
    def is_untimed(self) -> bool:
        """True if one person plays with bots, unless the table is hosted: nobody else waits for them."""
        return self.people == 1 and not self.table.hosted

    @property
    def only_bots(self) -> bool:
        """True if no person can still play."""
        return all(player["bot"] or seat in self.gone for seat, player in enumerate(self.players))

    @property
    def is_left_to_bots(self) -> bool:
        """True while bots play for everybody, including people who may come back."""
        return all(map(self.is_played_by_bot, range(len(self.players))))

    @property
    def is_deserted(self) -> bool:
        """True if a match that is neither rated nor hosted is left to bots."""
        return self.is_left_to_bots and not (self.rated or self.table.hosted)


def share_token() -> str:
    """A secret of 128 bits, for links."""
    return secrets.token_urlsafe(16)


class Share(models.Model):
    """The link of a finished match that its players share. A withdrawn link is deleted."""

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="share")
    token = models.CharField(
        max_length=32,
        unique=True,
        default=share_token,
        help_text="the secret of the link: kept as it is, since the players are shown the link again",
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.match_id} is shared"


class Word(models.Model):
    """A call that was made in an open window and waits to be applied (`play/speaking_windows.py`)."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="words")
    seat = models.PositiveSmallIntegerField()
    command = models.JSONField()
    command_id = models.CharField(max_length=80, help_text="as that of an event")
    by_bot = models.BooleanField()
    at = models.DateTimeField(db_index=True)

    class Meta:
        ordering = ["at"]
        constraints = [models.UniqueConstraint(fields=["match", "seat"], name="one_word_waits_per_seat")]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seat}"


class Event(models.Model):
    """One event in the log of a match. The first event of a command has the command."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="events", db_index=False)
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=24)
    public = models.JSONField()
    private = models.JSONField(help_text="by seat")
    sealed = models.JSONField(help_text="for the log alone")
    seat = models.PositiveSmallIntegerField(null=True)
    command = models.JSONField(null=True)
    command_id = models.CharField(  # noqa: DJ001  (null, not empty: many events have none, and it is unique)
        max_length=80, null=True, help_text="the player and their own id, `2:6f1c…`"
    )
    at = models.DateTimeField()
    ms = models.PositiveBigIntegerField(null=True, help_text="thinking time of the command")
    undone = models.BooleanField(
        default=False, db_default=False, help_text="taken back: it happened, and counts no more"
    )

    class Meta:
        ordering = ["seq"]
        constraints = [
            models.UniqueConstraint(fields=["match", "seq"], name="event_seq_once"),
            models.UniqueConstraint(fields=["match", "command_id"], name="event_command_once"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}#{self.seq} {self.kind}"


class PackedLog(models.Model):
    """The log of a match that has been over for long, instead of its events; `play/event_log.py` reads it."""

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="packed_log")
    events = models.PositiveIntegerField(help_text="the number of events")
    content = models.BinaryField(help_text="the events, column by column: JSON in an xz file")

    def __str__(self) -> str:
        return f"{self.match_id}: {self.events} events"


class Review(models.Model):
    """The review of a finished match, once somebody has requested it; it is made deal by deal."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        WORKING = "working", _("being made")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="review")
    algorithm = models.PositiveSmallIntegerField(help_text="the version that makes it")
    status = models.CharField(max_length=8, choices=Status.choices)
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    asked_at = models.DateTimeField()
    held_until = models.DateTimeField(help_text="till when a worker is believed to be at it")
    tries = models.PositiveSmallIntegerField(default=0, help_text="workers that began the deal in hand")
    acts = models.PositiveIntegerField(
        default=0, db_default=0, help_text="number of choices to judge in all its deals"
    )
    done = models.PositiveSmallIntegerField(
        default=0, help_text="the share of them judged so far, in thousandths"
    )
    document = models.JSONField(null=True, help_text="the review of the whole match (docs/review.md)")

    class Meta:
        indexes = [
            models.Index(
                fields=["asked_at"], name="review_open", condition=Q(status__in=["waiting", "working"])
            )
        ]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.status}"


class ReviewedDeal(models.Model):
    """The review of one deal."""

    review = models.ForeignKey(Review, models.CASCADE, related_name="deals", db_index=False)
    deal = models.PositiveSmallIntegerField()
    document = models.JSONField(help_text="docs/review.md")
    acts = models.PositiveIntegerField(default=0, db_default=0, help_text="number of choices judged")
    seconds = models.FloatField(default=0, db_default=0, help_text="the time spent on them")

    class Meta:
        ordering = ["deal"]
        constraints = [models.UniqueConstraint(fields=["review", "deal"], name="deal_reviewed_once")]

    def __str__(self) -> str:
        return f"{self.review_id}: deal {self.deal}"


class Pulse(models.Model):
    """The one row that says when a web process was last alive; `play/downtime.py` finds gaps in it."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.at.isoformat()


class Epoch(models.Model):
    """The one row that names the history of the database; `play/epoch.py` renews it after going back in
    time."""

    key = models.UUIDField(default=uuid.uuid4)

    def __str__(self) -> str:
        return str(self.key)


class Happening(models.Model):
    """An entry in the feed of an account; `play/feed.py` writes, reads and deletes it."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    kind = models.CharField(max_length=32)
    data = models.JSONField()
    at = models.DateTimeField(db_index=True)

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["user", "id"], name="happening_of")]

    def __str__(self) -> str:
        return f"{self.user_id}#{self.pk} {self.kind}"
