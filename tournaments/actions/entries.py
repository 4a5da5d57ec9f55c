"""Entering an event, and checking in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Count, Max, Q
from django.utils import timezone

from clubs import access as clubs
from clubs import roster
from clubs.models import Club
from clubs.roles import Capability
from games.fairplay import bans
from games.models import Rating
from ludocards.bots import slips
from ludocards.ratings.skill import CENTRE
from ludopoli.accounts import named_guests, names
from ludopoli.accounts.models import User
from ludopoli.base.lookups import PreparedQuery
from ludopoli.http.refusals import ActionRefused
from tournaments import chronicle, club_lines, tie_parts
from tournaments.actions.checking import LONGEST_NAME, MOST_ENTRIES, checked_entry_name
from tournaments.actions.holding import event_action
from tournaments.entering import doubles, licence_checks, seat_links
from tournaments.entering.doubles import Identifier
from tournaments.formats import catalog
from tournaments.models import GONE, PLAYING, Entry, Event, Invitee, Member
from tournaments.outlets import happenings
from tournaments.outlets.happenings import happened
from tournaments.roles import EventCapability
from tournaments.running import lineup, nonces, seen_deals, sequencer
from tournaments.series import seasons

Status = Entry.Status


@event_action()
def register_entry(
    user: User,
    event: Event,
    *,
    partner: User | None = None,
    team: Sequence[User] = (),
    name: str = "",
    club: Club | None = None,
    nonce: str = "",
    homonym: bool = False,
    seeking: bool = False,
    now: datetime | None = None,
) -> Entry:
    """Enter, alone or with a partner, or as the captain of a `team`; the others have to accept.

    Where pairs enter together, somebody without a partner may be `seeking` one: anybody may take the place.
    A team may play for a `club` that its captain directs. `nonce` is the person's contribution to the deals.
    Refused as `possible_double` if somebody of the same name is in, unless that is a `homonym`.
    """
    now = now or timezone.now()
    nonces.check_nonce(nonce)
    sequencer.take_step(event, now)
    if not _is_open(event):
        raise ActionRefused("not_open")
    tidy = checked_entry_name(user, name)
    _check_partner(user, event, partner, seeking=seeking)
    _check_team(user, event, team, tidy, club)
    people = [user, *team] if partner is None else [user, partner]
    for person in people:
        check_person(person, event)
    if _is_full(event):
        raise ActionRefused("event_full")
    if not homonym:
        check_double(event, people)
    let_in = any(is_stranger(each, event) for each in people)
    entry = add_entry(event, people, tidy, club, let_in=let_in, asked=people[1:])
    nonces.add_nonce(event, entry.members.get(place=0), nonce)
    if seeking:
        Member.objects.create(event=event, entry=entry, place=1, left=entry.joined, wanted=True)
    happened(event, happenings.ENTERED, entry, by=user, now=now)
    sequencer.take_step(event, now)
    return entry


@event_action()
def check_in(user: User, event: Event, nonce: str = "", now: datetime | None = None) -> Entry:
    """Check in; also late, for a player who was absent. `nonce` as in `register_entry`."""
    now = now or timezone.now()
    nonces.check_nonce(nonce)
    sequencer.take_step(event, now)
    member = event.members.filter(user=user, accepted=True, left=None).select_related("entry").first()
    if member is None:
        raise ActionRefused("not_entered")
    entry = _check_in(event, member.entry, [member], by=user, now=now)
    nonces.add_nonce(event, member, nonce)
    return entry


@event_action(EventCapability.DIRECT)
def check_in_entry(by: User, entry: Entry, now: datetime | None = None) -> Entry:
    """Check in the people of an entry, by a director."""
    now = now or timezone.now()
    event = entry.event
    sequencer.take_step(event, now)
    entry = event.entries.get(pk=entry.pk)
    return _check_in(event, entry, entry.members.filter(accepted=True, left=None), by=by, now=now)


def _check_in(event: Event, entry: Entry, members: Iterable[Member], *, by: User, now: datetime) -> Entry:
    if entry.status not in PLAYING:
        raise ActionRefused("not_entered")
    if event.status not in (Event.Status.CHECK_IN, Event.Status.RUNNING):
        raise ActionRefused("not_check_in")
    missing = [each for each in members if not each.here]
    if missing:
        event.members.filter(pk__in=[each.pk for each in missing]).update(here=True)
        if not entry.misses_somebody:
            entry.status = Status.CHECKED_IN
            entry.save(update_fields=["status"])
        happened(event, happenings.CHECKED_IN, entry, by=by, now=now)
    return entry


@event_action(EventCapability.DIRECT)
def renew_seat_link(by: User, entry: Entry, place: int, now: datetime | None = None) -> Entry:
    """End the seat link of a named person and its sessions; from now on a new link is shown."""
    event = entry.event
    member = event.members.filter(entry=entry, place=place, user__is_named=True).first()
    if member is None:
        raise ActionRefused("no_place")
    seat_links.revoke_seat_links(event.members.filter(pk=member.pk))
    happened(event, happenings.LINK_RENEWED, entry, by=by, now=now)
    return entry


def entrants_of(event: Event) -> int:
    """Return the number of members of an entry who play: of a team as many as a table has seats."""
    return {Event.Unit.SINGLE: 1, Event.Unit.PAIR: 2}.get(Event.Unit(event.unit), event.players)


@dataclass(frozen=True, slots=True)
class Named:
    """A person whom a director enters by name. At real tables that is all there is of a person without an
    account; elsewhere it makes a named person."""

    name: str
    card: str = ""
    """The membership number; only at real tables."""
    category: str = ""


@event_action(EventCapability.DIRECT)
def enter_members(
    by: User,
    event: Event,
    members: Sequence[User | Named | str],
    name: str = "",
    *,
    homonym: bool = False,
    unlicensed: bool = False,
    now: datetime | None = None,
) -> Entry:
    """Enter people (with an account, or by name) or bots (by their policy), by a director; also late.

    Refused as `possible_double` if somebody of the same name is in, unless that is a `homonym`; and in a
    federation's event as `licence_not_valid` if somebody has no valid licence, unless they may play
    `unlicensed`.
    """
    now = now or timezone.now()
    if event.started_at is not None and not takes_late(event):
        raise ActionRefused("late_closed")
    if _counts_of_entries(event).ever >= MOST_ENTRIES:
        raise ActionRefused("event_full")
    full = entrants_of(event)
    most = event.most_members
    bots = [each for each in members if isinstance(each, str)]
    games = {each.game for each in tie_parts.parts_of_event(event)}
    known = all(slips.is_known(game, each) for game in games for each in bots)
    if not (full <= len(members) <= most and known):
        raise ActionRefused("bad_member", least=full, most=most)
    if bots and event.is_real:
        raise ActionRefused("no_bots")
    tidy = checked_entry_name(by, name)
    for person in members:
        if isinstance(person, Named):
            check_entrant_name(by, event, person)
            seen_deals.check_named_unseen(person.name, person.card, event, from_next_round=True)
        if isinstance(person, User):
            _check_entered(person, event)
            bans.check_not_banned(person)
    accounts = [each for each in members if isinstance(each, User)]
    if len({*accounts}) < len(accounts):
        raise ActionRefused("yourself")
    if not homonym:
        check_double(event, members)
    if not unlicensed:
        check_licences_of(event, members)
    let_in = not _is_open(event) or _is_full(event) or any(is_stranger(each, event) for each in accounts)
    seated = [
        named_guests.create_named_guest(each.name) if isinstance(each, Named) and not event.is_real else each
        for each in members
    ]
    entry = add_entry(event, seated, tidy, let_in=let_in)
    happened(event, happenings.ENTERED_BY_DIRECTOR, entry, by=by, now=now)
    sequencer.take_step(event, now)
    return entry


@event_action(EventCapability.DIRECT)
def set_seeds(by: User, event: Event, numbers: Sequence[int], now: datetime | None = None) -> Event:
    """Set the seeding: the numbers of all entries, best first."""
    if event.started_at is not None:
        raise ActionRefused("event_running")
    entries = {each.number: each for each in event.entries.all()}
    if sorted(numbers) != sorted(entries):
        raise ActionRefused("bad_order")
    for seed, number in enumerate(numbers, start=1):
        entries[number].seed = seed
    Entry.objects.bulk_update(entries.values(), ["seed"])
    happened(event, happenings.SEEDED, by=by, now=now)
    return event


def check_entrant_name(by: User, event: Event, person: Named) -> None:
    """Refuse a name by which this person cannot be entered in the event."""
    if event.is_real:
        roster.check_member_name(person.name)
        roster.check_card(person.card)
        if person.category:
            roster.check_new_category(person.category, known=0)
    elif not named_guests.is_possible_name(person.name):
        raise ActionRefused("bad_person_name", most=names.LONGEST_MARKED)
    checked_entry_name(by, person.name)


def check_double(event: Event, members: Sequence[User | Named | str], without: Member | None = None) -> None:
    """Refuse people who may be in the event already, or are named twice; `without` is whom they replace."""
    identifier, twice = Identifier(event), []
    known = doubles.entered_people(event, identifier, without)
    for each in members:
        if isinstance(each, str):
            continue
        if isinstance(each, Named):
            called, who = each.name, identifier.identify(None, each.name, each.card)
        else:
            called, who = each.username, identifier.identify(each)
        if known.find(who) is not None:
            twice.append(called)
        known.add(who, 0)
    if twice:
        raise ActionRefused("possible_double", names=", ".join(twice))


def check_licences_of(event: Event, members: Sequence[User | Named | str]) -> None:
    """Refuse people without a valid licence in a federation's event."""
    licence_checks.check_licences(event, [Member(event=event, **member_columns(each)) for each in members])


