"""Links to the score sheets of an entry at real tables: whoever has one writes for it, without an account.

Each member of a team has a link of their own, to the sheets of the tables where they sit.

A link is signed. It works until the entry has a new one (`Entry.link`), by a director, or since somebody else
plays for it. When the event is over nobody writes any more.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.core.signing import BadSignature, Signer
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString

from ludopoli.base.lookups import number_of
from ludopoli.text.qr import qr_code
from tournaments.models import PLAYING, Entry, Event, Member, TournamentTable, with_people


@dataclass(frozen=True, slots=True)
class ScoreWriter:
    """An entry for which somebody writes, and of a team the place of the member."""

    entry: Entry
    place: int | None = None
    """None writes at all tables of the entry."""

    def sits_at(self, table: TournamentTable) -> bool:
        """Return whether it is their table; while the line-ups are sealed it is nobody's."""
        if self.place is None:
            return self.entry.number in table.places
        return [self.entry.number, self.place] in [[*seat] for seat in table.seated]


def writer_of(event: Event, member: Member) -> ScoreWriter:
    """Return the writer that a member is: of a team at their own table only."""
    return ScoreWriter(member.entry, member.place if event.unit == Event.Unit.TEAM else None)


def score_token(writer: ScoreWriter) -> str:
    place = "" if writer.place is None else f".{writer.place}"
    return _signer(writer.entry.event, writer.entry).sign(f"{writer.entry.number}{place}")


def open_score_link(event: Event, token: str) -> ScoreWriter | None:
    """Return the writer whose sheets a link opens, after the event only to read; None if the link is not, or
    no longer, valid."""
    who, _sep, _signature = token.rpartition(Signer().sep)
    if not event.is_real:
        return None
    number, _dot, place = who.partition(".")
    known = event.entries.filter(number=number_of(number, 9) or 0, status__in=PLAYING)
    entry = known.prefetch_related(with_people()).first()
    if entry is None:
        return None
    try:
        _signer(event, entry).unsign(token)
    except BadSignature:
        return None
    return ScoreWriter(entry, number_of(place, 5))


@dataclass(frozen=True, slots=True)
class ScoreLink:
    """The link of a writer as it is printed."""

    writer: ScoreWriter
    url: str

    @property
    def entry(self) -> Entry:
        return self.writer.entry

    @property
    def member(self) -> Member | None:
        """The member of a team whose link it is."""
        members = self.entry.members.all() if self.writer.place is not None else ()
        return next((each for each in members if each.place == self.writer.place), None)

    @property
    def picture(self) -> SafeString:
        """Its QR code."""
        return qr_code(self.url)


def fresh_score_link(request: HttpRequest, event: Event, writer: ScoreWriter) -> ScoreLink:
    path = reverse("event-score-link", args=[event.code, score_token(writer)])
    return ScoreLink(writer, request.build_absolute_uri(path))


def printed_score_links(request: HttpRequest, event: Event, entries: Iterable[Entry]) -> list[ScoreLink]:
    """Return the links to print: one of each entry, of each member of a team. They have their people."""
    found = []
    for entry in entries:
        entry.event = event
        writers = [ScoreWriter(entry)]
        if event.unit == Event.Unit.TEAM:
            writers = [ScoreWriter(entry, each.place) for each in entry.in_order if not each.bot]
        found += [fresh_score_link(request, event, each) for each in writers]
    return found


def _signer(event: Event, entry: Entry) -> Signer:
    return Signer(salt=f"tournaments.scores:{event.code}:{entry.pk}:{entry.link}")
