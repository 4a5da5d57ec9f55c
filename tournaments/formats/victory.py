"""Victory points for the margin of a match."""

from __future__ import annotations

MOST = 20
"""The victory points of a match, shared by the two sides."""

STEEP = 0.618
"""The loss of value of further points, as in the World Bridge Federation's continuous scale of 2013."""

FULL = 3
"""A match is won 20 to 0 by this many typical margins, times the square root of the number of deals."""


def full_margin(deals: int, swing: float) -> float:
    """Return the margin from which a match of this many deals is won 20 to 0."""
    return float(FULL * swing * deals**0.5)


def victory_points(margin: float, deals: int, swing: float) -> tuple[float, float]:
    """Return the victory points of both sides, 20 in total and 10 each for a tie, rounded to hundredths.

    `margin` is that of the match, `swing` the typical margin of a deal.
    """
    full = full_margin(deals, swing)
    share = (1 - STEEP ** (3 * min(abs(margin), full) / full)) / (1 - STEEP**3)
    won = round(MOST / 2 * (1 + share), 2)
    return (won, round(MOST - won, 2)) if margin >= 0 else (round(MOST - won, 2), won)
