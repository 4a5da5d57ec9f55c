"""The groups of a stage: everybody meets everybody in each of them. A girone and a Howell are one group.

At most one of each group rests, and whoever is left alone is a guest in another, ranked in their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tournaments.formats import groups as groups_and_final
from tournaments.formats import howell, round_robin, swiss
from tournaments.formats.format import Settings
from tournaments.formats.history import CannotDraw, EventHistory, HistoryRound, HistoryTable
from tournaments.formats.matching import Cost
from tournaments.formats.round_robin import Pairing
from tournaments.formats.stage_plan import GROUPS, HOWELL, Stage, group_count


def divide(entrants: Sequence[int], size: int) -> list[tuple[int, ...]]:
    """Return groups of this size, best first; the last one may be smaller, and has at least two."""
    groups = [tuple(entrants[at : at + size]) for at in range(0, len(entrants), size)]
    if len(groups) > 1 and len(groups[-1]) == 1:
        groups[-2:] = [groups[-2][:-1], (*groups[-2][-1:], *groups[-1])]
    return groups


def groups_of(stage: Stage, entrants: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the groups of a stage for entrants in the order of the standings."""
    if stage.kind != GROUPS:
        return [tuple(entrants)]
    if not stage.is_even:
        return divide(entrants, stage.size)
    count = group_count(len(entrants), stage.size)
    return groups_and_final.snake_into_groups({"groups": count}, tuple(entrants))


