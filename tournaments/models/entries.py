"""The entries of an event, their members, and those who do not go together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Prefetch, Q, Value
from django.utils.translation import gettext_lazy as _

from clubs.models import LONGEST_CARD, LONGEST_CATEGORY, LONGEST_PERSON, Club
from clubs.models import Member as ClubMember
from tournaments.models.events import Event


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
    club = models.ForeignKey(
        Club, models.SET_NULL, null=True, related_name="teams", help_text="the club for which a team plays"
    )
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
    link = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text="how often the link to its score sheets was renewed"
    )
    byes_asked = models.JSONField(
        default=list, db_default=Value([], models.JSONField()),
        help_text="the rounds in which it has asked to sit out",
    )  # fmt: skip
    place = models.PositiveIntegerField(null=True, help_text="in the end: a projection of the tables")
    score = models.IntegerField(null=True, help_text="in the end, in hundredths")
    lineup = models.JSONField(
        default=list, db_default=Value([], models.JSONField()),
        help_text="of a team: the places of its members, first those who play; further ones follow by place",
    )  # fmt: skip
    handed_in = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text="the round for which a team has handed in its sealed line-up"
    )

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
    def shown_club(self) -> Club | None:
        """The club for which it plays, unless it is private: then nobody is to know of it."""
        return self.club if self.club is not None and not self.club.private else None

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


class PresentMembers(models.Manager["Member"]):
    """The members whose places nobody else has taken."""

    def get_queryset(self) -> models.QuerySet[Member]:
        return _present_members().using(self._db)


@cache
def _present_members() -> models.QuerySet[Member]:
    """Return the query of the present members, made once: each entry of an event copies it."""
    everybody: models.QuerySet[Member] = models.QuerySet(Member)
    return everybody.filter(last_round=None)


class Member(models.Model):
    """A member of an entry: a person, or a bot.

    Whoever has played until a substitute came stays as a row of their own, which only `everybody` finds.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="members", db_index=False)
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="members", db_index=False)
    place = models.PositiveSmallIntegerField(help_text="0, in a pair also 1; in a team by arrival")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="entered")
    club_line = models.ForeignKey(
        ClubMember, models.DO_NOTHING, null=True, related_name="entered", db_constraint=False,
        help_text="of the list of the event's club, whose person it is; it stays when the line is gone",
    )  # fmt: skip
    bot = models.CharField(max_length=32, blank=True, help_text="its policy")
    name = models.CharField(
        max_length=LONGEST_PERSON, blank=True, db_default="",
        help_text="at real tables, of somebody without an account",
    )  # fmt: skip
    card = models.CharField(
        max_length=LONGEST_CARD, blank=True, db_default="", help_text="the membership number, for results"
    )
    category = models.CharField(max_length=LONGEST_CATEGORY, blank=True, db_default="")
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
    first_round = models.PositiveSmallIntegerField(
        default=1, db_default=1, help_text="the first that they play, of a substitute"
    )
    last_round = models.PositiveSmallIntegerField(
        null=True, help_text="the last that they played, if a substitute has come; null: they are in"
    )
    own_moves = models.PositiveIntegerField(default=0, help_text="decisions at tables that are over")
    bot_moves = models.PositiveIntegerField(default=0, help_text="those that a bot took for the person")

    objects = PresentMembers()
    everybody: models.Manager[Member] = models.Manager()

    class Meta:
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(
                fields=["entry", "place"], condition=Q(last_round=None), name="one_present_member_per_place"
            ),
            models.UniqueConstraint(
                fields=["event", "user"], condition=Q(last_round=None), name="one_present_entry_per_person"
            ),
            models.CheckConstraint(condition=Q(user=None) | Q(bot=""), name="member_person_or_bot"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id}.{self.place}"

    @property
    def line(self) -> ClubMember | None:
        """The person's line on the list of the event's club, or of another of its federation, as long as it
        is there."""
        try:
            return self.club_line
        except ClubMember.DoesNotExist:
            return None

    @property
    def shown_card(self) -> str:
        """The membership number at the time, or else the one on the list."""
        return self.card or (self.line.card if self.line is not None else "")

    @property
    def shown_category(self) -> str:
        """The category at the time, or else the one on the list."""
        return self.category or (self.line.category if self.line is not None else "")

    @property
    def has_played(self) -> bool:
        """True unless a bot has played more than the person, or the person never came."""
        return self.here and self.own_moves >= self.bot_moves


def with_people(lookup: str = "members") -> Prefetch[Any]:
    """Return the prefetch of the members of entries with whatever their names come from."""
    return Prefetch(lookup, Member.objects.select_related("user", "club_line__user"))


def attach_members(entries: Sequence[Entry], members: Iterable[Member]) -> None:
    """Give entries their members, as if these had been prefetched."""
    by_entry: dict[int, list[Member]] = {entry.pk: [] for entry in entries}
    for member in members:
        if member.entry_id in by_entry:
            by_entry[member.entry_id].append(member)
    for entry in entries:
        prefetched: Any = entry.members.all()
        prefetched._result_cache = by_entry[entry.pk]
        entry._prefetched_objects_cache = {"members": prefetched}  # type: ignore[attr-defined]
        for member in by_entry[entry.pk]:
            member.entry = entry


def with_former_people() -> Prefetch[Any]:
    """Return the prefetch of those of entries whose places substitutes have taken, as `former_members`."""
    former = Member.everybody.filter(last_round__isnull=False).select_related("user", "club_line__user")
    return Prefetch("members", former.order_by("place", "last_round"), to_attr="former_members")


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
