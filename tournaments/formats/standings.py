"""Standings from the results of all tables, always computed afresh; each tie-break can show its terms.

Points are integers, in hundredths, so ties are exact. The tie-breaks are those of FIDE (C.07), with the
differences that `docs/tournaments.md` names.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from hashlib import sha256
from itertools import groupby
from operator import itemgetter
from types import MappingProxyType
from typing import NamedTuple


class TableResult(NamedTuple):
    """The result of a table, by place, or of an entrant without a table.

    A single entrant without `points` has a bye, worth their own average; with `points` they score those: 0
    for a missed round.
    """

    round: int
    places: tuple[int, ...]
    """Entrants; negative ones are bots that filled up."""
    points: tuple[int | None, ...] = ()
    """In hundredths; None for a place without a result."""
    sides: tuple[int, ...] = ()
    """The side of each place; empty if everybody plays alone."""


class SumTerm(NamedTuple):
    """The contribution of a round to a sum."""

    round: int
    opponent: int | None
    """Negative for a bot; None for nobody."""
    amount: int
    counts: bool = True
    """False if it is cut."""


Explain = Callable[[], "tuple[SumTerm, ...]"]


@dataclass(frozen=True, slots=True)
class Sum:
    """A number to rank by, with its terms, which are computed on demand."""

    value: int
    explain: Explain = field(compare=False, repr=False)

    @property
    def terms(self) -> tuple[SumTerm, ...]:
        return self.explain()


class Meeting(NamedTuple):
    """An opponent met in a round."""

    round: int
    opponent: int | None
    """Negative for a bot; None for nobody: a bye, or a missed round."""
    share: int
    """2 for a win, 1 for a tie or a bye, 0 for a loss or a missed round."""


@dataclass(frozen=True)
class StandingsLine:
    """A line of the standings: an entrant's place, score, and tie-breaks by name."""

    place: int
    entrant: int
    score: int
    breaks: Mapping[str, Sum] = field(default_factory=dict)
    carried: int | None = None
    """The points carried over from an earlier stage, if its rounds do not count by themselves."""
    counted: range | None = None
    """The rounds whose points the score contains; None for all."""
    tier: int = 0
    """The part of the standings, from 0: those who went on into the latest stage, the others behind them."""


class Field:
    """The meetings and scores of all entrants."""

    def __init__(
        self,
        entrants: Iterable[int],
        results: Iterable[TableResult],
        carried: Mapping[int, int] | None = None,
    ) -> None:
        """`carried` has the points with which entrants begin."""
        self.meetings: dict[int, list[Meeting]] = {entrant: [] for entrant in entrants}
        self.made: dict[int, list[int]] = {entrant: [] for entrant in self.meetings}
        """The points of each entrant in the rounds played."""
        apart = []
        for result in sorted(results, key=itemgetter(0)):
            if len(result.places) == 1:
                apart.append(result)
            else:
                self._note(result)
        brought = carried or {}
        self.score = {entrant: brought.get(entrant, 0) + sum(made) for entrant, made in self.made.items()}
        for number, (entrant,), points, _ in apart:
            self.score[entrant] += (
                sum(filter(None, points)) if points else rounded_average(self.made[entrant])
            )
            self.meetings[entrant].append(Meeting(number, None, int(not points)))
        score = self.score
        self.strengths = {
            entrant: [own if who is None or who < 0 else score[who] for _, who, _ in self.meetings[entrant]]
            for entrant, own in score.items()
        }
        """The scores of each entrant's opponents; a bot or nobody counts with the entrant's own score."""

    def _note(self, result: TableResult) -> None:
        number, places, points, sides = result
        sides = sides or tuple(range(len(places)))
        for mine, entrant, side in zip(points, places, sides, strict=True):
            if entrant < 0 or mine is None:
                continue
            if entrant not in self.meetings:
                raise ValueError(f"{entrant} has a result and is no entrant")
            met = [
                Meeting(number, other, 1 + (mine > theirs) - (mine < theirs))
                for theirs, other, against in zip(points, places, sides, strict=True)
                if against != side and theirs is not None
            ]
            self.meetings[entrant] += met or [Meeting(number, None, 0)]
            self.made[entrant].append(mine)


def rounded_average(made: Sequence[int]) -> int:
    """Return the mean, rounded half up; 0 for none."""
    return (2 * sum(made) + len(made)) // (2 * len(made)) if made else 0


Amounts = Sequence[int | None]
"""The contribution of each meeting; None if it is not part of the sum."""


@dataclass(frozen=True)
class TieBreak:
    """A tie-break: the amounts it adds up, and how it splits a group of tied entrants."""

    amounts: Callable[[Field, int, Sequence[int]], Amounts]
    cut: int = 0
    """The number of lowest amounts that are cut; one always counts."""
    part: Callable[[Field, list[int], Mapping[int, Sum]], list[list[int]]] | None = None
    """Splits a group of tied entrants; None to split it by the sums."""

    def sum(self, field: Field, entrant: int, level: Sequence[int]) -> Sum:
        amounts = self.amounts(field, entrant, level)
        counted = [amount for amount in amounts if amount is not None]
        lowest = sorted(counted)[: min(self.cut, len(counted) - 1)] if self.cut else ()
        return Sum(sum(counted) - sum(lowest), partial(_terms, field.meetings[entrant], amounts, lowest))


