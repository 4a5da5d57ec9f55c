"""Teams: asking further members, the club for which they play, and the line-up."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Max
from django.utils import timezone

from clubs.models import Club
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from tournaments import access
from tournaments.actions.entries import check_club, check_person
from tournaments.actions.holding import event_action
from tournaments.actions.seats import seat_again
from tournaments.models import Entry, Event, Member, Round, TournamentTable
from tournaments.outlets import happenings
from tournaments.outlets.happenings import happened
from tournaments.roles import EventCapability
from tournaments.running import seen_deals, sequencer


@event_action()
def ask_member(by: User, entry: Entry, who: User, now: datetime | None = None) -> Entry:
    """Ask a person to join a team, by its captain; until they accept they do not play."""
    event = entry.event
    _check(by, entry)
    if entry.members.filter(left=None).count() >= event.most_members:
        raise ActionRefused("team_full", most=event.most_members)
    check_person(who, event)
    seen_deals.check_unseen(who, event)
    last = entry.members.aggregate(last=Max("place"))["last"]
    asked = Member.objects.create(event=event, entry=entry, place=last + 1, user=who, accepted=False)
    happened(event, happenings.MEMBER_ASKED, asked, by=by, now=now)
    return entry


@event_action()
def represent_club(by: User, entry: Entry, club: Club | None, now: datetime | None = None) -> Entry:
    """Let a team play for a club, or for none; by its captain, who must direct the club."""
    _check(by, entry)
    check_club(by, club)
    entry.club = club
    entry.save(update_fields=["club"])
    happened(entry.event, happenings.REPRESENTS_CLUB, entry, by=by, now=now)
    return entry


@event_action()
def hand_in_line_up(by: User, entry: Entry, places: Sequence[int], now: datetime | None = None) -> Entry:
    """Set the line-up of a team: the places of its members, first those who play; by its captain.

    It holds from the next round on, also if that is paired but has not begun. Absent members come last
    whatever their place in it. If the line-ups of that round are sealed, it is handed in for this round, and
    can be changed until they are opened.
    """
    now = now or timezone.now()
    event = entry.event
    _check(by, entry)
    known = {each.place for each in entry.in_order}
    if len({*places}) != len(places) or not known.issuperset(places):
        raise ActionRefused("bad_lineup")
    waiting = TournamentTable.objects.filter(round__event=event, round__status=Round.Status.DRAWN)
    tables = waiting.select_related("round", "table").order_by("number")
    rooms = [each for each in tables if entry.number in each.places]
    if event.seals and rooms and rooms[0].seated:
        raise ActionRefused("line_up_open")
    entry.lineup = list(places)
    if event.seals and rooms:
        entry.handed_in = rooms[0].round.number
    entry.save(update_fields=["lineup", "handed_in"])
    if not event.seals:
        seat_again(event, rooms)
    happened(event, happenings.LINED_UP, entry, by=by, now=now)
    sequencer.take_step(event, now)
    return entry


def _check(by: User, entry: Entry) -> None:
    event, captain = entry.event, entry.captain
    if event.unit != Event.Unit.TEAM:
        raise ActionRefused("not_team")
    if (captain is None or captain.user_id != by.pk) and not access.has_event_capability(
        by, event, EventCapability.DIRECT
    ):
        raise ActionRefused("not_captain")
    if event.is_over:
        raise ActionRefused("event_over")
    if not entry.plays:
        raise ActionRefused("entry_gone")
