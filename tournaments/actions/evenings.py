"""Bringing an evening at real tables from another site: once, and again when it was corrected there."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from hmac import compare_digest
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs import access as clubs
from clubs.models import Club
from clubs.roles import Capability
from games.fairplay import bans, publishing
from games.models import Boards
from ludopoli.accounts.models import User
from ludopoli.base import sealing
from ludopoli.http.refusals import ActionRefused
from ludopoli.text import letters
from tournaments import access, chronicle, club_lines
from tournaments.evenings import evening_changes, evening_files
from tournaments.evenings.evening_changes import EveningChanges
from tournaments.evenings.evening_files import (
    OF_ENTRY,
    OF_MEMBER,
    OF_ROUND,
    OF_TABLE,
    TIMES,
    EntryFile,
    EveningFile,
    EventFile,
    MemberFile,
    RoundFile,
    TableFile,
    columns_by_name,
    event_columns,
)
from tournaments.models import Entry, Event, FeePayment, LogEntry, Member, Round, ScoreEntry, TournamentTable
from tournaments.outlets import happenings
from tournaments.outlets.happenings import happened, lock_event
from tournaments.roles import EventCapability
from tournaments.running import due_times

MOST_A_DAY = 20
"""The most evenings, and newer versions of them, that a person brings in a day."""

BROUGHT = (happenings.IMPORTED.what, happenings.RENEWED.what)
"""The entries of the log for both."""


def import_evening(
    by: User, data: bytes, club: Club | None = None, now: datetime | None = None, *, confirmed: bool = False
) -> Event | EveningChanges:
    """Store the evening of a file as an event of this person, and of a club that they direct.

    The same file again changes nothing, and returns the event that is there. A newer version by the person
    who has brought the evening replaces it if `confirmed`; otherwise its differences are returned.
    """
    now = now or timezone.now()
    if by.is_guest:
        raise ActionRefused("sign_up")
    if club is not None and not clubs.has_capability(
        clubs.membership_of(by, club), Capability.ORGANISE_EVENTS
    ):
        raise ActionRefused("bad_event", _("Choose a club that you direct."), field="club")
    found = evening_files.read_evening(data)
    there = _known(by, found)
    if there is not None and there.digest == found.digest:
        return there
    bans.check_not_banned(by)
    publishing.check_may_publish(by)
    publishing.check_published_name(by, found.event.name)
    if there is not None:
        return _renew(by, there, found, now, confirmed)
    with transaction.atomic():
        _check_more(by, now)
        if there := _known(by, found):  # they have just brought it with another request
            if there.digest != found.digest:
                raise ActionRefused("evening_known")
            return there
        event = _store(by, found, club)
        if not _is_ranked_as_sent(event):
            raise ActionRefused("bad_evening")
        happened(event, happenings.IMPORTED, by=by, now=now, **_dated(found))
    return event


def _check_more(by: User, now: datetime) -> None:
    """Refuse whoever has brought enough evenings and newer versions today."""
    User.objects.select_for_update().get(pk=by.pk)  # one at a time, so that the count is right
    brought = LogEntry.objects.filter(by=by, what__in=BROUGHT, at__gt=now - timedelta(days=1))
    if brought.count() < MOST_A_DAY:
        return None
    raise ActionRefused("too_many_evenings", most=MOST_A_DAY)


def _known(by: User, found: EveningFile) -> Event | None:
    """Return the event that was held under this code: the same evening, else one of theirs, else another.

    Those that this person may not know of do not count. Each evening gets a code of its own, so these make
    no difference.
    """
    held = Q(code=found.event.code, held_as="") | Q(held_as=found.event.code)
    known = [each for each in Event.objects.select_related("club").filter(held) if access.may_know(by, each)]
    return min(
        known,
        key=lambda each: (
            each.digest != found.digest,
            not access.has_event_capability(by, each, EventCapability.ADMINISTER),
            each.pk,
        ),
        default=None,
    )


def _renew(
    by: User, there: Event, found: EveningFile, now: datetime, confirmed: bool
) -> Event | EveningChanges:
    """Replace an evening by a newer version of it, or return the differences."""
    with transaction.atomic():
        event = lock_event(there.pk)
        is_theirs = access.has_event_capability(by, event, EventCapability.ADMINISTER) and event.digest != ""
        is_same = compare_digest(found.event.secret, event.published_secret)
        if not (is_theirs and is_same and event.status == Event.Status.FINISHED):
            raise ActionRefused("evening_known")
        if found.changed_at is not None and evening_files.format_utc(found.changed_at) < _changed_at(event):
            raise ActionRefused("evening_older")
        changes = evening_changes.changes_between(event, found.event)
        if not confirmed:
            return changes
        _check_more(by, now)
        _fill(event, found)
        if not _is_ranked_as_sent(event):
            raise ActionRefused("bad_evening")
        for round_, number in sorted({(each.round, each.table) for each in changes.scores}):
            scored = [
                (each.row, each.before, each.after)
                for each in changes.scores
                if (each.round, each.table) == (round_, number)
            ]
            table = TournamentTable(round=Round(event=event, number=round_), number=number)
            happened(event, happenings.SCORES_CORRECTED, table, by=by, now=now, scored=scored)
        facts: dict[str, Any] = {**changes.counts, **_dated(found)}
        happened(event, happenings.RENEWED, by=by, now=now, **facts)
        return event


def _dated(found: EveningFile) -> dict[str, Any]:
    """Return the facts of the log that say how new a version is."""
    return {} if found.changed_at is None else {"changed_at": evening_files.format_utc(found.changed_at)}


def _changed_at(event: Event) -> str:
    """Return the time of the last change in the version that is here; empty if its file did not have it."""
    latest = event.log.filter(what__in=BROUGHT).order_by("-pk").first()
    return latest.facts.get("changed_at", "") if latest else ""


def _store(by: User, found: EveningFile, club: Club | None) -> Event:
    event = Event(
        held_as=found.event.code,
        organiser=by,
        club=club,
        venue=Event.Venue.REAL,
        status=Event.Status.FINISHED,
        rated=False,
        registers_at=found.event.starts_at,
        check_in_minutes=0,
        secret=found.event.secret,
    )
    _fill(event, found)
    return event


def _fill(event: Event, found: EveningFile) -> None:
    """Make an event what a file says; whatever it does not mention stays."""
    sent = found.event
    _set(event, **event_columns(sent), **columns_by_name(sent, TIMES), sealed=sent.sealed)
    _set(event, last_round=sent.last_round, purse=sent.purse, asked_byes=sent.asked_byes)
    event.digest = found.digest
    event.wake_at = due_times.wake_at(event, timezone.now())
    event.save()
    _fill_entries(event, sent)
    _fill_payments(event, sent)
    rounds = {each.number: each for each in event.rounds.all()}
    for round_ in sent.rounds:
        _fill_round(event, rounds.pop(round_.number, Round(event=event)), round_)
    event.rounds.filter(number__in=rounds).delete()


def _fill_entries(event: Event, sent: EventFile) -> None:
    directed = [] if event.organiser is None else _directed(event.organiser)
    entries = {each.number: each for each in event.entries.all()}
    event.entries.filter(number__in=entries.keys() - {each.number for each in sent.entries}).delete()
    known = event.members.exclude(user=None)
    kept = {(each.entry_id, each.place, each.card): each.user for each in known}
    Member.everybody.filter(event=event).delete()
    for each in sent.entries:
        entry = entries.get(each.number) or Entry(event=event)
        entries[each.number] = _set(entry, club=_club_of(each, directed), **columns_by_name(each, OF_ENTRY))
        entry.byes_asked = each.byes_asked
        entry.save()
    its = [(entries[each.number].pk, it) for each in sent.entries for it in each.members]
    at = {(entry, it.place, it.card): it for entry, it in its if it.last_round is None}
    former = [_member(event, entry, it, None) for entry, it in its if it.last_round is not None]
    stay = {where: kept[where] for where in at.keys() & kept.keys()}
    accounts = {} if event.club is None else _accounts(event.club)
    free = {card: user for card, user in accounts.items() if user not in stay.values()}
    members = [
        _member(event, where[0], member, stay.get(where) or free.pop(letters.fold_text(member.card), None))
        for where, member in at.items()
    ]
    club_lines.link_members(event, members)
    club_lines.link_members(event, former)
    Member.objects.bulk_create([*members, *former])


def _fill_payments(event: Event, sent: EventFile) -> None:
    """Store the fees of the file; those that were taken or given back here stay."""
    entries = {each.number: each for each in event.entries.all()}
    event.payments.filter(by=None).delete()
    FeePayment.objects.bulk_create(
        FeePayment(
            event=event, entry=None if each.gone else entries.get(each.number), number=each.number,
            place=each.place, amount=each.amount, by_name=each.by, at=each.at,
        )
        for each in sent.payments
    )  # fmt: skip


def _set(row: Any, **values: Any) -> Any:
    for name, value in values.items():
        setattr(row, name, value)
    return row


def _directed(by: User) -> list[Club]:
    """Return the clubs for which this person can let teams play."""
    own = Club.objects.filter(private=False, members__user=by, members__role__may=Capability.ORGANISE_EVENTS)
    return list(own.order_by("pk"))


def _club_of(sent: EntryFile, directed: Sequence[Club]) -> Club | None:
    """Return the club of a team: the one with its code or, since a laptop has its own codes, its name."""
    named = sent.club
    if named is None:
        return None
    alike = [each for each in directed if letters.fold_text(each.name) == letters.fold_text(named.name)]
    return next((each for each in directed if each.code == named.code), alike[0] if alike else None)


def _accounts(club: Club) -> dict[str, User]:
    """Return the accounts of a club's members by their folded membership number."""
    known = (
        club.members.exclude(user=None)
        .exclude(card="")
        .filter(role__may=Capability.PARTICIPATE)
        .select_related("user")
    )
    return {
        letters.fold_text(each.card): each.user
        for each in known
        if each.user is not None and each.user.is_active
    }


