"""Ties of several parts, each perhaps of another game: which of them are played, and who wins the tie.

A tie goes to the side that wins more parts. If its last part is the *bella*, the tie ends as soon as it is
decided, and the bella is played only if the others leave the sides level. Without a bella all parts are
played. Rows of the sheet beyond all parts belong to a play-off, which breaks a tie that is still level.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from tournaments.formats.scoring import Scores, TableScores

SIDES = 2
"""The sides of a tie of several parts."""


@dataclass(frozen=True)
class PartsPlan:
    """The parts of the ties of an event, in their order; of most events there is one."""

    rows: tuple[int, ...]
    """The rows of the score sheet of each part."""
    bella: bool = False
    """The last part is played only if the others leave the sides level."""

    @property
    def is_mixed(self) -> bool:
        return len(self.rows) > 1

    @property
    def certain(self) -> int:
        """The number of parts before the bella."""
        return len(self.rows) - self.bella

    @property
    def rows_at_first(self) -> int:
        """The rows of a sheet before anything is known of a bella."""
        return sum(self.rows[: self.certain])

    def part_of(self, row: int) -> int:
        """Return the part of a row of the sheet, both from 0; rows beyond are those of a play-off."""
        return bisect_right([*accumulate(self.rows)], row) if self.is_mixed else 0

    def first_row(self, part: int) -> int:
        """Return the first row of a part."""
        return sum(self.rows[:part])

    def labels_by_part(self, labels: Sequence[str]) -> list[tuple[str, ...]]:
        """Return the labels of each part that is on a sheet."""
        found: dict[int, list[str]] = {}
        for row, label in enumerate(labels):
            found.setdefault(self.part_of(row), []).append(label)
        return [tuple(each) for each in found.values()]


@dataclass(frozen=True)
class PartCourse:
    """A part of a tie as far as it was played."""

    labels: tuple[str, ...]
    """Of its rows on the sheet; none if it is not on the sheet."""
    scores: Scores
    """The sums of its rows that count, by side; empty if there is none."""
    forfeited: int | None
    """The side that has forfeited it."""
    is_open: bool
    """True while some of its rows do not count."""
    counts: bool
    """False if the tie is decided without it."""

    @property
    def winner(self) -> int | None:
        """The side that has won it; None if it is drawn, or not played."""
        if self.forfeited is not None:
            return SIDES - 1 - self.forfeited
        if not self.scores or self.scores.count(max(self.scores)) > 1:
            return None
        return self.scores.index(max(self.scores))

    @property
    def has_result(self) -> bool:
        return bool(self.scores) or self.forfeited is not None


@dataclass(frozen=True)
class TieCourse:
    """A tie of several parts as far as it was played."""

    parts: tuple[PartCourse, ...]

    @property
    def wins(self) -> tuple[int, int]:
        """The parts won by each side."""
        return _parts_won(self.parts)

    @property
    def wins_so_far(self) -> tuple[int, int]:
        """The parts won by each side while the tie is played: one that is under way is not won yet."""
        return _parts_won([each for each in self.parts if not each.is_open])

    @property
    def needed(self) -> frozenset[str]:
        """The labels of the rows on the sheet that must be known before the tie can be over."""
        asked = (each for each in self.parts if each.counts and each.forfeited is None)
        return frozenset(label for each in asked for label in each.labels)

    @property
    def coming(self) -> int | None:
        """The part that is to be played next; None if there is none, or the tie has one part."""
        waiting = (
            at for at, each in enumerate(self.parts) if each.counts and each.is_open and not each.scores
        )
        return next(waiting, None) if len(self.parts) > 1 else None

    @property
    def missing(self) -> int | None:
        """The part that must be played, and is not on the sheet yet."""
        return next((at for at, each in enumerate(self.parts) if each.counts and _is_missing(each)), None)


def follow_parts(
    plan: PartsPlan,
    labels: Sequence[str],
    boards: Mapping[str, Scores | None],
    forfeits: Sequence[int | None] = (),
) -> TieCourse:
    """Return the course of a tie from the rows on its sheet and their scores, as results: more is better.

    `forfeits` has the losing side by part, where one has forfeited.
    """
    on_sheet = plan.labels_by_part(labels)
    found: list[PartCourse] = []
    for at in range(max(len(plan.rows), len(on_sheet))):
        own = on_sheet[at] if at < len(on_sheet) else ()
        loser = forfeits[at] if at < len(forfeits) else None
        played = [scores for label in own if (scores := boards.get(label)) is not None]
        part = PartCourse(
            labels=own,
            scores=tuple(map(sum, zip(*played, strict=True))),
            forfeited=loser,
            is_open=loser is None and not (own and all(label in boards for label in own)),
            counts=_is_needed(plan, at, TieCourse(tuple(found))),
        )
        found.append(part)
    return TieCourse(tuple(found))


def count_parts(
    plan: PartsPlan, labels: Sequence[str], made: TableScores, forfeits: Sequence[int | None] = ()
) -> TableScores:
    """Return the scores of a table with a row for each part: 1 for the side that has won it."""
    if not plan.is_mixed:
        return made
    parts = follow_parts(plan, labels, made.boards, forfeits).parts
    boards = {
        str(at): tuple(int(side == each.winner) for side in range(SIDES))
        for at, each in enumerate(parts, start=1)
        if each.counts and each.has_result
    }
    return replace(made, boards=boards)


def _parts_won(parts: Sequence[PartCourse]) -> tuple[int, int]:
    won = [each.winner for each in parts if each.counts]
    return won.count(0), won.count(1)


def _is_needed(plan: PartsPlan, at: int, before: TieCourse) -> bool:
    """Return whether a part counts, or must be played, after the parts before it."""
    one, other = before.wins
    if at < plan.certain:
        return not plan.bella or abs(one - other) <= plan.certain - at
    return one == other and not any(each.counts and each.is_open for each in before.parts)


def _is_missing(part: PartCourse) -> bool:
    return not part.labels and part.forfeited is None
