"""An event in stages, one format after the other: five rounds of Svizzero, then a knockout of the best 32.

The stages follow from what was played: who is in one is as its first round was paired, whatever results have
been changed since.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, zip_longest

from tournaments.formats import groups, stage_plan
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
from tournaments.formats.knockout import THIRD_PLACE
from tournaments.formats.mitchell import SWITCH
from tournaments.formats.options import ABSENT, BREAKS, DEALS, DUPLICATE, EXTRA, ODD, SWING, TIED
from tournaments.formats.stage_plan import (
    ALL,
    FIELD,
    GROUPS,
    HALF,
    HOWELL,
    KNOCKOUT,
    MITCHELL,
    NONE,
    ROBIN,
    Stage,
    chosen_stages,
    fit_stage,
    whole_length,
)
from tournaments.formats.stage_plan import OPTIONS as STAGE_OPTIONS
from tournaments.formats.stage_view import Cut, StageView
from tournaments.formats.standings import StandingsLine

CONSOLATION = "consolation"
"""The stage of the tables of the consolation, alone or before that of its knockout."""

UNTIL_THE_END = (KNOCKOUT, ROBIN, HOWELL)
"""The kinds of a consolation for whose end the event waits."""


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
    chosen = chosen_stages(settings, shape)
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
                of_rest = StageView(settings, shape, seed, beside, own, cut=cut)
                consolation = _beside(of_rest, lines, cut.goes_on)
            own = replace(own, rounds=tuple(_only(own, since, cut.goes_on, beside=False)))
        if field is not None:
            everybody = frozenset(entrant.id for entrant in history.entrants)
            own = replace(own, out=everybody - {*field})
        order = tuple(line.entrant for line in lines) if field is None else field
        views.append(StageView(settings, shape, seed, stage, own, after, field, cut, order))
    return Course(tuple(views), consolation)


def cuts_of_event(settings: Settings, shape: EventSides, history: EventHistory, seed: str) -> tuple[Cut, ...]:
    """Return who has gone on, or goes on next, into each stage for which not everybody does."""
    if len(history.begun) < 2:
        return ()
    return tuple(
        each.cut for each in follow_stages(settings, shape, history, seed).views if each.cut is not None
    )


def repeats_of_event(settings: Settings, shape: EventSides, history: EventHistory, seed: str) -> int:
    """Return the meetings that come again in a Mitchell which is not the first stage."""
    return sum(each.repeats for each in follow_stages(settings, shape, history, seed).views)


def entrants_left_out(
    settings: Settings, shape: EventSides, history: EventHistory, seed: str
) -> frozenset[int]:
    """Return the entrants who did not go on into the stage under way."""
    return follow_stages(settings, shape, history, seed).begun[-1].history.out


# ---- who goes on


def _cut(
    ended: StageView, lines: Sequence[StandingsLine], stage: Stage, history: EventHistory, since: int
) -> Cut:
    """Return who goes on: the best of the field or of each group, among those who have played and are there.

    Whoever has left before the stage is paired is replaced by the next in the standings. A bye that was asked
    for takes nobody out, except of a knockout.
    """
    asking = history if stage.kind == KNOCKOUT else replace(history, asked_bye=None)
    there = _people(history.rounds[:since]) & {*asking.field(since)}
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

    A bye does not say whether it was in the consolation: the byes of the stage come first.
    """
    if history.number <= since:
        return cut.goes_on
    round_ = history.rounds[since].round
    seated = [who for each in round_.tables if not _is_beside(each) for who in each.places if who > 0]
    resting = [*round_.byes]
    if settings["consolation"] != NONE:
        stayed = _people(history.rounds[since : since + 1]).intersection(cut.goes_on)
        resting = resting[: max(0, len(stayed) - len(seated))]
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
    return replace(view, history=own, field=field, order=field, stage=stage)


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


def _with_asked_byes(view: StageView) -> Next:
    """Return the next round of a stage, with the byes that those in it asked for. Raises `CannotDraw`."""
    drawn = view.next_round()
    if not isinstance(drawn, HistoryRound):
        return drawn
    return replace(drawn, byes=(*drawn.byes, *view.history.sitting_out(view.history.number + 1)))


def _consolation_round(view: StageView) -> HistoryRound:
    """Return the next round of the consolation; empty if it is over."""
    try:
        drawn = _with_asked_byes(view)
    except CannotDraw:
        drawn = Over()
    return drawn if isinstance(drawn, HistoryRound) else HistoryRound()


def _side_by_side(main: HistoryRound, beside: HistoryRound) -> HistoryRound:
    """Return a round of a stage with that of the consolation, whose tables are numbered behind."""
    numbers = [table.number or at for at, table in enumerate(main.tables, start=1)]
    also = (
        replace(each, stage=":".join(filter(None, [CONSOLATION, each.stage])), number=number)
        for number, each in enumerate(beside.tables, start=max(numbers, default=0) + 1)
    )
    return HistoryRound((*main.tables, *also), (*main.byes, *beside.byes))


# ---- the format


def next_round(settings: Settings, shape: EventSides, history: EventHistory, seed: str) -> Next:
    if len(history.begun) < 2:
        raise CannotDraw("too_few", f"{len(history.begun)} entrants cannot play")
    course = follow_stages(settings, shape, history, seed)
    view, beside = course.views[-1], course.consolation
    try:
        main = Over() if view.is_over else _with_asked_byes(view)
    except CannotDraw:
        if beside is None or not _consolation_round(beside).tables:
            raise
        main = HistoryRound(byes=replace(view.own, asked_bye=None).field())
    if beside is None or (isinstance(main, Over) and beside.stage.kind not in UNTIL_THE_END):
        return main
    also = _consolation_round(beside)
    if isinstance(main, Over) and not also.tables:
        return main
    return _side_by_side(main if isinstance(main, HistoryRound) else HistoryRound(), also)


def plan(settings: Settings, shape: EventSides, history: EventHistory, seed: str) -> tuple[HistoryRound, ...]:
    """Return the rounds that were paired, and those to come of a stage that has begun: none, unless they are
    fixed, and those of the consolation beside it too."""
    if len(history.begun) < 2:
        return ()
    try:
        course = follow_stages(settings, shape, history, seed)
        beside, coming = course.consolation, [*course.begun[-1].rounds_to_come()]
        if coming and beside is not None and _consolation_round(beside).tables:
            also = [*beside.rounds_to_come()]
            both = zip_longest(coming, also, fillvalue=HistoryRound())
            coming = [_side_by_side(*each) for each in both] if also else []
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
    tier = found[-1].tier + 1 if found else 0
    ahead = 0
    placed: list[StandingsLine] = []
    for _place, level in groupby(others, key=lambda line: line.place):
        those = [*level]
        placed += [replace(line, place=first + ahead, tier=tier) for line in those]
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
    in_stages=True,
    switched_in=switched_in,
    rank=rank,
    apart=True,
    implied=stage_plan.implied_defaults,
    out_after=stage_plan.out_after,
)  # fmt: skip
