"""Optimal pairing: a perfect matching of least cost. Only this module uses rustworkx."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from math import prod

Cost = tuple[int, ...]
"""Non-negative parts in lexicographic order: earlier parts outweigh later ones."""

MOST_BITS = 121
"""The longest sum of costs: rustworkx counts in 128 bits, and adds up some of them without looking."""


def pair_at_least_cost(order: Sequence[int], cost: Callable[[int, int], Cost]) -> list[tuple[int, int]]:
    """Pair all of `order` so that the sum of the costs is minimal.

    Pairs, and the two in each, are in the given order. The same arguments give the same pairs.
    """
    import rustworkx  # it imports numpy, which is slow

    if len(order) % 2:
        raise ValueError(f"{len(order)} are no pairs")
    costs = _as_numbers(
        {(a, b): cost(order[a], order[b]) for a, b in combinations(range(len(order)), 2)}, order
    )
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph()
    graph.add_nodes_from([None] * len(order))
    graph.add_edges_from([(a, b, -number) for (a, b), number in costs.items()])
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return [(order[a], order[b]) for a, b in sorted((min(two), max(two)) for two in matching)]


def _as_numbers(costs: dict[tuple[int, int], Cost], order: Sequence[int]) -> dict[tuple[int, int], int]:
    """Encode costs as numbers that add up part by part: each part has room for the sum of a whole round."""
    rooms = [max(part) * (len(order) // 2) + 1 for part in zip(*costs.values(), strict=True)]
    if prod(rooms).bit_length() > MOST_BITS:
        raise OverflowError(f"costs of more than {MOST_BITS} bits")

    def number(parts: Cost) -> int:
        made = 0
        for part, room in zip(parts, rooms, strict=True):
            made = made * room + part
        return made

    return {two: number(parts) for two, parts in costs.items()}
