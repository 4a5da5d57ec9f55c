"""The readers' own parts of an event's page, read for all of them at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.db.models import Prefetch, Q
from django.utils import timezone

from games.models import Seat
from tournaments import access, selectors
from tournaments.formats import catalog
from tournaments.models import GONE, PLAYING, Claim, Entry, Event, Member, Round, TournamentTable
from tournaments.roles import EventCapability
from tournaments.selectors import Reader

TableStatus = TournamentTable.Status


@dataclass(frozen=True, slots=True)
class OwnPart:
    """The reader's own part in an event."""

    directs: bool
    entry: Entry | None = None
    member: Member | None = None
    others: tuple[str, ...] = ()
    """The names of the partners, including those who have not answered yet."""
    table: TournamentTable | None = None
    """The reader's present or next table."""
    plays_these: bool = False
    """True if the reader has played, plays or will play the deals now at the tables."""
    to_claim: tuple[TournamentTable, ...] = ()
    """The reader's tables about which a director can be called, most recent first."""
    claims: tuple[Claim, ...] = ()
    rests: Round | None = None
    """The round in which the reader has no table."""

    sealed: Round | None = None
    """The round for which the line-up of the reader's team is still sealed."""
    against: tuple[str, ...] = ()
    """The names of the other teams in that match."""
    offer: Member | None = None
    """The place left by somebody's partner that is offered to the reader."""
    vacancies: tuple[Member, ...] = ()
    """Places that the reader may take."""

    @property
    def has_left(self) -> bool:
        return self.member is not None and self.member.left is not None

    @property
    def vacancy(self) -> Member | None:
        """The place that the reader's partner has left."""
        pair = self.entry is not None and self.is_in and self.entry.event.unit == Event.Unit.PAIR
        members = self.entry.members.all() if self.entry is not None and pair else ()
        return next((each for each in members if each.left is not None), None)

    @property
    def is_captain(self) -> bool:
        """True if the reader speaks for a team."""
        return self.is_in and self.entry is not None and self.entry.captain == self.member

    @property
    def is_asked(self) -> bool:
        """True if somebody has asked the reader to be their partner and waits for the answer."""
        return self.member is not None and not self.member.accepted

    @property
    def may_come_back(self) -> bool:
        """True if the reader has withdrawn and can undo it."""
        return self.member is not None and selectors.may_come_back(self.member)

    @property
    def waits(self) -> bool:
        """True if the partner has not answered yet."""
        return self.entry is not None and self.entry.status == Entry.Status.ASKED and not self.is_asked

    @property
    def is_in(self) -> bool:
        return self.entry is not None and self.entry.status not in GONE and not self.has_left


