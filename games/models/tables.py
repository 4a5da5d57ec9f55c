"""Tables, with seats, chat, invitations, challenges and spectators; boards; house rules; visits to the
lobby."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import uuid
from datetime import datetime, timedelta
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.models.rules import RulesField
from ludopoli.base import sealing

CODE_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
CODE_LENGTH = 8
CODE_PATTERN = rf"\A[{CODE_ALPHABET}]{{{CODE_LENGTH}}}\Z"


def table_code() -> str:
    """A short code for links: letters and digits that are hard to confuse, 39 bits.

    No word of an address has this form, so every code can be opened (`tests/test_codes.py`).
    """
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))


class Boards(models.Model):
    """Deals that several matches share. Each has a label, from which its seed is derived.

    The seed is HMAC-SHA256(key = `secret`, message = the label); the shuffle has `shuffle_name` in the place
    of a match's id. Deals with the same number have the same label in all of these matches.
    """

    class Measure(models.TextChoices):
        """The ways to compare the scores of the tables that played a deal."""

        CROSS = "cross", _("by the difference from the others’ points")
        MATCHPOINTS = "matchpoints", _("by the number of opponents beaten at the table")

    name = models.CharField(max_length=96, unique=True)
    shuffled_as = models.CharField(
        max_length=96,
        blank=True,
        default="",
        db_default="",
        help_text="the name on the site where they were dealt",
    )
    measure = models.CharField(max_length=12, choices=Measure, default=Measure.CROSS)
    secret = models.TextField(help_text="32 bytes in hexadecimal, sealed until they may be seen")
    opened_at = models.DateTimeField(null=True, help_text="since when matches with them may be seen again")
    revealed_at = models.DateTimeField(null=True, help_text="since when the seeds may be seen")

    class Meta:
        verbose_name_plural = "boards"

    def __str__(self) -> str:
        return self.name

    @property
    def shuffle_name(self) -> str:
        return self.shuffled_as or self.name

    def seed(self, label: str) -> bytes:
        return hmac.digest(bytes.fromhex(sealing.unseal_text(self.secret)), label.encode(), hashlib.sha256)


class Table(models.Model):
    """A place to play one game under one set of rules; matches follow each other on it."""

    class Status(models.TextChoices):
        OPEN = "open", _("waiting for players")
        PLAYING = "playing", _("playing")
        OVER = "over", _("match finished")
        CLOSED = "closed", _("closed")

    class Programs(models.TextChoices):
        """The bot accounts that may sit here; these are programs of people."""

        NONE = "none", _("No, people only")
        CASUAL = "casual", _("Yes, without rating")
        RATED = "rated", _("Yes, with rating")

    A_DAY: ClassVar[int] = 86_400
    """The `move_seconds` of a table at which a card may take a day."""

    code = models.CharField(max_length=12, unique=True, default=table_code, editable=False)
    game = models.CharField(max_length=32)
    rules = RulesField(help_text="a preset's name and what differs, as in the record")
    rules_name = models.CharField(max_length=40, blank=True, help_text="of the house rules it opened with")
    players = models.PositiveSmallIntegerField()
    private = models.BooleanField(default=False, help_text="listed only if it is `joinable`")
    casual = models.BooleanField(default=False, help_text="its matches move no rating")
    watchable = models.BooleanField(default=True)
    programs = models.CharField(max_length=6, choices=Programs, default=Programs.CASUAL)
    joinable = models.BooleanField(
        default=False,
        db_default=False,
        help_text="listed, and people may take a bot's seat between two deals",
    )
    hosted = models.BooleanField(
        default=False, help_text="its seats are assigned: nobody can take one or give one up"
    )
    reserved = models.BooleanField(
        default=False,
        db_default=False,
        help_text="on no list, and people sit only if the part of the platform that opened it admits them",
    )
    quiet = models.BooleanField(default=False, help_text="its players do not chat until the match is over")
    boards = models.ForeignKey(Boards, models.PROTECT, null=True, related_name="tables")
    labels = models.JSONField(default=list, help_text="of the boards, by the number of the deal")
    move_seconds = models.PositiveIntegerField(null=True, help_text="per move; null without a clock")
    bank_seconds = models.PositiveIntegerField(default=0, help_text="reserve per seat and match")
    pace = models.FloatField(default=1.0, help_text="factor on the bots' thinking time; 0 is instant")
    status = models.CharField(max_length=8, choices=Status, default=Status.OPEN)
    revision = models.PositiveIntegerField(default=0, help_text="counts the changes of the table frame")
    host = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    match = models.ForeignKey("Match", models.SET_NULL, null=True, related_name="+", help_text="the latest")
    next_match = models.UUIDField(null=True, unique=True, help_text="the name that the next match will have")
    next_seed = models.TextField(blank=True, help_text="the last seed of its chain, sealed")
    next_commitment = models.CharField(max_length=64, blank=True, help_text="to the seed of its first deal")
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        indexes = [models.Index(fields=["status", "private", "-changed_at"], name="table_lobby")]

    def __str__(self) -> str:
        return f"{self.game} {self.code}"

    @property
    def is_by_days(self) -> bool:
        """True where a card may take a day: between two cards nobody needs to be there."""
        return self.move_seconds == self.A_DAY

    @property
    def moves_no_rating(self) -> bool:
        """True if its matches are casual: those that nobody else can ever see, too."""
        return self.private or self.casual or not (self.watchable or self.hosted)

    def label(self, deal: int) -> str:
        """The label of a deal. Deals beyond the last label get that label with a number."""
        known = len(self.labels)
        return str(self.labels[deal]) if deal < known else f"{self.labels[-1]}+{deal - known + 1}"


class Seat(models.Model):
    """A seat at a table. Every seat has a row; one without user and bot is free."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="seats")
    bot = models.CharField(max_length=32, blank=True, help_text="the policy that sits here")
    bot_number = models.SmallIntegerField(
        null=True, help_text="of the name of a bot that has it from the host; null: that of the seat"
    )
    coming = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="seats_to_come",
        help_text="the person who takes the seat from its bot when the deal in play is over",
    )
    rematch = models.BooleanField(default=False)
    socket = models.CharField(max_length=120, blank=True, help_text="the latest live socket, empty if lost")
    address = models.CharField(max_length=32, blank=True, help_text="where it came from, as a digest")
    seen_at = models.DateTimeField(null=True)
    touched_at = models.DateTimeField(null=True, help_text="when its person last touched a visible page")
    nonce = models.CharField(
        max_length=64, blank=True, help_text="the number that its player adds to the next shuffle"
    )
    carried_by = models.CharField(
        max_length=64,
        blank=True,
        db_default="",
        help_text="the digest of the link that carries the seat to another device, until it is used",
    )

    HAS_SOCKET = Q(socket__gt="")
    """Seats with a live socket; `exclude(socket="")` could not use the index, and would read all seats ever
    taken. A socket shows that messages arrive, not that anybody reads them: see `are_present`."""

    PRESENT_FOR = timedelta(minutes=5)
    """The time for which a person counts as present after they have touched a page."""

    WAITING_FOR = timedelta(minutes=30)
    """The time for which a table waits for people who touch no page of it."""

    CARRIED_FOR = timedelta(minutes=10)
    """The time for which a link carries the seat to another device, if it is not used before."""

    class Meta:
        ordering = ["number"]
        indexes = [models.Index(fields=["socket"], name="seat_socket")]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_row_per_chair"),
            models.UniqueConstraint(fields=["table", "user"], name="one_chair_per_person"),
            models.UniqueConstraint(fields=["table", "coming"], name="one_chair_to_come_to"),
            models.CheckConstraint(condition=Q(user=None) | Q(bot=""), name="person_or_bot"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.number}"

    @classmethod
    def are_present(cls, now: datetime, within: timedelta = PRESENT_FOR) -> Q:
        """Seats with a live socket whose people have lately touched a page that they see."""
        return cls.HAS_SOCKET & Q(touched_at__gt=now - within)

    @classmethod
    def are_around(cls, now: datetime, within: timedelta = PRESENT_FOR) -> Q:
        """Seats whose people are present, or whose table has just changed: they may have come with a click
        elsewhere, and watch."""
        return cls.are_present(now, within) | cls.HAS_SOCKET & Q(table__changed_at__gt=now - within)

    @property
    def is_free(self) -> bool:
        return self.user_id is None and not self.bot

    @property
    def name_number(self) -> int:
        """The number of the name of the bot that sits here."""
        return self.number if self.bot_number is None else self.bot_number


