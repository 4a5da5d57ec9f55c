"""What the people of a club have played in its events, with or without an account."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from django.db.models import QuerySet

from clubs.models import Club
from clubs.models import Member as ClubMember
from tournaments import access
from tournaments.access import Reader
from tournaments.club_lines import Someone
from tournaments.models import HAVE_PLAYED, OVER, Entry, Event, Member, with_people
from tournaments.substitute_credit import credited_members

MOST_WINNERS = 10

LEAST_EVENINGS = 3
"""The evenings from which a person has a place in the leaderboard of a club's real tables."""


@dataclass(slots=True)
class ClubRecord:
    """A person's events that were played to the end."""

    person: Someone
    played: int = 0
    won: int = 0
    podiums: int = 0
    places: list[tuple[int, int]] = field(default_factory=list)
    """The key of each event, and the place in it."""


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
    """Return what the people of a club have played, the most victories first, in two queries, and one more if
    substitutes came: an evening counts for those who have played at least half of it.

    Somebody who is on no list and has no account is left out: nobody knows whether they have come again.
    """
    found = _records(club, _placed(club, reader))
    return sorted(found, key=lambda each: (-each.won, -each.podiums, -each.played, each.person.name))


def club_ranking(club: Club, reader: Reader) -> list[RankedRecord]:
    """Return the people of a club by the share of the others that they have beaten at its real tables; those
    with fewer than `LEAST_EVENINGS` follow. One query more than `club_records`."""
    rows = _placed(club, reader).filter(event__venue=Event.Venue.REAL)
    events: dict[int, list[int]] = defaultdict(list)
    placed = Entry.objects.filter(event__in=rows.values("event"), place__isnull=False)
    for event, place in placed.values_list("event", "place"):
        events[event].append(place or 0)
    found = []
    for each in _records(club, rows):
        shares = [_share_beaten(place, events[event]) for event, place in each.places]
        found.append(RankedRecord(each.person, each.played, each.won, round(sum(shares) / len(shares))))
    return sorted(found, key=lambda each: (not each.is_ranked, -each.beaten, -each.played, each.person.name))


def _share_beaten(place: int, places: Sequence[int]) -> float:
    """Return the share of the others of an event whose place is worse, in percent; a tie counts half."""
    worse, level = sum(each > place for each in places), places.count(place) - 1
    return 100 * (worse + level / 2) / max(1, len(places) - 1)


def _records(club: Club, rows: QuerySet[Member]) -> list[ClubRecord]:
    found: dict[int, ClubRecord] = {}
    lines = dict(club.members.filter(user__isnull=False).values_list("user", "pk"))
    for member in credited_members(rows.order_by("event__starts_at", "pk")):
        who = Someone.of(member)
        account = who.user.pk if who.user is not None and who.user.is_active and not who.user.is_named else 0
        line = member.club_line_id
        if who.line is not None and who.line.club_id != club.pk:  # of another club of a federation
            who, line = Someone(who.name, who.user), None
        key = -(line or lines.get(account, 0)) or account
        if not key or (who.line is None and not account):
            continue
        record = found.setdefault(key, ClubRecord(who))
        place = member.entry.place or 0
        record.person = who
        record.played += 1
        record.won += place == 1
        record.podiums += place <= 3
        record.places.append((member.event_id, place))
    return [*found.values()]


def winners_of_club(club: Club, reader: Reader) -> list[ClubRecord]:
    """Return the people who have won the most events."""
    return [each for each in club_records(club, reader) if each.won][:MOST_WINNERS]


def history_of_line(line: ClubMember, reader: Reader) -> Iterator[Member]:
    """Yield what a member has played in the club's events, most recent first, each with its entry and event,
    also until a substitute came."""
    own = Member.everybody.filter(club_line=line)
    if line.user_id is not None:
        own = own | Member.everybody.filter(user=line.user_id)
    rows = _placed(line.club, reader).filter(pk__in=own.values("pk"))
    yield from rows.prefetch_related(with_people("entry__members")).order_by("-event__starts_at", "-pk")


def _placed(club: Club, reader: Reader) -> QuerySet[Member]:
    """Return those who have played in the club's events that were played to the end, also until a substitute
    came."""
    events = Event.objects.filter(access.visible_to(reader), club=club, status__in=OVER)
    placed = Member.everybody.filter(HAVE_PLAYED, event__in=events, entry__place__isnull=False, bot="")
    return placed.select_related("user", "club_line__user", "entry", "event")
