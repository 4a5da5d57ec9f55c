"""The events of organisers."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q, Value
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubs.models import Club
from games.models import RulesField, table_code
from ludopoli.accounts.models import User
from ludopoli.base import sealing
from tournaments import roles
from tournaments.models.round_dates import RoundDatesField
from tournaments.models.series import Series

FIXED = (
    "game", "rules", "rules_name", "later_parts", "bella", "players", "format", "settings", "unit", "pairs",
    "venue", "scores",
)  # fmt: skip
"""The fields that cannot change once somebody has entered."""

SET_TOGETHER = (frozenset(FIXED), frozenset({"starts_at", "registers_at", "round_dates"}))
"""Fields that must fit each other."""


def new_event_secret() -> str:
    return sealing.seal_text(secrets.token_hex(32))


class Event(models.Model):
    """A tournament, from its announcement to the archive. The sequencer moves it on, one call at a time."""

    class Status(models.TextChoices):
        ANNOUNCED = "announced", _("announced")
        REGISTRATION = "registration", _("registration is open")
        CHECK_IN = "check_in", _("check-in")
        RUNNING = "running", _("being played")
        FINISHED = "finished", pgettext_lazy("tournament", "finished")
        ARCHIVED = "archived", _("in the archive")
        CANCELLED = "cancelled", _("cancelled")

    class Access(models.TextChoices):
        OPEN = "open", _("Everybody")
        INVITED = "invited", _("By invitation")
        RATING = "rating", _("By rating")
        CLUB = "club", _("Members of the club")

    class Unit(models.TextChoices):
        SINGLE = "single", _("Individuals")
        PAIR = "pair", _("Pairs")
        TEAM = "team", _("Teams")

    class Pairs(models.TextChoices):
        """The ways to form pairs; people who enter alone get a partner at the start."""

        TOGETHER = "together", _("Entered together")
        RANDOM = "random", _("Drawn by lot")
        BALANCED = "balanced", _("Drawn by lot into equally strong pairs")

    class Venue(models.TextChoices):
        """The place of its tables."""

        ONLINE = "online", _("On the site")
        REAL = "real", _("In person, with real cards")

    class Scores(models.TextChoices):
        """The rows on the score sheet of a real table."""

        DEAL = "deal", _("Deal by deal")
        MATCH = "match", _("Only the result of the match")

    class Walkover(models.TextChoices):
        """The points of entries whose opponents have left a real table."""

        AVERAGE = "average", _("Their own average, as with a bye")
        WIN = "win", _("As many points as a table has to give")

    class AskedByes(models.TextChoices):
        """The points of a round in which an entry has asked to sit out."""

        NONE = "none", _("Nobody can ask for it")
        AVERAGE = "average", _("The average of the other rounds")
        TIE = "tie", _("A tie")
        NOTHING = "nothing", _("Nothing")

    class Spectators(models.TextChoices):
        OPEN = (
            "open",
            _("Anyone who is not playing in it; where all tables have the same deals, from one seat only"),
        )
        CLOSED = "closed", _("Nobody until the round is over")

    code = models.CharField(max_length=12, unique=True, default=table_code, editable=False)
    held_as = models.CharField(
        max_length=12,
        blank=True,
        default="",
        db_default="",
        db_index=True,
        editable=False,
        help_text="its code on the site where it was held; empty if that is this one",
    )
    name = models.CharField(max_length=80)
    description = models.TextField(max_length=4000, blank=True)
    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="events_organised", db_index=False
    )
    alone = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="events_alone",
        help_text="the person who plays it with bots only; nobody else knows of it",
    )  # fmt: skip
    officers: models.ManyToManyField[User, EventOfficer] = models.ManyToManyField(
        settings.AUTH_USER_MODEL,
        through="EventOfficer",
        related_name="events_run",
        blank=True,
        help_text="the people who run it, besides the organiser",
    )
    onlookers = models.ManyToManyField(
        settings.AUTH_USER_MODEL,
        related_name="events_watched",
        blank=True,
        help_text="spectators who may also see a hand, behind the one player they have chosen",
    )
    series = models.ForeignKey(Series, models.SET_NULL, null=True, related_name="events")
    division = models.PositiveSmallIntegerField(
        null=True, help_text="of its series, from 0, the highest; null: all"
    )
    club = models.ForeignKey(
        Club, models.SET_NULL, null=True, related_name="events", help_text="the club that holds it"
    )
    status = models.CharField(max_length=12, choices=Status, default=Status.ANNOUNCED)
    # what is played
    game = models.CharField(max_length=32)
    rules = RulesField(help_text="those of its matches, the number of deals included; as in the record")
    rules_name = models.CharField(max_length=40, blank=True, help_text="of the house rules, if they are any")
    later_parts = models.JSONField(
        default=list, db_default=Value([], models.JSONField()),
        help_text="of a tie, after the first, which is `game` with `rules`: each with game, rules, "
        "rules_name and deals; empty: a tie has one part",
    )  # fmt: skip
    bella = models.BooleanField(
        default=False, db_default=False,
        help_text="whether the last part is played only if the others leave the sides level",
    )  # fmt: skip
    players = models.PositiveSmallIntegerField(help_text="at a table")
    format = models.CharField(max_length=16)
    settings = models.JSONField(help_text="of the format, its scoring and tie-breaks among them")
    unit = models.CharField(max_length=8, choices=Unit)
    pairs = models.CharField(max_length=8, choices=Pairs, default=Pairs.TOGETHER)
    rated = models.BooleanField(default=True)
    venue = models.CharField(
        max_length=8, choices=Venue, default=Venue.ONLINE, db_default=Venue.ONLINE,
        help_text="where its tables are: at real ones no match is played here, people write down the scores",
    )  # fmt: skip
    scores = models.CharField(
        max_length=8, choices=Scores, default=Scores.DEAL, db_default=Scores.DEAL,
        help_text="what people write down at a real table",
    )  # fmt: skip
    # who comes
    access = models.CharField(max_length=8, choices=Access, default=Access.OPEN)
    rating_least = models.PositiveSmallIntegerField(null=True)
    rating_most = models.PositiveSmallIntegerField(null=True)
    capacity = models.PositiveSmallIntegerField(null=True, help_text="entries; null: as many as come")
    guests = models.BooleanField(default=True, help_text="whether guests may enter")
    late_entries = models.BooleanField(default=True, help_text="where the format allows it")
    sealed = models.BooleanField(
        default=False, db_default=False,
        help_text="whether the line-ups of teams stay sealed until both have handed theirs in",
    )  # fmt: skip
    clubs_apart = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text="the first rounds in which members of one club do not meet"
    )
    walkover = models.CharField(
        max_length=8, choices=Walkover, default=Walkover.AVERAGE, db_default=Walkover.AVERAGE,
        help_text="what those score whose opponents have left a real table",
    )  # fmt: skip
    asked_byes = models.CharField(
        max_length=8, choices=AskedByes, default=AskedByes.NONE, db_default=AskedByes.NONE,
        help_text="what a round is worth in which an entry has asked to sit out",
    )  # fmt: skip
    names_days = models.PositiveSmallIntegerField(
        default=30, db_default=30,
        help_text="for which the names of people without an account, who are on no list, stay after its end",
    )  # fmt: skip
    purse = models.JSONField(
        default=dict, db_default=Value({}, models.JSONField()),
        help_text="its fees and prizes, as `prizes.purse` has them; empty: none",
    )  # fmt: skip
    # when
    registers_at = models.DateTimeField(help_text="when registration opens")
    starts_at = models.DateTimeField()
    round_dates = RoundDatesField(
        default=dict, db_default=Value({}, models.JSONField()),
        help_text="of the rounds that begin on a further day, by number: not before then",
    )  # fmt: skip
    check_in_minutes = models.PositiveSmallIntegerField(default=15, help_text="before it starts; 0: none")
    round_minutes = models.PositiveSmallIntegerField(null=True, help_text="after which a round is broken off")
    break_seconds = models.PositiveSmallIntegerField(
        default=60, help_text="from the draw of a round to its start"
    )
    move_seconds = models.PositiveIntegerField(null=True, default=20)
    bank_seconds = models.PositiveIntegerField(default=120)
    pace = models.FloatField(default=1.0, help_text="of the bots, as of a table")
    # how it is watched
    quiet = models.BooleanField(default=True, help_text="who plays does not talk at the table")
    spectators = models.CharField(max_length=8, choices=Spectators, default=Spectators.OPEN)
    # how it goes
    secret = models.TextField(
        default=new_event_secret, editable=False,
        help_text="32 bytes in hexadecimal, from which all deals follow: sealed until it is over",
    )  # fmt: skip
    nonces_at = models.DateTimeField(
        null=True, help_text="when the nonces of its people were fixed: the first round was drawn"
    )
    paused_at = models.DateTimeField(null=True)
    started_at = models.DateTimeField(null=True)
    closes_at = models.DateTimeField(null=True, help_text="where rounds overlap: no new tables after it")
    last_round = models.PositiveSmallIntegerField(
        null=True,
        help_text="after which it ends, as changed by a director during play; null: as planned",
    )
    finished_at = models.DateTimeField(null=True, help_text="or cancelled")
    wake_at = models.DateTimeField(null=True, help_text="when its sequencer has to look at the latest")
    names_reminded_at = models.DateTimeField(
        null=True, help_text="when its directors were reminded that names will be forgotten"
    )
    names_forgotten_at = models.DateTimeField(null=True)
    reminded_at = models.DateTimeField(null=True, help_text="when its people were reminded of the start")
    digest = models.CharField(
        max_length=64, blank=True, db_default="", help_text="of the file by which it came from another site"
    )
    announced = models.JSONField(
        default=dict, db_default=Value({}, models.JSONField()), encoder=DjangoJSONEncoder,
        help_text="fields as they were announced, which were changed to begin it or during play",
    )  # fmt: skip
    revision = models.PositiveIntegerField(default=0, help_text="counts what its page shows of changes")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-starts_at", "-pk"]
        indexes = [
            models.Index(fields=["status", "starts_at"], name="event_calendar"),
            models.Index(fields=["organiser", "-starts_at"], name="event_organised"),
            models.Index(fields=["wake_at"], name="event_due", condition=Q(wake_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("event", args=[self.code])

    def keep_announced(self, *names: str) -> None:
        """Keep fields as they were announced, before they are changed to begin the event or during play."""
        self.announced = {**{name: getattr(self, name) for name in names}, **self.announced}

    def announce_anew(self, names: Collection[str]) -> None:
        """Take fields that are set before play, and those that must fit them, for announced as they are."""
        together = [group for group in SET_TOGETHER if not group.isdisjoint(names)]
        anew = frozenset(names).union(*together)
        self.announced = {name: value for name, value in self.announced.items() if name not in anew}

    def as_announced(self, name: str) -> Any:
        """Return a field as it was announced."""
        if name not in self.announced:
            return getattr(self, name)
        field = self._meta.get_field(name)
        assert isinstance(field, models.Field), name
        return field.to_python(self.announced[name])

    @property
    def held_code(self) -> str:
        """The code under which it was held, which its commitment and the names of its boards contain."""
        return self.held_as or self.code

    @property
    def commitment(self) -> str:
        """SHA-256(secret ‖ held code): published from the beginning, so that no deal can be chosen later."""
        return hashlib.sha256(self._secret + self.held_code.encode()).hexdigest()

    @property
    def draw_seed(self) -> str:
        """The seed of pairings and lots, public once the event runs, except where rounds overlap."""
        return self.key("draw").hex()[:32]

    def key(self, purpose: str) -> bytes:
        """32 bytes for a purpose: HMAC-SHA256(key = secret, message = purpose)."""
        return hmac.digest(self._secret, purpose.encode(), hashlib.sha256)

    @cached_property
    def _secret(self) -> bytes:
        return bytes.fromhex(sealing.unseal_text(self.secret))

    @property
    def published_secret(self) -> str:
        """The secret in the form in which it is published when the event is over."""
        return self._secret.hex()

    @property
    def names_until(self) -> datetime | None:
        """When the names of people who are on no list are forgotten; None while it is not over.

        An evening that has come from another site has its full time here.
        """
        if self.finished_at is None:
            return None
        return max(self.finished_at, self.created_at) + timedelta(days=self.names_days)

    @property
    def is_open_to_ratings(self) -> bool:
        """True if its matches may be rated: not casual by choice, nor only for people whom others choose.

        The line-ups of teams choose who meets whom. Nobody but the players has seen a match with real cards.
        """
        chosen = self.access == self.Access.INVITED or self.is_for_members or self.unit == self.Unit.TEAM
        return self.rated and not (chosen or self.is_real)

    @property
    def is_real(self) -> bool:
        """True if people sit around its tables with real cards."""
        return self.venue == self.Venue.REAL

    @property
    def is_mixed(self) -> bool:
        """True if its ties have several parts."""
        return bool(self.later_parts)

    @property
    def most_members(self) -> int:
        """The most members of an entry: of a team, with its substitutes."""
        return {self.Unit.SINGLE: 1, self.Unit.PAIR: 2}.get(self.Unit(self.unit), 3 * self.players)

    def bot_number(self, number: int, place: int | None) -> int:
        """Return the number of the name of the bot at a place of an entry, a different one for each place;
        below 0 if the entry fills up.

        Places below 0 lack a member: they count from the last one. None is stored of events begun earlier.
        """
        ahead = (abs(number) - 1) * self.most_members + (place or 0) % self.most_members
        return ahead if number > 0 else ~ahead

    @property
    def seals(self) -> bool:
        """True if teams hand in their line-ups for each round without knowing each other's."""
        return self.sealed and self.unit == self.Unit.TEAM

    @property
    def is_for_members(self) -> bool:
        """True if only members of its club can enter, or know of it."""
        return self.access == self.Access.CLUB or (self.club is not None and self.club.private)

    @property
    def is_private(self) -> bool:
        """True if not everybody may know of it."""
        return self.alone_id is not None or (self.club is not None and self.club.private)

    @property
    def division_name(self) -> str:
        """The name of the division of its series to which it belongs; empty if it counts in all."""
        return "" if self.division is None or self.series is None else self.series.divisions[self.division]

    @property
    def is_over(self) -> bool:
        return self.status in OVER

    @property
    def takes_entries(self) -> bool:
        """True if people can enter by themselves before the start."""
        return self.status in (self.Status.REGISTRATION, self.Status.CHECK_IN)


class EventOfficer(models.Model):
    """A person who runs an event besides its organiser."""

    event = models.ForeignKey(Event, models.CASCADE)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE)
    role = models.CharField(
        max_length=12,
        choices=roles.role_choices,
        default=roles.ORDINARY,
        db_default=roles.ORDINARY,
    )

    class Meta:
        db_table = "tournaments_event_directors"
        unique_together = [("event", "user")]

    def __str__(self) -> str:
        return f"{self.user}, {self.get_role_display()}"


OVER = (Event.Status.FINISHED, Event.Status.ARCHIVED, Event.Status.CANCELLED)
