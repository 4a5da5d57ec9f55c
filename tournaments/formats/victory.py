"""What the margin of a match is worth in victory points."""

from __future__ import annotations

MOST = 20
"""Victory points of a match, shared by the two."""

STEEP = 0.618
"""How fast further points lose their worth: as in the World Bridge Federation's continuous scale of 2013."""

FULL = 3
"""A deal won by as much as three usual ones, times the root of the deals, is a match won 20 to 0."""


def full_margin(deals: int, swing: float) -> float:
    """The margin from which a match of so many deals is won 20 to 0."""
    return float(FULL * swing * deals**0.5)


def victory_points(margin: float, deals: int, swing: float) -> tuple[float, float]:
    """What a match of so many deals, won by so many points, is worth to the two: together 20, from 10 each.

    `swing` is by how many points a deal is usually won. In hundredths of a point.
    """
    full = full_margin(deals, swing)
    share = (1 - STEEP ** (3 * min(abs(margin), full) / full)) / (1 - STEEP**3)
    won = round(MOST / 2 * (1 + share), 2)
    return (won, round(MOST - won, 2)) if margin >= 0 else (round(MOST - won, 2), won)
