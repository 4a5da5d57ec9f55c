"""The parts of an event's page for one reader alone, such as their table; read for all readers at once."""

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
    """True if the reader may see the console, whatever their office."""
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
    """The current round, if the reader's entry rests in it."""
    goes_on: bool = False
    """True if it goes through to the next round by that."""
    next_date: datetime | None = None
    """When the next round begins, if all so far are over and it is on a further day."""
    sealed: Round | None = None
    """The round for which the line-up of the reader's team is still sealed."""
    against: tuple[str, ...] = ()
    """The names of the other teams in the match whose line-ups are sealed."""
    offer: Member | None = None
    """The vacant place, left by somebody's partner, that is offered to the reader."""
    vacancies: tuple[Member, ...] = ()
    """The vacant places that anybody may take, for a reader without an entry."""

    @property
    def has_left(self) -> bool:
        return self.member is not None and self.member.left is not None

    @property
    def vacancy(self) -> Member | None:
        """The place that the reader's partner has left."""
        is_pair = self.entry is not None and self.is_in and self.entry.event.unit == Event.Unit.PAIR
        members = self.entry.members.all() if self.entry is not None and is_pair else ()
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
    """The parts of all readers of an event at one revision, in a few queries for all together.

    It is cached while the revision is the latest, so every write to what it reads must raise the revision.
    """

    def __init__(self, event: Event) -> None:
        self.event = event
        self._format = catalog.FORMATS[event.format]

    def mine(self, user: Reader, now: datetime) -> OwnPart:
        """Return the part of one reader."""
        directs = user.pk in self._directors
        member = None if user.pk is None else self._members.get(user.pk)
        if user.pk is None or member is None:
            offered = (each for each in self._vacancies if user.pk and each.offered_to_id == user.pk)
            wanted = tuple(each for each in self._vacancies if each.wanted)
            return OwnPart(directs, offer=next(offered, None), vacancies=wanted)
        entry, tables = member.entry, self._tables.get(user.pk, ())
        others = [each for each in entry.members.all() if each.user_id != user.pk and each.left is None]
        current = self._current_round
        begun = [each for each in tables if each.status != TableStatus.WAITING]
        return OwnPart(
            directs,
            entry=entry,
            member=member,
            others=tuple(map(selectors.member_name, others)),
            table=next((each for each in tables if each.status != TableStatus.OVER), None),
            plays_these=entry.number in self._entries_with_these_deals,
            to_claim=tuple(
                each for each in reversed(begun) if self._directors and not selectors.is_final(each, now)
            ),
            claims=tuple(self._claims.get(user.pk, ())),
            sealed=self._latest_round if entry.number in self._sealed_opponents else None,
            against=self._sealed_opponents.get(entry.number, ()),
            rests=current if current and entry.number in current.byes else None,
            goes_on=bool(current and entry.number in current.byes) and self._byes_go_on,
            next_date=self._next_date,
        )

    @property
    def _next_date(self) -> datetime | None:
        latest = self._latest_round if self.event.round_dates else None
        is_over = latest is not None and latest.status == Round.Status.OVER
        return self.event.round_dates.get(latest.number + 1) if latest and is_over else None

    @cached_property
    def _byes_go_on(self) -> bool:
        """True if those who rest in the current round are in the next one by that."""
        rows = self._current_round.tables.all() if self._current_round else ()
        return catalog.byes_go_on(each.stage for each in rows)

    @cached_property
    def _directors(self) -> frozenset[int]:
        """The ids of the people who may see the console."""
        return access.ids_with(self.event, EventCapability.LOOK)

    @cached_property
    def _entries(self) -> list[Entry]:
        members = Prefetch("members", Member.objects.select_related("user", "club_line__user", "offered_to"))
        return list(self.event.entries.prefetch_related(members))

    @cached_property
    def _members(self) -> Mapping[int, Member]:
        """The members by the id of the person."""
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
        """The tables whose results are not final yet, by the id of the person, earliest first."""
        if self.event.started_at is None:
            return {}
        over_at = "over_at" if self._format.flows else "round__over_at"
        final = Q(status=TableStatus.OVER, **{f"{over_at}__lt": timezone.now() - selectors.CLAIMS_FOR})
        rows = TournamentTable.objects.filter(~final, round__event=self.event)
        if not self.event.is_real:
            rows = rows.filter(table__isnull=False)
        ordered = rows.defer("deals", "labels").order_by("round__number", "number")
        tables = list(ordered.select_related("round", "table"))
        people_at = self._people_at_real_tables if self.event.is_real else self._people_at_tables
        sitting = people_at(tables)
        found: dict[int, list[TournamentTable]] = defaultdict(list)
        for each in tables:
            each.round.event = self.event
            for person in sitting[each.pk]:
                found[person].append(each)
        return found

    @staticmethod
    def _people_at_tables(tables: Sequence[TournamentTable]) -> Mapping[int, list[int]]:
        """Return the ids of the people seated at each table of the event, by its id."""
        found: dict[int, list[int]] = defaultdict(list)
        ids = {each.table_id: each.pk for each in tables}  # from the table on the site to the event's own
        seats = Seat.objects.filter(table__in=[*ids], user__isnull=False)
        for table, person in seats.values_list("table", "user"):
            found[ids[table]].append(person)
        return found

    def _people_at_real_tables(self, tables: Sequence[TournamentTable]) -> Mapping[int, list[int]]:
        """Return the ids of the people at each real table, by its id."""
        seats_of = {pk: [(each.entry.number, each.place)] for pk, each in self._members.items()}
        return {
            each.pk: [
                pk for pk, seats in seats_of.items() if selectors.sits_at(seats, each.places, each.seated)
            ]
            for each in tables
        }

    @cached_property
    def _entries_with_these_deals(self) -> frozenset[int]:
        """The numbers of the entries that play the deals of the latest round; if rounds overlap, of any.

        There are none if each table has deals of its own.
        """
        if not self.event.settings.get("duplicate", self._format.duplicate):
            return frozenset()
        tables = TournamentTable.objects.filter(round__event=self.event)
        if not self._format.flows:
            tables = tables.filter(round=self._latest_round)
        return frozenset(number for places in tables.values_list("places", flat=True) for number in places)

    @cached_property
    def _claims(self) -> Mapping[int, Sequence[Claim]]:
        """The claims, by the id of the person who has called the directors."""
        found: dict[int, list[Claim]] = defaultdict(list)
        for each in selectors.claims_of(self.event):
            if each.by_id is not None:
                found[each.by_id].append(each)
        return found

    @cached_property
    def _latest_round(self) -> Round | None:
        return self.event.rounds.order_by("number").last()

    @cached_property
    def _sealed_opponents(self) -> Mapping[int, tuple[str, ...]]:
        """The names of each team's opponents in the latest round while its line-ups are sealed, by number."""
        latest = self._latest_round
        if not self.event.seals or latest is None or latest.status != Round.Status.DRAWN:
            return {}
        names = {each.number: selectors.entry_name(each) for each in self._entries}
        first_rooms = latest.tables.filter(room=0).values_list("places", "seated")
        return {
            number: tuple(names.get(each, "") for each in places if each != number)
            for places, seated in first_rooms
            if not seated
            for number in places
        }

    @property
    def _current_round(self) -> Round | None:
        """The latest round, unless it is over."""
        latest = self._latest_round
        return latest if latest and latest.status != Round.Status.OVER else None
