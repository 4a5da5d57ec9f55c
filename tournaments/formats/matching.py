"""Optimal pairing: a perfect matching of least cost. Only this module uses py4swiss."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

Cost = tuple[int, ...]
"""Non-negative parts in lexicographic order: earlier parts outweigh later ones."""

CHUNK = 16
"""The bits that are added to a weight at a time."""


def pair(order: Sequence[int], cost: Callable[[int, int], Cost]) -> list[tuple[int, int]]:
    """Pair all of `order` so that the sum of the costs is minimal.

    Pairs, and the two in each, are in the given order. The same arguments give the same pairs.
    """
    from py4swiss.dynamicuint import DynamicUint  # it imports pydantic, which is slow
    from py4swiss.matching_computer import ComputerDutchOptimality

    if len(order) % 2:
        raise ValueError(f"{len(order)} are no pairs")
    if not order:
        return []
    costs = _as_numbers(
        {(a, b): cost(order[a], order[b]) for a, b in combinations(range(len(order)), 2)}, order
    )
    dear = (max(costs.values()) + 1) * len(order)
    """More than all pairs together could save, so that nobody stays unpaired."""
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
    """Encode costs as numbers that add up part by part: each part has room for the sum of a whole round."""
    rooms = [max(part) * (len(order) // 2) + 1 for part in zip(*costs.values(), strict=True)]

    def number(parts: Cost) -> int:
        made = 0
        for part, room in zip(parts, rooms, strict=True):
            made = made * room + part
        return made

    return {two: number(parts) for two, parts in costs.items()}
