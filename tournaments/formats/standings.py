"""Standings from the results of all tables, always computed anew; each tie-break shows the sum it is made of.

Points are integers, in hundredths: two who are level are level exactly.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from itertools import groupby
from types import MappingProxyType
from typing import NamedTuple


class Result(NamedTuple):
    """What two made of a round, or what one did who had nobody to play against."""

    round: int
    one: int
    other: int | None
    points: int = 0
    """Of the first, in hundredths; of no meaning in a bye, which is worth one's own average."""
    others: int = 0


class Term(NamedTuple):
    """What a round adds to a sum."""

    round: int
    opponent: int | None
    amount: int
    counts: bool = True
    """Not, if it is cut."""


class Sum(NamedTuple):
    """A number to be ranked by, and what it is made of."""

    value: int
    terms: tuple[Term, ...] = ()


class Played(NamedTuple):
    """A round as one of the two saw it."""

    round: int
    opponent: int | None
    mine: int
    theirs: int

    @property
    def share(self) -> int:
        """2 for a win, 1 for a tie, 0 for a loss, in which nobody loses a bye."""
        return 1 + (self.mine > self.theirs) - (self.mine < self.theirs)


@dataclass(frozen=True)
class Line:
    """Of an entrant: the place, the score, and each tie-break by name."""

    place: int
    entrant: int
    score: int
    breaks: MappingProxyType[str, Sum]


class Field:
    """Everybody's rounds and scores."""

    def __init__(self, entrants: Iterable[int], results: Iterable[Result]) -> None:
        self.rounds: dict[int, list[Played]] = {entrant: [] for entrant in entrants}
        byes = defaultdict(list)
        for result in sorted(results, key=lambda each: each.round):
            if result.other is None:
                byes[result.one].append(result.round)
                continue
            self._note(result.one, Played(result.round, result.other, result.points, result.others))
            self._note(result.other, Played(result.round, result.one, result.others, result.points))
        for entrant, missed in byes.items():
            mine = [each.mine for each in self.rounds[entrant]]
            average = (2 * sum(mine) + len(mine)) // (2 * len(mine)) if mine else 0
            self.rounds[entrant] += [Played(number, None, average, average) for number in missed]
        self.score = {entrant: sum(each.mine for each in rounds) for entrant, rounds in self.rounds.items()}

    def _note(self, entrant: int, played: Played) -> None:
        if entrant not in self.rounds:
            raise ValueError(f"{entrant} has a result and is no entrant")
        self.rounds[entrant].append(played)

    def score_of(self, played: Played, entrant: int) -> int:
        """Of the opponent; who had none is taken to have met somebody as good as oneself."""
        return self.score[entrant if played.opponent is None else played.opponent]


TieBreak = Callable[[Field, int, Sequence[int]], Sum]
"""What ranks an entrant among those who are level with him so far."""


def buchholz(field: Field, entrant: int, _level: Sequence[int], cut: int = 0) -> Sum:
    """The scores of one's opponents, without the lowest `cut`."""
    rounds = field.rounds[entrant]
    lowest = sorted(range(len(rounds)), key=lambda at: field.score_of(rounds[at], entrant))[:cut]
    return _sum(
        Term(each.round, each.opponent, field.score_of(each, entrant), at not in lowest)
        for at, each in enumerate(rounds)
    )


def sonneborn_berger(field: Field, entrant: int, _level: Sequence[int]) -> Sum:
    """The scores of those one has beaten, and half of those one has tied with; twice that, to stay whole."""
    return _sum(
        Term(each.round, each.opponent, each.share * field.score_of(each, entrant))
        for each in field.rounds[entrant]
    )


def wins(field: Field, entrant: int, _level: Sequence[int]) -> Sum:
    """Rounds won against somebody."""
    return _sum(
        Term(each.round, each.opponent, int(each.share == 2))
        for each in field.rounds[entrant]
        if each.opponent is not None
    )


def direct(field: Field, entrant: int, level: Sequence[int]) -> Sum:
    """Points made against those one is level with, if all of them have met each other."""
    among = {*level}
    if any(among - {one} - {each.opponent for each in field.rounds[one]} for one in level):
        return Sum(0)
    return _sum(
        Term(each.round, each.opponent, each.mine) for each in field.rounds[entrant] if each.opponent in among
    )


TIE_BREAKS: MappingProxyType[str, TieBreak] = MappingProxyType(
    {
        "direct": direct,
        "buchholz": buchholz,
        "buchholz_cut_1": partial(buchholz, cut=1),
        "sonneborn_berger": sonneborn_berger,
        "wins": wins,
    }
)

USUAL = ("direct", "buchholz_cut_1", "buchholz", "sonneborn_berger", "wins")


def standings(
    entrants: Iterable[int], results: Iterable[Result], seed: str, breaks: Sequence[str] = USUAL
) -> list[Line]:
    """From the first to the last. Who is level in everything is drawn by lot, from the seed of the event."""
    field = Field(entrants, results)
    found: dict[int, dict[str, Sum]] = {entrant: {} for entrant in field.score}
    order = sorted(field.score, key=lambda entrant: -field.score[entrant])
    groups = _level(order, field.score.__getitem__)
    for name in breaks:
        groups = [part for group in groups for part in _broken(field, group, name, found)]
    ranked = [entrant for group in groups for entrant in sorted(group, key=partial(lot, seed))]
    return [
        Line(place, entrant, field.score[entrant], MappingProxyType(found[entrant]))
        for place, entrant in enumerate(ranked, start=1)
    ]


def lot(seed: str, entrant: int) -> bytes:
    """A draw that anybody can repeat: the lowest comes first."""
    return sha256(f"{seed}/{entrant}".encode()).digest()


def _broken(field: Field, group: list[int], name: str, found: dict[int, dict[str, Sum]]) -> list[list[int]]:
    for entrant in group:
        found[entrant][name] = TIE_BREAKS[name](field, entrant, group)
    if len(group) == 1:
        return [group]
    value = lambda entrant: found[entrant][name].value  # noqa: E731
    return _level(sorted(group, key=lambda entrant: -value(entrant)), value)


def _level(order: list[int], value: Callable[[int], int]) -> list[list[int]]:
    return [[*group] for _, group in groupby(order, key=value)]


def _sum(terms: Iterable[Term]) -> Sum:
    every = tuple(terms)
    return Sum(sum(term.amount for term in every if term.counts), every)
