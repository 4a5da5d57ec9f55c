"""Mitchell: one line sits, the other moves up a table each round, so that nobody meets twice."""

from __future__ import annotations

from collections.abc import Sequence


def rounds(
    sitting: Sequence[int], moving: Sequence[int], number: int
) -> tuple[tuple[tuple[int, int], ...], ...]:
    """So many rounds, at most as many as there are tables. All tables of a round play the same deals, so no
    boards travel, and an even number of tables needs no skip.
    """
    if len(sitting) != len(moving) or number > len(sitting):
        raise ValueError(f"{len(sitting)} sitting and {len(moving)} moving pairs do not play {number} rounds")
    return tuple(
        tuple((pair, moving[(table - turn) % len(moving)]) for table, pair in enumerate(sitting))
        for turn in range(number)
    )
