"""The best way to pair everybody: a perfect matching of least cost. The one module that knows py4swiss."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

Cost = tuple[int, ...]
"""Parts from 0 on: less of an earlier one is better than any less of the later ones."""

CHUNK = 16
"""Bits that are put into a weight at a time."""


def pair(order: Sequence[int], cost: Callable[[int, int], Cost]) -> list[tuple[int, int]]:
    """All of `order` in pairs, so that the sum of the costs is as little as it can be.

    The first of each pair, and of the pairs, comes first in the order. The same arguments, the same pairs.
    """
    from py4swiss.dynamicuint import DynamicUint  # it brings pydantic, a moment that only a draw should wait
    from py4swiss.matching_computer import ComputerDutchOptimality

    if len(order) % 2:
        raise ValueError(f"{len(order)} are no pairs")
    if not order:
        return []
    costs = _as_numbers(
        {(a, b): cost(order[a], order[b]) for a, b in combinations(range(len(order)), 2)}, order
    )
    dear = (max(costs.values()) + 1) * len(order)
    """Worth more than all that pairs could save: so nobody is left over."""
    chunks = (4 * dear).bit_length() // CHUNK + 1
    zero = DynamicUint(1)
    zero.shift_grow(CHUNK * chunks)
    zero &= 0

    def weight(value: int) -> DynamicUint:
        made = DynamicUint(zero)
        for at in reversed(range(chunks)):
            made <<= CHUNK
            made |= value >> (CHUNK * at) & ((1 << CHUNK) - 1)
        return made

    computer = ComputerDutchOptimality(len(order), weight(4 * dear))
    for _ in order:
        computer.add_vertex()
    weights = {number: weight(dear - number) for number in {*costs.values()}}
    for (a, b), number in costs.items():
        computer.set_edge_weight(a, b, weights[number])
    computer.compute_matching()
    return [(order[a], order[b]) for a, b in enumerate(computer.get_matching()) if a < b]


def _as_numbers(costs: dict[tuple[int, int], Cost], order: Sequence[int]) -> dict[tuple[int, int], int]:
    """Costs that add up like their parts: each part has room for the sum of a whole round."""
    rooms = [max(part) * (len(order) // 2) + 1 for part in zip(*costs.values(), strict=True)]

    def number(parts: Cost) -> int:
        made = 0
        for part, room in zip(parts, rooms, strict=True):
            made = made * room + part
        return made

    return {two: number(parts) for two, parts in costs.items()}
