"""Bringing an evening at real tables from another site, once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from clubs import access as clubs
from clubs.models import Club
from games.fairplay import bans, publishing
from games.models import Boards
from ludocards.engine.game import Refused
from ludopoli.accounts.models import User
from ludopoli.base import letters, sealing
from tournaments import chronicle, due_times, evening_files
from tournaments.evening_files import (
    FIELDS,
    OF_ENTRY,
    OF_MEMBER,
    OF_ROUND,
    OF_TABLE,
    TIMES,
    columns,
    moment,
    when,
)
from tournaments.journal import write
from tournaments.models import Entry, Event, Member, Round, ScoreEntry, TournamentTable

MOST_A_DAY = 20
"""The most evenings that a person brings in a day."""

KNOWN = Refused("evening_known", "another evening with this code is here")


def import_evening(
    by: User, data: bytes, club: Club | None = None, now: datetime | None = None
) -> Event | Refused:
    """Store the evening of a file as an event of this person, and of a club that they direct.

    The same file again changes nothing, and returns the event that is there.
    """
    now = now or timezone.now()
    if by.is_guest:
        return Refused("sign_up", "guests cannot organise")
    if club is not None and not clubs.manages(clubs.membership(by, club)):
        return Refused("bad_event", "not a club of theirs", {"field": "club"})
    found = evening_files.read(data)
    if isinstance(found, Refused):
        return found
    if there := _there(found):
        return there
    if refused := bans.refuse(by) or publishing.refuse(by) or publishing.refuse_name(by, found["name"]):
        return refused
    if (
        by.events_organised.exclude(digest="").filter(created_at__gt=now - timedelta(days=1)).count()
        >= MOST_A_DAY
    ):
        return Refused("too_many_evenings", "enough for today", {"most": MOST_A_DAY})
    try:
        with transaction.atomic():
            event = _store(by, found, club)
            if not _is_ranked_as_sent(event):
                transaction.set_rollback(True)
                return Refused("bad_evening", "its standings are others")
            write(event, "imported", by=by, now=now)
    except IntegrityError:  # somebody else has just brought it
        return _there(found) or KNOWN
    return event


def _there(found: Mapping[str, Any]) -> Event | Refused | None:
    """Return the event with this code if it is the same evening, or a refusal if it is another."""
    known = Event.objects.filter(code=found["code"]).first()
    if known is None:
        return None
    return known if known.digest == found["digest"] else KNOWN


def _store(by: User, found: Mapping[str, Any], club: Club | None) -> Event:
    event = Event.objects.create(
        **columns(found, FIELDS),
        sealed=found.get("sealed", False),
        **{name: when(found[name]) for name in TIMES},
        organiser=by,
        club=club,
        venue=Event.Venue.REAL,
        status=Event.Status.FINISHED,
        rated=False,
        registers_at=moment(found["starts_at"]),
        check_in_minutes=0,
        secret=found["secret"],
        digest=found["digest"],
    )
    event.wake_at = due_times.wake_at(event, timezone.now())
    event.save(update_fields=["wake_at"])
    accounts = {} if club is None else _accounts(club)
    directed = _directed(by)
    for sent in found["entries"]:
        entry = Entry.objects.create(event=event, club=_club_of(sent, directed), **columns(sent, OF_ENTRY))
        Member.objects.bulk_create(_member(event, entry, each, accounts) for each in sent["members"])
    for sent in found["rounds"]:
        _store_round(event, sent)
    return event


def _directed(by: User) -> list[Club]:
    """Return the clubs for which this person can let teams play."""
    return list(
        Club.objects.filter(private=False, members__user=by, members__role__in=clubs.MANAGERS).order_by("pk")
    )


def _club_of(sent: Mapping[str, Any], directed: Sequence[Club]) -> Club | None:
    """Return the club of a team: the one with its code or, since a laptop has its own codes, its name."""
    named = sent.get("club")
    if named is None:
        return None
    alike = [each for each in directed if letters.fold(each.name) == letters.fold(named["name"])]
    return next((each for each in directed if each.code == named["code"]), alike[0] if alike else None)


def _accounts(club: Club) -> dict[str, User]:
    """Return the accounts of a club's members by their folded membership number."""
    known = (
        club.members.exclude(user=None)
        .exclude(card="")
        .filter(role__in=clubs.BELONGING)
        .select_related("user")
    )
    return {
        letters.fold(each.card): each.user for each in known if each.user is not None and each.user.is_active
    }


def _member(event: Event, entry: Entry, sent: Mapping[str, Any], accounts: dict[str, User]) -> Member:
    """Return a member; an account has one place in an event, that of the first line with its number."""
    user = accounts.pop(letters.fold(sent["card"]), None)
    name = "" if user is not None else sent["name"]
    return Member(event=event, entry=entry, user=user, name=name, **columns(sent, OF_MEMBER))


def _store_round(event: Event, sent: Mapping[str, Any]) -> None:
    boards = None
    over = when(sent["over_at"]) or event.finished_at
    if name := sent["boards"]:
        secret = sealing.seal(event.key(f"boards {name}").hex())
        boards, _ = Boards.objects.get_or_create(
            name=name, defaults={"secret": secret, "opened_at": over, "revealed_at": over}
        )
    round_ = Round.objects.create(
        event=event,
        number=sent["number"],
        byes=sent["byes"],
        boards=boards,
        status=Round.Status.OVER,
        **{name: when(sent[name]) for name in OF_ROUND},
    )
    for each in sent["tables"]:
        table = TournamentTable.objects.create(
            round=round_,
            status=TournamentTable.Status.OVER,
            over_at=when(each["over_at"]),
            **columns(each, OF_TABLE),
        )
        ScoreEntry.objects.bulk_create(
            ScoreEntry(table=table, side=it["side"], at=moment(it["at"]), deals=it["deals"])
            for it in each["written"]
        )


def _is_ranked_as_sent(event: Event) -> bool:
    """Return whether the places and scores of the file follow from its results."""
    try:
        lines = {line.entrant: (line.place, line.score) for line in chronicle.read(event).standings()}
    except (ValueError, KeyError, IndexError, AssertionError, ArithmeticError):
        return False
    sent = {each.number: (each.place, each.score) for each in event.entries.all()}
    return all(sent[number] == lines.get(number, (None, None)) for number in sent)
