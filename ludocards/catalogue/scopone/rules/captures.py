"""Captures: the cards of the table that a card may take, and the refusal of all others."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cache
from itertools import chain

from ludocards.catalogue.scopone.values import NUMBER_OF, PLACE
from ludocards.engine import match
from ludocards.engine.cards import Card, codes
from ludocards.engine.game import Command, Refused

Cards = tuple[Card, ...]


def takings(card: Card, table: Sequence[Card]) -> list[Cards]:
    """The captures that a card may make: one card of its number, or else two or more that add up to it.

    Small captures come first, then those of the first cards of the table. None if the card stays there.
    """
    rank = card.rank
    likes: list[Cards] = [(other,) for other in table if other.rank == rank]
    return likes or sorted(_sums(NUMBER_OF[card], [*table]), key=len)


def _sums(number: int, table: Sequence[Card]) -> Iterator[Cards]:
    """Yield all sets of cards that add up to a number, in the order of the table."""
    for place, card in enumerate(table):
        left = number - NUMBER_OF[card]
        if left == 0:
            yield (card,)
        elif left > 0:
            for others in _sums(left, table[place + 1 :]):
                yield (card, *others)


def play(card: Card, taken: Collection[Card] = ()) -> Command:
    """The command that plays a card and takes these, which it names in the order of the deck."""
    if not taken:
        return match.play(card)
    return Command("play", (("card", card.code), ("take", tuple(codes(in_order(taken))))))


@cache
def every_play() -> tuple[Command, ...]:
    """Every play of every card, with whatever might lie on the table."""
    return tuple(chain.from_iterable(map(_plays, PLACE)))


def _plays(card: Card) -> Iterator[Command]:
    yield play(card)
    others = [other for other in PLACE if other != card]
    likes = [other for other in others if NUMBER_OF[other] == NUMBER_OF[card]]
    lower = [other for other in others if NUMBER_OF[other] < NUMBER_OF[card]]
    for taken in (*takings(card, likes), *takings(card, lower)):
        yield play(card, taken)


def in_order(cards: Collection[Card]) -> Cards:
    """The cards in the order of the deck."""
    return tuple(sorted(cards, key=PLACE.__getitem__))


def refusal(card: Card, taken: Cards, table: Sequence[Card]) -> Refused | None:
    """Return why a card may not take these from the table, or None if it may."""
    may = [*map(in_order, takings(card, table))]
    if in_order(taken) in may or not (taken or may):
        return None
    if not taken:
        return Refused("must_capture", f"{card} must take what it can", {"card": card.code})
    return Refused("wrong_capture", f"{card} does not take these cards", {"card": card.code})
