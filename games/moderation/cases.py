"""The facts on which moderators decide a case: its match, the chat around it, and the people's records."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.fairplay import quits
from games.models import Match, Message
from ludopoli.accounts.models import User
from ludopoli.moderation import log, sanctions, sightings
from ludopoli.moderation.models import Act, Report, Sanction
from ludopoli.text import word_filter

CHAT_MARGIN = timedelta(minutes=20)
"""The chat is shown from this long before a match (or a report) to this long after it."""

MAX_CHAT_LINES = 200
MAX_DOSSIER_ENTRIES = 30


@dataclass(frozen=True, slots=True)
class Dossier:
    """The record of a person, as moderators see it."""

    person: User
    quits: quits.QuitStep
    sanctions: list[Sanction]
    """The latest sanctions, most recent first, including automatic warnings."""
    in_force: list[Sanction]
    """The `sanctions` that are in force and can be lifted."""
    acts: list[Act]
    reports: int
    """The number of reports of the person by other people."""
    same_address: list[User]
    """Other people who play over the same internet connection."""


@dataclass(frozen=True, slots=True)
class ChatLine:
    """A line of chat as it was sent, before the word filter masks it for readers."""

    name: str
    text: str
    at: datetime
    is_seated: bool
    is_masked: bool
    """True if the filter masks words of it."""


def dossier_of(person: User, now: datetime) -> Dossier:
    received = list(sanctions.sanctions_of(person)[:MAX_DOSSIER_ENTRIES])
    return Dossier(
        person=person,
        quits=quits.quit_step_of(person, now),
        sanctions=received,
        in_force=[
            each
            for each in received
            if each.kind in sanctions.LASTING
            and each.lifted_at is None
            and (each.until is None or each.until > now)
        ],
        acts=list(log.acts_about(person)[:MAX_DOSSIER_ENTRIES]),
        reports=Report.objects.filter(subject=person, reporter__isnull=False).count(),
        same_address=sightings.people_sharing_address(person),
    )


def match_of(report: Report) -> Match | None:
    """Return the match that a report is about, with its table; None if it is about none."""
    if not report.match:
        return None
    return Match.objects.select_related("table").filter(pk=uuid.UUID(report.match)).first()


def people_of(match: Match) -> list[User]:
    """Return the people of a match in the order of their seats, without deleted accounts."""
    ids = [player["user"] for player in match.players if player["user"] is not None]
    known = User.objects.in_bulk(ids)
    return [known[user] for user in ids if user in known and known[user].deleted_at is None]


def table_talk(table: str, start: datetime, end: datetime) -> list[ChatLine]:
    """Return the chat of players and spectators at a table, oldest first: from `CHAT_MARGIN` before `start`
    to as long after `end`."""
    messages = Message.objects.filter(
        table__code=table, at__gte=start - CHAT_MARGIN, at__lte=end + CHAT_MARGIN
    )
    return [
        ChatLine(
            line.name,
            line.text,
            line.at,
            line.seat is not None,
            word_filter.mask_words(line.text) != line.text,
        )
        for line in messages.order_by("pk")[:MAX_CHAT_LINES]
    ]


def people_concerned(report: Report, match: Match | None) -> Sequence[User]:
    """Return the people whom a report concerns: the one reported; if it is about a shared connection, also
    the others in the match who play over it; and last the reporter."""
    people = [report.subject]
    if report.reason == Report.Reason.ADDRESS and match is not None:
        same_address = {other.pk for other in sightings.people_sharing_address(report.subject)}
        people += [other for other in people_of(match) if other.pk in same_address]
    if report.reporter is not None:
        people.append(report.reporter)
    return people
