"""The prizes of a purse, shared out by the final ranking.

Pure, and exact in cents: whatever is collected is paid out or stays with the house.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from ludopoli.text.letters import fold_text
from tournaments.prizes.purse import PLACES, WHOLE, Prize, Purse


@dataclass(frozen=True, slots=True)
class Ranked:
    """An entry in the final ranking."""

    entry: int
    place: int
    score: int
    categories: frozenset[str] = frozenset()
    """The categories that all of its people have, folded."""
    tier: int = 0
    """The part of the standings: only entries of the same one are level."""


@dataclass(frozen=True, slots=True)
class Award:
    """The prizes of an entry by its place, among all or in a category."""

    entry: int
    category: str
    place: int
    amount: int
    things: tuple[str, ...] = ()
    shared: int = 1
    """The number of entries that share the prizes."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """The sum collected, and where it goes."""

    collected: int
    pot: int
    """The rest of it after the announced part of the house."""
    awards: tuple[Award, ...] = field(default=())

    @property
    def paid_out(self) -> int:
        return sum(each.amount for each in self.awards)

    @property
    def house(self) -> int:
        """The sum that stays with the house; below 0 if the house adds to the prizes."""
        return self.collected - self.paid_out

    @property
    def rest(self) -> int:
        """The part of the pot that no prize takes: what cannot be divided, and prizes that nobody has won."""
        return self.pot - self.paid_out


def settle_purse(purse: Purse, collected: int, ranking: Sequence[Ranked]) -> Settlement:
    """Share out what was collected among these entries, the first of the ranking first.

    Fixed sums come first, and shares are of what they leave of the pot. Entries that are level add the prizes
    of their places up and divide them; things go in the order of the ranking. What cannot be divided stays
    with the house.
    """
    pot = collected - purse.house_part(collected)
    left = left_for_shares(purse, pot)
    awards: list[Award] = []
    for category in purse.prize_categories:
        won = set() if purse.several else {each.entry for each in awards}
        among = [each for each in ranking if _belongs(each, category) and each.entry not in won]
        awards += _awards_in(purse, category, among, left)
    return Settlement(collected, pot, tuple(awards))


def left_for_shares(purse: Purse, pot: int) -> int:
    """Return what the fixed sums leave of a pot."""
    return max(0, pot - sum(each.amount for each in purse.prizes))


def worth_of(purse: Purse, prize: Prize, left: int) -> int:
    """Return the cents of a prize if the fixed sums leave so much of the pot."""
    return prize.amount or _rounded(left * prize.share // WHOLE, purse.step)


def _belongs(ranked: Ranked, category: str) -> bool:
    return not category or fold_text(category) in ranked.categories


def _awards_in(purse: Purse, category: str, among: Iterable[Ranked], left: int) -> Iterator[Award]:
    prizes = [each for each in purse.prizes if each.category == category]
    first = 1
    by_place = purse.ties == PLACES
    for _level, group in groupby(among, lambda each: (each.tier, each.place if by_place else each.score)):
        level = [*group]
        theirs = [each for each in prizes if first <= each.place < first + len(level)]
        yield from _shared(purse, category, first, level, theirs, left)
        first += len(level)


def _shared(
    purse: Purse, category: str, first: int, level: Sequence[Ranked], prizes: Sequence[Prize], left: int
) -> Iterator[Award]:
    """Divide the prizes of some places among the entries that share these."""
    money = sum(worth_of(purse, each, left) for each in prizes)
    each_gets = money if len(level) == 1 else _rounded(money // len(level), purse.step)
    things: dict[int, list[str]] = {}
    for at, prize in enumerate(sorted((it for it in prizes if it.thing), key=lambda it: it.place)):
        things.setdefault(at % len(level), []).append(prize.thing)
    for at, ranked in enumerate(level):
        own = tuple(things.get(at, ()))
        if each_gets or own:
            yield Award(ranked.entry, category, first, each_gets, own, len(level))


def _rounded(cents: int, step: int) -> int:
    return cents - cents % step
