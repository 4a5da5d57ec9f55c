"""Phases: the events that count for a federation, and the best of each as entries of the next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from clubs import federations
from clubs.models import Affiliation, Federation
from games.fairplay import bans
from ludopoli.accounts import named_guests, names
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from tournaments import access, club_lines
from tournaments.actions.checking import MOST_ENTRIES
from tournaments.actions.series import SEASON
from tournaments.models import GONE, LEVELS, OVER, Entry, Event, Member, Phase, Series, with_people
from tournaments.outlets import happenings
from tournaments.outlets.happenings import happened, lock_event
from tournaments.running import sequencer
from tournaments.series import federation_phases

MOST_BEST = 999


def set_phase(
    by: User,
    federation: Federation,
    event: Event,
    *,
    level: str,
    leads_to: Event | None = None,
    best: int = 0,
) -> Phase:
    """Let an event count for a federation, or change how: its `best` entries go on to another event of it, of
    a higher level, which begins later.

    For organisers: it is an event of one of the federation's clubs, or of their own. The federation's ranking
    is made with its first event.
    """
    _check_organiser(by, federation)
    if not _is_its_own(by, federation, event):
        raise ActionRefused("bad_phase", field="event")
    following = (
        None if leads_to is None else Phase.objects.filter(event=leads_to, federation=federation).first()
    )
    if level not in LEVELS:
        raise ActionRefused("bad_phase", field="level")
    if leads_to is not None and not _is_above(following, event, level):
        raise ActionRefused("bad_phase", field="leads_to")
    if type(best) is not int or not (best == 0 if following is None else 1 <= best <= MOST_BEST):
        raise ActionRefused("bad_phase", field="best")
    with transaction.atomic():
        held = lock_event(event.pk)
        if Phase.objects.filter(event=held).exclude(federation=federation).exists():
            raise ActionRefused("phase_elsewhere")
        fields: dict[str, Any] = {"level": level, "leads_to": following, "best": best}
        if any(
            not _is_above(Phase(event=held, level=level), each.event, each.level) for each in _before(held)
        ):
            raise ActionRefused("bad_phase", field="level")
        phase, _made = Phase.objects.update_or_create(
            event=held, defaults={"federation": federation, **fields}
        )
        Series.objects.get_or_create(
            federation=federation, defaults={"name": federation.name, "points": [*SEASON]}
        )
        unknown = [*Member.everybody.filter(event=held, club_line=None, bot="").select_related("user")]
        club_lines.link_members(held, unknown)
        Member.everybody.bulk_update(unknown, ["club_line"], batch_size=500)
    return phase


def remove_phase(by: User, federation: Federation, event: Event) -> None:
    """Let an event no longer count for a federation; what was played stays."""
    _check_organiser(by, federation)
    Phase.objects.filter(event=event, federation=federation).delete()


def carry_over_best(
    by: User, federation: Federation, code: str, declined: Iterable[int] = (), now: datetime | None = None
) -> list[Entry]:
    """Enter the best of the event with a code, which is over, in the next one, and return the new entries.

    In the place of entries that have `declined`, by number, go the next in the ranking. Those who are in
    already count, so it can be done again until that event begins.
    """
    _check_organiser(by, federation)
    phase = federation_phases.phase_of(federation, code)
    if phase is None:
        raise ActionRefused("no_event")
    now, following = now or timezone.now(), phase.leads_to
    if following is None:
        raise ActionRefused("bad_phase", field="leads_to")
    with transaction.atomic():
        event = lock_event(following.event_id)
        if phase.event.status not in OVER or phase.event.status == Event.Status.CANCELLED:
            raise ActionRefused("not_over")
        if event.started_at is not None or event.is_over:
            raise ActionRefused("event_running")
        if (event.unit, event.players) != (phase.event.unit, phase.event.players):
            raise ActionRefused("other_unit")
        numbers = {*phase.event.entries.values_list("number", flat=True)}
        phase.declined = sorted({*phase.declined, *numbers.intersection(declined)})
        phase.save(update_fields=["declined"])
        entered = [_copy(event, each) for each in _missing(phase, event)]
        if entered:
            if event.entries.exclude(status__in=GONE).count() > (event.capacity or MOST_ENTRIES):
                raise ActionRefused("event_full")
            happened(event, happenings.LISTED, by=by, now=now, entries=len(entered))
            sequencer.take_step(event, now)
    return entered


def _missing(phase: Phase, event: Event) -> Iterator[Entry]:
    """Yield the entries that go on and are not in yet, best first."""
    present = Member.objects.filter(event=event).exclude(entry__status__in=GONE)
    playing = _keys(present.select_related("user", "club_line__user"))
    for entry in qualified_entries(phase):
        if not playing & _keys(entry.members.all()):
            yield entry


def qualified_entries(phase: Phase) -> list[Entry]:
    """Return the entries that go on from an event that is over, best first, with their people."""
    ranked = phase.event.entries.filter(place__isnull=False).exclude(number__in=phase.declined)
    return [*ranked.order_by("place", "number").prefetch_related(with_people())[: phase.best]]


def _keys(members: Iterable[Member]) -> set[tuple[str, Any]]:
    """Return what says who people are: the line, the account, or else the name."""
    found: set[tuple[str, Any]] = set()
    for each in members:
        user = club_lines.Someone.of(each).user
        account = None if user is None or user.is_named else user.pk
        known = {("line", each.club_line_id), ("account", account)} - {("line", None), ("account", None)}
        found |= known or {("name", (each.name, each.card))}
    return found


def _copy(event: Event, entry: Entry) -> Entry:
    """Enter the people of an entry in another event, with their lines."""
    last = event.entries.aggregate(last=Max("number"))["last"] or 0
    made = Entry.objects.create(
        event=event, number=last + 1, name=entry.name, club=entry.club, let_in=not event.is_real
    )
    members = [
        Member(
            event=event, entry=made, place=place, user=each.user if event.is_real else _player_on_site(each),
            club_line=each.line, name=each.name, card=each.card, category=each.category,
        )
        for place, each in enumerate(each for each in entry.members.all() if not each.bot)
    ]  # fmt: skip
    club_lines.link_members(event, members)
    Member.objects.bulk_create(members)
    return made


def _player_on_site(member: Member) -> User:
    """Return the account that plays for a person of an earlier phase: their own, or else a named guest's.

    A name is as long at real tables as no account's may be, so it is cut.
    """
    person = club_lines.Someone.of(member)
    if person.user is not None and person.user.is_active and not person.user.is_named:
        bans.check_barred(person.user)
        return person.user
    called = names.without_mark(person.name)[: names.LONGEST_MARKED].rstrip()
    return named_guests.create_named_guest(
        called if named_guests.is_possible_name(called) else names.guest_word()
    )


def _check_organiser(by: User, federation: Federation) -> None:
    if not federations.is_organiser(by, federation):
        raise ActionRefused("not_federation_organiser")


def _is_its_own(by: User, federation: Federation, event: Event) -> bool:
    if not access.may_know(by, event) or event.alone_id is not None:
        return False
    member = federation.affiliations.filter(club=event.club_id, status=Affiliation.Status.MEMBER)
    return event.organiser_id == by.pk or member.exists()


def _is_above(following: Phase | None, event: Event, level: str) -> bool:
    """Return whether an event of a level may lead to another one."""
    if following is None:
        return False
    is_higher = LEVELS.index(Phase.Level(following.level)) > LEVELS.index(Phase.Level(level))
    return is_higher and following.event.starts_at > event.starts_at


def _before(event: Event) -> Iterable[Phase]:
    """Return the phases that lead to an event."""
    return Phase.objects.filter(leads_to__event=event).select_related("event")
