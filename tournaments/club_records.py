"""What the people of a club have played in its events, with or without an account."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import F, QuerySet
from django.db.models.functions import Coalesce

from clubs.models import Club
from clubs.models import Member as ClubMember
from clubs.selectors import members_of
from ludopoli.accounts.models import User
from tournaments import access
from tournaments.access import Reader
from tournaments.club_lines import Someone
from tournaments.models import HAVE_PLAYED, OVER, Entry, Event, Member, with_people
from tournaments.substitute_credit import credited_members

LEAST_EVENINGS = 3
"""The evenings from which a person has a place in the leaderboard of a club's real tables."""


@dataclass(frozen=True, slots=True)
class ClubRecord:
    """A person's events that were played to the end."""

    person: Someone
    places: list[tuple[int, int]]
    """The key of each event, and the place in it."""

    @property
    def played(self) -> int:
        return len(self.places)

    @property
    def won(self) -> int:
        return sum(place == 1 for _event, place in self.places)

    @property
    def podiums(self) -> int:
        return sum(place <= 3 for _event, place in self.places)


@dataclass(frozen=True, slots=True)
class RankedRecord:
    """A person in the leaderboard of a club's real tables."""

    person: Someone
    played: int
    won: int
    beaten: int
    """The share of the others that they have beaten, on average over their evenings, in percent."""

    @property
    def is_ranked(self) -> bool:
        return self.played >= LEAST_EVENINGS


def club_records(club: Club, reader: Reader) -> list[ClubRecord]:
    """Return what the people of a club have played, the most victories first, in three queries, and two more
    if substitutes came: an evening counts for those who have played at least half of it.

    Somebody who is on no list and has no account is left out: nobody knows whether they have come again.
    """
    found = _records(club, _placed(_events_over(club, reader)))
    return sorted(found, key=lambda each: (-each.won, -each.podiums, -each.played, each.person.name))


def club_ranking(club: Club, reader: Reader) -> list[RankedRecord]:
    """Return the members of a club by the share of the others that they have beaten at its real tables; those
    with fewer than `LEAST_EVENINGS` follow. One query more than `club_records`."""
    events = _events_over(club, reader).filter(venue=Event.Venue.REAL)
    beaten = _shares_beaten(events)
    found = []
    for each in _records(club, _placed(events)):
        if each.person.line is not None:
            share = sum(beaten[key] for key in each.places) / len(each.places)
            found.append(RankedRecord(each.person, each.played, each.won, round(share)))
    return sorted(found, key=lambda each: (not each.is_ranked, -each.beaten, -each.played, each.person.name))


def _shares_beaten(events: QuerySet[Event]) -> dict[tuple[int, int], float]:
    """Return by event and place the share of the others whose place is worse, in percent; a tie counts
    half."""
    entries = defaultdict[int, Counter[int]](Counter)
    placed = Entry.objects.filter(event__in=events, place__isnull=False)
    for event, place in placed.values_list("event", "place"):
        entries[event][place or 0] += 1
    found = {}
    for event, at_place in entries.items():
        worse = everybody = at_place.total()
        for place in sorted(at_place):
            worse -= at_place[place]
            found[event, place] = 100 * (worse + (at_place[place] - 1) / 2) / max(1, everybody - 1)
    return found


def _records(club: Club, rows: QuerySet[Member]) -> list[ClubRecord]:
    """Return the records of members by their lines, and of others by their accounts; those of people who
    came from other clubs of a federation, too."""
    lines = {each.pk: each for each in members_of(club)}
    of_account = {each.user_id: each.pk for each in lines.values() if each.user_id is not None}
    needed = rows.only("event", "entry", "user", "club_line", "name", "first_round", "last_round")
    placed = needed.annotate(account=Coalesce("club_line__user", "user"), in_the_end=F("entry__place"))
    places = defaultdict[int, list[tuple[int, int]]](list)
    for each in credited_members(placed.order_by("pk")):
        line = each.club_line_id if each.club_line_id in lines else of_account.get(each.account)
        if key := -line if line is not None else each.account:
            places[key].append((each.event_id, each.in_the_end))
    guests = User.objects.filter(pk__in=[key for key in places if key > 0], is_active=True, is_named=False)
    people = {-pk: Someone(each.shown, each.user, each) for pk, each in lines.items()}
    people |= {each.pk: Someone(each.username, each) for each in guests}
    return [ClubRecord(people[key], found) for key, found in places.items() if key in people]


def history_of_line(line: ClubMember, reader: Reader) -> Iterator[Member]:
    """Yield what a member has played in the club's events, most recent first, each with its entry and event,
    also until a substitute came."""
    own = Member.everybody.filter(club_line=line)
    if line.user_id is not None:
        own = own | Member.everybody.filter(user=line.user_id)
    rows = _placed(_events_over(line.club, reader)).filter(pk__in=own.values("pk"))
    yield from (
        rows.select_related("entry", "event")
        .prefetch_related(with_people("entry__members"))
        .order_by("-event__starts_at", "-pk")
    )


def _events_over(club: Club, reader: Reader) -> QuerySet[Event]:
    """Return the club's events that were played to the end, and of which a reader may know."""
    return Event.objects.filter(access.visible_to(reader), club=club, status__in=OVER)


def _placed(events: QuerySet[Event]) -> QuerySet[Member]:
    """Return those who have played in events that were played to the end, also until a substitute came."""
    return Member.everybody.filter(HAVE_PLAYED, event__in=events, entry__place__isnull=False, bot="")
