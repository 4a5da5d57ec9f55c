"""Queries about tournaments, for pages and the API."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.utils import timezone

from clubs.models import Club, Date
from clubs.selectors import dates_from_today
from games import texts
from games.models import Match
from games.play import live
from games.play.selectors import EVERY
from ludopoli.accounts.models import User
from ludopoli.accounts.people import accounts_of_person
from ludopoli.text.word_filter import mask_words
from tournaments import access, chronicle, club_lines, tie_parts
from tournaments.chronicle import Chronicle
from tournaments.formats import catalog
from tournaments.formats.catalog import StandingsLine
from tournaments.models import (
    HAVE_PLAYED,
    OVER,
    PLAYING,
    Announcement,
    Claim,
    Entry,
    Event,
    LogEntry,
    Member,
    Round,
    Series,
    TournamentTable,
    with_people,
)
from tournaments.roles import EventCapability
from tournaments.substitute_credit import credited_members
from tournaments.texts import RULINGS, TOO_FEW, names_listed

Reader = User | AnonymousUser

BEFORE = (Event.Status.ANNOUNCED, Event.Status.REGISTRATION, Event.Status.CHECK_IN)

FORGOTTEN_AFTER = timedelta(days=7)
"""The time after its hour in which a director can be expected to begin an event at real tables."""

CLAIMS_FOR = timedelta(minutes=30)
"""The time after a round in which the directors can be called; then its results are final."""


# ---- events


def listed_events(reader: Reader) -> QuerySet[Event]:
    """Return the events that a reader may know of, for lists; `entered` counts entries, and `mine` is True if
    the reader plays in it."""
    events = Event.objects.filter(access.visible_to(reader)).select_related("organiser", "series", "club")
    mine = Member.objects.filter(
        event=OuterRef("pk"), user=reader.pk or 0, accepted=True, entry__status__in=PLAYING
    )
    return events.annotate(entered=Count("entries", filter=Q(entries__status__in=PLAYING)), mine=Exists(mine))


def calendar_events(reader: Reader, wanted: Q = EVERY, *, past: bool = False) -> QuerySet[Event]:
    """Return the events to come and in play, earliest first, or past ones, most recent first.

    A cancelled event stays among those to come until its start. The deals of the days are left out, and
    events at real tables that no director has begun for a week.
    """
    events = listed_events(reader).filter(wanted, deal_of_the_day=None)
    ahead = Q(status=Event.Status.CANCELLED, starts_at__gt=timezone.now())
    if past:
        return events.filter(status__in=OVER).exclude(ahead).order_by("-starts_at", "-pk")
    forgotten = Q(status=Event.Status.CHECK_IN, starts_at__lt=timezone.now() - FORGOTTEN_AFTER)
    return events.filter(~Q(status__in=OVER) & ~forgotten | ahead).order_by("starts_at", "pk")


def why_cancelled(event: Event) -> str:
    """Return the reason of a cancellation: the director's, or that too few had entered; empty if not
    cancelled."""
    if event.status != Event.Status.CANCELLED:
        return ""
    noted = event.log.filter(what__in=["cancelled", "too_few"]).order_by("pk").last()
    return (mask_words(noted.reason) if noted else "") or str(TOO_FEW)


def own_events(user: User) -> QuerySet[Event]:
    """Return the unfinished events that a person plays in or directs, earliest first."""
    own = Q(members__user=user) | Q(organiser=user) | Q(officers=user)
    return Event.objects.filter(own).exclude(status__in=OVER).distinct().order_by("starts_at", "pk")


def my_entry(user: Reader, event: Event) -> Entry | None:
    if not user.is_authenticated:
        return None
    entries = event.entries.filter(members__user=user).select_related("club")
    entries = entries.prefetch_related(with_people())
    return entries.first()


def writing_member(user: Reader, event: Event) -> Member | None:
    """Return the member as whom a person with an account may write the scores of a real table."""
    if not event.is_real or not user.is_authenticated:
        return None
    members = event.members.filter(user=user, accepted=True).exclude(entry__status=Entry.Status.REMOVED)
    return members.select_related("entry").prefetch_related(with_people("entry__members")).first()


def may_come_back(member: Member) -> bool:
    """Return whether a member may undo a withdrawal.

    They may until the next round is paired or, where rounds overlap, while late entries are possible.
    """
    entry, event = member.entry, member.event
    left = member.left if entry.plays else entry.left
    if left is None or entry.status == Entry.Status.REMOVED or event.is_over:
        return False
    late = catalog.FORMATS[event.format].flows and event.late_entries
    return late or left == event.rounds.count()


def asks_me(user: Reader, event: Event) -> Entry | None:
    """Return the entry that asks the reader to be a partner and waits for the answer."""
    if not user.is_authenticated:
        return None
    place = offers_me(user, event)
    asked = event.entries.filter(members__user=user, members__accepted=False).first()
    return asked if place is None else place.entry


def vacant_places(event: Event) -> QuerySet[Member]:
    """Return the places that partners have left and nobody has taken, with their entries."""
    if event.is_over or event.unit != Event.Unit.PAIR:
        return Member.objects.none()
    left = event.members.filter(left__isnull=False, entry__status__in=PLAYING)
    return left.select_related("entry", "user").prefetch_related(with_people("entry__members"))


def offers_me(user: Reader, event: Event) -> Member | None:
    """Return the place that is offered to the reader and waits for the answer."""
    return vacant_places(event).filter(offered_to=user).first() if user.is_authenticated else None


def tables_of_people(people: Iterable[User], event: Event) -> QuerySet[TournamentTable]:
    """Return the tables of an event at which one of these people sits; at real tables, their entry does."""
    tables = TournamentTable.objects.filter(round__event=event)
    if not event.is_real:
        return tables.filter(table__seats__user__in=people)
    own = {*event.members.filter(user__in=people).values_list("entry__number", "place")}
    rows = tables.values_list("pk", "places", "seated")
    return tables.filter(pk__in=[pk for pk, places, seated in rows if sits_at(own, places, seated)])


def sits_at(seats: Collection[tuple[int, int]], places: Sequence[int], seated: Sequence[Any]) -> bool:
    """Return whether a real table has one of these seats, each an entry and the place of its member."""
    if seated:
        return any((number, place) in seats for number, place in seated)
    return any(number in places for number, _place in seats)


def my_table(user: Reader, event: Event) -> TournamentTable | None:
    """Return the reader's present or next table, in one query."""
    if not user.is_authenticated:
        return None
    tables = tables_of_people([user], event)
    waiting = tables.exclude(status=TournamentTable.Status.OVER).select_related("round", "table")
    return waiting.order_by("round__number", "number").first()


