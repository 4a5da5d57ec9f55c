"""The scorings, which turn the scores made at tables into points.

Comparisons are always between the same seats or sides. With two sides a deal counts by its margin, with more
by each side's own score.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from ludocards.engine.duplicate import cross_difference, matchpoints_of, result_of
from tournaments.formats.format import EventSides, Settings
from tournaments.formats.victory import MOST, victory_points

Scores = tuple[int, ...]
"""By side, in points of the match; more is better (`Game.results`)."""


@dataclass(frozen=True)
class TableScores:
    """The results of a table in a round."""

    sides: tuple[int, ...]
    """The side of each place: 0, 1 …"""
    boards: Mapping[str, Scores | None] = field(default_factory=dict)
    """The scores by the label of the deal, None for an annulled one; deals with equal labels are compared."""
    adjusted: tuple[int | None, ...] = ()
    """By place, in hundredths: the points set by a director."""
    penalties: tuple[int, ...] = ()
    """By place, in hundredths: the points deducted."""

    @property
    def played(self) -> dict[str, Scores]:
        return {label: scores for label, scores in self.boards.items() if scores is not None}


Hundredths = list[Fraction]
"""The points of a table, by side."""


def score_tables(settings: Settings, tables: Sequence[TableScores]) -> list[tuple[int | None, ...] | None]:
    """Return the points of every table by place, in hundredths; None for a table without results.

    `tables` are all the tables compared with each other: those of a round, or of the event if rounds overlap.
    """
    by_side = SCORINGS[settings["scoring"]](tables, settings)
    return [_by_place(made, sides) for made, sides in zip(tables, by_side, strict=True)]


@dataclass(frozen=True)
class DealWorth:
    """The value of a deal for a side, and how it is computed."""

    label: str
    side: int
    made: int
    """The margin if there are two sides, otherwise the side's score."""
    others: int
    """The number of other tables with the same deal."""
    mean: Fraction | None
    """The mean of the others' results; None if there are none."""
    worth: Fraction
    """The percentage for match points, otherwise the lead over the mean (for victory points without other
    tables, the result itself)."""


def deal_worths(settings: Settings, tables: Sequence[TableScores], at: int) -> list[DealWorth]:
    """Return the values of the deals of the table `at`; if there are two sides, only for the first."""
    found, sides = [], {*tables[at].sides}
    for label, scores in tables[at].played.items():
        others = [each.played[label] for n, each in enumerate(tables) if n != at and label in each.played]
        for side in sorted(sides)[: 1 if len(sides) == 2 else None]:
            mine, theirs = result_of(scores, side), [result_of(each, side) for each in others]
            mean = Fraction(sum(theirs), len(theirs)) if theirs else None
            if settings["scoring"] == "matchpoints":
                value = matchpoints_of([mine, *theirs])[0] or Fraction(0)
            elif mean is None:
                value = Fraction(0 if settings["scoring"] == "cross" else mine)
            else:
                value = mine - mean
            found.append(DealWorth(label, side, mine, len(others), mean, value))
    return found


def table_bounds(
    settings: Settings, shape: EventSides, deals: int, a_deal: tuple[int, int]
) -> tuple[int, int]:
    """Return the least and the most points that a place can get at a table with this number of deals.

    `a_deal` has the least and the most that one deal can bring a side.
    """
    sides, (least, most) = len({*shape.place_sides}), a_deal
    swing = (most - least) * (2 if sides == 2 else 1)
    """The greatest difference between two results of a deal; with two sides results are margins."""
    return {
        "match": (0, 2 * (sides - 1)),
        "place": (0, 100),
        "game": (shape.rooms * deals * least, shape.rooms * deals * most),
        "matchpoints": (0, 100),
        "cross": (-deals * swing, deals * swing),
        "victory": (0, MOST),
    }[settings["scoring"]]


def full_points(settings: Settings, shape: EventSides) -> int | None:
    """Return the points, in hundredths, of a side that wins by as much as can be; None if the scoring has no
    such limit, but for the points of the game."""
    if settings["scoring"] in ("game", "cross"):
        return None
    return 100 * table_bounds(settings, shape, 1, (0, 0))[1]


