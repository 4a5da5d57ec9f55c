"""The event of Sarsina held by actions in one process, with a clock of its own."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from django.utils import timezone

from ludopoli.accounts.models import User
from tests.tournaments.sarsina import Place, PlayedTable, SarsinaPlan, SeatedPairs
from tournaments import actions, selectors
from tournaments.models import Entry, Event, Round, TournamentTable
from tournaments.running import sequencer


class SarsinaByActions:
    """See `tests.tournaments.sarsina.SarsinaHall`."""

    event: Event

    def __init__(self, organiser: User) -> None:
        self.organiser, self.now = organiser, timezone.now()
        self.tables: dict[int, TournamentTable] = {}
        self.entries: dict[int, Entry] = {}

    def open_event(self, plan: SarsinaPlan) -> None:
        self.second_round = plan.rounds + 1
        evening = self.now + timedelta(hours=1)
        self.event = actions.create_event(
            self.organiser, now=self.now, name="Mondiale di maraffone",
            game="maraffone", rules={"preset": "figure"}, players=4,
            format="stages", venue="real", scores="match", starts_at=evening, break_seconds=0,
            settings={
                "first": "swiss", "first_rounds": plan.rounds, "then": "knockout", "then_best": plan.best,
                "scoring": "game", "odd": "rests", "breaks": ["wins"],
            },
            round_dates={self.second_round: evening + timedelta(days=1)},
        )  # fmt: skip
        text = "\n".join(map(",".join, plan.list_of_pairs()))
        actions.import_entries(self.organiser, self.event, text, now=self.now)
        self.now = evening
        actions.start_event(self.organiser, self.event, now=evening)

    def begin_round(self, number: int) -> tuple[Sequence[SeatedPairs], Sequence[int]]:
        self._go_on(timedelta(minutes=30))
        self.event.refresh_from_db()
        if self.event.is_over:
            return [], []
        round_ = self.event.rounds.get(number=number)
        if round_.status == Round.Status.DRAWN:
            actions.start_round(self.organiser, self.event, now=self.now)
        rows = TournamentTable.objects.filter(round=round_).select_related("round__event")
        self.tables = {each.number: each for each in rows.order_by("number")}
        self.entries = {each.number: each for each in self.event.entries.all()}
        seated = [
            SeatedPairs(number, (each.places[0], each.places[1]), each.stage)
            for number, each in self.tables.items()
        ]
        return seated, round_.byes

    def _go_on(self, later: timedelta) -> None:
        self.now += later
        sequencer.advance_event(self.event.pk, self.now)

    def write_by_phones(self, tables: Sequence[PlayedTable]) -> None:
        for played in tables:
            table = self.tables[played.table.number]
            for at, each in enumerate(played.by_phones):
                for _time in range(1 + each.is_repeated):
                    actions.write_scores(
                        None, self.entries[each.pair], table, {table.labels[0]: each.figures}, self.now,
                        sent_as=f"{table.pk}x{at}",
                    )  # fmt: skip

    def enter_result(self, played: PlayedTable) -> None:
        table = self._fresh(played)
        assert table.status == TournamentTable.Status.PLAYING
        actions.enter_scores(self.organiser, table, {table.labels[0]: played.figures}, now=self.now)

    def correct_result(self, played: PlayedTable) -> None:
        ruled = [100 * each for each in played.figures]
        table = self._fresh(played)
        actions.adjust_points(self.organiser, table, ruled, "scritto al contrario", self.now, confirmed=True)

    def _fresh(self, played: PlayedTable) -> TournamentTable:
        table = self.tables[played.table.number]
        table.refresh_from_db()
        return table

    def remove_pair(self, pair: int, reason: str) -> None:
        actions.remove_entry(self.organiser, self.entries[pair], reason, self.now)

    def begin_second_evening(self) -> None:
        self.event.refresh_from_db()
        self.now = self.event.round_dates[self.second_round] - timedelta(hours=1)

    def standings(self) -> list[Place]:
        event = Event.objects.get(pk=self.event.pk)
        return [(line.place, line.entrant, line.score) for line in selectors.event_sheet(event).lines]

    def draw_seed(self) -> str:
        return self.event.draw_seed
