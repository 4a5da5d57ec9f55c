"""The people around: those who have the lobby open, and those at the tables that it lists.

Each web process knows its own sockets of the lobby; its pulse notes the people behind them in the database,
all at once and not at every coming and going. Nobody is named for a seat at a table that is not listed, and
nobody at all who has chosen so (`in_lobby` of `ludopoli/accounts/preferences.py`) or bears the real name
under which a director has entered them.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from django.db.models import Q, QuerySet
from django.utils import timezone

from games.models import Seat, Table, Visit
from games.play import doorbell, selectors
from ludopoli.accounts.models import Tie, User

M = TypeVar("M", Visit, Seat)

NOTED_EVERY = 15.0
"""Seconds after which people who stay in the lobby are noted again."""

CHANGES_EVERY = 10.0
"""Seconds between two notes of who has come and gone."""

MOST = 200
"""People of each kind that are looked at."""

WHERE = ("waiting", "lobby", "playing")
"""The doings of people around; first comes the one that most wants company."""

_sockets: dict[str, int] = {}
"""The person behind each socket of the lobby in this process."""


def enter(channel: str, person: int) -> None:
    """A socket of the lobby has opened."""
    _sockets[channel] = person


def leave(channel: str) -> None:
    _sockets.pop(channel, None)


class Notes:
    """The last note that this process has made."""

    def __init__(self) -> None:
        self.people: frozenset[int] = frozenset()
        self.at: datetime | None = None
        self.next = self.next_change = 0.0

    def note(self) -> None:
        """Note who is in the lobby now, if it is time to; pages are told when that changes."""
        here, now = frozenset(list(_sockets.values())), time.monotonic()
        has_changed = here != self.people
        if now < (self.next_change if has_changed else self.next) or not (here or has_changed):
            return
        gone = self.people - here
        if gone and self.at is not None:  # a later note is of another process, where they still are
            Visit.objects.filter(user__in=gone, seen_at__lte=self.at).delete()
        at = timezone.now()
        known = User.objects.filter(pk__in=here).order_by("pk").values_list("pk", flat=True)
        visits = [Visit(user_id=person, seen_at=at) for person in known]
        Visit.objects.bulk_create(
            visits, update_conflicts=True, unique_fields=["user"], update_fields=["seen_at"]
        )
        Visit.objects.filter(seen_at__lte=at - selectors.VISIT_HOLDS).delete()
        self.people, self.at = here, at
        self.next, self.next_change = now + NOTED_EVERY, now + CHANGES_EVERY
        if has_changed:
            doorbell.ring_lobby()


note = Notes().note


# ---- who is there


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody as the lobby shows them; `table` is a listed one where they wait for company or play."""

    user: User
    is_friend: bool
    table: Table | None

    @property
    def where(self) -> str:
        """One of `WHERE`."""
        if self.table is None:
            return "lobby"
        return "waiting" if self.table.status == Table.Status.OPEN else "playing"


def people_for(reader: selectors.Reader) -> list[Person]:
    """The others who are around and may be named: friends first, then who wants company. Three queries."""
    friends, apart = _ties(reader)
    lobby = _named(Visit.objects.filter(seen_at__gt=timezone.now() - selectors.VISIT_HOLDS))
    at_tables = _named(_seats()).select_related("table").order_by("-seen_at", "pk")
    found: dict[User | None, Table | None] = {}
    found |= {visit.user: None for visit in lobby.order_by("-seen_at", "pk")[:MOST]}
    found |= {seat.user: seat.table for seat in [*at_tables[:MOST]][::-1]}  # the latest seat counts
    others = [
        Person(user, user.pk in friends, table)
        for user, table in found.items()
        if user is not None and user.pk != reader.pk and user.pk not in apart
    ]
    return sorted(others, key=lambda each: (not each.is_friend, *_wish(each), each.user.username.casefold()))


def _seats() -> QuerySet[Seat]:
    """The seats of the lobby's tables whose people were heard of a moment ago; none of tournaments."""
    listed = Table.objects.filter(selectors.LISTED, status__in=["open", "playing"], hosted=False)
    return Seat.objects.filter(table__in=listed, seen_at__gt=timezone.now() - selectors.PEOPLE_SEEN)


def _named(rows: QuerySet[M]) -> QuerySet[M]:
    """The rows of people who may be named."""
    unchosen, chosen = Q(user__preferences__in_lobby__isnull=True), Q(user__preferences__in_lobby=True)
    people = {"user__is_active": True, "user__is_bot": False, "user__is_named": False}
    return rows.filter(unchosen | chosen, **people).select_related("user")


def _ties(reader: selectors.Reader) -> tuple[set[int], set[int]]:
    """The ids of the reader's friends, and of those who are kept apart from them."""
    friends: set[int] = set()
    apart: set[int] = set()
    if isinstance(reader, User):
        kinds = {Tie.Kind.FRIEND: friends, Tie.Kind.BLOCK: apart}
        ties = Tie.objects.filter(Q(person=reader) | Q(other=reader), kind__in=kinds)
        for person, other, kind in ties.values_list("person", "other", "kind"):
            kinds[Tie.Kind(kind)] |= {person, other}
    return friends, apart


def _wish(person: Person) -> tuple[int, bool]:
    return WHERE.index(person.where), person.user.is_guest