def coming_rounds(
    stage: Stage, settings: Settings, history: EventHistory, own: EventHistory
) -> Iterator[HistoryRound]:
    """Yield the rounds to come of the groups: everybody meets everybody, in a smaller group again and again.

    `own` is the history since the stage began, its entrants in the order of the standings. Where the best of
    each group go on, a smaller group ends earlier instead. A group that somebody has joined since the groups
    were made goes on with as few repetitions as possible, and so does one in which two would rest because
    others have left. Whoever is left alone in a group is a guest in another. Tables keep their numbers.
    """
    made = _drawn(stage, own) if own.number else groups_of(stage, own.field())
    if min(map(len, made), default=0) < 2:
        raise CannotDraw("too_few", "a group needs two entrants")
    schedules = [_schedule(first, stage) for first in made]
    while own.number < stage.rounds:
        groups = _with_guests(group_members(stage, own, own.field()), own) if own.number else made
        tables: list[HistoryTable] = []
        byes: list[int] = []
        before, further = 0, sum(-(-len(group) // 2) for group in made)
        everything = zip(groups, made, schedules, strict=True)
        for at, (group, first, schedule) in enumerate(everything, start=1):
            drawn = _as_planned(schedule[own.number], settings, history, own, _name_of(stage, at))
            if group != first or not _is_as_meant(drawn, schedule, own):
                drawn = _paired_anew(drawn, group, settings, history, own, _name_of(stage, at))
            size = -(-len(first) // 2)
            taken = {each.number for each in drawn.tables}
            free = iter([number for number in range(1, size + 1) if number not in taken])
            for each in drawn.tables:
                number = before + (each.number or next(free, 0))
                if number == before:
                    number = further = further + 1
                tables.append(replace(each, number=number))
            byes += drawn.byes
            before += size
        round_ = HistoryRound(tuple(sorted(tables, key=lambda each: each.number)), tuple(byes))
        yield round_
        own, history = own.followed_by(round_), history.followed_by(round_)


def group_members(stage: Stage, own: EventHistory, coming: Sequence[int] = ()) -> list[tuple[int, ...]]:
    """Return the groups with everybody who has joined them in a later round, and those `coming` now.

    They take an empty place if there is one, else they join the smallest group, of several the last. A table
    says to which group somebody belongs, whoever has left since.
    """
    groups = [[*group] for group in _drawn(stage, own)]
    for played in own.rounds[1:]:
        tables, byes = played.round.tables, played.round.byes
        known = {who for group in groups for who in group}
        for table in tables:
            groups[_number_of(table.stage)] += [who for who in table.places if who > 0 and who not in known]
        _join(groups, byes, {*byes} | {who for table in tables for who in table.places})
    _join(groups, coming, {*coming})
    return [tuple(group) for group in groups]


def _with_guests(groups: Sequence[tuple[int, ...]], own: EventHistory) -> list[tuple[int, ...]]:
    """Return who plays in each group: its members, but whoever is left alone in one plays in another, if
    there is any. The standings have them in their own."""
    there = {*own.field()}
    if not own.absent_rest:  # bots play for those who have left
        return [*groups]
    lone = [who for group in groups for who in group if there & {*group} == {who}]
    playing = [[who for who in group if who not in lone] for group in groups]
    _join(playing, lone, there)
    return [tuple(group) for group in playing]


def _as_planned(
    pairs: Sequence[Pairing], settings: Settings, history: EventHistory, own: EventHistory, name: str
) -> HistoryRound:
    """Return the next round of a group with these pairs, as far as they are there."""
    numbers = round_robin.table_numbers([pairs])[0]
    return round_robin.fill_round(pairs, settings, own, own.number, history.rests, name, numbers)


def _is_as_meant(drawn: HistoryRound, schedule: Sequence[Sequence[Pairing]], own: EventHistory) -> bool:
    """Return whether a round of a group can be played as planned: at most one rests who could play, and no
    two meet more often than the plan says."""
    if not own.absent_rest:  # bots play for those who have left
        return True
    times = Counter(frozenset(pair) for pairs in schedule for pair in pairs)
    met = own.meetings
    return len(drawn.byes) <= 1 and all(
        met[frozenset(each.places)] < times[frozenset(each.places)]
        for each in drawn.tables
        if min(each.places) > 0
    )


def _paired_anew(
    plain: HistoryRound,
    group: Sequence[int],
    settings: Settings,
    history: EventHistory,
    own: EventHistory,
    name: str,
) -> HistoryRound:
    """Return the next round of a group that somebody has joined or left: those who are there meet whom they
    have not met, as far as possible as was planned."""
    there, met = [who for who in own.field() if who in group], own.meetings
    if len(there) < 2:
        return _as_planned([(who, None) for who in there], settings, history, own, name)
    numbers = {frozenset(each.places): each.number for each in plain.tables}

    def cost(one: int, other: int) -> Cost:
        two = frozenset((one, other))
        return met[two], two not in numbers

    drawn = swiss.draw_swiss_round(there, cost, settings, history)
    tables = (
        replace(each, stage=name, number=numbers.get(frozenset(each.places), 0)) for each in drawn.tables
    )
    return replace(drawn, tables=tuple(tables))


def _name_of(stage: Stage, at: int) -> str:
    """Return the name that the tables of a group have as their stage."""
    return f"group:{at}" if stage.kind == GROUPS else ""


def _number_of(name: str) -> int:
    """Return the number of the group in the name of a stage, from 0."""
    return int(name.removeprefix("group:") or 1) - 1


def _join(groups: list[list[int]], who: Sequence[int], there: set[int]) -> None:
    """Add those who are in no group yet, to one that has an empty place, else to the smallest, if possible to
    one in which somebody is. Only members who are `there` take a place."""
    known = {each for group in groups for each in group}
    for newcomer in who:
        if newcomer not in known:
            sizes = [len(there & {*group}) for group in groups]
            least = min(
                range(len(groups)), key=lambda at: (not sizes[at], sizes[at] % 2 == 0, sizes[at], -at)
            )
            groups[least].append(newcomer)


def _movement(stage: Stage, group: Sequence[int]) -> Sequence[tuple[Pairing, ...]]:
    return howell.howell_movement(group)[0] if stage.kind == HOWELL else round_robin.round_robin_rounds(group)


def _schedule(group: Sequence[int], stage: Stage) -> list[tuple[Pairing, ...]]:
    once = _movement(stage, group)
    if stage.is_even:
        return [once[at] if at < len(once) else () for at in range(stage.rounds)]
    return [once[at % len(once)] for at in range(stage.rounds)]


def _drawn(stage: Stage, own: EventHistory) -> list[tuple[int, ...]]:
    """Return the groups as their first round was paired, whatever results have been changed since.

    Whoever had asked to sit it out joins later.
    """
    first, asked = own.rounds[0].round, own.sitting_out(1)
    resting = [who for who in first.byes if who not in asked]
    people = sum(who > 0 for table in first.tables for who in table.places) + len(resting)
    sizes, byes = map(len, groups_of(stage, range(people))), iter(resting)
    return [
        _seats(
            _movement(stage, range(size))[0],
            [table.places for table in first.tables if table.stage == _name_of(stage, at)],
            byes,
        )
        for at, size in enumerate(sizes, start=1)
    ]


def _seats(
    pattern: Sequence[Pairing], tables: Sequence[tuple[int, ...]], byes: Iterator[int]
) -> tuple[int, ...]:
    """Return the entrants of a group by their place in the movement, whose first round has this pattern."""
    found: dict[int | None, int] = {}
    full = iter([places for places in tables if min(places) > 0])
    alone = iter([who for places in tables if min(places) < 0 for who in places if who > 0])
    for one, other in pattern:
        if None in (one, other):
            found[other if one is None else one] = next(alone, 0) or next(byes)
        else:
            found[one], found[other] = next(full)
    return tuple(found[at] for at in range(len(found)))