def _member(event: Event, entry: int, sent: MemberFile, user: User | None) -> Member:
    """Return a member; an account has one place in an event, that of the first line with its number."""
    name = "" if user is not None else sent.name
    return Member(event=event, entry_id=entry, user=user, name=name, **columns_by_name(sent, OF_MEMBER))


def _fill_round(event: Event, round_: Round, sent: RoundFile) -> None:
    boards = None
    over = sent.over_at or event.finished_at
    if name := sent.boards:
        secret = sealing.seal_text(event.key(f"boards {name}").hex())
        boards, _ = Boards.objects.get_or_create(
            name=event.code + name.removeprefix(event.held_code),
            defaults={"shuffled_as": name, "secret": secret, "opened_at": over, "revealed_at": over},
        )
    _set(round_, number=sent.number, byes=sent.byes, boards=boards, status=Round.Status.OVER)
    _set(round_, **columns_by_name(sent, OF_ROUND)).save()
    tables = {each.number: each for each in round_.tables.all()}
    for each in sent.tables:
        _fill_table(tables.pop(each.number, TournamentTable(round=round_)), each)
    round_.tables.filter(number__in=tables).delete()


def _fill_table(table: TournamentTable, sent: TableFile) -> None:
    over = TournamentTable.Status.OVER
    _set(table, status=over, over_at=sent.over_at, forfeits=sent.forfeits)
    _set(table, **columns_by_name(sent, OF_TABLE)).save()
    table.score_entries.all().delete()
    ScoreEntry.objects.bulk_create(
        ScoreEntry(table=table, side=each.side, at=each.at, deals=each.deals) for each in sent.written
    )


def _is_ranked_as_sent(event: Event) -> bool:
    """Return whether the places and scores of the file follow from its results."""
    try:
        lines = {
            line.entrant: (line.place, line.score) for line in chronicle.read_chronicle(event).standings()
        }
    except (ValueError, KeyError, IndexError, AssertionError, ArithmeticError):
        return False
    sent = {each.number: (each.place, each.score) for each in event.entries.all()}
    return all(sent[number] == lines.get(number, (None, None)) for number in sent)
