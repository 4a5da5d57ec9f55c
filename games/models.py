"""What a table is in the database. Writes go through `actions.py`, reads through `selectors.py`."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

CODE_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


def table_code() -> str:
    """A short name for links: 8 letters and digits that nobody confuses, 39 bits."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(8))


class Boards(models.Model):
    """Deals that several matches play alike: each has a label, from which its seed follows.

    The seed is HMAC-SHA256(key = `secret`, message = the label); it is shuffled with `name` in the place of
    a match's id. One label has the same number among the deals of every match.
    """

    name = models.CharField(max_length=64, unique=True)
    secret = models.CharField(max_length=64, help_text="32 bytes in hexadecimal: never leaves the server")
    opened_at = models.DateTimeField(null=True, help_text="since when matches with them may be seen again")
    revealed_at = models.DateTimeField(null=True, help_text="since when the seeds may be seen")

    class Meta:
        verbose_name_plural = "boards"

    def __str__(self) -> str:
        return self.name

    def seed(self, label: str) -> bytes:
        return hmac.new(bytes.fromhex(self.secret), label.encode(), hashlib.sha256).digest()


class Table(models.Model):
    """A place to play one game under one set of rules; matches follow each other on it."""

    class Status(models.TextChoices):
        OPEN = "open", _("waiting for players")
        PLAYING = "playing", _("playing")
        OVER = "over", _("match finished")
        CLOSED = "closed", _("closed")

    class Programs(models.TextChoices):
        """Whether bot accounts, which are programs of people, may sit here."""

        NONE = "none", _("No, people only")
        CASUAL = "casual", _("Yes, without rating")
        RATED = "rated", _("Yes, with rating")

    code = models.CharField(max_length=12, unique=True, default=table_code, editable=False)
    game = models.CharField(max_length=32)
    rules = models.JSONField(help_text="a preset's name and what differs, as in the record")
    rules_name = models.CharField(max_length=40, blank=True, help_text="of the house rules it opened with")
    players = models.PositiveSmallIntegerField()
    private = models.BooleanField(default=False, help_text="reached by its link only")
    casual = models.BooleanField(default=False, help_text="its matches move no rating")
    watchable = models.BooleanField(default=True)
    programs = models.CharField(max_length=6, choices=Programs, default=Programs.CASUAL)
    hosted = models.BooleanField(
        default=False, help_text="its seats are given: nobody takes one, or gets up for good, by himself"
    )
    quiet = models.BooleanField(default=False, help_text="who plays does not talk until the match is over")
    boards = models.ForeignKey(Boards, models.PROTECT, null=True, related_name="tables")
    labels = models.JSONField(default=list, help_text="of the boards, by the number of the deal")
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

    def label(self, deal: int) -> str:
        """That of a deal among the boards; of those beyond the last, its own and how far beyond."""
        known = len(self.labels)
        return str(self.labels[deal]) if deal < known else f"{self.labels[-1]}+{deal - known + 1}"


class Seat(models.Model):
    """A chair at a table. A row exists for every chair; without user and bot it is free."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="seats")
    bot = models.CharField(max_length=32, blank=True, help_text="the policy that sits here for good")
    rematch = models.BooleanField(default=False)
    socket = models.CharField(max_length=120, blank=True, help_text="the latest live socket, empty if lost")
    address = models.CharField(max_length=32, blank=True, help_text="where it came from, as a digest")
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


class Vantage(models.Model):
    """The seat from which somebody looks on where others play the same deals: one, until they are open."""

    boards = models.ForeignKey(Boards, models.CASCADE, related_name="vantages", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="vantages")
    table = models.ForeignKey(Table, models.CASCADE, related_name="vantages")
    seat = models.PositiveSmallIntegerField()
    hand = models.BooleanField(help_text="whether the hand of the seat is shown to him too")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["boards", "user"], name="one_vantage_per_boards")]

    def __str__(self) -> str:
        return f"{self.user_id} behind {self.table_id}/{self.seat}"


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
    stopped_at = models.DateTimeField(null=True, help_text="since when its clock stands, and nobody plays")
    bot_due_at = models.DateTimeField(null=True, help_text="when a bot on turn should have played")
    bank_ms = models.JSONField(help_text="reserve left, by seat")
    started_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True)
    rated = models.BooleanField(default=False, help_text="`fairplay.rated` said so when it began")
    annulled_at = models.DateTimeField(null=True, help_text="since when it counts for nothing")
    scored = models.BooleanField(default=False, help_text="its results are written")

    class Meta:
        indexes = [
            models.Index(fields=["-started_at", "-id"], name="match_latest"),
            models.Index(fields=["status", "-started_at", "-id"], name="match_latest_by_status"),
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

    @property
    def only_bots(self) -> bool:
        """Whether nobody is left who could still play."""
        return all(player["bot"] or seat in self.gone for seat, player in enumerate(self.players))


class Word(models.Model):
    """What a seat has said in an open window and nobody has heard yet: `windows.py` says when it counts."""

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


class Invitation(models.Model):
    """Somebody at a table has asked a person to it, who may never hear of it: both look alike."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="invitations", db_index=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "person"], name="one_invitation_per_table_and_person")
        ]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.by_id} asks {self.person_id}"


