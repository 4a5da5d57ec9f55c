"""An event in stages, one format after the other: five rounds of Svizzero, then a knockout of the best 32.

The stages follow from what was played: who is in one is as its first round was paired, whatever results have
been changed since.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from tournaments.formats import danish, groups, mitchell, stage_plan, swiss
from tournaments.formats.format import EventSides, Format, Settings, ranked_lines, two_sides
from tournaments.formats.history import (
    CannotDraw,
    EventHistory,
    HistoryRound,
    HistoryTable,
    Next,
    Over,
    PlayedRound,
)
from tournaments.formats.knockout import THIRD_PLACE, Bracket, seeds_as_drawn
from tournaments.formats.mitchell import SWITCH
from tournaments.formats.options import ABSENT, BREAKS, DEALS, DUPLICATE, EXTRA, ODD, SWING, TIED
from tournaments.formats.stage_groups import coming_rounds, group_members
from tournaments.formats.stage_plan import (
    ALL,
    DANISH,
    EVERYBODY_MEETS,
    FIELD,
    GROUPS,
    HALF,
    HOWELL,
    KNOCKOUT,
    MITCHELL,
    NONE,
    ROBIN,
    SWISS,
    Stage,
    chosen_stages,
    fit_stage,
    whole_length,
)
from tournaments.formats.stage_plan import OPTIONS as STAGE_OPTIONS
from tournaments.formats.standings import StandingsLine

CONSOLATION = "consolation"
"""The stage of the tables of the consolation, alone or before that of its knockout."""

UNTIL_THE_END = (KNOCKOUT, ROBIN, HOWELL)
"""The kinds of a consolation for whose end the event waits."""

FIXED = (MITCHELL, *EVERYBODY_MEETS)
"""The kinds of stages whose rounds are known when they begin."""

PAIRINGS = {SWISS: swiss.pair_by_score, DANISH: danish.pair_neighbours}


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
        order = [line.entrant for line in self._lines_before] if self.field is None else self.field
        place = {who: at for at, who in enumerate(order)}
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
        return PAIRINGS[kind](self.settings, self.shape, self.history, self.seed)

    def rounds_to_come(self) -> Iterator[HistoryRound]:
        """Return the rounds to come of a stage whose rounds are known when it begins, otherwise none.

        Raises `CannotDraw`.
        """
        kind = self.stage.kind
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


@dataclass(frozen=True)
class Course:
    """The stages that have begun, and the one whose first round comes next; the consolation beside them."""

    views: tuple[StageView, ...]
    consolation: StageView | None = None

    @property
    def begun(self) -> tuple[StageView, ...]:
        return tuple(each for each in self.views if each.has_begun)


def follow_stages(settings: Settings, shape: EventSides, history: EventHistory, seed: str) -> Course:
    """Return the course of an event until now."""
    chosen = chosen_stages(settings)
    views: list[StageView] = []
    consolation: StageView | None = None
    since = 0
    for at, each in enumerate(chosen):
        after = chosen[at + 1] if at + 1 < len(chosen) else None
        if not views:
            stage = fit_stage(each, after, 0, len(history.begun), shape, cut=False)
            if stage.rounds:
                views.append(StageView(settings, shape, seed, stage, history, after))
            continue
        last = views[-1]
        since = last.stage.since + last.stage.rounds
        if history.number < since:
            break
        ended = last.at_end()
        lines = ended.lines()
        field, cut = last.field, None
        if each.best:
            cut = _cut(ended, lines, each, last.history, since)
            if len(cut.goes_on) < 2:
                continue
            field = _as_paired(cut, settings, last.history, since)
            cut = replace(cut, goes_on=field)
        entrants = len(history.begun)
        if field is not None or each.kind in (MITCHELL, KNOCKOUT, ROBIN, HOWELL):
            is_paired = history.number > since
            there = _people(last.history.rounds[since : since + 1]) if is_paired else last.history.field()
            entrants = sum(field is None or who in field for who in there)
        stage = fit_stage(each, after, since, entrants, shape, cut=field is not None)
        if not stage.rounds:
            continue
        own = _brought(last.history, lines, last.stage, stage)
        if cut is not None and consolation is None:
            if settings["consolation"] != NONE:
                beside = replace(stage, kind=settings["consolation"])
                consolation = _beside(StageView(settings, shape, seed, beside, own), lines, cut.goes_on)
            own = replace(own, rounds=tuple(_only(own, since, cut.goes_on, beside=False)))
        if field is not None:
            everybody = frozenset(entrant.id for entrant in history.entrants)
            own = replace(own, out=everybody - {*field})
        views.append(StageView(settings, shape, seed, stage, own, after, field, cut))
    return Course(tuple(views), consolation)


def cuts_of_event(settings: Settings, shape: EventSides, history: EventHistory, seed: str) -> tuple[Cut, ...]:
    """Return who has gone on, or goes on next, into each stage for which not everybody does."""
    if len(history.begun) < 2:
        return ()
    return tuple(
        each.cut for each in follow_stages(settings, shape, history, seed).views if each.cut is not None
    )


def _without_points(rounds: Sequence[PlayedRound]) -> tuple[PlayedRound, ...]:
    return tuple(PlayedRound(each.round, ()) for each in rounds)


def repeats_of_event(settings: Settings, shape: EventSides, history: EventHistory, seed: str) -> int:
    """Return the meetings that come again in a Mitchell which is not the first stage."""
    return sum(each.repeats for each in follow_stages(settings, shape, history, seed).views)


# ---- who goes on


def _cut(
    ended: StageView, lines: Sequence[StandingsLine], stage: Stage, history: EventHistory, since: int
) -> Cut:
    """Return who goes on: the best of the field or of each group, among those who have played and are there.

    Whoever has left before the stage is paired is replaced by the next in the standings.
    """
    there = _people(history.rounds[:since]) & {*history.field(since)}
    if history.number <= since:
        there &= history.competing
    if stage.of != FIELD and ended.stage.kind == GROUPS:
        tables = [[line for line in group if line.entrant in there] for group in ended.tables()]
        level = [each for group in tables for each in _level(group, stage.best)]
        return Cut(groups.rank_qualifiers(tables, stage.best), tuple(level))
    ranked = [line for line in lines if line.entrant in there]
    level = [] if ended.stage.kind == KNOCKOUT else _level(ranked, stage.best)
    return Cut(tuple(line.entrant for line in ranked[: stage.best]), tuple(level))


def _level(lines: Sequence[StandingsLine], best: int) -> list[tuple[int, ...]]:
    """Return those with the points of the last who goes on, if others have as many and do not."""
    if not 0 < best < len(lines) or lines[best - 1].score != lines[best].score:
        return []
    return [tuple(line.entrant for line in lines if line.score == lines[best].score)]


def _people(rounds: Sequence[PlayedRound]) -> set[int]:
    """Return everybody who had a table or a bye in these rounds."""
    at_tables = {who for each in rounds for table in each.round.tables for who in table.places if who > 0}
    return at_tables | {who for each in rounds for who in each.round.byes}


def _as_paired(cut: Cut, settings: Settings, history: EventHistory, since: int) -> tuple[int, ...]:
    """Return who is in a stage: those who go on or, once its first round is paired, those who were paired.

    A bye does not say whether it was in the consolation, so the best of those are in, as many as are missing.
    """
    if history.number <= since:
        return cut.goes_on
    round_ = history.rounds[since].round
    seated = [who for each in round_.tables if not _is_beside(each) for who in each.places if who > 0]
    resting = [*round_.byes]
    if settings["consolation"] != NONE:
        missing = max(0, len(cut.goes_on) - len(seated))
        resting.sort(key=lambda who: who not in cut.goes_on)
        resting = resting[:missing]
    paired = [*seated, *resting]
    kept = [who for who in cut.goes_on if who in paired]
    return (*kept, *(who for who in paired if who not in kept))


def _is_beside(table: HistoryTable) -> bool:
    return table.stage.startswith(CONSOLATION)


def _brought(
    history: EventHistory, lines: Sequence[StandingsLine], before: Stage, stage: Stage
) -> EventHistory:
    """Return the history with the points that everybody brings into a stage. A knockout gives none."""
    if stage.carry == ALL and before.kind != KNOCKOUT:
        return history
    shares = {ALL: lambda score: score, HALF: lambda score: (score + 1) // 2, NONE: lambda _score: 0}
    carried = {line.entrant: shares[stage.carry](line.score) for line in lines}
    return replace(history, counted_from=stage.since, carried=carried)


# ---- the consolation


def _beside(view: StageView, lines: Sequence[StandingsLine], main: Collection[int]) -> StageView:
    """Return the consolation, which begins with a stage, of everybody who is not in it."""
    since, history = view.stage.since, view.history
    own = replace(history, rounds=tuple(_only(history, since, main, beside=True)), out=frozenset(main))
    there = {line.entrant for line in lines}
    if view.stage.kind in UNTIL_THE_END:
        seen = _people(own.rounds[:since])
        there = _people(own.rounds[since : since + 1]) if own.number > since else {*own.field(since)} & seen
    field = tuple(line.entrant for line in lines if line.entrant in there and line.entrant not in main)
    stage = view.stage
    if stage.kind in UNTIL_THE_END:
        stage = replace(stage, rounds=whole_length(stage.kind, len(field)))
    return replace(view, history=own, field=field, stage=stage)


def _only(history: EventHistory, since: int, main: Collection[int], *, beside: bool) -> Iterator[PlayedRound]:
    """Yield the rounds with, after `since`, only the tables and byes of the stage, or of the consolation."""
    yield from history.rounds[:since]
    for each in history.rounds[since:]:
        kept = [
            (replace(table, stage=table.stage.removeprefix(CONSOLATION).removeprefix(":")), points)
            for table, points in zip(each.round.tables, each.points, strict=True)
            if _is_beside(table) is beside
        ]
        byes = tuple(who for who in each.round.byes if (who in main) is not beside)
        tables, points = zip(*kept, strict=True) if kept else ((), ())
        yield replace(each, round=HistoryRound(tuple(tables), byes), points=tuple(points))


def _consolation_round(view: StageView, first: int) -> HistoryRound:
    """Return the next round of the consolation, its tables numbered from `first`; empty if it is over."""
    try:
        drawn = view.next_round()
    except CannotDraw:
        drawn = Over()
    if not isinstance(drawn, HistoryRound):
        return HistoryRound()
    tables = (
        replace(each, stage=":".join(filter(None, [CONSOLATION, each.stage])), number=number)
        for number, each in enumerate(drawn.tables, start=first)
    )
    return HistoryRound(tuple(tables), drawn.byes)


# ---- the format


def next_round(settings: Settings, shape: EventSides, history: EventHistory, seed: str) -> Next:
    if len(history.begun) < 2:
        raise CannotDraw("too_few", f"{len(history.begun)} entrants cannot play")
    course = follow_stages(settings, shape, history, seed)
    view, beside = course.views[-1], course.consolation
    main = Over() if view.is_over else view.next_round()
    if beside is None or (isinstance(main, Over) and beside.stage.kind not in UNTIL_THE_END):
        return main
    played = main if isinstance(main, HistoryRound) else HistoryRound()
    numbers = [table.number or at for at, table in enumerate(played.tables, start=1)]
    also = _consolation_round(beside, max(numbers, default=0) + 1)
    if isinstance(main, Over) and not also.tables:
        return main
    return HistoryRound((*played.tables, *also.tables), (*played.byes, *also.byes))


def plan(settings: Settings, shape: EventSides, history: EventHistory, seed: str) -> tuple[HistoryRound, ...]:
    """Return the rounds that were paired, and those to come of a stage that has begun: none, unless they are
    fixed. The consolation is not planned."""
    if len(history.begun) < 2:
        return ()
    try:
        coming = tuple(follow_stages(settings, shape, history, seed).begun[-1].rounds_to_come())
    except CannotDraw:  # too few are there now
        return ()
    return (*(each.round for each in history.rounds), *coming) if coming else ()


def switched_in(settings: Settings, shape: EventSides, history: EventHistory, seed: str) -> int | None:
    """Return the number of the last round of the current stage, if it is a Mitchell that switches."""
    if len(history.begun) < 2 or not settings["switch"]:
        return None
    stage = follow_stages(settings, shape, history, seed).begun[-1].stage
    return stage.since + stage.rounds if stage.kind == MITCHELL and stage.rounds > 1 else None


def rank(settings: Settings, shape: EventSides, history: EventHistory, seed: str) -> list[StandingsLine]:
    """Rank those of the latest stage first, by its standings, then those who did not reach it, by the stage
    before, and so on; the consolation ranks those who were left out first. All points count, unless a stage
    begins with fewer."""
    course = follow_stages(settings, shape, history, seed)
    views = course.begun
    if not views:
        return ranked_lines(settings, shape, history, seed, missed=True)
    found: list[StandingsLine] = []
    following = [*course.views[1 : len(views)], None]
    for view, after in reversed([*zip(views, following, strict=True)]):
        shown = view if after is None else view.at_end()
        is_cut = after is not None and after.cut is not None
        if course.consolation is not None and is_cut and view.field is None:
            found += _behind(found, course.consolation.lines())
        found += _behind(found, shown.lines())
    return found


def _behind(found: Sequence[StandingsLine], lines: Sequence[StandingsLine]) -> list[StandingsLine]:
    """Return the lines of those who are not ranked yet, with the places that are left; those who share a
    place still do."""
    known = {line.entrant for line in found}
    others = [line for line in lines if line.entrant not in known]
    first = len(found) + 1
    ahead = 0
    placed: list[StandingsLine] = []
    for _place, level in groupby(others, key=lambda line: line.place):
        those = [*level]
        placed += [replace(line, place=first + ahead) for line in those]
        ahead += len(those)
    return placed


STAGES = Format(
    "stages",
    next_round,
    two_sides,
    scorings=("victory", "match", "matchpoints", "cross", "game"),
    options=(
        *STAGE_OPTIONS, THIRD_PLACE, TIED, EXTRA, SWITCH, DEALS, DUPLICATE, ODD, ABSENT, SWING, BREAKS,
    ),
    rounds=stage_plan.rounds_in_all,
    plan=plan,
    plans_by_stage=True,
    switched_in=switched_in,
    rank=rank,
    apart=True,
    implied=stage_plan.implied_defaults,
    out_after=stage_plan.out_after,
)  # fmt: skip
