"""The notices of tournaments: a start, a table that is ready, a request for a partner, and so on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.models import Seat
from ludopoli.accounts import people
from ludopoli.accounts.models import User
from ludopoli.notices import notifying
from ludopoli.notices.kinds import Facts, NoticeKind, registrar
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
from tournaments.series.seasons import Season
from tournaments.texts import TOO_FEW

register = registrar(_("Tournaments"))


def _goes_on(facts: Facts) -> bool:
    """Return whether the event is not over yet."""
    return any(not event.is_over for event in Event.objects.filter(code=facts["event"]))


def _waits(facts: Facts) -> bool:
    """Return whether the table is not over yet."""
    tables = TournamentTable.objects.filter(table__code=facts["table"])
    return tables.exclude(status=TournamentTable.Status.OVER).exists()


def _waits_there(facts: Facts) -> bool:
    """Return whether the real table is not over yet."""
    tables = TournamentTable.objects.filter(
        round__event__code=facts["event"], round__number=facts["round"], number=facts["number"]
    )
    return tables.exclude(status=TournamentTable.Status.OVER).exists()


AVERAGE = _("It scores the average of your other rounds.")
GOES_ON = _("You go through without playing.")

SOON = register(
    NoticeKind(
        "event_soon",
        label=_("A tournament I play in begins soon"),
        hint=_("When check-in opens, or a quarter of an hour before."),
        text=_("%(name)s begins soon: check in."),
        button=_("To the tournament"),
        icon="clock",
        mail=True,
        push=True,
        matters=_goes_on,
    )
)
READY = register(
    NoticeKind(
        "event_table",
        label=_("My next table in a tournament is ready"),
        hint=_("For every round."),
        text=_("%(name)s, round %(round)s: your table is ready."),
        button=_("To the table"),
        icon="table",
        push=True,
        matters=_waits,
    )
)
READY_THERE = register(
    NoticeKind(
        "event_real_table",
        label=_("My next table, where people sit around it"),
        hint=_("For every round, with its number."),
        text=_("%(name)s, round %(round)s: you play at table %(number)s."),
        button=_("To the score sheet"),
        icon="table",
        push=True,
        matters=_waits_there,
    )
)
LINE_UP = register(
    NoticeKind(
        "event_line_up",
        label=_("I hand in the line-up of my team"),
        hint=_("As its captain, in a tournament with sealed line-ups."),
        text=_("%(name)s, round %(round)s: hand in your line-up."),
        button=_("To the tournament"),
        icon="users",
        push=True,
        matters=_goes_on,
    )
)
PARTNER = register(
    NoticeKind(
        "event_partner",
        label=_("Somebody enters a tournament with me"),
        hint=_("You accept or decline."),
        text=_("%(who)s would like to play %(name)s with you."),
        button=_("Answer"),
        icon="users",
        mail=True,
        matters=_goes_on,
    )
)
ENTER_AGAIN = _("You are not entered any more: enter again, alone or with somebody else.")
WITHOUT = _("Your team goes on without them.")

DECLINED = register(
    NoticeKind(
        "event_declined",
        label=_("Somebody I asked does not play a tournament with me"),
        hint=_("A pair is not entered any more then; a team goes on."),
        text=_("%(who)s does not play %(name)s with you. %(then)s"),
        button=_("To the tournament"),
        icon="users",
        mail=True,
        words=lambda facts: {**facts, "then": WITHOUT if facts["team"] else ENTER_AGAIN},
        matters=_goes_on,
    )
)
REMOVED = register(
    NoticeKind(
        "event_removed",
        label=_("A director takes me out of a tournament"),
        hint=_("With the reason."),
        text=_("%(name)s: a director has taken you out. %(reason)s"),
        button=_("To the tournament"),
        icon="flag",
        mail=True,
    )
)
RESCHEDULED = register(
    NoticeKind(
        "event_rescheduled",
        label=_("A tournament I play in begins at another time"),
        hint=_("When a director changes its start."),
        text=_("%(name)s begins at another time: its page says when."),
        button=_("To the tournament"),
        icon="clock",
        mail=True,
        push=True,
        matters=_goes_on,
    )
)
DIRECTS = _("You are one of its directors now.")
DIRECTS_NO_MORE = _("You are no longer one of its directors.")

ROLE = register(
    NoticeKind(
        "event_director",
        label=_("I become a director of a tournament, or am one no longer"),
        hint=_("Its organiser decides."),
        text=_("%(name)s: %(what)s"),
        button=_("To the tournament"),
        icon="flag",
        words=lambda facts: {**facts, "what": DIRECTS if facts["directs"] else DIRECTS_NO_MORE},
        matters=_goes_on,
    )
)
STUCK = register(
    NoticeKind(
        "event_stuck",
        label=_("A tournament that I direct does not go on"),
        hint=_("When the site fails at its next step."),
        text=_("%(name)s does not go on: the site fails at its next step, and keeps trying. Call its staff."),
        button=_("To the tournament"),
        icon="warn",
        mail=True,
        push=True,
        matters=_goes_on,
    )
)
LEFT_ALONE = register(
    NoticeKind(
        "event_left_alone",
        label=_("My partner leaves a tournament"),
        hint=_("You choose who to play on with."),
        text=_(
            "%(who)s does not play %(name)s with you. Your place is kept: "
            "look for somebody else, or withdraw."
        ),
        button=_("Choose"),
        icon="users",
        mail=True,
        matters=_goes_on,
    )
)
FOUND = register(
    NoticeKind(
        "event_found",
        label=_("Somebody takes the place of my partner"),
        hint=_("In a tournament in which you had lost your partner."),
        text=_("%(who)s plays %(name)s with you now."),
        button=_("To the tournament"),
        icon="users",
        mail=True,
        matters=_goes_on,
    )
)
ANNOUNCED = register(
    NoticeKind(
        "event_told",
        label=_("The directors of a tournament make an announcement"),
        hint=_("To everybody who plays in it."),
        text=_("%(name)s: %(text)s"),
        button=_("To the tournament"),
        icon="bell",
    )
)
OVER = register(
    NoticeKind(
        "event_over",
        label=_("A tournament in which I played is over"),
        hint=_("With the standings."),
        text=_("%(name)s is over: here are the standings."),
        button=_("To the standings"),
        icon="cup",
    )
)
CANCELLED = register(
    NoticeKind(
        "event_cancelled",
        label=_("A tournament of mine is cancelled"),
        hint=_("With the reason."),
        text=_("%(name)s has been cancelled: %(reason)s"),
        button=_("To the tournament"),
        icon="warn",
        mail=True,
        words=lambda facts: {**facts, "reason": facts["reason"] or TOO_FEW},
    )
)
NUDGED = register(
    NoticeKind(
        "event_nudged",
        label=_("A director asks my table to speed up"),
        hint=_("When the other tables are ahead."),
        text=_("%(name)s: the others are waiting, please play on."),
        button=_("To the table"),
        icon="clock",
        matters=_waits,
    )
)
RESTS = register(
    NoticeKind(
        "event_rests",
        label=_("I rest in a round of a tournament"),
        hint=_("When the numbers do not come out even."),
        text=_("%(name)s, round %(round)s: you rest. %(worth)s"),
        button=_("To the tournament"),
        icon="clock",
        words=lambda facts: {**facts, "worth": GOES_ON if facts["goes_on"] else AVERAGE},
    )
)
CLAIMED = register(
    NoticeKind(
        "event_claimed",
        label=_("A player calls me as a director"),
        hint=_("In a tournament that I direct."),
        text=_("%(who)s is calling a director: %(name)s, round %(round)s, table %(table)s."),
        button=_("To the table"),
        icon="flag",
    )
)
ANSWERED = register(
    NoticeKind(
        "event_answered",
        label=_("A director has answered my call"),
        hint=_("With the reason."),
        text=_("%(name)s, round %(round)s, table %(table)s: %(verdict)s. %(reason)s"),
        button=_("To the tournament"),
        icon="flag",
        words=lambda facts: {**facts, "verdict": Claim.Status(facts["verdict"]).label},
    )
)
INVITED = register(
    NoticeKind(
        "event_invited",
        label=_("A director invites me to a tournament"),
        hint=_("Then you can enter it."),
        text=_("%(who)s invites you to %(name)s."),
        button=_("To the tournament"),
        icon="cup",
        mail=True,
        matters=_goes_on,
    )
)
SUBSTITUTE = register(
    NoticeKind(
        "event_substitute",
        label=_("I am a substitute in a tournament"),
        hint=_("A director has given you a seat."),
        text=_("%(who)s has put you in as a substitute in %(name)s: you play from now on."),
        button=_("To the tournament"),
        icon="users",
        mail=True,
        matters=_goes_on,
    )
)


MOVED = register(
    NoticeKind(
        "series_division",
        label=_("I go up or down a division in a championship"),
        hint=_("At the end of a season."),
        text=_("%(name)s: from now on you play in %(division)s."),
        button=_("To the championship"),
        icon="cup",
    )
)


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
    _notify(SOON, event, players(event))


def over(event: Event) -> None:
    _notify(OVER, event, players(event))


def cancelled(event: Event, reason: str, by: User | None) -> None:
    """Notify everybody who entered, even if their partner has not answered, and the other directors."""
    entered = Member.objects.filter(
        event=event, accepted=True, left=None, entry__status__in=[*PLAYING, Entry.Status.ASKED]
    )
    concerned = User.objects.filter(
        Q(pk__in=entered.values("user")) | Q(pk__in=directors(event).values("pk"))
    )
    reached = _reached(event, concerned, by).exclude(pk=by.pk) if by else concerned
    _notify(CANCELLED, event, reached, by=by, reason=masked(reason))


def announced(announcement: Announcement) -> None:
    event = announcement.event
    reached = _reached(event, players(event), announcement.by) if announcement.by else players(event)
    _notify(ANNOUNCED, event, reached, by=announcement.by, every=True, text=masked(announcement.text))


def claimed(claim: Claim) -> None:
    """Notify the directors, except the caller."""
    event, table = claim.event, claim.table
    url = reverse("console-table", args=[event.code, table.round.number, table.number])
    people = [each for each in directors(event) if each.pk != claim.by_id]
    _notify(CLAIMED, event, people, by=claim.by, url=url, every=True, **_of_claim(claim))


def answered(claim: Claim) -> None:
    if claim.by is not None:
        facts = {**_of_claim(claim), "verdict": claim.status, "reason": masked(claim.answer)}
        _notify(ANSWERED, claim.event, [claim.by], every=True, **facts)


def _of_claim(claim: Claim) -> dict[str, Any]:
    return {"round": claim.table.round.number, "table": claim.table.number}


def nudged(table: TournamentTable, by: User) -> None:
    """Notify the players at the table, except the director who asks."""
    assert table.table is not None, table
    event, code = table.round.event, table.table.code
    sitting = _reached(event, User.objects.filter(seats__table=table.table).exclude(pk=by.pk), by)
    _notify(NUDGED, event, sitting, by=by, url=reverse("table", args=[code]), table=code)


def partner(member: Member, by: User) -> None:
    """Notify a person who is asked to be a partner; the caller has checked that there is no block."""
    assert member.user is not None, member
    _notify(PARTNER, member.event, [member.user], by=by)


def declined(member: Member) -> None:
    """Notify the partner who asked, or the captain of the team."""
    entry, is_team = member.entry, member.event.unit == Event.Unit.TEAM
    assert member.user is not None, member
    asking = [entry.captain] if is_team else entry.members.filter(accepted=True).select_related("user")
    people = [each.user for each in asking if each is not None and each.user is not None]
    _notify(DECLINED, member.event, people, by=member.user, team=is_team)


def removed(entry: Entry, by: User, reason: str) -> None:
    """Notify the people of an entry that a director takes out."""
    reached = _reached(entry.event, _staying(entry).exclude(pk=by.pk), by)
    _notify(REMOVED, entry.event, reached, by=by, reason=masked(reason))


def director(event: Event, person: User, by: User, *, directs: bool) -> None:
    """Notify a person who directs an event now, or no longer, unless one has blocked the other."""
    if person.pk != by.pk and people.may_invite(by, person):
        _notify(ROLE, event, [person], by=by, directs=directs)


def stuck(event: Event) -> None:
    """Notify the directors that the next step of their event fails."""
    _notify(STUCK, event, directors(event))


def rescheduled(event: Event, by: User) -> None:
    """Notify everybody who plays, except the director who has changed the start."""
    _notify(RESCHEDULED, event, _reached(event, players(event).exclude(pk=by.pk), by), by=by)


def offered(place: Member, by: User) -> None:
    """Notify a person who is offered a place; the caller has checked that there is no block."""
    assert place.offered_to is not None, place
    _notify(PARTNER, place.event, [place.offered_to], by=by)


def left_alone(entry: Entry, by: User) -> None:
    """Ask the remaining partner how to go on."""
    _notify(LEFT_ALONE, entry.event, _staying(entry), by=by)


def found(place: Member) -> None:
    """Notify the partner of a person who has taken a place."""
    staying = [each for each in _staying(place.entry) if each.pk != place.user_id]
    _notify(FOUND, place.event, staying, by=place.user)


def _staying(entry: Entry) -> QuerySet[User]:
    return User.objects.filter(entered__entry=entry, entered__left=None)


def invited(event: Event, person: User, by: User) -> None:
    """Notify an invited person, unless they have invited themselves, or one has blocked the other."""
    if person.pk != by.pk and people.may_invite(by, person):
        _notify(INVITED, event, [person], by=by)


def substitute(event: Event, person: User, by: User) -> None:
    """Notify a substitute, unless they have put themselves in, or one has blocked the other."""
    if person.pk != by.pk and people.may_invite(by, person):
        _notify(SUBSTITUTE, event, [person], by=by)


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
    notifying.notify_each(MOVED.key, each_own, about=f"series:{series.pk}")


def rests(round_: Round) -> None:
    """Notify everybody who has a bye in this round."""
    event = round_.event
    resting = User.objects.filter(
        entered__event=event, entered__entry__number__in=round_.byes, entered__left=None
    )
    _notify(RESTS, event, resting, round=round_.number, goes_on=FORMATS[event.format].knockout)


def line_up(round_: Round, entries: Iterable[Entry]) -> None:
    """Ask the captains of these teams for their sealed line-ups; the entries need their members and users."""
    captains = [each.captain.user for each in entries if each.captain is not None]
    _notify(LINE_UP, round_.event, [each for each in captains if each is not None], round=round_.number)


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
    notifying.notify_each(READY.key, each_own, about=_about(event))


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
    notifying.notify_each(READY_THERE.key, each_own, about=_about(event))


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
