"""The notices of a tournament: their readers and their facts; the kinds are in `notice_kinds`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.db.models import Q, QuerySet
from django.urls import reverse

from games.models import Seat
from ludopoli.accounts import people
from ludopoli.accounts.models import User
from ludopoli.notices import notifying
from ludopoli.notices.kinds import NoticeKind
from ludopoli.text.word_filter import masked
from tournaments.formats.catalog import FORMATS
from tournaments.models import (
    PLAYING,
    Announcement,
    Claim,
    Entry,
    Event,
    Member,
    Round,
    Series,
    TournamentTable,
)
from tournaments.outlets import notice_kinds as kinds
from tournaments.series.seasons import Season


def directors(event: Event) -> QuerySet[User]:
    """Return the people who run the event, including the organiser."""
    return User.objects.filter(Q(events_directed=event) | Q(events_organised=event)).distinct()


def players(event: Event) -> QuerySet[User]:
    """Return the people who play in the event."""
    return User.objects.filter(
        entered__event=event,
        entered__entry__status__in=PLAYING,
        entered__accepted=True,
        entered__left=None,
    )


def soon(event: Event) -> None:
    _notify(kinds.SOON, event, players(event))


def over(event: Event) -> None:
    _notify(kinds.OVER, event, players(event))


def cancelled(event: Event, reason: str, by: User | None) -> None:
    """Notify everybody who entered, even if their partner has not answered, and the other directors."""
    entered = Member.objects.filter(
        event=event, accepted=True, left=None, entry__status__in=[*PLAYING, Entry.Status.ASKED]
    )
    concerned = User.objects.filter(
        Q(pk__in=entered.values("user")) | Q(pk__in=directors(event).values("pk"))
    )
    reached = _reached(event, concerned, by).exclude(pk=by.pk) if by else concerned
    _notify(kinds.CANCELLED, event, reached, by=by, reason=masked(reason))


def announced(announcement: Announcement) -> None:
    event = announcement.event
    reached = _reached(event, players(event), announcement.by) if announcement.by else players(event)
    _notify(kinds.ANNOUNCED, event, reached, by=announcement.by, every=True, text=masked(announcement.text))


def claimed(claim: Claim) -> None:
    """Notify the directors, except the caller."""
    event, table = claim.event, claim.table
    url = reverse("console-table", args=[event.code, table.round.number, table.number])
    people = [each for each in directors(event) if each.pk != claim.by_id]
    _notify(kinds.CLAIMED, event, people, by=claim.by, url=url, every=True, **_of_claim(claim))


def answered(claim: Claim) -> None:
    if claim.by is not None:
        facts = {**_of_claim(claim), "verdict": claim.status, "reason": masked(claim.answer)}
        _notify(kinds.ANSWERED, claim.event, [claim.by], every=True, **facts)


def _of_claim(claim: Claim) -> dict[str, Any]:
    return {"round": claim.table.round.number, "table": claim.table.number}


def nudged(table: TournamentTable, by: User) -> None:
    """Notify the players at the table, except the director who asks."""
    assert table.table is not None, table
    event, code = table.round.event, table.table.code
    sitting = _reached(event, User.objects.filter(seats__table=table.table).exclude(pk=by.pk), by)
    _notify(kinds.NUDGED, event, sitting, by=by, url=reverse("table", args=[code]), table=code)


def partner(member: Member, by: User) -> None:
    """Notify a person who is asked to be a partner; the caller has checked that there is no block."""
    assert member.user is not None, member
    _notify(kinds.PARTNER, member.event, [member.user], by=by)


def declined(member: Member) -> None:
    """Notify the partner who asked, or the captain of the team."""
    entry, is_team = member.entry, member.event.unit == Event.Unit.TEAM
    assert member.user is not None, member
    asking = [entry.captain] if is_team else entry.members.filter(accepted=True).select_related("user")
    people = [each.user for each in asking if each is not None and each.user is not None]
    _notify(kinds.DECLINED, member.event, people, by=member.user, team=is_team)


def removed(entry: Entry, by: User, reason: str) -> None:
    """Notify the people of an entry that a director takes out."""
    reached = _reached(entry.event, _staying(entry).exclude(pk=by.pk), by)
    _notify(kinds.REMOVED, entry.event, reached, by=by, reason=masked(reason))


def director(event: Event, person: User, by: User, *, directs: bool) -> None:
    """Notify a person who directs an event now, or no longer, unless one has blocked the other."""
    if person.pk != by.pk and people.may_invite(by, person):
        _notify(kinds.ROLE, event, [person], by=by, directs=directs)


def stuck(event: Event) -> None:
    """Notify the directors that the next step of their event fails."""
    _notify(kinds.STUCK, event, directors(event))


def rescheduled(event: Event, by: User) -> None:
    """Notify everybody who plays, except the director who has changed the start."""
    _notify(kinds.RESCHEDULED, event, _reached(event, players(event).exclude(pk=by.pk), by), by=by)


def offered(place: Member, by: User) -> None:
    """Notify a person who is offered a place; the caller has checked that there is no block."""
    assert place.offered_to is not None, place
    _notify(kinds.PARTNER, place.event, [place.offered_to], by=by)


def left_alone(entry: Entry, by: User) -> None:
    """Ask the remaining partner how to go on."""
    _notify(kinds.LEFT_ALONE, entry.event, _staying(entry), by=by)


def found(place: Member) -> None:
    """Notify the partner of a person who has taken a place."""
    staying = [each for each in _staying(place.entry) if each.pk != place.user_id]
    _notify(kinds.FOUND, place.event, staying, by=place.user)


def _staying(entry: Entry) -> QuerySet[User]:
    return User.objects.filter(entered__entry=entry, entered__left=None)


def invited(event: Event, person: User, by: User) -> None:
    """Notify an invited person, unless they have invited themselves, or one has blocked the other."""
    if person.pk != by.pk and people.may_invite(by, person):
        _notify(kinds.INVITED, event, [person], by=by)


def substitute(event: Event, person: User, by: User) -> None:
    """Notify a substitute, unless they have put themselves in, or one has blocked the other."""
    if person.pk != by.pk and people.may_invite(by, person):
        _notify(kinds.SUBSTITUTE, event, [person], by=by)


def moved(series: Series, season: Season) -> None:
    """Notify the people who change their division at the end of a season."""
    url = reverse("series-history", args=[series.code])
    facts = {"series": series.code, "name": series.name}
    each_own = [
        (line.user, url, {**facts, "division": season.divisions[at + line.move].name})
        for at, division in enumerate(season.divisions)
        for line in division.lines
        if line.move
    ]
    notifying.notify_each(kinds.MOVED.key, each_own, about=f"series:{series.pk}")


def rests(round_: Round) -> None:
    """Notify everybody who has a bye in this round."""
    event = round_.event
    resting = User.objects.filter(
        entered__event=event, entered__entry__number__in=round_.byes, entered__left=None
    )
    _notify(kinds.RESTS, event, resting, round=round_.number, goes_on=FORMATS[event.format].knockout)


def line_up(round_: Round, entries: Iterable[Entry]) -> None:
    """Ask the captains of these teams for their sealed line-ups; the entries need their members and users."""
    captains = [each.captain.user for each in entries if each.captain is not None]
    _notify(kinds.LINE_UP, round_.event, [each for each in captains if each is not None], round=round_.number)


def ready(round_: Round, tables: Iterable[TournamentTable]) -> None:
    """Notify everybody who sits at these tables of a round, in a fixed number of queries."""
    event = round_.event
    if event.is_real:
        _ready_there(round_, tables)
        return
    seats = Seat.objects.filter(table__tournament__in=tables).select_related("user", "table")
    common = {"event": event.code, "name": event.name, "round": round_.number}
    each_own = [
        (seat.user, reverse("table", args=[seat.table.code]), {**common, "table": seat.table.code})
        for seat in seats
        if seat.user is not None
    ]
    notifying.notify_each(kinds.READY.key, each_own, about=_about(event))


def _ready_there(round_: Round, tables: Iterable[TournamentTable]) -> None:
    """Notify the people with accounts who sit at real tables; they find their score sheet there."""
    event = round_.event
    members = event.members.filter(user__isnull=False, accepted=True, left=None)
    people_of: dict[int, list[Member]] = defaultdict(list)
    for each in members.select_related("user", "entry"):
        people_of[each.entry.number].append(each)
    url = reverse("event-scores", args=[event.code])
    common = {"event": event.code, "name": event.name, "round": round_.number}
    each_own = [
        (each.user, url, {**common, "number": table.number})
        for table in tables
        for number in table.places
        for each in people_of[number]
        if each.user is not None and (not table.seated or (number, each.place) in map(tuple, table.seated))
    ]
    notifying.notify_each(kinds.READY_THERE.key, each_own, about=_about(event))


def _reached(event: Event, concerned: QuerySet[User], by: User) -> QuerySet[User]:
    """Return these people without those whom a block keeps from the director, unless they take part by their
    own doing: a director can enter anybody."""
    apart = people.apart_from(by)
    willing = event.log.filter(by__in=apart).values_list("by", flat=True) if apart else ()
    return concerned.exclude(pk__in=apart.difference(willing))


def _notify(
    kind: NoticeKind,
    event: Event,
    people: Iterable[User],
    *,
    by: User | None = None,
    url: str = "",
    every: bool = False,
    **facts: Any,
) -> None:
    """Notify people of something in an event; the notice leads to its page, or to `url`.

    An unread notice of this kind about the event gives way to the new one, unless `every` one matters.
    """
    notifying.notify(
        kind.key,
        people,
        url=url or event.get_absolute_url(),
        actor=by,
        facts={"event": event.code, "name": event.name, **facts},
        about="" if every else _about(event),
    )


def _about(event: Event) -> str:
    return f"event:{event.pk}"
