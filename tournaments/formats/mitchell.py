"""Mitchell: one line sits, the other moves up a table each round, so that nobody meets twice."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.formats.format import EventShape, Format, Settings, two_sides
from tournaments.formats.history import CannotDraw, History, Next, Over, Round
from tournaments.formats.options import ROUND_BY_ROUND, one_of
from tournaments.formats.robin import Pairing, fill

SWITCH = one_of("switch", True, False)
"""In the last round the lines change places, so that all are compared: one ranking instead of two."""


class Lines:
    """Who sits where and who has moved up to them, table by table; None is an empty place."""

    def __init__(self, seeds: Sequence[int]) -> None:
        """As strong as each other: of four seeds the first and the last sit, the others move."""
        places: list[int | None] = [*seeds, *([None] * (len(seeds) % 2))]
        self.sitting = [who for at, who in enumerate(places) if at % 4 in (0, 3)]
        self.moving = [who for at, who in enumerate(places) if at % 4 in (1, 2)]

    def pairs(self) -> tuple[Pairing, ...]:
        return tuple(zip(self.sitting, self.moving, strict=True))

    def move_up(self, late: Sequence[int] = ()) -> None:
        """A table further, from the last to the first.

        Late ones take an empty place; else a table is put behind the last, and whoever moves on from there
        goes to it: so nobody meets twice.
        """
        waiting = [*late]
        for line in (self.sitting, self.moving):
            while waiting and None in line:
                line[line.index(None)] = waiting.pop(0)
        self.moving = [self.moving[-1], *self.moving[:-1]]
        while waiting:
            self.sitting.append(waiting.pop(0))
            comes = waiting.pop(0) if waiting else None
            self.moving = [comes, *self.moving[1:], self.moving[0]]


def how_many(settings: Settings, _shape: EventShape, entrants: int) -> int:
    """As chosen, but at most as many as there are tables."""
    return min(int(settings["rounds"]), (entrants + 1) // 2)


def plan(settings: Settings, shape: EventShape, history: History, _seed: str) -> tuple[Round, ...]:
    """All tables of a round play the same deals, so no boards travel, and an even number needs no skip."""
    number, drawn = how_many(settings, shape, len(history.entrants)), []
    lines = Lines(history.begun)
    for turn in range(number):
        if turn:
            lines.move_up([each.id for each in history.entrants if each.joined == turn])
        drawn.append(lines.pairs())
    if settings["switch"] and number > 1:
        drawn[-1] = tuple((away, home) for home, away in drawn[-1])
    return fill(drawn, settings, history)


def next_round(settings: Settings, shape: EventShape, history: History, seed: str) -> Next:
    if len(history.begun) < 2:
        raise CannotDraw("too_few", f"{len(history.begun)} entrants cannot play")
    planned = plan(settings, shape, history, seed)
    return planned[history.number] if history.number < len(planned) else Over()


MITCHELL = Format(
    "mitchell",
    next_round,
    two_sides,
    scorings=("matchpoints", "cross", "victory", "match", "game"),
    options=(SWITCH, *ROUND_BY_ROUND),
    rounds=how_many,
    plan=plan,
)
