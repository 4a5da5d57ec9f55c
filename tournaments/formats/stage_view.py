"""A stage as it stands: its field, its next round, its rounds to come, its standings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tournaments.formats import danish, mitchell, neighbours, swiss, tables
from tournaments.formats.format import EventSides, Settings, ranked_lines
from tournaments.formats.history import EventHistory, HistoryRound, Next, Over, PlayedRound
from tournaments.formats.knockout import Bracket, seeds_as_drawn
from tournaments.formats.stage_groups import coming_rounds, group_members
from tournaments.formats.stage_plan import (
    EVERYBODY_MEETS,
    FIELD,
    GROUPS,
    KNOCKOUT,
    MITCHELL,
    SWISS,
    TABLES,
    Stage,
)
from tournaments.formats.standings import StandingsLine

FIXED = (MITCHELL, *EVERYBODY_MEETS)
"""The kinds of stages whose rounds are known when they begin."""


@dataclass(frozen=True)
class Cut:
    """The cut before a stage."""

    goes_on: tuple[int, ...]
    """The entrants who go on, in the order of the standings."""
    level: tuple[tuple[int, ...], ...]
    """Entrants with equal points of whom only some go on: the tie-breaks decide, then a lot."""


@dataclass(frozen=True)
class StageView:
    """A stage with what counts in it: the history without the consolation, and its field."""

    settings: Settings
    shape: EventSides
    seed: str
    stage: Stage
    history: EventHistory
    after: Stage | None = None
    """The stage that follows, as it was chosen."""
    field: tuple[int, ...] | None = None
    """The entrants of the stage, in the order of the standings before it; None: everybody."""
    cut: Cut | None = None
    order: tuple[int, ...] = ()
    """The entrants of the stage in the order of the standings before it; empty for the first stage."""

    @property
    def has_begun(self) -> bool:
        return not self.stage.since or self.history.number > self.stage.since

    @property
    def is_over(self) -> bool:
        return self.history.number >= self.stage.since + self.stage.rounds

    @property
    def own(self) -> EventHistory:
        """The history as if it had begun with this stage, the entrants in the order of the standings."""
        if not self.stage.since:
            return self.history
        place = {who: at for at, who in enumerate(self.order)}
        entrants = [each.since(self.stage.since) for each in self.history.entrants if each.id in place]
        return replace(
            self.history,
            entrants=tuple(sorted(entrants, key=lambda each: place[each.id])),
            rounds=self.history.rounds[self.stage.since :],
            counted_from=0,
        )

    @property
    def _lines_before(self) -> list[StandingsLine]:
        """The standings with which the stage began."""
        before = replace(self.history, rounds=self.history.rounds[: self.stage.since])
        return ranked_lines(self.settings, self.shape, before, self.seed, missed=True, among=self.field)

    def _bracket(self) -> Bracket:
        own = self.own
        own = replace(own, rounds=own.rounds[: self.stage.rounds])
        seeds = own.begun if self.field is None else self.field
        if own.number:
            return Bracket(seeds_as_drawn(seeds, own.rounds[0].round), own)
        there = {*own.field()}
        return Bracket(tuple(who for who in seeds if who in there), own)

    def next_round(self) -> Next:
        """Return the next round of the stage. Raises `CannotDraw`."""
        kind = self.stage.kind
        if kind in FIXED:
            return next(self.rounds_to_come(), Over())
        if kind == KNOCKOUT:
            bracket = self._bracket()
            return Over() if self.is_over else bracket.next_round(self.settings)
        if kind == TABLES:
            met_since = self.stage.since if self.cut else 0
            return next(self.rounds_to_come(), None) or tables.seat_apart(
                self.settings, self.shape, self.history, self.seed, met_since
            )
        if kind == SWISS:
            return swiss.pair_by_score(self.settings, self.shape, self.history, self.seed)
        is_new = self.stage.since == self.history.number > 0
        order = (
            self.own.field()
            if is_new
            else danish.standings_order(self.settings, self.shape, self.history, self.seed)
        )
        pair = danish.pair_neighbours if self.shape.table.seats == 2 else neighbours.seat_neighbours
        return pair(self.settings, self.shape, self.history, order)

    def rounds_to_come(self) -> Iterator[HistoryRound]:
        """Return the rounds to come of a stage whose rounds are known when it begins, otherwise none.

        Individuals begin anew after a cut, with tables that are planned as long as nobody comes or goes.
        Raises `CannotDraw`.
        """
        kind = self.stage.kind
        if kind == TABLES and not self.is_over and (self.cut or not self.stage.since):
            settings, seed = {**self.settings, "rounds": self.stage.rounds}, f"{self.seed}/{self.stage.since}"
            return iter(tables.rounds_to_come(settings, self.shape, self.own, seed))
        if kind not in FIXED or self.is_over:
            return iter(())
        if kind != MITCHELL:
            return coming_rounds(self.stage, self.settings, self.history, self.own)
        settings, own = {**self.settings, "rounds": self.stage.rounds}, self.own
        before = self.history.rounds[: self.stage.since]
        return iter(mitchell.mitchell_rounds(settings, self.shape, own, self.seed, before)[own.number :])

    @property
    def repeats(self) -> int:
        """The number of meetings of a Mitchell, played or planned, of two who met before."""
        if self.stage.kind != MITCHELL or not self.stage.since:
            return 0
        own = replace(self.own, rounds=_without_points(self.own.rounds), carried=None, busy=frozenset())
        before = _without_points(self.history.rounds[: self.stage.since])
        return mitchell.count_repeats(self.stage.rounds, own, before)

    def lines(self) -> list[StandingsLine]:
        """Return the standings of those who are in: in a knockout by how far they come, otherwise by points,
        in groups within these."""
        if self.stage.kind == KNOCKOUT:
            before = {line.entrant: line for line in self._lines_before}
            bracket = self._bracket()
            ahead = bracket.lines() if len(bracket.seeds) > 1 else []
            lines = [replace(before.pop(line.entrant), place=line.place) for line in ahead]
            behind = enumerate(before.values(), start=len(lines) + 1)
            lines += [replace(line, place=place) for place, line in behind]
            return self._counted(lines, self.stage.since)
        lines = ranked_lines(
            self.settings, self.shape, self.history, self.seed, missed=True, among=self.field
        )
        return self._counted(self._by_group(lines), self.history.number)

    def _by_group(self, lines: list[StandingsLine]) -> list[StandingsLine]:
        """Order by group, the first group ahead, if they play for the last places; if the best of each group
        go on, the winners of all groups first, then the seconds; otherwise leave the order by points."""
        if self.stage.kind != GROUPS or self.history.number <= self.stage.since:
            return lines
        if self.stage.is_even:
            if self.after is None or self.after.of == FIELD:
                return lines
            at = {line.entrant: turn for each in self.tables() for turn, line in enumerate(each)}
        elif self.after is None:
            members = group_members(self.stage, self.own)
            at = {who: number for number, group in enumerate(members) for who in group}
        else:
            return lines
        order = {line.entrant: (at.get(line.entrant, len(at)), line.place) for line in lines}
        ranked = sorted(lines, key=lambda line: order[line.entrant])
        return [replace(line, place=place) for place, line in enumerate(ranked, start=1)]

    def tables(self) -> list[list[StandingsLine]]:
        """Return the standings of each group."""
        return [
            ranked_lines(self.settings, self.shape, self.history, self.seed, missed=True, among=group)
            for group in group_members(self.stage, self.own)
        ]

    def _counted(self, lines: list[StandingsLine], until: int) -> list[StandingsLine]:
        counted = range(self.history.counted_from + 1, until + 1)
        if counted.start == 1 and until >= self.history.number:
            return lines
        return [replace(line, counted=counted) for line in lines]

    def at_end(self) -> StageView:
        """Return the stage as it was when it ended."""
        rounds = self.history.rounds[: self.stage.since + self.stage.rounds]
        return replace(self, history=replace(self.history, rounds=rounds, busy=frozenset()))


def _without_points(rounds: Sequence[PlayedRound]) -> tuple[PlayedRound, ...]:
    return tuple(PlayedRound(each.round, ()) for each in rounds)