def plays_now(reader: Reader, event: Event) -> bool:
    """Return whether the reader, or a bot of theirs, has a table that is not over."""
    if not isinstance(reader, User):
        return False
    tables = tables_of_people(accounts_of_person(reader), event)
    return tables.exclude(status=TournamentTable.Status.OVER).exists()


# ---- rounds and results


@dataclass
class EventSheet:
    """Everything that an event's page shows, read at once."""

    state: Chronicle
    closed: frozenset[int] = frozenset()
    """The rounds whose results are hidden, because their deals are still in play."""

    @property
    def event(self) -> Event:
        return self.state.event

    @property
    def entries(self) -> dict[int, Entry]:
        return self.state.entries

    @property
    def rounds(self) -> list[Round]:
        return self.state.rounds

    @cached_property
    def lines(self) -> list[StandingsLine]:
        """The standings; empty before the event begins."""
        return self.state.standings() if self.event.started_at is not None else []

    @property
    def breaks(self) -> Sequence[str]:
        """The tie-breaks of the standings, in their order; none if the ranking does not use them."""
        return self.state.settings.get("breaks", ()) if any(line.breaks for line in self.lines) else ()

    @cached_property
    def names(self) -> dict[int, str]:
        return {number: entry_name(entry) for number, entry in self.entries.items()}

    def name(self, number: int) -> str:
        """Return the name of an entry, or the names of the bots that fill an empty place."""
        if number > 0:
            return self.names[number]
        places = range(min(self.event.most_members, self.event.players))
        return " – ".join(texts.bot_name(self.event.bot_number(number, place)) for place in places)

    def sitter(self, number: int, place: int | None, round_: int) -> str:
        """Return the name of whoever sits for an entry in a round: the member at this place, or a bot."""
        members = self.players_in(number, round_) if number > 0 else ()
        return self._named_at(members, number, place)

    def seated_name(self, number: int, place: int | None) -> str:
        """Return the name of the present member of an entry at this place, or of a bot."""
        members = self.entries[number].members.all() if number > 0 else ()
        return self._named_at(members, number, place)

    def _named_at(self, members: Iterable[Member], number: int, place: int | None) -> str:
        found = next((each for each in members if each.place == place), None)
        return texts.bot_name(self.event.bot_number(number, place)) if found is None else member_name(found)

    @cached_property
    def former_members(self) -> dict[int, list[Member]]:
        """The members whose places substitutes have taken, by the number of their entry."""
        found: dict[int, list[Member]] = defaultdict(list)
        if all(each.first_round == 1 for entry in self.entries.values() for each in entry.members.all()):
            return found
        former = Member.everybody.filter(event=self.event, last_round__isnull=False)
        for each in former.select_related("entry", "user", "club_line__user").order_by("place", "last_round"):
            found[each.entry.number].append(each)
        return found

    def players_in(self, number: int, round_: int) -> list[Member]:
        """Return the members of an entry who played for it in a round, by place."""
        playing = {each.place: each for each in present_members(self.entries[number])}
        for each in reversed(self.former_members.get(number, ())):
            if each.last_round is not None and round_ <= each.last_round:
                playing[each.place] = each
        return [playing[place] for place in sorted(playing)]

    def side_names(self, places: Sequence[int]) -> list[str]:
        """Return the names of each side at a table with these entries."""
        sides = self.state.shape.sides_at(len(places))
        of_side: dict[int, list[str]] = {}
        for who, side in zip(places, sides, strict=True):
            of_side.setdefault(side, []).append(self.name(who))
        return [names_listed(of_side[side]) for side in sorted(of_side)]

    def tables(self, number: int) -> list[TournamentTable]:
        """Return the tables of a round."""
        return self.state.tables[number]

    def points(self, table: TournamentTable) -> chronicle.Points | None:
        """Return the points of a table by place, in hundredths; None if it has no result, or a hidden one."""
        return None if table.round.number in self.closed else self.state.points[table.pk]

    def row(self, table: TournamentTable) -> TournamentTable:
        """Return this sheet's instance of a table."""
        return next(each for each in self.tables(table.round.number) if each.pk == table.pk)

    def scores(
        self, table: TournamentTable, deals: Mapping[str, Sequence[int] | None] | None = None
    ) -> tuple[int, ...]:
        """Return the sum of the deals by side, in the game's points, of a tie of several parts the parts
        won; empty if it is hidden. `deals` are others than those of the table, by label."""
        if table.round.number in self.closed:
            return ()
        if self.event.is_mixed:
            course = tie_parts.course_of_table(table, deals)
            is_over = table.status == TournamentTable.Status.OVER
            won = course.wins if is_over else course.wins_so_far
            return won if any(each.has_result for each in course.parts) else ()
        made = (table.deals if deals is None else deals).values()
        return tuple(map(sum, zip(*(scores for scores in made if scores is not None), strict=True)))

    @cached_property
    def rulings(self) -> dict[tuple[int, int], list[LogEntry]]:
        """The rulings by round and table, without those of hidden rounds, in one query."""
        found: dict[tuple[int, int], list[LogEntry]] = defaultdict(list)
        for row in self.event.log.filter(what__in=list(RULINGS)).order_by("pk"):
            if row.facts["round"] not in self.closed:
                found[row.facts["round"], row.facts["table"]].append(row)
        return found

    @cached_property
    def is_bracket(self) -> bool:
        """True if the score is the number of rounds survived."""
        return self.state.format is catalog.KNOCKOUT

    @cached_property
    def planned(self) -> tuple[catalog.HistoryRound, ...]:
        """All rounds, if they are known beforehand; before the start as if all who have entered came."""
        state, history = self.state, self.state.history()
        if self.event.started_at is None:
            history = replace(history, absent_rest=False)
        return catalog.planned_rounds(
            state.format, state.settings, state.shape, history, self.event.draw_seed
        )