def _by_place(made: TableScores, by_side: Hundredths | None) -> tuple[int | None, ...] | None:
    if by_side is None and not made.adjusted:
        return None
    earned = [None if by_side is None else round(by_side[side]) for side in made.sides]
    given = [old if new is None else new for old, new in zip(earned, made.adjusted or earned, strict=True)]
    less = made.penalties or (0,) * len(given)
    return tuple(None if each is None else each - off for each, off in zip(given, less, strict=True))


Scoring = Callable[[Sequence[TableScores], Settings], list[Hundredths | None]]


def _match(tables: Sequence[TableScores], _settings: Settings) -> list[Hundredths | None]:
    """2 points for every other side at the table with a lower total, 1 for an equal one."""
    return [
        [
            Fraction(
                100 * sum(1 + (mine > its) - (mine < its) for at, its in enumerate(totals) if at != side)
            )
            for side, mine in enumerate(totals)
        ]
        if (totals := _totals(made))
        else None
        for made in tables
    ]


def _place(tables: Sequence[TableScores], _settings: Settings) -> list[Hundredths | None]:
    """The percentage of the other sides at the table with a lower total; a tie counts half.

    The mean is 50 at any table, so that nobody gains by the size of the table.
    """
    return [
        [100 * (share or Fraction(0)) for share in matchpoints_of(totals)]
        if (totals := _totals(made))
        else None
        for made in tables
    ]


def _game(tables: Sequence[TableScores], _settings: Settings) -> list[Hundredths | None]:
    """The points of the game itself."""
    return [[Fraction(100 * each) for each in _totals(made)] or None for made in tables]


def _matchpoints(tables: Sequence[TableScores], _settings: Settings) -> list[Hundredths | None]:
    """The mean of the percentages of the deals."""
    return [
        [100 * sum(each, Fraction(0)) / len(each) for each in worth] if worth else None
        for worth in _compared(tables, matchpoints_of)
    ]


def _cross(tables: Sequence[TableScores], _settings: Settings) -> list[Hundredths | None]:
    """The sum of the leads over the other tables in all deals."""
    return [
        [100 * sum(each, Fraction(0)) for each in worth] if worth else None
        for worth in _compared(tables, cross_difference)
    ]


def _victory(tables: Sequence[TableScores], settings: Settings) -> list[Hundredths | None]:
    """20 points, shared by the two sides according to the cross-difference, or to the margin in deals that no
    other table had."""
    alone = {label for label, count in _counts(tables).items() if count == 1}
    won: list[Hundredths | None] = []
    for made, worth in zip(tables, _compared(tables, cross_difference), strict=True):
        if not worth:
            won.append(None)
            continue
        margin = sum(worth[0], Fraction(0))
        margin += sum(scores[0] - scores[1] for label, scores in made.played.items() if label in alone)
        shares = victory_points(float(margin), len(made.played), settings["swing"])
        won.append([Fraction(round(100 * share)) for share in shares])
    return won


SCORINGS: Mapping[str, Scoring] = {
    "match": _match,
    "place": _place,
    "game": _game,
    "matchpoints": _matchpoints,
    "cross": _cross,
    "victory": _victory,
}


def _totals(made: TableScores) -> list[int]:
    return [sum(each) for each in zip(*made.played.values(), strict=True)]


def _counts(tables: Sequence[TableScores]) -> dict[str, int]:
    counts: dict[str, int] = defaultdict(int)
    for made in tables:
        for label in made.played:
            counts[label] += 1
    return counts


def _compared(
    tables: Sequence[TableScores], worth: Callable[[Sequence[int]], list[Fraction | None]]
) -> list[list[list[Fraction]]]:
    """Return the value of every deal compared with the other tables that had it: by table, side and deal."""
    had: dict[str, list[tuple[int, Scores]]] = defaultdict(list)
    for at, made in enumerate(tables):
        for label, scores in made.played.items():
            had[label].append((at, scores))
    found: list[list[list[Fraction]]] = [[] for _ in tables]
    for those in had.values():
        for side in range(len(those[0][1])):
            for (at, scores), each in zip(
                those, worth([result_of(scores, side) for _, scores in those]), strict=True
            ):
                found[at] = found[at] or [[] for _ in scores]
                assert each is not None
                found[at][side].append(each)
    return found