def _terms(meetings: Sequence[Meeting], amounts: Amounts, lowest: Sequence[int]) -> tuple[SumTerm, ...]:
    cut, terms = [*lowest], []
    for meeting, amount in zip(meetings, amounts, strict=True):
        if amount is not None:
            terms.append(SumTerm(meeting.round, meeting.opponent, amount, amount not in cut))
            if amount in cut:
                cut.remove(amount)
    return tuple(terms)


def buchholz(field: Field, entrant: int, _level: Sequence[int]) -> Amounts:
    """The scores of the opponents."""
    return field.strengths[entrant]


def sonneborn_berger(field: Field, entrant: int, _level: Sequence[int]) -> Amounts:
    """The scores of beaten opponents and half of those in ties, all doubled to stay whole numbers."""
    met = zip(field.meetings[entrant], field.strengths[entrant], strict=True)
    return [share * strong for (_, _, share), strong in met]


def wins(field: Field, entrant: int, _level: Sequence[int]) -> Amounts:
    """The number of opponents beaten."""
    return [None if who is None else share // 2 for _, who, share in field.meetings[entrant]]


def direct(field: Field, entrant: int, level: Sequence[int]) -> Amounts:
    """The results against tied entrants: 2 for a win, 1 for a tie."""
    among = {*level}
    return [share if who in among else None for _, who, share in field.meetings[entrant]]


def by_meeting(field: Field, group: list[int], sums: Mapping[int, Sum]) -> list[list[int]]:
    """Split a tied group by the meetings among its members (C.07, article 6).

    If all have met, they are ranked by those results, and any who are still tied again among themselves.
    Otherwise the first is whoever leads regardless of the missing meetings, and so on.
    """
    made, missing = _among(field, group)
    if not any(missing.values()):
        parts = _level(sorted(group, key=lambda one: -made[one]), made.__getitem__)
        if len(parts) == 1:
            return parts
        return [deep for part in parts for deep in by_meeting(field, part, sums)]
    first, left = [], group
    while sure := [
        one
        for one in left
        if all(made[one] > made[other] + 2 * missing[other] for other in left if other != one)
    ]:
        first += [sure]
        left = [one for one in left if one not in sure]
        made, missing = _among(field, left)
    return [*first, left] if left else first


def _among(field: Field, group: Sequence[int]) -> tuple[dict[int, Fraction], dict[int, int]]:
    """Return each member's results against the others, averaged if two met repeatedly, and how many are
    missing."""
    made, missing, among = {}, {}, {*group}
    for one in group:
        shares = defaultdict(list)
        for _, who, share in field.meetings[one]:
            if who in among:
                shares[who].append(share)
        made[one] = sum((Fraction(sum(each), len(each)) for each in shares.values()), Fraction(0))
        missing[one] = len(group) - 1 - len(shares)
    return made, missing


TIE_BREAKS: Mapping[str, TieBreak] = MappingProxyType(
    {
        "direct": TieBreak(direct, part=by_meeting),
        "buchholz": TieBreak(buchholz),
        "buchholz_cut_1": TieBreak(buchholz, cut=1),
        "buchholz_cut_2": TieBreak(buchholz, cut=2),
        "sonneborn_berger": TieBreak(sonneborn_berger),
        "wins": TieBreak(wins),
    }
)

USUAL = ("direct", "buchholz_cut_1", "buchholz", "sonneborn_berger", "wins")


def sorted_standings(
    entrants: Iterable[int],
    results: Iterable[TableResult],
    seed: str,
    breaks: Sequence[str] = USUAL,
    *,
    carried: Mapping[int, int] | None = None,
    among: Collection[int] | None = None,
) -> list[StandingsLine]:
    """Return the standings from first to last, `among` some of the entrants only. Ties in everything are
    broken by lot, from the event's seed."""
    field = Field(entrants, results, carried)
    ranks = [entrant for entrant in field.score if among is None or entrant in among]
    found: dict[int, dict[str, Sum]] = {entrant: {} for entrant in ranks}
    order = sorted(ranks, key=lambda entrant: -field.score[entrant])
    groups = _level(order, field.score.__getitem__)
    for name in breaks:
        groups = [part for group in groups for part in _broken(field, group, name, found)]
    ranked = [entrant for group in groups for entrant in sorted(group, key=partial(lot_of, seed))]
    return [
        StandingsLine(
            place,
            entrant,
            field.score[entrant],
            MappingProxyType(found[entrant]),
            carried.get(entrant, 0) if carried is not None else None,
        )
        for place, entrant in enumerate(ranked, start=1)
    ]


def lot_of(seed: str, entrant: int) -> bytes:
    """Return an entrant's lot, which anybody can recompute: the lowest comes first."""
    return sha256(f"{seed}/{entrant}".encode()).digest()


def _broken(field: Field, group: list[int], name: str, found: dict[int, dict[str, Sum]]) -> list[list[int]]:
    tie_break = TIE_BREAKS[name]
    sums = {entrant: tie_break.sum(field, entrant, group) for entrant in group}
    for entrant, made in sums.items():
        found[entrant][name] = made
    if tie_break.part:
        return tie_break.part(field, group, sums)
    value = lambda entrant: sums[entrant].value  # noqa: E731
    return _level(sorted(group, key=value, reverse=True), value)


def _level(order: list[int], value: Callable[[int], object]) -> list[list[int]]:
    return [[*group] for _, group in groupby(order, key=value)]
