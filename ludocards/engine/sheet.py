"""The score sheet: a line for each deal, the totals, and the places. `Match` is a state with a sheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import Field
from itertools import accumulate
from typing import Any, ClassVar, Protocol

from ludocards.engine.cards import Card
from ludocards.engine.once import once


class DealLine(Protocol):
    """The result of one deal: a line of the sheet."""

    @property
    def scores(self) -> tuple[int, ...]: ...

    def as_json(self) -> dict[str, Any]: ...


class MatchState(Protocol):
    """The attributes that the state of every game has."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @property
    def phase(self) -> str: ...

    @property
    def deal(self) -> int: ...

    @property
    def dealer(self) -> int: ...

    @property
    def sides(self) -> tuple[int, ...]: ...

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]: ...

    @property
    def sheet(self) -> tuple[DealLine, ...]: ...


def column_sums(rows: Iterable[Sequence[int]]) -> tuple[int, ...]:
    """The sums of the columns."""
    return tuple(map(sum, zip(*rows, strict=True)))


def by_side(state: MatchState, amounts: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    """The sum for every side of (seat, amount) pairs."""
    sides = state.sides
    sums = [0] * len({*sides})
    for seat, amount in amounts:
        sums[sides[seat]] += amount
    return tuple(sums)


def totals_by_side(state: MatchState) -> tuple[int, ...]:
    """The totals of the sheet, by side."""
    return tuple(_lines(state.sheet)[-1]["totals"]) if state.sheet else (0,) * len({*state.sides})


def sheet_lines(state: MatchState) -> list[dict[str, Any]]:
    """The lines as a view has them: each with the totals after its deal."""
    return [*_lines(state.sheet)]


def _make_lines(sheet: tuple[DealLine, ...]) -> list[dict[str, Any]]:
    by_side = zip(*(line.scores for line in sheet), strict=True)
    sums = zip(*map(accumulate, by_side), strict=True)
    return [{**line.as_json(), "totals": [*after]} for line, after in zip(sheet, sums, strict=True)]


_lines = once(_make_lines, size=len)


def places_by_side(state: MatchState, fewest_win: bool = False) -> tuple[int, ...] | None:
    """The places by side, ties sharing one; None until the match is over."""
    if state.phase != "over":
        return None
    scores = [-total if fewest_win else total for total in totals_by_side(state)]
    return tuple(1 + sum(other > score for other in scores) for score in scores)
