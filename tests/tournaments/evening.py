"""An event driven by tests: they move its clock on, and everybody plays the first legal card."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from games.models import Match
from games.play import live
from ludopoli.accounts.models import User
from ludopoli.base.lookups import Lookup
from tests.games.playing import play_first_commands
from tournaments import actions, simulation
from tournaments.models import Entry, Event, Round, TournamentTable
from tournaments.running import sequencer

_events = Lookup(Event.objects.all, "pk")


class Evening:
    def __init__(self, event: Event, organiser: User, now: datetime) -> None:
        self.event, self.organiser, self.now = event, organiser, now

    def fresh(self) -> Event:
        self.event = _events.get(self.event.pk)
        return self.event

    def with_known_cards(self) -> Evening:
        """Fix the cards of all deals: none is a draw if one table plays it differently than the others."""
        Event.objects.filter(pk=self.event.pk).update(code="giovedi", secret="17" * 32)
        self.fresh()
        return self

    def at(self, **later: float) -> Event:
        """Move the clock on, and do what is due then."""
        self.now += timedelta(**later)
        sequencer.advance_event(self.event.pk, self.now)
        return self.fresh()

    def until(self, moment: datetime) -> Event:
        return self.at(seconds=(moment - self.now).total_seconds())

    def enter(self, *pairs: Sequence[User | actions.Named | str]) -> list[Entry]:
        """Enter people as the director."""
        return [actions.enter_members(self.organiser, self.event, pair, now=self.now) for pair in pairs]

    def pairs(self, club: Sequence[User], count: int = 4) -> list[Entry]:
        return self.enter(*(club[2 * at : 2 * at + 2] for at in range(count)))

    @property
    def entries(self) -> list[Entry]:
        return list(self.event.entries.order_by("number"))

    def start(self) -> Event:
        """Begin the event and its first round, with everybody present."""
        self.draw()
        return self.begin_round()

    def draw(self) -> Event:
        """Begin the event, with everybody present; its first round is paired."""
        self.until(self.event.starts_at - timedelta(minutes=self.event.check_in_minutes))
        for entry in self.event.entries.filter(members__user__isnull=False).distinct():
            actions.check_in_entry(self.organiser, entry, now=self.now)
        self.until(self.event.starts_at)
        if self.event.is_real:
            actions.start_event(self.organiser, self.event, now=self.now)
        return self.fresh()

    def begin_round(self) -> Event:
        """Begin the round that is paired: a director does at real tables, the end of the break elsewhere."""
        if self.event.is_real and self.event.rounds.filter(status=Round.Status.DRAWN).exists():
            actions.start_round(self.organiser, self.event, now=self.now)
        return self.at(seconds=self.event.break_seconds)

    @property
    def round(self) -> Round:
        latest = self.event.rounds.order_by("number").last()
        assert latest is not None
        return latest

    def tables(self, number: int | None = None) -> list[TournamentTable]:
        found = TournamentTable.objects.filter(round__event=self.event).select_related(
            "round", "table__match"
        )
        return list(found.filter(round__number=number or self.round.number).order_by("number"))

    def play(self, *tables: TournamentTable) -> Event:
        """Play these tables to the end, or all that are in play."""
        matches = [each.table.match_id for each in tables if each.table] or simulation.matches_in_play(
            self.event
        )
        for match in matches:
            assert match is not None
            self.play_out(live.load_match(match).row)
        return self.at(seconds=1)

    def play_out(self, row: Match, moves: int = 10_000, pick: int = 0) -> None:
        play_first_commands(row.pk, moves, pick)

    def to_the_end(self) -> Event:
        while not self.fresh().is_over:
            self.play()
            self.begin_round()
        return self.event
