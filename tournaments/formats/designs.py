"""Perfect schedules: everybody meets everybody equally often. They are constructed, not copied from a list.

Tables of `q` for `q * q` entrants are the parallel classes of the affine plane of order q; 15 in tables of
three are a packing of the lines of PG(3, 2), Kirkman's schoolgirls; changing pairs are a balanced design,
found as one round with the right differences modulo `n - 1`, which is then rotated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, product
from typing import Any, TypeVar

T = TypeVar("T", bound=Any)
Tables = tuple[tuple[int, ...], ...]

MULTIPLY: dict[int, Callable[[int, int], int]] = {
    3: lambda a, b: a * b % 3,
    4: lambda a, b: ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))[a][b],
    5: lambda a, b: a * b % 5,
}
"""Multiplication in the finite fields that are needed, with 0 and 1 for zero and one."""

ADD: dict[int, Callable[[int, int], int]] = {
    3: lambda a, b: (a + b) % 3,
    4: lambda a, b: a ^ b,
    5: lambda a, b: (a + b) % 5,
}

CHANGING_PAIRS = (4, 8, 12, 16)
"""Numbers of entrants whose design is found quickly; larger ones have more rounds than anybody plays."""


def find_design(entrants: int, seats: int, in_pairs: bool, rounds: int) -> tuple[Tables, ...]:
    """Return the first `rounds` rounds of a perfect schedule for entrants 0, 1, 2 …; empty if none is
    known."""
    known: tuple[Tables, ...] = ()
    if in_pairs:
        known = changing_pairs(entrants) if entrants in CHANGING_PAIRS else ()
    elif seats in ADD and entrants == seats * seats:
        known = affine(seats)
    elif (entrants, seats) == (15, 3):
        known = schoolgirls()
    return known[:rounds] if rounds <= len(known) else ()


@cache
def affine(order: int) -> tuple[Tables, ...]:
    """Return `order + 1` rounds of `order` tables: the lines y = ax + b, one slope per round, and the
    verticals."""
    add, multiply, every = ADD[order], MULTIPLY[order], range(order)
    upright = tuple(tuple(x * order + y for y in every) for x in every)
    slopes = (tuple(tuple(x * order + add(multiply(a, x), b) for x in every) for b in every) for a in every)
    return (upright, *slopes)


@cache
def schoolgirls() -> tuple[Tables, ...]:
    """Return seven rounds of five tables: the 35 lines {a, b, a xor b}, each in one of seven spreads."""
    lines = [(a, b, a ^ b) for a, b in combinations(range(1, 16), 2) if b < a ^ b]
    spreads = [*_covers(lines, frozenset(range(1, 16)))]
    rounds = next(_covers(spreads, frozenset(lines)))
    return tuple(tuple(tuple(girl - 1 for girl in line) for line in spread) for spread in rounds)


@cache
def changing_pairs(entrants: int) -> tuple[Tables, ...]:
    """Return `entrants - 1` rounds of tables of four, seats 0 and 2 against 1 and 3.

    Any two are partners once and opponents twice: in the first round every difference modulo `entrants - 1`
    occurs in one pair of partners and in two pairs of opponents. The last entrant stays in place while the
    others rotate.
    """
    turn, still = entrants - 1, entrants - 1
    two = [*combinations(range(turn), 2)]
    apart = {(one, other): min(other - one, turn + one - other) for one, other in two}
    pairs = [(one, other, turn + difference) for (one, other), difference in apart.items()]
    for partners in _covers(pairs, frozenset({*range(1, turn), *(turn + d for d in apart.values())})):
        sides = [(0, still), *(pair[:2] for pair in partners)]
        numbers = [(one, other) for one, other in combinations(range(len(sides)), 2)]
        for tables in _covers(numbers, frozenset(range(len(sides)))):
            met = Counter(
                apart[min(pair), max(pair)]
                for one, other in tables
                for pair in product(sides[one], sides[other])
                if still not in pair
            )
            if {*met.values()} <= {2}:
                first = [(sides[a][0], sides[b][0], sides[a][1], sides[b][1]) for a, b in tables]
                return tuple(
                    tuple(tuple(n if n == still else (n + by) % turn for n in table) for table in first)
                    for by in range(turn)
                )
    raise LookupError(f"no balanced design for {entrants} is found in this way")


def _covers(sets: Sequence[tuple[T, ...]], left: frozenset[T]) -> Iterator[tuple[tuple[T, ...], ...]]:
    """Yield every exact cover of `left` by the sets."""
    if not left:
        yield ()
        return
    first = min(left)
    for chosen in sets:
        if first in chosen and left.issuperset(chosen):
            for others in _covers(sets, left - frozenset(chosen)):
                yield (chosen, *others)
