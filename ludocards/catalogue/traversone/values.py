"""The numbers of Tressette a perdere; the family has the order and the worth of the cards."""

from __future__ import annotations

from collections.abc import Mapping

CARDS: Mapping[int, int] = {3: 13, 4: 10, 5: 8, 6: 6}
"""The number of cards in a hand, by the number of players."""

ALL_THIRDS = 32
"""The worth of the pack in thirds of a point, the last trick not included."""

ALL_POINTS = 11
"""The points of a deal: the pack and the last trick."""