def event_sheet(event: Event, *, whole: bool = False) -> EventSheet:
    """Read the sheet in six queries, without the results of deals in play unless it is the `whole` sheet.

    Where rounds overlap, the standings still include them: otherwise there would be none until the end.
    """
    state = chronicle.read_chronicle(event)
    if whole:
        return EventSheet(state)
    is_hidden = state.sets_travel and not event.is_over
    closed = frozenset(each.number for each in state.rounds if is_hidden or not is_open(each))
    state.conceal(closed)
    return EventSheet(state, closed)


def sheet_for(reader: Reader, event: Event) -> EventSheet:
    """Return the sheet that a reader may see: whole for a director, unless they or their bots play now."""
    return event_sheet(
        event,
        whole=access.has_event_capability(reader, event, EventCapability.LOOK)
        and not plays_now(reader, event),
    )


def hidden_rounds(reader: Reader, event: Event) -> list[int]:
    """Return the rounds hidden from a director who plays now and might get their deals."""
    if not plays_now(reader, event):
        return []
    return list(closed_rounds(event).values_list("number", flat=True))


def closed_rounds(event: Event) -> QuerySet[Round]:
    """Return the rounds whose deals are, or will be, in play."""
    return event.rounds.filter(boards__isnull=False, boards__opened_at=None)


