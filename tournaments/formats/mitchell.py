"""Mitchell: one line sits, the other moves up a table each round, so that nobody meets twice."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.formats.format import EventShape, Format, Settings, two_sides
from tournaments.formats.history import CannotDraw, History, Next, Over, Round
from tournaments.formats.options import ROUND_BY_ROUND, one_of
from tournaments.formats.robin import Pairing, fill

SWITCH = one_of("switch", True, False)
"""In the last round the lines change places, so that all are compared: one ranking instead of two."""


def rounds(
    sitting: Sequence[int | None], moving: Sequence[int | None], number: int
) -> tuple[tuple[Pairing, ...], ...]:
    """So many rounds, at most as many as there are tables. All tables of a round play the same deals, so no
    boards travel, and an even number of tables needs no skip.
    """
    if len(sitting) != len(moving) or number > len(sitting):
        raise ValueError(f"{len(sitting)} sitting and {len(moving)} moving pairs do not play {number} rounds")
    return tuple(
        tuple((pair, moving[(table - turn) % len(moving)]) for table, pair in enumerate(sitting))
        for turn in range(number)
    )


def how_many(settings: Settings, _shape: EventShape, entrants: int) -> int:
    """As chosen, but at most as many as there are tables."""
    return min(int(settings["rounds"]), (entrants + 1) // 2)


def plan(settings: Settings, shape: EventShape, history: History, _seed: str) -> tuple[Round, ...]:
    """The lines are as strong as each other: of four seeds the first and the last sit, the others move."""
    seeds: list[int | None] = [*history.begun]
    seeds += [None] * (len(seeds) % 2)
    sitting = [who for at, who in enumerate(seeds) if at % 4 in (0, 3)]
    moving = [who for at, who in enumerate(seeds) if at % 4 in (1, 2)]
    number = how_many(settings, shape, len(history.begun))
    drawn = rounds(sitting, moving, number)
    if settings["switch"] and number > 1:
        drawn = (*drawn[:-1], tuple((away, home) for home, away in drawn[-1]))
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
    late=False,
)