def add_entry(
    event: Event,
    members: Sequence[User | Named | str],
    name: str,
    club: Club | None = None,
    *,
    let_in: bool,
    asked: Sequence[User] = (),
) -> Entry:
    """Make an entry; those of its members who are `asked` have to accept, and a pair waits for that."""
    vacate_places(event, [each for each in members if isinstance(each, User)])
    number = 1 + _counts_of_entries(event).last_number
    running = event.started_at is not None
    status = Status.REGISTERED
    if asked and event.unit == Event.Unit.PAIR:
        status = Status.ASKED
    elif running or all(isinstance(each, str) for each in members):
        status = Status.CHECKED_IN
    joined = event.rounds.count() if running else 0
    entry = Entry.objects.create(
        event=event, number=number, name=name, club=club, status=status, joined=joined, let_in=let_in
    )
    entered = []
    for place, who in enumerate(members):
        answers = who not in asked
        here = isinstance(who, str) or (running and answers)
        columns = member_columns(who)
        entered.append(Member(event=event, entry=entry, place=place, accepted=answers, here=here, **columns))
    club_lines.link_members(event, entered)
    Member.objects.bulk_create(entered)
    if running:  # other entries are measured when the event begins
        lineup.measure_strength(event, [entry])
    return entry


def member_columns(who: User | Named | str) -> dict[str, Any]:
    """Return the columns of a member: a person with an account or by name, or the policy of a bot."""
    if isinstance(who, Named):
        return {"name": who.name, "card": who.card, "category": who.category}
    return {"bot": who} if isinstance(who, str) else {"user": who}


