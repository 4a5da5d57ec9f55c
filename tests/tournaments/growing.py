"""A tournament that grows in every way, for the tests of the queries of its lists."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from clubs.models import Club
from games.models import Boards, Table
from ludopoli.accounts.models import User
from tournaments.formats import catalog
from tournaments.models import (
    Announcement,
    Claim,
    Entry,
    Event,
    LogEntry,
    Member,
    Penalty,
    Round,
    Series,
    TournamentTable,
)

LABEL = "1-1"


class Tournament:
    def __init__(self, organiser: User, club: Club) -> None:
        self.organiser, self.club, self.now = organiser, club, timezone.now()
        self.series = Series.objects.create(name="Campionato", organiser=organiser, points=[3, 2, 1])
        self.event = self._event("Il giovedì", Event.Status.RUNNING)
        boards = Boards.objects.create(name=self.event.code, secret="00" * 32, opened_at=self.now)
        self.first = self._round(1, boards)

    def addresses(self) -> dict[str, object]:
        return {"event": self.event.code, "series": self.series.code, "label": LABEL}

    def add(self, number: int, pair: tuple[User, User], table: Table) -> None:
        """Add two pairs who met in the first round, a round, an announcement, and another event that the
        organiser has won."""
        numbers = [2 * number + 1, 2 * number + 2]
        people = [*pair, *(User.objects.create(username=f"{name} {number}") for name in ("Pia", "Rosa"))]
        for at, entry in enumerate(numbers):
            self._entry(self.event, entry, people[2 * at : 2 * at + 2])
        TournamentTable.objects.create(
            round=self.first,
            number=number + 1,
            places=numbers,
            labels=[LABEL],
            table=table,
            status=TournamentTable.Status.OVER,
            deals={LABEL: [number, 3]},
        )
        about = self.first.tables.get(number=number + 1)
        Claim.objects.create(
            event=self.event, number=number + 1, table=about, by=pair[0], text="Così no", at=self.now
        )
        self._round(number + 2)
        Announcement.objects.create(event=self.event, by=pair[0], text="Si comincia.")
        LogEntry.objects.create(event=self.event, at=self.now, by=pair[0], what="paused")
        Event.objects.filter(pk=self.event.pk).update(revision=number + 1)
        Penalty.objects.create(
            series=self.series, number=number + 1, user=pair[0], points=1, reason="Così no", at=self.now
        )
        team = self._entry(self._event(f"Squadre {number}", Event.Status.FINISHED), 1, [pair[1]])
        Entry.objects.filter(pk=team.pk).update(club=self.club, name=f"Squadra {number}")
        over = self._event(f"Coppa {number}", Event.Status.FINISHED)
        self._entry(over, 1, [self.organiser, pair[0]], place=1)
        self._event(f"Domani {number}", Event.Status.REGISTRATION)

    def _event(self, name: str, status: str) -> Event:
        drawn = None if status == Event.Status.REGISTRATION else self.now
        return Event.objects.create(
            name=name,
            organiser=self.organiser,
            club=self.club,
            series=self.series,
            status=status,
            game="tressette",
            rules={"preset": "classico"},
            players=4,
            format="swiss",
            settings=dict(catalog.FORMATS["swiss"].settings({})),
            unit=Event.Unit.PAIR,
            registers_at=self.now - timedelta(days=1),
            starts_at=self.now,
            started_at=drawn,
            nonces_at=drawn,
        )

    def _round(self, number: int, boards: Boards | None = None) -> Round:
        return Round.objects.create(
            event=self.event, number=number, status=Round.Status.OVER, boards=boards, starts_at=self.now
        )

    @staticmethod
    def _entry(event: Event, number: int, people: list[User], place: int | None = None) -> Entry:
        entry = Entry.objects.create(event=event, number=number, place=place)
        for at, person in enumerate(people):
            nonce = f"{entry.pk:064x}"
            Member.objects.create(event=event, entry=entry, place=at, user=person, here=True, nonce=nonce)
        User.objects.filter(pk=people[0].pk).update(is_named=True)
        return entry
