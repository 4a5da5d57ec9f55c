"""Mitchell: one line stays seated, the other moves by a table each round, so that nobody meets twice."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.formats.format import EventSides, Format, Settings, as_planned, two_sides
from tournaments.formats.history import EventHistory, HistoryRound
from tournaments.formats.options import ROUND_BY_ROUND, choice_option
from tournaments.formats.round_robin import Pairing, fill_rounds

SWITCH = choice_option("switch", True, False)
"""In the last round the lines change places, so that all are compared, in one ranking instead of two."""


class MitchellLines:
    """The seated line and the moving line; None is an empty place.

    Both are listed in the order in which the moving line goes from table to table.
    """

    def __init__(self, seeds: Sequence[int]) -> None:
        """Split the seeds into equally strong lines: of each four, the first and last sit, the others
        move."""
        places: list[int | None] = [*seeds, *([None] * (len(seeds) % 2))]
        self.sitting = [who for at, who in enumerate(places) if at % 4 in (0, 3)]
        self.moving = [who for at, who in enumerate(places) if at % 4 in (1, 2)]
        self._numbers = [*range(len(self.sitting))]
        """The numbers of the tables in that order: a new table has the last number, wherever it is
        inserted."""
        self._spared = 0
        """The position where the next empty place comes: from there on, nobody has met one yet."""

    def pairs(self) -> tuple[Pairing, ...]:
        """Return the pairs that meet, table by table."""
        met = dict(zip(self._numbers, zip(self.sitting, self.moving, strict=True), strict=True))
        return tuple(met[number] for number in range(len(met)))

    def move_up(self, late: Sequence[int] = ()) -> None:
        """Move the moving line by one table, from the last to the first.

        Late entrants sit down at new tables, two at each; the last of an odd number takes the empty place, or
        leaves one. New tables are inserted before the one where the empty place would come next, and the
        entrant who would arrive there goes to the new table: so nobody meets twice, not even the empty place.
        """
        waiting: list[int | None] = [*late]
        if len(waiting) % 2:
            line = next((line for line in (self.sitting, self.moving) if None in line), None)
            if line is None:
                waiting.append(None)
            else:
                line[line.index(None)] = waiting.pop()
        self.moving = [self.moving[-1], *self.moving[:-1]]
        for sits, comes in zip(waiting[::2], waiting[1::2], strict=True):
            self._numbers.insert(self._spared, len(self._numbers))
            self.sitting.insert(self._spared, sits)
            self.moving.insert(self._spared + 1, comes)
        if None in self.moving:
            self._spared = (self.moving.index(None) + 1) % len(self.moving)


def how_many(settings: Settings, _shape: EventSides, entrants: int) -> int:
    """Return the chosen number of rounds, at most the number of tables at the start: then all have met."""
    return min(int(settings["rounds"]), (entrants + 1) // 2)


def mitchell_rounds(
    settings: Settings, shape: EventSides, history: EventHistory, _seed: str
) -> tuple[HistoryRound, ...]:
    """Return all rounds. All tables play the same deals at once, so an even number of tables needs no
    skip."""
    number, drawn = how_many(settings, shape, len(history.begun)), []
    lines = MitchellLines(history.begun)
    for turn in range(number):
        if turn:
            lines.move_up([each.id for each in history.entrants if each.joined == turn])
        drawn.append(lines.pairs())
    if settings["switch"] and number > 1:
        drawn[-1] = tuple((away, home) for home, away in drawn[-1])
    return fill_rounds(drawn, settings, history)


MITCHELL = Format(
    "mitchell",
    as_planned(mitchell_rounds),
    two_sides,
    scorings=("matchpoints", "cross", "victory", "match", "game"),
    options=(SWITCH, *ROUND_BY_ROUND),
    rounds=how_many,
    plan=mitchell_rounds,
)