def is_open(round_: Round) -> bool:
    """Return whether the results of a round may be shown: nobody plays its deals any more."""
    return round_.boards is None or round_.boards.opened_at is not None


def standings_of_event(event: Event) -> list[StandingsLine]:
    return event_sheet(event).lines


def entry_name(entry: Entry) -> str:
    """Return the name of an entry, or the names of its people; needs its members and users prefetched."""
    if entry.name:
        return entry.name
    return " – ".join(member_names(entry))


def member_names(entry: Entry) -> list[str]:
    """Return the names of the present members."""
    return [member_name(each) for each in present_members(entry)]


def present_members(entry: Entry) -> list[Member]:
    """Return the members who have not left; all members if everybody has."""
    members = list(entry.members.all())
    return [each for each in members if each.left is None] or members


def member_name(member: Member) -> str:
    if member.bot:
        return texts.bot_name(member.entry.event.bot_number(member.entry.number, member.place))
    return club_lines.listed_name(member)


@dataclass(frozen=True, slots=True)
class Going:
    """The progress of a table in play."""

    deal: int
    """From 1."""
    totals: tuple[int, ...]
    """By side."""


def tables_going_on(tables: Sequence[TournamentTable]) -> dict[int, Going]:
    """Return the progress of the tables in play, by id: one query, and none for matches cached in this
    process."""
    playing = {
        each.table.match_id: each.pk
        for each in tables
        if each.status == TournamentTable.Status.PLAYING and each.table and each.table.match_id
    }
    rows = Match.objects.filter(pk__in=list(playing))
    found = {}
    for row in rows:
        game, state = live.GAMES[row.game], live.state_of(row)
        found[playing[row.pk]] = Going(row.snapshot["fair"]["deal"] + 1, game.totals(state))
    return found


# ---- people and seasons