class Visit(models.Model):
    """A person who has the lobby open, or had a moment ago; `play/online.py` writes it."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    seen_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.user_id} in the lobby"


class Vantage(models.Model):
    """The one seat from which a spectator watches deals that others still play, until these are open."""

    boards = models.ForeignKey(Boards, models.CASCADE, related_name="vantages", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="vantages")
    table = models.ForeignKey(Table, models.CASCADE, related_name="vantages")
    seat = models.PositiveSmallIntegerField()
    hand = models.BooleanField(help_text="true if the spectator sees the hand of the seat, too")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["boards", "user"], name="one_vantage_per_boards")]

    def __str__(self) -> str:
        return f"{self.user_id} behind {self.table_id}/{self.seat}"


class Message(models.Model):
    """A line of a table's chat; players and spectators each have their own."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="messages")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    name = models.CharField(max_length=40)
    seat = models.PositiveSmallIntegerField(null=True, help_text="null: said by a spectator, to spectators")
    text = models.CharField(max_length=300)
    phrase = models.CharField(
        max_length=12, blank=True, db_default="", help_text="the code of a ready phrase, which is translated"
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.name}: {self.text}"


class Invitation(models.Model):
    """An invitation of a person to a table. It looks the same to the sender if it was never delivered."""

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


class Challenge(models.Model):
    """The challenge of one account to another to sit at its table; `people/challenges.py` writes it."""

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
    heard = models.BooleanField(default=True, help_text="false if one of the two has blocked the other")
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


class HouseRules(models.Model):
    """Rules that a person or a club has named, to open tables with and to share by their code."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        null=True,
        related_name="house_rules",
        help_text="null: a club's",
    )
    code = models.CharField(max_length=12, unique=True, default=table_code, editable=False)
    game = models.CharField(max_length=32)
    name = models.CharField(max_length=40)
    rules = RulesField(help_text="a preset's name and what differs, as in the record")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created_at", "pk"]
        constraints = [
            models.UniqueConstraint("owner", "game", Lower("name"), name="one_house_name_in_any_case"),
        ]

    def __str__(self) -> str:
        return f"{self.game}: {self.name}"

    def get_absolute_url(self) -> str:
        """The address of the form that opens a table, with these rules filled in."""
        return f"{reverse('lobby')}?casa={self.code}#apri"