def vacate_places(event: Event, people: Iterable[User]) -> None:
    """Clear the places that these people have left, now that they play with somebody else."""
    event.members.filter(user__in=people, left__isnull=False).update(user=None)


def _is_open(event: Event) -> bool:
    """Return whether people can enter by themselves now."""
    return event.takes_entries or (takes_late(event) and not _is_drawn(event))


def takes_late(event: Event) -> bool:
    """Return whether people can still enter an event in play."""
    if event.status != Event.Status.RUNNING or not event.late_entries:
        return False
    format = catalog.FORMATS[event.format]
    is_past_cut = format.may_cut and chronicle.read_chronicle(event).is_past_cut
    return format.takes_late(event.is_real) and not is_past_cut


def _is_drawn(event: Event) -> bool:
    """Return whether pairs are formed at the start, so that nobody can enter alone later."""
    return event.unit == Event.Unit.PAIR and event.pairs != Event.Pairs.TOGETHER


def _is_full(event: Event) -> bool:
    return _counts_of_entries(event).present >= (event.capacity or MOST_ENTRIES)


class EntryCounts(NamedTuple):
    ever: int = 0
    present: int = 0
    """The entries that have not left."""
    last_number: int = 0


_counts = PreparedQuery(
    lambda event: (
        Entry.objects.filter(event=event)
        .order_by()
        .values("event")
        .annotate(ever=Count("pk"), present=Count("pk", filter=~Q(status__in=GONE)), last=Max("number"))
        .values_list("ever", "present", "last")
    )
)


