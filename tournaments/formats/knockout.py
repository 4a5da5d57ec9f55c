"""Eliminazione: who loses is out; the best seeds meet last, and rest first when places are free."""

from __future__ import annotations

from collections.abc import Sequence

Tie = tuple[int | None, int | None]
"""Two who meet; None is nobody, and who meets nobody goes on."""


def first_round(seeded: Sequence[int]) -> tuple[Tie, ...]:
    """The first round of a field in the order of its seeds, the ties in the order of the bracket."""
    places = [1]
    while len(places) < len(seeded):
        total = 2 * len(places) + 1
        places = [place for seed in places for place in (seed, total - seed)]
    entrants = [seeded[place - 1] if place <= len(seeded) else None for place in places]
    return _ties(entrants)


def next_round(winners: Sequence[int | None]) -> tuple[Tie, ...]:
    """Neighbours in the bracket meet; `winners` are those of the round before in its order."""
    return _ties(winners)


def third_place(semifinals: Sequence[Tie], winners: Sequence[int | None]) -> Tie:
    """The two who have lost the semifinals."""
    lost = [next(each for each in tie if each != won) for tie, won in zip(semifinals, winners, strict=True)]
    return lost[0], lost[1]


def _ties(entrants: Sequence[int | None]) -> tuple[Tie, ...]:
    return tuple(zip(entrants[::2], entrants[1::2], strict=True))