class Result(models.Model):
    """How a finished match ended for one seat: a projection of the log, rebuilt at will."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="results", db_index=False)
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="results", db_index=False
    )
    bot = models.CharField(max_length=32, blank=True)
    side = models.PositiveSmallIntegerField()
    score = models.IntegerField()
    place = models.PositiveSmallIntegerField()
    game = models.CharField(max_length=32)
    preset = models.CharField(max_length=32)
    players = models.PositiveSmallIntegerField()
    at = models.DateTimeField(help_text="when the match was over")
    rated = models.BooleanField(help_text="as the match")
    won = models.BooleanField(help_text="first, with somebody behind, and played to the end")
    left = models.BooleanField(help_text="a bot played for the person at the end")
    partner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", db_index=False,
        help_text="the other person of a side of two",
    )  # fmt: skip
    deals = models.PositiveSmallIntegerField()
    points = models.IntegerField(help_text="of all deals, in the unit of the record")
    tally = models.JSONField(default=dict, help_text="what the game counts of the person, by name")
    mu = models.FloatField(null=True, help_text="the rating after the match; null if it is not rated")
    sigma = models.FloatField(null=True)
    weight = models.FloatField(null=True, help_text="how much of a match it counted for the rating")
    gain = models.SmallIntegerField(null=True, help_text="by how much the match changed the number shown")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "seat"], name="one_result_per_seat")]
        indexes = [
            models.Index(fields=["user", "at", "match"], name="result_history"),
            models.Index(  # the last four are there so that partners are added up from the index alone
                fields=["user", "game", "at", "match", "partner", "won", "deals", "points"],
                name="result_of_game",
            ),
            models.Index(
                fields=["game", "at", "match", "seat"], name="result_rated", condition=Q(rated=True)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seat}: {self.place}"


class Annulled(models.Model):
    """Who sat where in a match that was annulled: it has no results, and histories tell of it all the same.

    A projection of the log, as `Result`, and written with it.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="annulled", db_index=False)
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", db_index=False
    )
    bot = models.CharField(max_length=32, blank=True)
    side = models.PositiveSmallIntegerField()
    score = models.IntegerField()
    place = models.PositiveSmallIntegerField()
    game = models.CharField(max_length=32)
    preset = models.CharField(max_length=32)
    at = models.DateTimeField(help_text="when the match was over")

    won = left = rated = False
    gain = weight = None

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "seat"], name="one_annulled_per_seat")]
        indexes = [models.Index(fields=["user", "at", "match"], name="annulled_history")]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seat}: annulled"


class Review(models.Model):
    """What a finished match is judged to have been, once somebody has asked: made deal by deal."""

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
    done = models.PositiveSmallIntegerField(default=0, help_text="in thousandths")
    judged = models.JSONField(default=list, help_text="the deals that are made, until all are")
    document = models.JSONField(null=True, help_text="all of it: docs/review.md")

    class Meta:
        indexes = [
            models.Index(
                fields=["asked_at"], name="review_open", condition=Q(status__in=["waiting", "working"])
            )
        ]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.status}"


