"""The models of tournaments. `actions` and the sequencer write them, `selectors` reads them.

The tables with their scores are the source of truth; standings are computed from them each time. The life
cycle of an event is described in `docs/tournaments.md`.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q, Value
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubs.models import Club
from games.models import Boards, RulesField, Table, table_code
from ludopoli.base import sealing


def new_secret() -> str:
    return sealing.seal(secrets.token_hex(32))


class Series(models.Model):
    """Events that count together: a league, a season. Its rules are those of `formats.season`."""

    class Missed(models.TextChoices):
        NOTHING = "nothing", _("Nothing")
        LAST = "last", _("The place behind the last")
        AVERAGE = "average", _("The player’s own average")

    class Ties(models.TextChoices):
        SHARED = "shared", _("They share the place")
        WINS = "wins", _("More victories")
        RESULTS = "results", _("Better results, from the best on")

    class Period(models.TextChoices):
        """The ways to divide the events of a series into seasons."""

        ONE = "one", _("One season without an end")
        MONTH = "month", _("Every month is a season")
        DATES = "dates", _("A season begins on each of these days")

    class Border(models.TextChoices):
        ALL = "all", _("All of them move")
        NONE = "none", _("None of them moves")
        LATEST = "latest", _("The latest result in which they differ")

    class Inactive(models.TextChoices):
        STAY = "stay", _("They stay in their division")
        DOWN = "down", _("They go down a division")
        OUT = "out", _("They begin anew")

    class Newcomers(models.TextChoices):
        LOWEST = "lowest", _("In the lowest division")
        CHOSEN = "chosen", _("In the division whose tournament they enter")

    code = models.CharField(max_length=12, unique=True, default=table_code, editable=False)
    name = models.CharField(max_length=80)
    description = models.TextField(max_length=2000, blank=True)
    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="series_organised"
    )
    points = models.JSONField(help_text="what the places of an event are worth, from the first")
    best = models.PositiveSmallIntegerField(null=True, help_text="how many events count; null: all")
    missed = models.CharField(
        max_length=8,
        choices=Missed,
        default=Missed.NOTHING,
        db_default=Missed.NOTHING,
        help_text="what a missed event is worth",
    )
    excused = models.PositiveSmallIntegerField(
        null=True, help_text="for how many missed events; null: for all"
    )
    least = models.PositiveSmallIntegerField(null=True, help_text="events that a person plays to be ranked")
    ties = models.CharField(max_length=8, choices=Ties, default=Ties.SHARED, db_default=Ties.SHARED)
    period = models.CharField(max_length=8, choices=Period, default=Period.ONE, db_default=Period.ONE)
    season_starts = models.JSONField(
        default=list, db_default=Value([], models.JSONField()),
        help_text="days in ISO 8601 on which a season begins, in order",
    )  # fmt: skip
    divisions = models.JSONField(
        default=list, db_default=Value([], models.JSONField()), help_text="their names, the highest first"
    )
    up = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text="people who go up after a season"
    )
    down = models.PositiveSmallIntegerField(default=0, db_default=0)
    border = models.CharField(
        max_length=8,
        choices=Border,
        default=Border.ALL,
        db_default=Border.ALL,
        help_text="who moves of those who share the last place that moves",
    )
    inactive = models.CharField(
        max_length=8,
        choices=Inactive,
        default=Inactive.STAY,
        db_default=Inactive.STAY,
        help_text="what happens to people who are not ranked in a season",
    )
    newcomers = models.CharField(
        max_length=8,
        choices=Newcomers,
        default=Newcomers.LOWEST,
        db_default=Newcomers.LOWEST,
        help_text="where people begin after the first season",
    )
    season_ends = models.DateField(
        null=True, db_index=True, help_text="the end of a season of which nobody has been notified"
    )
    club = models.ForeignKey(
        Club, models.SET_NULL, null=True, related_name="series", help_text="whose season it is"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        verbose_name_plural = "series"

    def __str__(self) -> str:
        return self.name


class Penalty(models.Model):
    """Points that the organiser of a series has taken from a person."""

    series = models.ForeignKey(Series, models.CASCADE, related_name="penalties", db_index=False)
    number = models.PositiveIntegerField(help_text="within the series")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    points = models.PositiveIntegerField()
    reason = models.CharField(max_length=300)
    at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        verbose_name_plural = "penalties"
        constraints = [models.UniqueConstraint(fields=["series", "number"], name="one_penalty_per_number")]

    def __str__(self) -> str:
        return f"{self.series_id}: {self.user_id} -{self.points}"


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
        BALANCED = "balanced", _("Drawn to be equally strong")

    class Spectators(models.TextChoices):
        OPEN = "open", _("Anyone not playing in it; the same deals from one seat only")
        CLOSED = "closed", _("Nobody until the round is over")

    code = models.CharField(max_length=12, unique=True, default=table_code, editable=False)
    name = models.CharField(max_length=80)
    description = models.TextField(max_length=4000, blank=True)
    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="events_organised", db_index=False
    )
    directors = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="events_directed", blank=True)
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
    players = models.PositiveSmallIntegerField(help_text="at a table")
    format = models.CharField(max_length=16)
    settings = models.JSONField(help_text="of the format, its scoring and tie-breaks among them")
    unit = models.CharField(max_length=8, choices=Unit)
    pairs = models.CharField(max_length=8, choices=Pairs, default=Pairs.TOGETHER)
    rated = models.BooleanField(default=True)
    # who comes
    access = models.CharField(max_length=8, choices=Access, default=Access.OPEN)
    rating_least = models.PositiveSmallIntegerField(null=True)
    rating_most = models.PositiveSmallIntegerField(null=True)
    capacity = models.PositiveSmallIntegerField(null=True, help_text="entries; null: as many as come")
    guests = models.BooleanField(default=True, help_text="whether guests may enter")
    late_entries = models.BooleanField(default=True, help_text="where the format allows it")
    clubs_apart = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text="the first rounds in which members of one club do not meet"
    )
    # when
    registers_at = models.DateTimeField(help_text="when registration opens")
    starts_at = models.DateTimeField()
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
        default=new_secret, editable=False,
        help_text="32 bytes in hexadecimal, from which all deals follow: sealed until it is over",
    )  # fmt: skip
    nonces_at = models.DateTimeField(
        null=True, help_text="when the nonces of its people were fixed: the first round was drawn"
    )
    paused_at = models.DateTimeField(null=True)
    started_at = models.DateTimeField(null=True)
    closes_at = models.DateTimeField(null=True, help_text="where rounds overlap: no new tables after it")
    finished_at = models.DateTimeField(null=True, help_text="or cancelled")
    wake_at = models.DateTimeField(null=True, help_text="when its sequencer has to look at the latest")
    reminded_at = models.DateTimeField(null=True, help_text="when its people were reminded of the start")
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

    @property
    def commitment(self) -> str:
        """SHA-256(secret ‖ code): published from the beginning, so that no deal can be chosen later."""
        return hashlib.sha256(self._secret + self.code.encode()).hexdigest()

    @property
    def draw_seed(self) -> str:
        """The seed of pairings and lots, public once the event runs, except where rounds overlap."""
        return self.key("draw").hex()[:32]

    def key(self, purpose: str) -> bytes:
        """32 bytes for a purpose: HMAC-SHA256(key = secret, message = purpose)."""
        return hmac.digest(self._secret, purpose.encode(), hashlib.sha256)

    @cached_property
    def _secret(self) -> bytes:
        return bytes.fromhex(sealing.opened(self.secret))

    @property
    def published_secret(self) -> str:
        """The secret in the form in which it is published when the event is over."""
        return self._secret.hex()

    @property
    def is_open_to_ratings(self) -> bool:
        """True if its matches may be rated: not casual by choice, nor only for people whom others choose.

        The line-ups of teams choose who meets whom.
        """
        chosen = self.access == self.Access.INVITED or self.is_for_members or self.unit == self.Unit.TEAM
        return self.rated and not chosen

    @property
    def is_for_members(self) -> bool:
        """True if only members of its club can enter, or know of it."""
        return self.access == self.Access.CLUB or (self.club is not None and self.club.private)

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


OVER = (Event.Status.FINISHED, Event.Status.ARCHIVED, Event.Status.CANCELLED)


class Entry(models.Model):
    """A pair, a team or a single person in an event."""

    class Status(models.TextChoices):
        ASKED = "asked", _("waits for the partner")
        REGISTERED = "registered", _("entered")
        CHECKED_IN = "checked_in", _("is there")
        NO_SHOW = "no_show", _("has not come yet")
        WITHDRAWN = "withdrawn", _("withdrawn")
        REMOVED = "removed", _("taken out")

    event = models.ForeignKey(Event, models.CASCADE, related_name="entries", db_index=False)
    number = models.PositiveIntegerField(help_text="within the event, in the order of entering")
    name = models.CharField(max_length=40, blank=True, help_text="of a pair that has one")
    status = models.CharField(max_length=12, choices=Status, default=Status.REGISTERED)
    seed = models.PositiveIntegerField(
        null=True, help_text="place in the organiser's order; null: by strength"
    )
    strength = models.IntegerField(default=0, help_text="the rating when it began, of pairs the mean")
    let_in = models.BooleanField(
        default=False, help_text="by a director, where they could not have entered by themselves"
    )
    joined = models.PositiveSmallIntegerField(default=0, help_text="how many rounds were drawn when it came")
    left = models.PositiveSmallIntegerField(null=True, help_text="how many rounds were drawn when it went")
    created_at = models.DateTimeField(auto_now_add=True)
    place = models.PositiveIntegerField(null=True, help_text="in the end: a projection of the tables")
    score = models.IntegerField(null=True, help_text="in the end, in hundredths")
    lineup = models.JSONField(
        default=list, db_default=Value([], models.JSONField()),
        help_text="of a team: the places of its members, first those who play; further ones follow by place",
    )  # fmt: skip

    class Meta:
        ordering = ["number"]
        verbose_name_plural = "entries"
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="one_entry_per_number")]

    def __str__(self) -> str:
        return f"{self.event_id}/{self.number}"

    @property
    def plays(self) -> bool:
        return self.status in PLAYING

    @property
    def has_vacancy(self) -> bool:
        """True if a partner has left and nobody has taken the place; needs its members prefetched."""
        return any(each.left is not None for each in self.members.all())

    @property
    def misses_somebody(self) -> bool:
        """True while a member who has not left is absent; one query."""
        return self.members.filter(here=False, left=None).exists()

    @property
    def is_there(self) -> bool:
        """True if one of its people is present, or if it has only bots; needs its members prefetched."""
        people = [each for each in self.members.all() if not each.bot]
        return not people or any(each.here for each in people)

    @property
    def captain(self) -> Member | None:
        """The member who speaks for it: the first who is in; needs its members prefetched."""
        there = (each for each in self.members.all() if each.user_id and each.accepted and each.left is None)
        return next(there, None)

    @property
    def in_order(self) -> list[Member]:
        """The members of a team who are in, in the order of the line-up; needs its members prefetched.

        Those who are there come before the absent, so that substitutes step in.
        """
        members = [each for each in self.members.all() if each.accepted and each.left is None]
        order = {place: at for at, place in enumerate(self.lineup)}
        last = len(order)
        return sorted(members, key=lambda each: (not each.here, order.get(each.place, last), each.place))

    @property
    def competes(self) -> bool:
        """True unless it has withdrawn, or bots play for its people; needs its members prefetched."""
        people = [each for each in self.members.all() if not each.bot]
        return self.plays and (not people or any(each.has_played for each in people))


PLAYING = (Entry.Status.REGISTERED, Entry.Status.CHECKED_IN, Entry.Status.NO_SHOW)
"""The statuses of entries that take part, whether present or not."""

GONE = (Entry.Status.WITHDRAWN, Entry.Status.REMOVED)
"""The statuses of entries that have withdrawn, or were removed by a director."""


class Member(models.Model):
    """A member of an entry: a person, or a bot."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="members", db_index=False)
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="members", db_index=False)
    place = models.PositiveSmallIntegerField(help_text="0, in a pair also 1; in a team by arrival")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="entered")
    bot = models.CharField(max_length=32, blank=True, help_text="its policy")
    accepted = models.BooleanField(default=True, help_text="no: asked by the partner, and silent so far")
    here = models.BooleanField(default=False, help_text="has checked in, or is a bot")
    left = models.PositiveSmallIntegerField(
        null=True, help_text="how many rounds were drawn when they left the partner; null: they are in"
    )
    wanted = models.BooleanField(default=False, help_text="whether anybody may take the place that was left")
    offered_to = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="places_offered",
        help_text="who may take the place that was left, and has not answered",
    )  # fmt: skip
    nonce = models.CharField(
        max_length=64, blank=True, help_text="what the person has added to the deals, before the first draw"
    )
    own_moves = models.PositiveIntegerField(default=0, help_text="decisions at tables that are over")
    bot_moves = models.PositiveIntegerField(default=0, help_text="those that a bot took for the person")

    class Meta:
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(fields=["entry", "place"], name="one_member_per_place"),
            models.UniqueConstraint(fields=["event", "user"], name="one_entry_per_person"),
            models.CheckConstraint(condition=Q(user=None) | Q(bot=""), name="member_person_or_bot"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id}.{self.place}"

    @property
    def has_played(self) -> bool:
        """True unless a bot has played more than the person, or the person never came."""
        return self.here and self.own_moves >= self.bot_moves