def _counts_of_entries(event: Event) -> EntryCounts:
    return next((EntryCounts(*each) for each in _counts(event.pk)), EntryCounts())


def _check_partner(user: User, event: Event, partner: User | None, *, seeking: bool) -> None:
    together = event.unit == Event.Unit.PAIR and not _is_drawn(event)
    if seeking or not together:
        if partner is not None or (seeking and not together):
            raise ActionRefused("no_partner")
        return
    if partner is None:
        raise ActionRefused("partner_needed")
    if partner.pk == user.pk:
        raise ActionRefused("yourself")


def _check_team(user: User, event: Event, team: Sequence[User], name: str, club: Club | None) -> None:
    if event.unit != Event.Unit.TEAM:
        if team or club:
            raise ActionRefused("not_team")
        return
    if not name:
        raise ActionRefused("bad_name", most=LONGEST_NAME)
    if len(team) >= event.most_members:
        raise ActionRefused("team_full", most=event.most_members)
    if len({user.pk, *(each.pk for each in team)}) <= len(team):
        raise ActionRefused("yourself")
    check_club(user, club)


def check_club(by: User, club: Club | None) -> None:
    """Refuse a club for which this person cannot let a team play."""
    if club is None:
        return None
    own = clubs.membership_of(by, club)
    if club.private and not clubs.is_member(own):
        raise ActionRefused("no_club")
    if not clubs.has_capability(own, Capability.ORGANISE_EVENTS):
        raise ActionRefused("not_club_director")
    if club.private:
        raise ActionRefused("private_club")


_left_in = PreparedQuery(
    lambda event, user: Member.objects.filter(event=event, user=user).values_list("left", flat=True)
)


def _check_entered(person: User, event: Event) -> None:
    if any(event.started_at is not None or left is None for left in _left_in(event.pk, person.pk)):
        raise ActionRefused("already_entered", name=person.username)
    seen_deals.check_unseen(person, event, from_next_round=True)


def check_person(person: User, event: Event) -> None:
    """Refuse a person who may not play in the event at all."""
    _check_entered(person, event)
    bans.check_not_banned(person)
    if person.is_guest and not event.guests:
        raise ActionRefused("guests_not")
    if Invitee.objects.filter(event=event, user=person).exists():
        return None
    check_stranger(person, event)


def is_stranger(person: User, event: Event) -> bool:
    """Return whether a person would need an invitation."""
    try:
        check_stranger(person, event)
    except ActionRefused:
        return True
    return False


def check_stranger(person: User, event: Event) -> None:
    """Refuse a person who would need an invitation."""
    if event.division is not None and event.series is not None and not seasons.admits_to_event(event, person):
        raise ActionRefused("other_division", name=person.username)
    match event.access:
        case Event.Access.INVITED:
            raise ActionRefused("not_invited")
        case Event.Access.CLUB:
            _check_stranger_to_club(person, event)
        case Event.Access.RATING:
            _check_rating(person, event)


def _check_stranger_to_club(person: User, event: Event) -> None:
    assert event.club is not None, event
    if clubs.is_member(clubs.membership_of(person, event.club)):
        return None
    raise ActionRefused("club_only", club=event.club.name)


def _check_rating(person: User, event: Event) -> None:
    rated = Rating.objects.filter(user=person, game=event.game).values_list("shown", flat=True).first()
    shown = CENTRE if rated is None else rated
    least = event.rating_least if event.rating_least is not None else shown
    most = event.rating_most if event.rating_most is not None else shown
    if least <= shown <= most:
        return None
    ends = {"least": event.rating_least or 0, "most": event.rating_most or "\N{INFINITY}"}
    raise ActionRefused("rating_range", **ends)