class Pulse(models.Model):
    """When the web processes were last seen alive: a longer gap is downtime, which no clock counts."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.at.isoformat()


class HouseRules(models.Model):
    """Rules that a person has named, to open tables with and to pass on by their code."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="house_rules")
    code = models.CharField(max_length=12, unique=True, default=table_code, editable=False)
    game = models.CharField(max_length=32)
    name = models.CharField(max_length=40)
    rules = models.JSONField(help_text="a preset's name and what differs, as in the record")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created_at", "pk"]
        constraints = [
            models.UniqueConstraint("owner", "game", Lower("name"), name="one_house_name_in_any_case"),
        ]

    def __str__(self) -> str:
        return f"{self.game}: {self.name}"

    def get_absolute_url(self) -> str:
        """The form that opens a table, with these rules filled in: the link to pass on."""
        return f"{reverse('lobby')}?casa={self.code}#apri"


class Ladder(models.Model):
    """One row per game: whoever changes its results, ratings or standings holds it meanwhile."""

    game = models.CharField(max_length=32, primary_key=True)

    def __str__(self) -> str:
        return self.game


class Rating(models.Model):
    """How well somebody plays a game, after his latest rated match: a projection of the results."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="ratings", db_index=False
    )
    game = models.CharField(max_length=32)
    mu = models.FloatField()
    sigma = models.FloatField()
    shown = models.SmallIntegerField(help_text="the number that people see")
    spread = models.SmallIntegerField(help_text="how far off it may be, in the same unit")
    matches = models.PositiveIntegerField(help_text="those that were rated")
    listed = models.BooleanField(help_text="not provisional: leaderboards have it")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "game"], name="one_rating_per_game")]
        indexes = [
            models.Index(fields=["game", "-shown", "user"], name="rating_board", condition=Q(listed=True)),
            # to count ranks: so few values that PostgreSQL keeps equal ones together, a tenth of the pages
            models.Index(fields=["game", "shown"], name="rating_rank", condition=Q(listed=True)),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.game}: {self.shown} ±{self.spread}"


class Standing(models.Model):
    """What somebody did in a game in a period: a projection of the results."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="standings", db_index=False
    )
    game = models.CharField(max_length=32)
    period = models.CharField(max_length=7, help_text="`all`, a year `2026` or a month `2026-11`")
    matches = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    rated = models.PositiveIntegerField(default=0, help_text="how many of the matches")
    rated_wins = models.PositiveIntegerField(default=0, help_text="how many of those")
    gain = models.IntegerField(default=0, help_text="of rating, as shown")
    deals = models.PositiveIntegerField(default=0)
    points = models.IntegerField(default=0)
    streak = models.PositiveIntegerField(default=0, help_text="matches won in a row up to the latest")
    longest = models.PositiveIntegerField(default=0, help_text="matches won in a row")
    tally = models.JSONField(default=dict, help_text="as that of the results, added up")
    split = models.JSONField(
        default=dict, help_text="matches, wins, deals and points by `preset` and by `seat`"
    )
    listed = models.BooleanField(default=False, help_text="enough rated matches for the leaderboard")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "game", "period"], name="one_standing_per_period")
        ]
        indexes = [
            models.Index(
                fields=["game", "period", "-gain", "user"], name="standing_board", condition=Q(listed=True)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.game} {self.period}: {self.matches}"


class Challenge(models.Model):
    """Somebody asks somebody else to a seat at his table: `challenges.py` writes it."""

    class Status(models.TextChoices):
        OPEN = "open", _("waiting for an answer")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("taken back")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    table = models.ForeignKey(Table, models.CASCADE, related_name="challenges")
    challenger = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="challenges_made", db_index=False
    )
    challenged = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="challenges_had", db_index=False
    )
    status = models.CharField(max_length=9, choices=Status, default=Status.OPEN)
    heard = models.BooleanField(default=True, help_text="no: one of the two has blocked the other")
    at = models.DateTimeField(auto_now_add=True)
    answered_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-at", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "challenged"], condition=Q(status="open"), name="one_open_challenge"
            ),
        ]
        indexes = [
            models.Index(fields=["challenger", "-at"], name="challenge_made"),
            models.Index(fields=["challenged", "-at"], name="challenge_had"),
        ]

    def __str__(self) -> str:
        return f"{self.challenger_id} asks {self.challenged_id} to {self.table_id}"


class Happening(models.Model):
    """Something that an account's programs are told: `feed.py` writes and reads it, and forgets it."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    kind = models.CharField(max_length=32)
    data = models.JSONField()
    at = models.DateTimeField(db_index=True)

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["user", "id"], name="happening_of")]

    def __str__(self) -> str:
        return f"{self.user_id}#{self.pk} {self.kind}"