HAVE_PLAYED = Q(here=True, own_moves__gte=models.F("bot_moves"))
"""The filter of members for which `has_played` is true."""


class Invitee(models.Model):
    """Somebody who may enter an event for invited people."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="invitees", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "user"], name="one_invitee_per_event")]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.user_id}"


class Round(models.Model):
    """Tables that are paired together. In formats that flow, several rounds are in play at once."""

    class Status(models.TextChoices):
        DRAWN = "drawn", pgettext_lazy("round", "drawn")
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
        default=0, db_default=0, help_text="of a match of teams; the rooms of a match follow each other"
    )
    seated = models.JSONField(
        default=list, db_default=Value([], models.JSONField()),
        help_text="of teams: by seat the entry and the place of its member, null for a bot that fills up",
    )  # fmt: skip
    labels = models.JSONField(help_text="of the deals: the same label is the same cards")
    table = models.OneToOneField(Table, models.SET_NULL, null=True, related_name="tournament")
    status = models.CharField(max_length=8, choices=Status, default=Status.WAITING)
    deals = models.JSONField(
        default=dict, help_text="what each finished deal scored, by label, then by side; null: annulled"
    )
    annulled = models.BooleanField(default=False, help_text="it has no result")
    adjusted = models.JSONField(default=list, help_text="the director's points by place; empty: as played")
    penalties = models.JSONField(default=list, help_text="points taken away by place, in hundredths")
    reason = models.CharField(max_length=300, blank=True, help_text="of the director's latest ruling")
    over_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="one_table_per_number")]

    def __str__(self) -> str:
        return f"{self.round_id}, table {self.number}"

    def label(self, deal: int) -> str:
        """Return the label of a deal; deals beyond the last are labelled as at the game's table."""
        known = len(self.labels)
        return str(self.labels[deal]) if deal < known else f"{self.labels[-1]}+{deal - known + 1}"


class ForbiddenPairing(models.Model):
    """Two entries that should not meet, or two people who should not become partners."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="forbidden", db_index=False)
    one = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    other = models.ForeignKey(Entry, models.CASCADE, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "one", "other"], name="one_ban_per_two_entries"),
            models.CheckConstraint(condition=~Q(one=models.F("other")), name="ban_of_two_entries"),
        ]

    def __str__(self) -> str:
        return f"{self.one_id} and {self.other_id}"


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
