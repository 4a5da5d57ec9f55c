"""The people around: those who have lately touched a page of the lobby, or of a table that it lists.

Each web process knows its own lobby sockets, and when their pages were touched; its pulse writes the people
behind them to the database in one go, rather than at every arrival and departure. People at unlisted tables
are not named, nor are those who have opted out (`in_lobby` of `ludopoli/accounts/preferences.py`), nor
accounts that a director has created under a player's real name.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from django.db.models import Q, QuerySet

from games.models import Seat, Table, Visit
from games.play import doorbell, lobby, selectors
from ludopoli.accounts.models import Tie, User
from ludopoli.text import letters, times

M = TypeVar("M", Visit, Seat)

NOTED_EVERY = 15.0
"""Seconds after which the people in the lobby are noted again if nobody has come or gone."""

CHANGES_EVERY = 10.0
"""The shortest time between two notes, in seconds."""

MAX_PEOPLE = 200
"""The largest number of people considered, in the lobby and at tables each."""

WHERE = ("waiting", "lobby", "playing")
"""The places where people may be, sorted by how much they want company there."""

_sockets: dict[str, tuple[int, float]] = {}
"""The person behind each socket of the lobby in this process, and when they last touched its page."""


def record_presence(channel: str, person: int) -> None:
    """Note that a person has opened, or touched, a page of the lobby."""
    _sockets[channel] = person, time.monotonic()


def record_absence(channel: str) -> None:
    _sockets.pop(channel, None)


class Notes:
    """The last note of this process, and the time of its next one."""

    def __init__(self) -> None:
        self.people: frozenset[int] = frozenset()
        self.at: datetime | None = None
        self.next = self.next_change = 0.0

    def note(self) -> None:
        """Note who is in the lobby, if it is time to, and ring the lobby if that has changed."""
        now = time.monotonic()
        since = now - Seat.PRESENT_FOR.total_seconds()
        here = frozenset(person for person, at in [*_sockets.values()] if at > since)
        has_changed = here != self.people
        if now < (self.next_change if has_changed else self.next) or not (here or has_changed):
            return
        gone = self.people - here
        if gone and self.at is not None:  # later rows are by another process, where these people still are
            Visit.objects.filter(user__in=gone, seen_at__lte=self.at).delete()
        at = times.now()
        known = User.objects.filter(pk__in=here).order_by("pk").values_list("pk", flat=True)
        visits = [Visit(user_id=person, seen_at=at) for person in known]
        Visit.objects.bulk_create(
            visits, update_conflicts=True, unique_fields=["user"], update_fields=["seen_at"]
        )
        Visit.objects.filter(seen_at__lte=at - lobby.VISIT_HOLDS).delete()
        self.people, self.at = here, at
        self.next, self.next_change = now + NOTED_EVERY, now + CHANGES_EVERY
        if has_changed:
            doorbell.ring_lobby()


note = Notes().note


# ---- who is there


@dataclass(frozen=True, slots=True)
class PersonOnline:
    """A person as the lobby shows them; `table` is the listed one where they wait or play, if any."""

    user: User
    is_friend: bool
    table: Table | None

    @property
    def where(self) -> str:
        """One of `WHERE`."""
        if self.table is None:
            return "lobby"
        return "waiting" if self.table.status == Table.Status.OPEN else "playing"


Around = dict[User, Table | None]
"""People around who may be named, each with the listed table where they are, if any; those who want company
first, those at one table together."""


def people_around() -> Around:
    """The people in the lobby and at the listed tables, the same for all readers. Two queries."""
    visits = _named(Visit.objects.filter(seen_at__gt=times.now() - lobby.VISIT_HOLDS))
    at_tables = _named(_seats()).select_related("table").order_by("-touched_at", "pk")
    found: dict[User | None, Table | None] = {}
    found |= {visit.user: None for visit in visits.order_by("-seen_at", "pk")[:MAX_PEOPLE]}
    found |= {seat.user: seat.table for seat in [*at_tables[:MAX_PEOPLE]][::-1]}  # the latest seat counts
    around = [PersonOnline(user, False, table) for user, table in found.items() if user is not None]
    around.sort(key=lambda each: (*_wish(each), letters.fold_text(each.user.username)))
    return {each.user: each.table for each in around}


def people_for(reader: selectors.Reader, found: Around | None = None) -> list[PersonOnline]:
    """The other people around, of those `found` (by default, now): friends first."""
    ties = ties_of([reader.pk]).get(reader.pk) if isinstance(reader, User) else None
    return people_besides(reader.pk, people_around() if found is None else found, ties or NO_TIES)


def people_besides(reader: int | None, found: Around, ties: Ties) -> list[PersonOnline]:
    """The people `found` without the reader and those separated from them by a block, friends first."""
    others = [
        PersonOnline(user, user.pk in ties.friends, table)
        for user, table in found.items()
        if user.pk != reader and user.pk not in ties.apart
    ]
    return sorted(others, key=lambda each: not each.is_friend)


def _seats() -> QuerySet[Seat]:
    """The seats at listed tables, other than hosted ones, whose people are present."""
    listed = Table.objects.filter(lobby.LISTED, status__in=["open", "playing"], hosted=False)
    return Seat.objects.filter(Seat.are_around(times.now()), table__in=listed)


def _named(rows: QuerySet[M]) -> QuerySet[M]:
    """The rows of people who may be named."""
    unchosen, chosen = Q(user__preferences__in_lobby__isnull=True), Q(user__preferences__in_lobby=True)
    people = {"user__is_active": True, "user__is_bot": False, "user__is_named": False}
    return rows.filter(unchosen | chosen, **people).select_related("user")


@dataclass(frozen=True, slots=True)
class Ties:
    """The ids of a reader's friends, and of the people separated from the reader by a block."""

    friends: frozenset[int] = frozenset()
    apart: frozenset[int] = frozenset()


NO_TIES = Ties()


def ties_of(readers: Collection[int]) -> dict[int, Ties]:
    """The ties of these readers, without those who have none. One query."""
    found: defaultdict[int, dict[str, set[int]]] = defaultdict(
        lambda: {Tie.Kind.FRIEND: set(), Tie.Kind.BLOCK: set()}
    )
    ties = Tie.objects.filter(
        Q(person__in=readers) | Q(other__in=readers), kind__in=[Tie.Kind.FRIEND, Tie.Kind.BLOCK]
    )
    for person, other, kind in ties.values_list("person", "other", "kind"):
        found[person][kind].add(other)
        found[other][kind].add(person)
    return {
        reader: Ties(frozenset(kinds[Tie.Kind.FRIEND]), frozenset(kinds[Tie.Kind.BLOCK]))
        for reader, kinds in found.items()
    }


def _wish(person: PersonOnline) -> tuple[int, int, bool]:
    return WHERE.index(person.where), person.table.pk if person.table else 0, person.user.is_guest
