"""Girone: everybody against everybody, by the circle method."""

from __future__ import annotations

from collections.abc import Sequence

Pairing = tuple[int, int | None]
"""Two opponents, the first at home; or one who rests."""


def rounds(entrants: Sequence[int], *, twice: bool = False) -> tuple[tuple[Pairing, ...], ...]:
    """All rounds; with an odd number somebody rests in each. Twice: again with home and away exchanged."""
    circle: list[int | None] = [*entrants, *([None] * (len(entrants) % 2))]
    half = len(circle) // 2
    drawn = []
    for number in range(len(circle) - 1):
        pairs = zip(circle[:half], reversed(circle[half:]), strict=True)
        drawn.append(tuple(_at_home(one, other, turned=number % 2 == 1) for one, other in pairs))
        circle[1:] = [circle[-1], *circle[1:-1]]
    back = [tuple((b, a) if b is not None else (a, b) for a, b in pairs) for pairs in drawn]
    return (*drawn, *back) if twice else tuple(drawn)


def _at_home(one: int | None, other: int | None, *, turned: bool) -> Pairing:
    if one is None or (turned and other is not None):
        one, other = other, one
    assert one is not None
    return one, other