def trophies_of(user: User, reader: Reader, places: int = 3) -> list[Entry]:
    """Return a person's entries with the best places, most recent first, with their events, as far as the
    reader may know of these."""
    mine = Q(user=user) | Q(user=None, club_line__user=user)
    events = Event.objects.filter(status__in=OVER, deal_of_the_day=None, alone=None)
    rows = Member.everybody.filter(HAVE_PLAYED, mine, entry__place__lte=places, event__in=events)
    own = {each.entry_id for each in credited_members(rows.order_by("pk"))}
    placed = Entry.objects.filter(pk__in=own)
    placed = placed.filter(event__in=Event.objects.filter(access.visible_to(reader)))
    return list(placed.select_related("event").order_by("-event__starts_at", "-event__pk"))


def evenings_of(user: User, reader: Reader) -> QuerySet[Member]:
    """Return what a person has played at real tables to the end, most recent first, each with its entry and
    event, as far as the reader may know of these; `ranked` counts the entries with a place."""
    mine = Q(user=user) | Q(user=None, club_line__user=user)
    held = Q(event__venue=Event.Venue.REAL, event__status__in=OVER, entry__place__isnull=False)
    known = Event.objects.filter(access.visible_to(reader))
    placed = Entry.objects.filter(event=OuterRef("event"), place__isnull=False).order_by()
    counted = placed.values("event").annotate(n=Count("pk")).values("n")
    rows = Member.everybody.filter(HAVE_PLAYED, mine, held, event__in=known)
    rows = rows.annotate(ranked=Subquery(counted)).select_related("entry", "event__club")
    return rows.prefetch_related(with_people("entry__members")).order_by("-event__starts_at", "-pk")


def coming_events_of_club(club: Club, reader: Reader) -> list[Event | Date]:
    """Return the events and dates of a club to come, earliest first, in two queries."""
    found: list[Event | Date] = [*calendar_events(reader).filter(club=club), *dates_from_today(club)]
    return sorted(found, key=lambda each: each.starts_at)


def podiums_of(club: Club, reader: Reader, places: int = 3) -> QuerySet[Event]:
    """Return the events of a club that were played to the end, most recent first, each with its best entries
    as `podium`."""
    placed = Entry.objects.filter(place__lte=places).order_by("place", "number")
    best = Prefetch("entries", placed.prefetch_related(with_people()), to_attr="podium")
    played = calendar_events(reader, past=True).filter(club=club).exclude(status=Event.Status.CANCELLED)
    return played.prefetch_related(best)


def teams_of_club(club: Club, reader: Reader) -> QuerySet[Entry]:
    """Return the teams that play for a club, the latest to enter first, with their events, as far as the
    reader may know of these."""
    known = Event.objects.filter(access.visible_to(reader)).exclude(status=Event.Status.CANCELLED)
    found = club.teams.filter(event__in=known, status__in=PLAYING)
    return found.select_related("event", "club").order_by("-pk")


def series_of_club(club: Club) -> QuerySet[Series]:
    """Return the series of a club, most recent first."""
    return club.series.order_by("-created_at", "-pk")


# ---- claims and announcements


def claims_of(event: Event) -> QuerySet[Claim]:
    """Return the claims, most recent first."""
    return event.claims.select_related("by", "answered_by", "table__round")


def claims_for(reader: User, event: Event) -> QuerySet[Claim]:
    """Return the claims that a person may read: their own; for directors all, except those about deals that
    the director may still get."""
    if not access.has_event_capability(reader, event, EventCapability.LOOK):
        return claims_of(event).filter(by=reader)
    own = tables_of_people([reader], event)
    visible = ~Q(table__round__number__in=hidden_rounds(reader, event)) | Q(by=reader) | Q(table__in=own)
    return claims_of(event).filter(visible)


def is_final(table: TournamentTable, now: datetime) -> bool:
    """Return whether a table's results are final: half an hour after its round or, where rounds overlap,
    after the table.

    The table needs its round and event prefetched.
    """
    flows = catalog.FORMATS[table.round.event.format].flows
    over = table.over_at if flows else table.round.over_at
    return over is not None and now > over + CLAIMS_FOR


def announcements_of(event: Event) -> QuerySet[Announcement]:
    return event.announcements.select_related("by")
