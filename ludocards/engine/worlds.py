"""Determinizations: random states that agree with a view, drawn with the caller's random number generator.

A game states where the hidden cards may lie, and how many known facts a hand would contradict (`Unseen`). The
cards are dealt at random and swapped until they contradict nothing, then for a while longer, so that the
result depends little on the first deal. The only input is a view, so the result reveals nothing that the
viewer cannot know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from ludocards.engine.cards import Card
from ludocards.engine.match import TrickMatch
from ludocards.engine.tricks import Hands, Trick

MIXING_SWAPS = 2
"""The number of further swaps, per hidden card, once the cards agree with the view."""

MAX_SWAPS = 50_000
"""The number of swaps after which the search gives up; a few hundred are usual."""

KEEP_WORSE = 0.02
"""The probability of keeping a swap that makes matters worse, so that the search cannot get stuck."""


class Unlikely(Exception):
    """Raised if no deal of the hidden cards was found that agrees with the view."""


@dataclass(frozen=True, slots=True)
class Unseen:
    """The part of a deal that a viewer does not know."""

    cards: tuple[Card, ...]
    rooms: Sequence[int]
    """The number of cards in each place, of which the sum is the number of `cards`: by seat those that its
    hand hides from the viewer, and last, where the game has more, those that no hand holds."""
    doubts: Callable[[int, tuple[Card, ...]], int]
    """Counts the known facts about a place that would be wrong if it held these cards."""


DealUnseen = Callable[[Unseen, Random], Hands]
"""Deals the hidden cards to their places."""


def deal_hidden_cards(unseen: Unseen, random: Random) -> Hands:
    """Return a random deal of the hidden cards, by place. Raises `Unlikely` if none is found that agrees with
    what is known."""
    cards = random.sample(unseen.cards, len(unseen.cards))
    places: list[tuple[Card, ...]] = []
    for room in unseen.rooms:
        places.append(tuple(cards[:room]))
        cards = cards[room:]
    contradictions = [unseen.doubts(place, held) for place, held in enumerate(places)]
    nonempty = [place for place, room in enumerate(unseen.rooms) if room]
    swaps_left = MIXING_SWAPS * len(unseen.cards) if len(nonempty) > 1 else 0
    for _ in range(MAX_SWAPS):
        agrees = not any(contradictions)
        if agrees and not swaps_left:
            return tuple(places)
        if len(nonempty) < 2:
            break
        swaps_left -= agrees  # they count only from the first agreement on
        one, other = random.sample(nonempty, 2)
        swapped = _swapped(places[one], places[other], random)
        doubts = [unseen.doubts(place, held) for place, held in zip((one, other), swapped, strict=True)]
        worse = sum(doubts) > contradictions[one] + contradictions[other]
        if worse and (agrees or random.random() > KEEP_WORSE):
            continue
        (places[one], places[other]), (contradictions[one], contradictions[other]) = swapped, doubts
    raise Unlikely("no deal was found that agrees with the view")


def _swapped(one: tuple[Card, ...], other: tuple[Card, ...], random: Random) -> Hands:
    """Return two places after swapping a random card of each."""
    i, j = random.randrange(len(one)), random.randrange(len(other))
    return (*one[:i], other[j], *one[i + 1 :]), (*other[:j], one[i], *other[j + 1 :])


# ---- what was played


class PlayedCard(NamedTuple):
    """A card that a seat has played."""

    number: int
    """The number of the trick in the deal, from 0."""
    before: Trick
    """The trick before the card was played."""
    card: Card
    hand: tuple[Card, ...]
    """The hand before the card was played."""


def plays_of_seat(state: TrickMatch, seat: int, hand: tuple[Card, ...]) -> Iterator[PlayedCard]:
    """Yield the cards that a seat has played in this deal, most recent first. `hand` is its present hand, to
    which the cards are given back one by one."""
    players = len(state.sides)
    tricks = [*(presa.trick for presa in state.tricks), state.trick]
    for number, trick in reversed([*enumerate(tricks)]):
        turn = (seat - trick.leader) % players
        if turn < len(trick.cards):
            card = trick.cards[turn]
            hand = (card, *hand)
            yield PlayedCard(number, Trick(trick.leader, trick.cards[:turn]), card, hand)


def cards_played(state: TrickMatch) -> set[Card]:
    """Return the cards played in this deal."""
    tricks = [*(presa.trick for presa in state.tricks), state.trick]
    return {card for trick in tricks for card in trick.cards}
