"""Teams: asking further members, the club for which they play, and the line-up."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Max
from django.utils import timezone

from clubs.models import Club
from ludocards.engine.game import Refused
from ludopoli.accounts import people
from ludopoli.accounts.models import User
from tournaments import access
from tournaments.actions.entries import largest_team, refuse_club, refuse_person
from tournaments.actions.holding import held
from tournaments.actions.seats import seat_again
from tournaments.models import Entry, Event, Member, Round, TournamentTable
from tournaments.outlets import notices
from tournaments.outlets.journal import write
from tournaments.running import seen_deals, sequencer

NOT_CAPTAIN = Refused("not_captain", "only the captain can do this")


@held()
def ask_member(by: User, entry: Entry, who: User, now: datetime | None = None) -> Entry | Refused:
    """Ask a person to join a team, by its captain; until they accept they do not play."""
    event = entry.event
    if refused := _refuse(by, entry):
        return refused
    if entry.members.filter(left=None).count() >= largest_team(event):
        return Refused("team_full", "the team is full", {"most": largest_team(event)})
    if refused := refuse_person(who, event) or seen_deals.refuse(who, event):
        return refused
    last = entry.members.aggregate(last=Max("place"))["last"]
    asked = Member.objects.create(event=event, entry=entry, place=last + 1, user=who, accepted=False)
    if people.may_invite(by, who):
        notices.partner(asked, by)
    write(event, "member_asked", by=by, now=now, entry=entry.number)
    return entry


@held()
def represent(by: User, entry: Entry, club: Club | None, now: datetime | None = None) -> Entry | Refused:
    """Let a team play for a club, or for none; by its captain, who must direct the club."""
    if refused := _refuse(by, entry) or refuse_club(by, club):
        return refused
    entry.club = club
    entry.save(update_fields=["club"])
    write(entry.event, "represents", by=by, now=now, entry=entry.number)
    return entry


@held()
def line_up(by: User, entry: Entry, places: Sequence[int], now: datetime | None = None) -> Entry | Refused:
    """Set the line-up of a team: the places of its members, first those who play; by its captain.

    It holds from the next round on, also if that is paired but has not begun. Absent members come last
    whatever their place in it. If the line-ups of that round are sealed, it is handed in for this round, and
    can be changed until they are opened.
    """
    now = now or timezone.now()
    event = entry.event
    if refused := _refuse(by, entry):
        return refused
    known = {each.place for each in entry.in_order}
    if len({*places}) != len(places) or not known.issuperset(places):
        return Refused("bad_lineup", "the line-up names members of the team once")
    waiting = TournamentTable.objects.filter(round__event=event, round__status=Round.Status.DRAWN)
    tables = waiting.select_related("round", "table").order_by("number")
    rooms = [each for each in tables if entry.number in each.places]
    if event.seals and rooms and rooms[0].seated:
        return Refused("line_up_open", "the line-ups of this round are open already")
    entry.lineup = list(places)
    if event.seals and rooms:
        entry.handed_in = rooms[0].round.number
    entry.save(update_fields=["lineup", "handed_in"])
    if not event.seals:
        seat_again(event, rooms)
    write(event, "lined_up", by=by, now=now, entry=entry.number)
    sequencer.step(event, now)
    return entry


def _refuse(by: User, entry: Entry) -> Refused | None:
    event, captain = entry.event, entry.captain
    if event.unit != Event.Unit.TEAM:
        return Refused("not_team", "the event has no teams")
    if (captain is None or captain.user_id != by.pk) and not access.directs(by, event):
        return NOT_CAPTAIN
    if event.is_over:
        return Refused("event_over", "the event is over")
    return None if entry.plays else Refused("entry_gone", "the team is not in the event any more")
