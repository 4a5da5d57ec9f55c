"""The seasons of a series: the stored places of its events as the input of `formats.season` and
`formats.divisions`, and their tables with people and events."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import NamedTuple

from django.db.models import Q

from clubs.licences import LicenceBook
from clubs.models import Member as ClubMember
from ludopoli.accounts.models import User
from ludopoli.text import zones
from tournaments import access
from tournaments.access import Reader
from tournaments.club_lines import Someone
from tournaments.formats import divisions, season
from tournaments.formats.divisions import DivisionRules
from tournaments.models import HAVE_PLAYED, OVER, Event, Member, Series
from tournaments.substitute_credit import credited_members


class PersonalTerm(NamedTuple):
    """A person's event in a season: the place, None if they missed it, its points, and whether it counts."""

    event: Event
    place: int | None
    points: int
    counts: bool


@dataclass(frozen=True, slots=True)
class PersonInSeason:
    place: int | None
    """None: too few events to be ranked."""
    person: Someone
    points: int
    penalty: int
    terms: tuple[PersonalTerm, ...]
    move: int | None
    """What the end of the season adds to the number of the division; None: they begin anew."""

    @property
    def user(self) -> User | None:
        """The person's account; None without one."""
        return self.person.user

    @property
    def name(self) -> str:
        return self.person.name

    @property
    def played(self) -> int:
        """The number of events that the person has played."""
        return sum(term.place is not None for term in self.terms)


class Division(NamedTuple):
    name: str
    """Empty if the series has none."""
    lines: tuple[PersonInSeason, ...]


@dataclass(frozen=True, slots=True)
class Season:
    number: int
    """From 1, the earliest."""
    begins: date | None
    ends: date | None
    """The first day of the next one; None: it has no end yet."""
    over: bool
    """True once the promotions and relegations are certain."""
    divisions: tuple[Division, ...]


class SeasonHistory(NamedTuple):
    seasons: list[Season]
    """The earliest first; those without an event that was played to the end are left out."""
    belongs: Mapping[int, int]
    """The present division of each person, from 0, by the key."""
    identities: Identities


def ladder_of(series: Series) -> DivisionRules:
    count = len(series.divisions) or 1
    return DivisionRules(count, series.up, series.down, series.border, series.inactive, series.newcomers)


def season_span(series: Series, day: date) -> tuple[date | None, date | None]:
    """Return the first day of the season to which a day belongs, and of the next one."""
    if series.period == Series.Period.MONTH:
        first = day.replace(day=1)
        return first, (first + timedelta(days=31)).replace(day=1)
    starts = sorted(map(date.fromisoformat, series.season_starts))
    if series.period == Series.Period.ONE or not starts:
        return None, None
    begun, later = [each for each in starts if each <= day], [each for each in starts if each > day]
    return begun[-1] if begun else None, later[0] if later else None


def counted_in(series: Series) -> Q:
    """Return the filter of the events of a series; those of a ranking are all phases of its federation."""
    if series.federation_id is None:
        return Q(series=series)
    return Q(phase__federation=series.federation_id)


