"""The notices of a tournament: their readers and their facts; the kinds are in `notice_kinds`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.db.models import Q, QuerySet
from django.urls import reverse

from clubs.notices import notify_members
from games.models import Seat
from ludopoli.accounts import people
from ludopoli.accounts.models import User
from ludopoli.notices import notifying
from ludopoli.notices.kinds import NoticeKind
from ludopoli.text.word_filter import mask_words
from tournaments import access
from tournaments.formats import catalog
from tournaments.models import (
    PLAYING,
    Announcement,
    Claim,
    DealOfTheDay,
    Entry,
    Event,
    LogEntry,
    Member,
    Round,
    Series,
    TournamentTable,
    with_people,
)
from tournaments.outlets import notice_kinds as kinds
from tournaments.roles import EventCapability
from tournaments.series.seasons import Season


def directors_of(event: Event) -> QuerySet[User]:
    """Return the people who run the event, including the organiser."""
    return access.people_with(event, EventCapability.LOOK)


def players_of(event: Event) -> QuerySet[User]:
    """Return the people who play in the event."""
    return User.objects.filter(
        entered__event=event,
        entered__entry__status__in=PLAYING,
        entered__accepted=True,
        entered__left=None,
    )


def notify_of_check_in(event: Event) -> None:
    """Remind everybody who plays that the event begins soon."""
    _notify(kinds.SOON, event, players_of(event), check_in=bool(event.check_in_minutes))


def notify_of_names(event: Event) -> None:
    """Remind the directors that names will be forgotten, so that they export what they need."""
    _notify(kinds.NAMES_DUE, event, directors_of(event), url=reverse("console", args=[event.code]))


def notify_of_stuck_event(event: Event) -> None:
    """Notify the directors that the next step of their event fails."""
    _notify(kinds.STUCK, event, directors_of(event))


def notify_of_divisions(series: Series, season: Season) -> None:
    """Notify the people who change their division at the end of a season."""
    url = reverse("series-history", args=[series.code])
    facts = {"series": series.code, "name": series.name}
    each_own = [
        (line.user, url, {**facts, "division": season.divisions[at + line.move].name})
        for at, division in enumerate(season.divisions)
        for line in division.lines
        if line.move and line.user is not None
    ]
    notifying.notify_each(kinds.MOVED.key, each_own, about=f"series:{series.pk}")


# ---- happenings of an event


def notify_club(logged: LogEntry, event: Event) -> None:
    """Notify the members of the club that holds the event."""
    if event.club is not None and logged.by is not None:
        notify_members(event.club, logged.by, event.name)


def notify_of_new_start(logged: LogEntry, event: Event) -> None:
    """Notify everybody who plays, except the director who has changed the start."""
    _notify(kinds.RESCHEDULED, event, _others(logged, players_of(event)), by=logged.by)


def notify_of_cancellation(logged: LogEntry, event: Event) -> None:
    """Notify everybody who entered, even if their partner has not answered, and the other directors."""
    entered = Member.objects.filter(
        event=event, accepted=True, left=None, entry__status__in=[*PLAYING, Entry.Status.ASKED]
    )
    concerned = User.objects.filter(
        Q(pk__in=entered.values("user")) | Q(pk__in=directors_of(event).values("pk"))
    )
    _notify(
        kinds.CANCELLED, event, _others(logged, concerned), by=logged.by, reason=mask_words(logged.reason)
    )


def notify_of_end(_logged: LogEntry, event: Event) -> None:
    """Notify everybody who plays of their place, with their scorecard."""
    rows = event.members.filter(entry__status__in=PLAYING, accepted=True, left=None, user__isnull=False)
    ranked = event.entries.filter(place__isnull=False).count()
    common = {"event": event.code, "name": event.name, "ranked": ranked}
    each_own = [
        (
            each.user,
            reverse("event-scorecard", args=[event.code, each.entry.number]),
            {**common, "place": each.entry.place, "score": each.entry.score},
        )
        for each in rows.select_related("user", "entry")
        if each.user is not None
    ]
    notifying.notify_each(kinds.OVER.key, each_own, about=_about(event))


def notify_of_announcement(logged: LogEntry, announcement: Announcement) -> None:
    event, text = logged.event, mask_words(announcement.text)
    _notify(kinds.ANNOUNCED, event, _reached(logged, players_of(event)), by=logged.by, every=True, text=text)


def notify_of_claim(logged: LogEntry, claim: Claim) -> None:
    """Notify the directors, except the caller."""
    event, table = logged.event, claim.table
    url = reverse("console-table", args=[event.code, table.round.number, table.number])
    people = [each for each in directors_of(event) if each.pk != claim.by_id]
    _notify(kinds.CLAIMED, event, people, by=logged.by, url=url, every=True, **_of_claim(claim))


def notify_of_answer(logged: LogEntry, claim: Claim) -> None:
    if claim.by is not None:
        facts = {**_of_claim(claim), "verdict": claim.status, "reason": mask_words(claim.answer)}
        _notify(kinds.ANSWERED, logged.event, [claim.by], every=True, **facts)


def _of_claim(claim: Claim) -> dict[str, Any]:
    return {"round": claim.table.round.number, "table": claim.table.number}


def notify_nudged(logged: LogEntry, table: TournamentTable) -> None:
    """Notify the players at the table, except the director who asks."""
    assert table.table is not None, table
    sitting, code = User.objects.filter(seats__table=table.table), table.table.code
    url = reverse("table", args=[code])
    _notify(kinds.NUDGED, logged.event, _others(logged, sitting), by=logged.by, url=url, table=code)


def notify_director(logged: LogEntry, person: User, *, directs: bool) -> None:
    """Notify a person who has a role in the event now, or no longer."""
    if person.pk != logged.by_id:
        _invite(kinds.ROLE, logged, person, directs=directs, role=logged.facts["role"])


def notify_invited(logged: LogEntry, person: User) -> None:
    if person.pk != logged.by_id:
        _invite(kinds.INVITED, logged, person)


def notify_substitute(logged: LogEntry, place: Member) -> None:
    """Notify a substitute, unless it is a bot or has no account."""
    if place.user is not None and place.user_id != logged.by_id:
        _invite(kinds.SUBSTITUTE, logged, place.user)


def notify_asked_people(logged: LogEntry, entry: Entry) -> None:
    """Notify the people whom somebody has entered with them, and who have to accept."""
    for each in entry.members.filter(accepted=False).select_related("user"):
        notify_asked_partner(logged, each)


def notify_asked_partner(logged: LogEntry, member: Member) -> None:
    """Notify a person who is asked to be a partner, or to join a team."""
    assert member.user is not None, member
    _invite(kinds.PARTNER, logged, member.user)


def notify_of_offered_place(logged: LogEntry, place: Member) -> None:
    """Notify the person to whom a place is offered, if it is offered to one."""
    if place.offered_to is not None:
        _invite(kinds.PARTNER, logged, place.offered_to)


def notify_of_decline(logged: LogEntry, member: Member) -> None:
    """Notify the partner who asked, or the captain of the team."""
    event, entry = logged.event, member.entry
    is_team = event.unit == Event.Unit.TEAM
    asking = [entry.captain] if is_team else entry.members.filter(accepted=True).select_related("user")
    people = [each.user for each in asking if each is not None and each.user is not None]
    _notify(kinds.DECLINED, event, people, by=logged.by, team=is_team)


def notify_of_removal(logged: LogEntry, entry: Entry) -> None:
    """Notify the people of an entry that a director takes out."""
    event, reached = logged.event, _others(logged, _staying(entry))
    _notify(kinds.REMOVED, event, reached, by=logged.by, reason=mask_words(logged.reason))


def notify_left_alone(logged: LogEntry, entry: Entry) -> None:
    """Ask the remaining partner how to go on; a team plays on."""
    if logged.event.unit == Event.Unit.PAIR:
        _notify(kinds.LEFT_ALONE, logged.event, _staying(entry), by=logged.by)


def notify_of_partner_found(logged: LogEntry, place: Member) -> None:
    """Notify the partner of a person who has taken a place."""
    staying = [each for each in _staying(place.entry) if each.pk != place.user_id]
    _notify(kinds.FOUND, logged.event, staying, by=logged.by)


def _staying(entry: Entry) -> QuerySet[User]:
    return User.objects.filter(entered__entry=entry, entered__left=None)


def notify_of_round(logged: LogEntry, round_: Round) -> None:
    """Notify everybody of their part in a round: a bye, a line-up to hand in, a table."""
    event = logged.event
    if round_.byes:
        resting = User.objects.filter(
            entered__event=event, entered__entry__number__in=round_.byes, entered__left=None
        )
        goes_on = catalog.byes_go_on(round_.tables.values_list("stage", flat=True))
        _notify(kinds.RESTS, event, resting, round=round_.number, goes_on=goes_on)
    if event.seals:
        _notify(kinds.LINE_UP, event, _captains(round_), round=round_.number)
    notify_of_tables(round_, round_.tables.all())


def _captains(round_: Round) -> list[User]:
    """Return the captains of the teams that play in a round."""
    numbers = {number for places in round_.tables.values_list("places", flat=True) for number in places}
    entries = round_.event.entries.filter(number__in=numbers).prefetch_related(with_people())
    captains = [each.captain.user for each in entries if each.captain is not None]
    return [each for each in captains if each is not None]


def notify_of_tables(round_: Round, tables: Iterable[TournamentTable]) -> None:
    """Notify everybody who sits at these tables of a round, in a fixed number of queries; nobody of the
    deal of the day, whose players open their tables themselves."""
    event = round_.event
    if DealOfTheDay.objects.filter(event=event).exists():
        return
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


def _others(logged: LogEntry, concerned: QuerySet[User]) -> QuerySet[User]:
    """Return the people among these whom a director reaches, without the director."""
    reached = _reached(logged, concerned)
    return reached.exclude(pk=logged.by_id) if logged.by_id is not None else reached


def _reached(logged: LogEntry, concerned: QuerySet[User]) -> QuerySet[User]:
    """Return these people without those whom a block keeps from the director, unless they take part by their
    own doing: a director can enter anybody."""
    if logged.by is None:
        return concerned
    apart = people.ids_blocked_either_way(logged.by)
    willing = logged.event.log.filter(by__in=apart).values_list("by", flat=True) if apart else ()
    return concerned.exclude(pk__in=apart.difference(willing))


def _invite(kind: NoticeKind, logged: LogEntry, person: User, **facts: Any) -> None:
    """Notify a person of what somebody does with them, unless one has blocked the other."""
    if logged.by is not None and people.may_invite(logged.by, person):
        _notify(kind, logged.event, [person], by=logged.by, **facts)


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
    notifying.notify_people(
        kind.key,
        people,
        url=url or event.get_absolute_url(),
        actor=by,
        facts={"event": event.code, "name": event.name, **facts},
        about="" if every else _about(event),
    )


def settle_event_notices(person: User, event: Event) -> None:
    """Mark a person's notices of an event as read, since they are at its table."""
    notifying.settle_notices(person, _about(event))


def _about(event: Event) -> str:
    return f"event:{event.pk}"
