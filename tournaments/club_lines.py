"""The lines of a club's list that the people of its events are: the line is the person, with an account or
without one. In a federation's event they are lines of all its clubs.

A line that is taken off the list stays in what its person has played, as a number without a name.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from clubs import roles
from clubs.licences import LicenceBook, LicenceStatus, licence_status
from clubs.models import Licence
from clubs.models import Member as ClubMember
from clubs.roster import LineFinder
from ludopoli.accounts import names
from ludopoli.accounts.lookalikes import likenesses
from ludopoli.accounts.models import User
from ludopoli.base.lookups import PreparedQuery
from ludopoli.http.refusals import ActionRefused
from ludopoli.text import zones
from tournaments.models import GONE, Event, Member, Penalty, Phase


@dataclass(frozen=True, slots=True)
class Someone:
    """A person as lists show them, with or without an account."""

    name: str
    user: User | None = None
    """The account: of a line of the list the one that has joined as it."""
    line: ClubMember | None = None

    @classmethod
    def of(cls, member: Member) -> Someone:
        """Return the person of a member of an entry who is no bot."""
        line = member.line
        if line is not None:
            return cls(line.shown, line.user, line)
        return cls(listed_name(member), member.user)


def listed_name(member: Member) -> str:
    """Return the name of a member who is no bot: of the account, or of the line of the club's list, as long
    as the person is on it; of others, the one by which they were entered, until it is forgotten."""
    user, line = member.user, member.line
    if user is not None and (user.deleted_at is None or line is None):
        return user.username
    if line is not None:
        return line.shown
    return member.name or _("Somebody")


class ClubLines:
    """The lines of a club's list, by account, number and name; each of the three is one query at most."""

    def __init__(self, lines: QuerySet[ClubMember]) -> None:
        self._lines = lines.exclude(role=roles.ASKING)

    @cached_property
    def _finder(self) -> LineFinder:
        return LineFinder(self._lines.filter(user=None) | self._lines.exclude(name=""))

    @cached_property
    def _by_account(self) -> dict[int | None, ClubMember]:
        return {each.user_id: each for each in self._lines.exclude(user=None)}

    def find_again(self, member: Member) -> ClubMember | None:
        """Return the line of somebody who was taken off the list, by account or number."""
        return self._by_account.get(member.user_id or 0) or self._finder.with_card(member.card)

    def find(self, member: Member) -> ClubMember | None:
        """Return the line of a member of an entry: of the account, else of the number or the name."""
        if member.bot:
            return None
        if member.user is None:
            return self._finder.find(member.name, member.card) if member.name or member.card else None
        if member.user.is_named:
            return self._finder.find(names.without_mark(member.user.username), "")
        return self._by_account.get(member.user.pk)


_phases = PreparedQuery(lambda event: Phase.objects.filter(event=event).select_related("federation", "event"))


class EventLines:
    """The lines that the members of an event may be: those of its club's list and, in a federation's event,
    those with a licence on the lists of its other clubs."""

    def __init__(self, event: Event) -> None:
        self._event = event
        self.phase = next(iter(_phases(event.pk)), None)
        self.book = None if self.phase is None else LicenceBook(self.phase.federation)

    @cached_property
    def _own(self) -> ClubLines:
        return ClubLines(ClubMember.objects.filter(club=self._event.club_id))

    def find(self, member: Member) -> ClubMember | None:
        """Return the line of a member; if a number means one of the club and a licence, the name decides.

        Somebody who comes from another event of the federation has theirs already.
        """
        if member.pk is None and member.club_line_id is not None:
            return member.line
        own = self._own.find(member)
        if self.book is None or member.bot:
            return own
        if member.user_id is not None:
            licence = self.book.of_person(None, member.user_id)
            return own or (None if licence is None else licence.line)
        licence = self.book.find(member.name, member.card)
        found = [each for each in (own, None if licence is None else licence.line) if each is not None]
        alike = (each for each in found if likenesses(each.name) & likenesses(member.name))
        return next(alike, next(iter(found), None))

    def licence_of(self, line: int | None, account: int | None) -> Licence | None:
        return None if self.book is None else self.book.of_person(line, account)

    def licence_with_number(self, number: str) -> Licence | None:
        return None if self.book is None else self.book.with_number(number)

    def status_of_licence(self, licence: Licence | None) -> LicenceStatus:
        """Return the status of a licence on the day of the event."""
        day = zones.site_day(self._event.starts_at)
        return licence_status(licence, day, None if self.phase is None else self.phase.members_of)


def link_members(event: Event, members: Iterable[Member]) -> None:
    """Set the lines of members of an event that are about to be saved; nobody is two people in it."""
    lines, own = EventLines(event), [*members]
    if event.club_id is None and lines.phase is None:
        return None
    others = event.members.exclude(entry__status__in=GONE).filter(left=None, club_line__isnull=False)
    taken = {*others.exclude(pk__in=[each.pk for each in own]).values_list("club_line", flat=True)}
    for each in own:
        line = lines.find(each)
        each.club_line = None if line is None or line.pk in taken else line
        taken |= {line.pk} if line is not None else set()


def link_club(
    club: int, members: QuerySet[Any] | None = None, listed: QuerySet[Any] | None = None
) -> set[int]:
    """Link the members of a club's events who are on its list by now, and were not when they entered. Return
    the ids of these events.

    Whoever was taken off the list is found again by account or number: another may have the same name.

    `members` and `listed` are the rows of both: a migration has models of its own.
    """
    members = (Member.everybody.all() if members is None else members).filter(event__club=club, bot="")
    everybody = ClubMember.objects.all() if listed is None else listed
    lines, present = ClubLines(everybody.filter(club=club)), everybody.values("pk")
    unknown = members.filter(Q(club_line=None) | ~Q(club_line__in=present)).select_related("user")
    found = [
        (each, lines.find(each) if each.club_line_id is None else lines.find_again(each))
        for each in unknown.order_by("pk")
    ]
    linked = members.filter(event__in={each.event_id for each, line in found if line}, club_line__in=present)
    taken = {*linked.values_list("event", "club_line")}
    changed = []
    for each, line in found:
        if line is not None and (each.event_id, line.pk) not in taken:
            each.club_line_id = line.pk
            taken.add((each.event_id, line.pk))
            changed.append(each)
    members.bulk_update(changed, ["club_line"], batch_size=500)
    return {each.event_id for each in changed}


def move_line(line: ClubMember, former: ClubMember) -> None:
    """Make a line the person of whatever another was, which is about to go; refused as `two_people` if both
    are in one event."""
    own = Member.everybody.filter(club_line=former)
    playing = Member.everybody.exclude(entry__status__in=GONE)
    events = playing.filter(club_line=former).values("event")
    if playing.filter(club_line=line, event__in=events).exists():
        raise ActionRefused("two_people")
    own.update(club_line=line)
    Penalty.objects.filter(club_line=former).update(club_line=line)
