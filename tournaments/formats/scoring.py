"""From what tables have made to points: everything that is compared is compared with the same seat or side.

Of two sides a deal counts by its margin, of more by what each has made himself.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from ludocards.engine.duplicate import cross_difference, matchpoints, result_of
from tournaments.formats.format import EventShape, Settings
from tournaments.formats.victory import MOST, victory_points

Scores = tuple[int, ...]
"""By side, in points of the match, more being better (`Game.results`)."""


@dataclass(frozen=True)
class Made:
    """What a table made of a round."""

    sides: tuple[int, ...]
    """By place: 0, 1 …"""
    boards: Mapping[str, Scores | None] = field(default_factory=dict)
    """By the label of the deal, which says what is compared; None is a deal that was annulled."""
    adjusted: tuple[int | None, ...] = ()
    """By place, in hundredths: what the director gives instead."""
    penalties: tuple[int, ...] = ()
    """By place, in hundredths, taken off."""

    @property
    def played(self) -> dict[str, Scores]:
        return {label: scores for label, scores in self.boards.items() if scores is not None}


Hundredths = list[Fraction]
"""Of a table, by side."""


def score(settings: Settings, tables: Sequence[Made]) -> list[tuple[int | None, ...] | None]:
    """The points of every table by place, in hundredths; None for a table that has made nothing.

    `tables` are all that are compared: those of a round, or of the whole event where rounds overlap.
    """
    by_side = SCORINGS[settings["scoring"]](tables, settings)
    return [_by_place(made, sides) for made, sides in zip(tables, by_side, strict=True)]


@dataclass(frozen=True)
class DealWorth:
    """What a deal was worth to a side, and what it is reckoned from."""

    label: str
    side: int
    made: int
    """Of two sides the margin, of more what the side has made."""
    others: int
    """Tables that had the same deal."""
    mean: Fraction | None
    """Of what the others made; None: nobody else had it."""
    worth: Fraction
    """By match points the percentage, else what it was better than the others; alone the margin itself, for
    victory points."""


def worth(settings: Settings, tables: Sequence[Made], at: int) -> list[DealWorth]:
    """Deal by deal how the points of the table `at` came about; of two sides for the first only."""
    found, sides = [], {*tables[at].sides}
    for label, scores in tables[at].played.items():
        others = [each.played[label] for n, each in enumerate(tables) if n != at and label in each.played]
        for side in sorted(sides)[: 1 if len(sides) == 2 else None]:
            mine, theirs = result_of(scores, side), [result_of(each, side) for each in others]
            mean = Fraction(sum(theirs), len(theirs)) if theirs else None
            if settings["scoring"] == "matchpoints":
                value = matchpoints([mine, *theirs])[0] or Fraction(0)
            elif mean is None:
                value = Fraction(0 if settings["scoring"] == "cross" else mine)
            else:
                value = mine - mean
            found.append(DealWorth(label, side, mine, len(others), mean, value))
    return found


def bounds(settings: Settings, shape: EventShape, deals: int, a_deal: tuple[int, int]) -> tuple[int, int]:
    """The least and the most points that a table of so many deals can bring a place.

    `a_deal` is what one deal can bring a side.
    """
    sides, (least, most) = len({*shape.place_sides}), a_deal
    swing = (most - least) * (2 if sides == 2 else 1)
    """What a deal can be better than another: of two sides it is the margin that counts."""
    return {
        "match": (0, 2 * (sides - 1)),
        "place": (0, 100),
        "game": (deals * least, deals * most),
        "matchpoints": (0, 100),
        "cross": (-deals * swing, deals * swing),
        "victory": (0, MOST),
    }[settings["scoring"]]


def _by_place(made: Made, by_side: Hundredths | None) -> tuple[int | None, ...] | None:
    if by_side is None and not made.adjusted:
        return None
    earned = [None if by_side is None else round(by_side[side]) for side in made.sides]
    given = [old if new is None else new for old, new in zip(earned, made.adjusted or earned, strict=True)]
    less = made.penalties or (0,) * len(given)
    return tuple(None if each is None else each - off for each, off in zip(given, less, strict=True))


Scoring = Callable[[Sequence[Made], Settings], list[Hundredths | None]]


def _match(tables: Sequence[Made], _settings: Settings) -> list[Hundredths | None]:
    """2 for every other side that has made less at this table, 1 for one that has made as much."""
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


def _place(tables: Sequence[Made], _settings: Settings) -> list[Hundredths | None]:
    """The percentage of the other sides of the table that have made less, a tie being half.

    The mean is 50 at a table of any size, so that nobody gains by the size of their table.
    """
    return [
        [100 * (share or Fraction(0)) for share in matchpoints(totals)] if (totals := _totals(made)) else None
        for made in tables
    ]


def _game(tables: Sequence[Made], _settings: Settings) -> list[Hundredths | None]:
    """The points of the game itself."""
    return [[Fraction(100 * each) for each in _totals(made)] or None for made in tables]


def _matchpoints(tables: Sequence[Made], _settings: Settings) -> list[Hundredths | None]:
    """The percentage, on average over the deals."""
    return [
        [100 * sum(each, Fraction(0)) / len(each) for each in worth] if worth else None
        for worth in _compared(tables, matchpoints)
    ]


def _cross(tables: Sequence[Made], _settings: Settings) -> list[Hundredths | None]:
    """How many points more than the others, in all deals together."""
    return [
        [100 * sum(each, Fraction(0)) for each in worth] if worth else None
        for worth in _compared(tables, cross_difference)
    ]


def _victory(tables: Sequence[Made], settings: Settings) -> list[Hundredths | None]:
    """20 for the two of a table, by the cross-difference, or the margin where nobody else had the deal."""
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


def _totals(made: Made) -> list[int]:
    return [sum(each) for each in zip(*made.played.values(), strict=True)]


def _counts(tables: Sequence[Made]) -> dict[str, int]:
    counts: dict[str, int] = defaultdict(int)
    for made in tables:
        for label in made.played:
            counts[label] += 1
    return counts


def _compared(
    tables: Sequence[Made], worth: Callable[[Sequence[int]], list[Fraction | None]]
) -> list[list[list[Fraction]]]:
    """By table, side and deal: what each deal is worth against the others that had it."""
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
