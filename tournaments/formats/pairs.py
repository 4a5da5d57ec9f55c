"""Who plays with whom, where the event makes pairs of people who have come alone."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random

from tournaments.formats.draw import Past, Shape, draw
from tournaments.formats.history import Entrant, seeded

RANDOM, BALANCED = "random", "balanced"
WAYS = (RANDOM, BALANCED)

Pair = tuple[int, int | None]
"""Two partners; or one whose partner is a bot."""


def draw_pairs(
    singles: Sequence[Entrant], seed: str, how: str = RANDOM, forbidden: Collection[frozenset[int]] = ()
) -> tuple[Pair, ...]:
    """Anybody with anybody; or the strongest with the weakest. The same arguments give the same pairs.

    Two of `forbidden` are no pair as long as there is another way. With an odd number one by lot, or the one
    in the middle, has a bot.
    """
    if how not in WAYS:
        raise ValueError(f"pairs are drawn in one of the ways {', '.join(WAYS)}, not {how!r:.40}")
    order = [each.id for each in seeded(singles, seed)]
    alone: list[Pair] = []
    if len(order) % 2:
        at = len(order) // 2 if how == BALANCED else Random(seed).randrange(len(order))
        alone = [(order.pop(at), None)]
    if how == RANDOM:
        drawn = draw(order, Past(Shape(2)), seed, forbidden)
        return (*((one, other) for one, other in drawn), *alone)
    return (*_balanced(order, frozenset(forbidden)), *alone)


def _balanced(order: list[int], forbidden: frozenset[frozenset[int]]) -> list[Pair]:
    """Who may not be together changes partners with the nearest pair with which that helps."""
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
