"""An event in stages, one format after the other: six rounds of Mitchell, two of danese, three in groups."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tournaments.formats import danish, mitchell, round_robin, swiss
from tournaments.formats.format import EventSides, Format, Settings, rank_by_points, two_sides
from tournaments.formats.history import CannotDraw, EventHistory, HistoryRound, Next, Over
from tournaments.formats.mitchell import SWITCH
from tournaments.formats.options import (
    ABSENT,
    BREAKS,
    DEALS,
    DUPLICATE,
    ODD,
    SWING,
    choice_option,
    number_option,
)
from tournaments.formats.round_robin import Pairing
from tournaments.formats.standings import StandingsLine

MITCHELL, DANISH, SWISS, GROUPS, NONE = "mitchell", "danish", "swiss", "groups", "none"

FIRST = choice_option("first", MITCHELL, SWISS, DANISH)
FIRST_ROUNDS = number_option("first_rounds", 6, 1, 20)
THEN = choice_option("then", DANISH, SWISS, GROUPS, NONE)
THEN_ROUNDS = number_option("then_rounds", 2, 1, 20)
LAST = choice_option("last", GROUPS, DANISH, SWISS, NONE)
LAST_ROUNDS = number_option("last_rounds", 3, 1, 20)

SLOTS = (("first", "first_rounds"), ("then", "then_rounds"), ("last", "last_rounds"))
"""The options that name a stage and the number of its rounds, in the order in which they are played."""


@dataclass(frozen=True)
class Stage:
    """A stage that begins after `since` rounds and has so many rounds."""

    kind: str
    since: int
    rounds: int
    size: int = 0
    """The number of entrants in a group, if it is played in groups."""


def stages_of_event(settings: Settings, shape: EventSides, entrants: int) -> tuple[Stage, ...]:
    """Return the stages for a number of entrants.

    A Mitchell and a Svizzero have no more rounds than there are opponents. Groups have one entrant more than
    the rounds that were chosen, and a round more if that is an odd number, since then everybody rests once.
    """
    found: list[Stage] = []
    since = 0
    for kind, rounds in ((settings[kind], settings[rounds]) for kind, rounds in SLOTS):
        size = rounds + 1 if kind == GROUPS else 0
        if kind == NONE:
            continue
        if kind == MITCHELL:
            rounds = mitchell.how_many({"rounds": rounds}, shape, entrants)
        elif kind == SWISS:
            rounds = swiss.swiss_rounds({"rounds": since + rounds}, shape, entrants) - since
        elif kind == GROUPS:
            rounds += size % 2
        if rounds > 0:
            found.append(Stage(kind, since, rounds, size))
            since += rounds
    return tuple(found)


def how_many(settings: Settings, shape: EventSides, entrants: int) -> int:
    return sum(each.rounds for each in stages_of_event(settings, shape, entrants))


def next_round(settings: Settings, shape: EventSides, history: EventHistory, seed: str) -> Next:
    if len(history.begun) < 2:
        raise CannotDraw("too_few", f"{len(history.begun)} entrants cannot play")
    found = stages_of_event(settings, shape, len(history.begun))
    stage = next((each for each in found if history.number < each.since + each.rounds), None)
    if stage is None:
        return Over()
    if stage.kind == GROUPS:
        return _in_groups(stage, settings, shape, history, seed)
    if stage.kind == MITCHELL:
        return mitchell.mitchell_rounds({**settings, "rounds": stage.rounds}, shape, history, seed)[
            history.number
        ]
    format = {DANISH: danish, SWISS: swiss}[stage.kind]
    return format.next_round({**settings, "rounds": stage.since + stage.rounds}, shape, history, seed)


def rank(settings: Settings, shape: EventSides, history: EventHistory, seed: str) -> list[StandingsLine]:
    """Rank by the points of all rounds; once the last stage has groups, those of a group stay together, the
    first group ahead."""
    lines = rank_by_points(settings, shape, history, seed)
    last = (stages_of_event(settings, shape, len(history.begun)) or (None,))[-1]
    if last is None or last.kind != GROUPS or history.number <= last.since:
        return lines
    groups = _members(last, history)
    home = {who: at for at, group in enumerate(groups) for who in group}
    order = {line.entrant: (home.get(line.entrant, len(groups)), line.place) for line in lines}
    ranked = sorted(lines, key=lambda line: order[line.entrant])
    return [
        replace(line, place=1 + sum(other < order[line.entrant] for other in order.values()))
        for line in ranked
    ]


def _since(
    stage: Stage, shape: EventSides, settings: Settings, history: EventHistory, seed: str
) -> EventHistory:
    """Return the history as if it had begun with this stage, the entrants in the order of the standings."""
    if not stage.since:
        return history
    before = EventHistory(history.entrants, history.rounds[: stage.since])
    place = {line.entrant: at for at, line in enumerate(rank_by_points(settings, shape, before, seed))}
    entrants = (
        replace(
            each,
            joined=max(0, each.joined - stage.since),
            left=None if each.left is None else each.left - stage.since,
        )
        for each in sorted(history.entrants, key=lambda each: place[each.id])
    )
    return replace(history, entrants=tuple(entrants), rounds=history.rounds[stage.since :])


# ---- groups


def divide(entrants: Sequence[int], size: int) -> list[tuple[int, ...]]:
    """Return groups of this size, best first; the last one may be smaller, and has at least two."""
    groups = [tuple(entrants[at : at + size]) for at in range(0, len(entrants), size)]
    if len(groups) > 1 and len(groups[-1]) == 1:
        groups[-2:] = [groups[-2][:-1], (*groups[-2][-1:], *groups[-1])]
    return groups


def _in_groups(
    stage: Stage, settings: Settings, shape: EventSides, history: EventHistory, seed: str
) -> HistoryRound:
    """Return the next round of the groups: everybody meets everybody, in a smaller group again and again.

    A group that somebody has joined since the groups were made goes on with as few repetitions as possible.
    """
    own = _since(stage, shape, settings, history, seed)
    made = _drawn(stage, history) if own.number else divide(own.field(), stage.size)
    if min(map(len, made), default=0) < 2:
        raise CannotDraw("too_few", "a group needs two entrants")
    had = EventHistory(history.entrants, history.rounds[: stage.since]).rests
    groups = _members(stage, history, own.field()) if own.number else made
    filled = [
        round_robin.fill_rounds(_schedule(group, stage.rounds), settings, own, f"group:{at}", had)[own.number]
        if group == first
        else _joined(group, settings, history, own, f"group:{at}")
        for at, (group, first) in enumerate(zip(groups, made, strict=True), start=1)
    ]
    return HistoryRound(
        tuple(table for each in filled for table in each.tables),
        tuple(who for each in filled for who in each.byes),
    )


def _joined(
    group: Sequence[int], settings: Settings, history: EventHistory, own: EventHistory, stage: str
) -> HistoryRound:
    """Return the next round of a group that somebody has joined, without those who have left."""
    there, met = [who for who in own.field() if who in group], own.meetings
    if len(there) < 2:
        alone = [*([()] * own.number), [(who, None) for who in there]]
        return round_robin.fill_rounds(alone, settings, own, stage, history.rests)[own.number]
    drawn = swiss.draw_swiss_round(
        there, lambda one, other: (met[frozenset((one, other))],), settings, history
    )
    return replace(drawn, tables=tuple(replace(each, stage=stage) for each in drawn.tables))


def _members(stage: Stage, history: EventHistory, coming: Sequence[int] = ()) -> list[tuple[int, ...]]:
    """Return the groups with everybody who has joined them in a later round, and those `coming` now.

    They take an empty place if there is one, else they join the smallest group, of several the last. A table
    says to which group somebody belongs, whoever has left since.
    """
    groups = [[*group] for group in _drawn(stage, history)]
    for played in history.rounds[stage.since + 1 :]:
        tables, byes = played.round.tables, played.round.byes
        known = {who for group in groups for who in group}
        for table in tables:
            groups[_number_of(table.stage)] += [who for who in table.places if who > 0 and who not in known]
        _join(groups, byes, {*byes} | {who for table in tables for who in table.places})
    _join(groups, coming, {*coming})
    return [tuple(group) for group in groups]


def _number_of(stage: str) -> int:
    """Return the number of the group in the name of a stage, from 0."""
    return int(stage.removeprefix("group:")) - 1


def _join(groups: list[list[int]], who: Sequence[int], there: set[int]) -> None:
    """Add those who are in no group yet. Only members who are `there` take a place."""
    known = {each for group in groups for each in group}
    for newcomer in who:
        if newcomer not in known:
            sizes = [len(there & {*group}) for group in groups]
            least = min(range(len(groups)), key=lambda at: (sizes[at] % 2 == 0, sizes[at], -at))
            groups[least].append(newcomer)


def _schedule(group: Sequence[int], rounds: int) -> list[tuple[Pairing, ...]]:
    once = round_robin.round_robin_rounds(group)
    return [once[at % len(once)] for at in range(rounds)]


def _drawn(stage: Stage, history: EventHistory) -> list[tuple[int, ...]]:
    """Return the groups as their first round was paired, whatever results have been changed since.

    Its tables are the first pairing of the circle method, in which the last of an odd number is missing: the
    first of its group meets a bot or rests.
    """
    first = history.rounds[stage.since].round
    people = sum(who > 0 for table in first.tables for who in table.places) + len(first.byes)
    sizes, byes = map(len, divide(range(people), stage.size)), iter(first.byes)
    return [
        tuple(_circle([table.places for table in first.tables if table.stage == f"group:{at}"], size, byes))
        for at, size in enumerate(sizes, start=1)
    ]


def _circle(pairs: Sequence[tuple[int, ...]], size: int, byes: Iterator[int]) -> Iterator[int]:
    if size % 2 and all(who > 0 for pair in pairs for who in pair):
        yield next(byes)
    yield from (one for one, _other in pairs)
    yield from (other for _one, other in reversed(pairs) if other > 0)


STAGES = Format(
    "stages",
    next_round,
    two_sides,
    scorings=("victory", "match", "matchpoints", "cross", "game"),
    options=(
        FIRST, FIRST_ROUNDS, THEN, THEN_ROUNDS, LAST, LAST_ROUNDS, SWITCH, DEALS, DUPLICATE, ODD, ABSENT,
        SWING, BREAKS,
    ),
    rounds=how_many,
    rank=rank,
    apart=True,
)  # fmt: skip