def season_history(series: Series, reader: Reader | None = None) -> SeasonHistory:
    """Return all seasons of a series, from the events of which the reader may know; without one, from all.

    Three queries, and one more if substitutes came.
    """
    rows = Event.objects.filter(counted_in(series)).exclude(status=Event.Status.CANCELLED)
    if reader is not None:
        rows = rows.filter(access.visible_to(reader))
    events: dict[tuple[date | None, date | None], list[Event]] = defaultdict(list)
    for event in rows.order_by("starts_at", "pk"):
        events[season_span(series, zones.site_day(event.starts_at))].append(event)
    identities = Identities(series)
    counted_events = (event for its in events.values() for event in its)
    places, people = _places(identities, counted_events, series.credit)
    today = zones.site_day()
    penalties: dict[tuple[date | None, date | None], Counter[int]] = defaultdict(Counter)
    for each in series.penalties.all():
        key = identities.key(each.user_id, each.club_line_id, series.club_id)
        penalties[season_span(series, zones.site_day(each.at))][key] += each.points
    spans, seasons = [], []
    for (begins, ends), its in events.items():
        finished = [each for each in its if each.status in OVER]
        if not finished:
            continue
        over = ends is not None and ends <= today and len(finished) == len(its)
        spans.append((begins, ends, finished))
        counted = tuple(divisions.DivisionEvent(each.division, places[each.pk]) for each in finished)
        seasons.append(divisions.DivisionSeason(counted, penalties[begins, ends], over))
    rules = season.SeasonRules(
        tuple(series.points), series.best, series.missed, series.excused, series.least, series.ties
    )
    found, belongs = divisions.replay_divisions(rules, ladder_of(series), seasons)
    names = series.divisions or [""]
    return SeasonHistory(
        [
            Season(
                number,
                begins,
                ends,
                played.is_over,
                tuple(
                    Division(name, _lines(table, finished, people))
                    for name, table in zip(names, tables, strict=True)
                ),
            )
            for number, ((begins, ends, finished), played, tables) in enumerate(
                zip(spans, seasons, found, strict=True), start=1
            )
        ],
        belongs,
        identities,
    )


class Identities:
    """The keys of people in the tables of a series: of the members of its club the lines of the list, below
    0, and of others the accounts. In the ranking of a federation a licence stands for the lines and the
    account of its person."""

    def __init__(self, series: Series) -> None:
        self._club = series.club_id
        self._book = None if series.federation is None else LicenceBook(series.federation)
        lines = ClubMember.objects.filter(club=series.club_id, user__isnull=False)
        self._lines = dict(lines.values_list("user", "pk"))

    def key(self, user: int | None, line: int | None, club: int | None) -> int:
        """Return the key of a person: of an account, or of a line of a club's list, or of both."""
        licence = None if self._book is None else self._book.of_person(line, user)
        if licence is not None:
            return -licence.line_id
        if line is not None and (club == self._club or self._book is not None):
            return -line
        if user is None:
            return -(line or 0)
        return -self._lines[user] if user in self._lines else user


def _places(
    identities: Identities, events: Iterable[Event], credit: str
) -> tuple[Mapping[int, Mapping[int, int]], Mapping[int, Someone]]:
    """Return the places by event and person, and the people, by key."""
    places, people = defaultdict[int, dict[int, int]](dict), dict[int, Someone]()
    placed = Member.everybody.filter(HAVE_PLAYED, event__in=[*events], entry__place__isnull=False)
    known = placed.exclude(user=None, club_line=None).order_by("event__starts_at", "pk")
    rows = known.select_related("user", "club_line__user", "entry", "event")
    for member in credited_members(rows, credit):
        assert member.entry.place is not None, member
        who = Someone.of(member)
        account = who.user.pk if who.user is not None else None
        key = identities.key(account, member.club_line_id, member.event.club_id)
        places[member.event_id][key] = member.entry.place
        people[key] = who
    return places, people


def _lines(
    table: Iterable[divisions.DivisionStanding], events: list[Event], people: Mapping[int, Someone]
) -> tuple[PersonInSeason, ...]:
    lines = [
        PersonInSeason(
            line.place,
            people[line.person],
            line.points,
            line.penalty,
            tuple(PersonalTerm(events[each.event], *each[1:]) for each in line.terms),
            move,
        )
        for line, move in table
    ]
    order = sorted(lines, key=lambda line: (line.place is None, line.place, -line.points, line.name))
    return tuple(order)


def admits_to_event(event: Event, person: User) -> bool:
    """Return whether a person may play the events of the division to which an event of a series belongs."""
    assert event.series is not None, event
    assert event.division is not None, event
    seasons, belongs, identities = season_history(event.series)
    present = season_span(event.series, zones.site_day(event.starts_at))
    is_first = not seasons or (seasons[0].begins, seasons[0].ends) == present
    return divisions.admits_to_division(
        ladder_of(event.series),
        event.division,
        belongs.get(identities.key(person.pk, None, None)),
        is_first=is_first,
    )
