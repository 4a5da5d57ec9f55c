"""Forming pairs of people who have entered alone."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random

from tournaments.formats.history import HistoryEntrant, seeded_entrants
from tournaments.formats.meetings import Past, TableSeats, draw_tables

RANDOM, BALANCED = "random", "balanced"
WAYS = (RANDOM, BALANCED)

Pair = tuple[int, int | None]
"""Two partners, or one whose partner is a bot."""


def draw_pairs(
    singles: Sequence[HistoryEntrant],
    seed: str,
    how: str = RANDOM,
    forbidden: Collection[frozenset[int]] = (),
) -> tuple[Pair, ...]:
    """Form pairs at random, or the strongest with the weakest. The same arguments give the same pairs.

    Two of `forbidden` are not paired if it can be avoided. With an odd number, one player (drawn by lot, or
    the middle one) has a bot.
    """
    if how not in WAYS:
        raise ValueError(f"pairs are drawn in one of the ways {', '.join(WAYS)}, not {how!r:.40}")
    order = [each.id for each in seeded_entrants(singles, seed)]
    alone: list[Pair] = []
    if len(order) % 2:
        at = len(order) // 2 if how == BALANCED else Random(seed).randrange(len(order))
        alone = [(order.pop(at), None)]
    if how == RANDOM:
        drawn = draw_tables(order, Past(TableSeats(2)), seed, forbidden)
        return (*((one, other) for one, other in drawn), *alone)
    return (*_balanced(order, frozenset(forbidden)), *alone)


def _balanced(order: list[int], forbidden: frozenset[frozenset[int]]) -> list[Pair]:
    """Pair the strongest with the weakest; forbidden pairs swap partners with the nearest suitable pair."""
    half = len(order) // 2
    strong, weak = order[:half], order[: half - 1 : -1]
    for at in range(half):
        if frozenset((strong[at], weak[at])) in forbidden:
            for by in sorted(range(half), key=lambda other: abs(other - at)):
                crossed = {frozenset((strong[at], weak[by])), frozenset((strong[by], weak[at]))}
                if by != at and not crossed & forbidden:
                    weak[at], weak[by] = weak[by], weak[at]
                    break
    return [*zip(strong, weak, strict=True)]