class Readers:
    """The people of an event at one revision, read in a few queries for all readers of the page.

    It is cached while the revision is the latest, so any change of what it reads must raise the revision.
    """

    def __init__(self, event: Event) -> None:
        self.event = event
        self._format = catalog.FORMATS[event.format]

    def mine(self, user: Reader, now: datetime) -> OwnPart:
        directs = user.pk in self._directors
        member = None if user.pk is None else self._members.get(user.pk)
        if user.pk is None or member is None:
            offered = (each for each in self._vacancies if user.pk and each.offered_to_id == user.pk)
            wanted = tuple(each for each in self._vacancies if each.wanted)
            return OwnPart(directs, offer=next(offered, None), vacancies=wanted)
        entry, tables = member.entry, self._tables.get(user.pk, ())
        others = [each for each in entry.members.all() if each.user_id != user.pk and each.left is None]
        begun = [each for each in tables if each.status != TableStatus.WAITING]
        return OwnPart(
            directs,
            entry=entry,
            member=member,
            others=tuple(map(selectors.member_name, others)),
            table=next((each for each in tables if each.status != TableStatus.OVER), None),
            plays_these=entry.number in self._at_these,
            to_claim=tuple(each for each in reversed(begun) if not selectors.is_final(each, now)),
            claims=tuple(self._claims.get(user.pk, ())),
            sealed=self._latest if entry.number in self._sealed else None,
            against=self._sealed.get(entry.number, ()),
            rests=self._rested if self._rested and entry.number in self._rested.byes else None,
        )

    @cached_property
    def _directors(self) -> frozenset[int]:
        return frozenset(access.people_with(self.event, EventCapability.LOOK).values_list("pk", flat=True))

    @cached_property
    def _entries(self) -> list[Entry]:
        members = Prefetch("members", Member.objects.select_related("user", "offered_to"))
        return list(self.event.entries.prefetch_related(members))

    @cached_property
    def _members(self) -> Mapping[int, Member]:
        """The members by person."""
        members = (each for entry in self._entries for each in entry.members.all())
        return {each.user_id: each for each in members if each.user_id is not None}

    @cached_property
    def _vacancies(self) -> Sequence[Member]:
        """The same as `selectors.vacant_places`, without a query."""
        if self.event.is_over or self.event.unit != Event.Unit.PAIR:
            return ()
        playing = (entry for entry in self._entries if entry.status in PLAYING)
        return [each for entry in playing for each in entry.members.all() if each.left is not None]

    @cached_property
    def _tables(self) -> Mapping[int, Sequence[TournamentTable]]:
        """The tables in play or whose results are not final, by person, in their order."""
        if self.event.started_at is None:
            return {}
        over_at = "over_at" if self._format.flows else "round__over_at"
        final = Q(status=TableStatus.OVER, **{f"{over_at}__lt": timezone.now() - selectors.CLAIMS_FOR})
        rows = TournamentTable.objects.filter(~final, round__event=self.event)
        if not self.event.is_real:
            rows = rows.filter(table__isnull=False)
        ordered = rows.defer("deals", "labels").order_by("round__number", "number")
        tables = list(ordered.select_related("round", "table"))
        sitting = self._at_real_tables(tables) if self.event.is_real else self._at_tables(tables)
        found: dict[int, list[TournamentTable]] = defaultdict(list)
        for each in tables:
            each.round.event = self.event
            for person in sitting[each.pk]:
                found[person].append(each)
        return found

    @staticmethod
    def _at_tables(tables: Sequence[TournamentTable]) -> Mapping[int, list[int]]:
        """Return the people at each table, by its id."""
        found: dict[int, list[int]] = defaultdict(list)
        hosts = {each.table_id: each.pk for each in tables}
        seats = Seat.objects.filter(table__in=[*hosts], user__isnull=False)
        for table, person in seats.values_list("table", "user"):
            found[hosts[table]].append(person)
        return found

    def _at_real_tables(self, tables: Sequence[TournamentTable]) -> Mapping[int, list[int]]:
        """Return the people at each real table, by its id."""
        own = {pk: [(each.entry.number, each.place)] for pk, each in self._members.items()}
        return {
            each.pk: [pk for pk, seats in own.items() if selectors.sits_at(seats, each.places, each.seated)]
            for each in tables
        }

    @cached_property
    def _at_these(self) -> frozenset[int]:
        """The entries that have the deals of the latest round; none if each table has its own deals."""
        if not self.event.settings.get("duplicate", self._format.duplicate):
            return frozenset()
        tables = TournamentTable.objects.filter(round__event=self.event)
        if not self._format.flows:
            tables = tables.filter(round=self._latest)
        return frozenset(number for places in tables.values_list("places", flat=True) for number in places)

    @cached_property
    def _claims(self) -> Mapping[int, Sequence[Claim]]:
        """The claims by the person who has called."""
        found: dict[int, list[Claim]] = defaultdict(list)
        for each in selectors.claims_of(self.event):
            if each.by_id is not None:
                found[each.by_id].append(each)
        return found

    @cached_property
    def _latest(self) -> Round | None:
        return self.event.rounds.order_by("number").last()

    @cached_property
    def _sealed(self) -> Mapping[int, tuple[str, ...]]:
        """The names of the others in each team's match of the latest round, if its line-ups are sealed."""
        if not self.event.seals or self._latest is None or self._latest.status != Round.Status.DRAWN:
            return {}
        names = {each.number: selectors.entry_name(each) for each in self._entries}
        first = self._latest.tables.filter(room=0).values_list("places", "seated")
        return {
            number: tuple(names.get(each, "") for each in places if each != number)
            for places, seated in first
            if not seated
            for number in places
        }

    @property
    def _rested(self) -> Round | None:
        """The latest round, unless it is over."""
        return self._latest if self._latest and self._latest.status != Round.Status.OVER else None
