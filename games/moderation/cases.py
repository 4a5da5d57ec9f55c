"""The facts for moderators before they decide: the case, the chat around it, and the people."""

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

AROUND = timedelta(minutes=20)
"""The time before and after the match for which the chat is shown."""

MOST_LINES = 200
MOST_ENTRIES = 30


@dataclass(frozen=True, slots=True)
class Dossier:
    """The facts known about a person."""

    person: User
    quits: quits.QuitStep
    sanctions: list[Sanction]
    """The latest ones, including automatic warnings."""
    holding: list[Sanction]
    """The sanctions that are in force and can be lifted."""
    acts: list[Act]
    reports: int
    """The number of reports of the person by other people."""
    sharing: list[User]
    """The other people on the same internet connection."""


@dataclass(frozen=True, slots=True)
class ChatLine:
    """A line of chat as it was sent, with whether it was shown masked."""

    name: str
    text: str
    at: datetime
    seated: bool
    masked: bool


def dossier_of(person: User, now: datetime) -> Dossier:
    received = list(sanctions.sanctions_of(person)[:MOST_ENTRIES])
    return Dossier(
        person=person,
        quits=quits.quit_step_of(person, now),
        sanctions=received,
        holding=[
            each
            for each in received
            if each.kind in sanctions.LASTING
            and each.lifted_at is None
            and (each.until is None or each.until > now)
        ],
        acts=list(log.acts_about(person)[:MOST_ENTRIES]),
        reports=Report.objects.filter(subject=person, reporter__isnull=False).count(),
        sharing=sightings.people_sharing_address(person),
    )


def match_of(report: Report) -> Match | None:
    """The match that a report is about, with its table."""
    if not report.match:
        return None
    return Match.objects.select_related("table").filter(pk=uuid.UUID(report.match)).first()


def people_of(match: Match) -> list[User]:
    """The people of a match, by seat, without those whose accounts are deleted."""
    ids = [player["user"] for player in match.players if player["user"] is not None]
    known = User.objects.in_bulk(ids)
    return [known[user] for user in ids if user in known and known[user].deleted_at is None]


def table_talk(table: str, start: datetime, end: datetime) -> list[ChatLine]:
    """The players' and spectators' lines at a table around a time, oldest first."""
    said = Message.objects.filter(table__code=table, at__gte=start - AROUND, at__lte=end + AROUND)
    return [
        ChatLine(
            line.name,
            line.text,
            line.at,
            line.seat is not None,
            word_filter.mask_words(line.text) != line.text,
        )
        for line in said.order_by("pk")[:MOST_LINES]
    ]


def people_concerned(report: Report, match: Match | None) -> Sequence[User]:
    """The people whom a case is about, the reporter last; for a shared connection, all who play from it."""
    people = [report.subject]
    if report.reason == Report.Reason.ADDRESS and match is not None:
        sharing = {other.pk for other in sightings.people_sharing_address(report.subject)}
        people += [other for other in people_of(match) if other.pk in sharing]
    if report.reporter is not None:
        people.append(report.reporter)
    return people
