"""What the people of a club have played in its events, with or without an account."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import QuerySet

from clubs.models import Club
from clubs.models import Member as ClubMember
from tournaments import access
from tournaments.access import Reader
from tournaments.club_lines import Someone
from tournaments.models import HAVE_PLAYED, OVER, Event, Member, with_people
from tournaments.substitute_credit import credited_members

MOST_WINNERS = 10


@dataclass(slots=True)
class ClubRecord:
    """A person's events that were played to the end."""

    person: Someone
    played: int = 0
    won: int = 0
    podiums: int = 0


def club_records(club: Club, reader: Reader) -> list[ClubRecord]:
    """Return what the people of a club have played, the most victories first, in two queries, and one more if
    substitutes came: an evening counts for those who have played at least half of it.

    Somebody who is on no list and has no account is left out: nobody knows whether they have come again.
    """
    found: dict[int, ClubRecord] = {}
    lines = dict(club.members.filter(user__isnull=False).values_list("user", "pk"))
    for member in credited_members(_placed(club, reader).order_by("event__starts_at", "pk")):
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
    return sorted(found.values(), key=lambda each: (-each.won, -each.podiums, -each.played, each.person.name))


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
