"""Determinizations: random states that agree with a view, drawn with the caller's random number generator.

A game says where hidden cards may lie and how many facts contradict a hand (`Unseen`). The cards are dealt at
random, then swapped until nothing contradicts them, and for a while longer, so that the result depends
little on the first deal. Only a view goes in, so nothing comes out that its viewer cannot know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from ludocards.engine.cards import Card
from ludocards.engine.match import TrickMatch
from ludocards.engine.tricks import Hands, Trick

MIXED = 2
"""Swaps per hidden card once the cards agree with the view."""

ATTEMPTS = 50_000
"""Swaps before the search gives up; a few hundred are usual."""

STUBBORN = 0.02
"""The probability of keeping a swap that makes matters worse, so that the search cannot get stuck."""


class Unlikely(Exception):
    """No cards were found that agree with the view."""


@dataclass(frozen=True, slots=True)
class Unseen:
    """The part of a deal that a viewer does not know."""

    cards: tuple[Card, ...]
    rooms: Sequence[int]
    """The number of cards at each place (a hand, the stock); together as many as `cards`."""
    doubts: Callable[[int, tuple[Card, ...]], int]
    """The number of facts about a place that these cards would contradict."""


def deal_hidden_cards(unseen: Unseen, random: Random) -> Hands:
    """The hidden cards by place; raises `Unlikely` if no deal of them agrees with what is known."""
    cards = random.sample(unseen.cards, len(unseen.cards))
    places: list[tuple[Card, ...]] = []
    for room in unseen.rooms:
        places.append(tuple(cards[:room]))
        cards = cards[room:]
    against = [unseen.doubts(place, held) for place, held in enumerate(places)]
    holding = [place for place, room in enumerate(unseen.rooms) if room]
    left = MIXED * len(unseen.cards) if len(holding) > 1 else 0
    for _ in range(ATTEMPTS):
        agrees = not any(against)
        if agrees and not left:
            return tuple(places)
        if len(holding) < 2:
            break
        left -= agrees
        one, other = random.sample(holding, 2)
        exchanged = _exchanged(places[one], places[other], random)
        now = [unseen.doubts(place, held) for place, held in zip((one, other), exchanged, strict=True)]
        worse = sum(now) > against[one] + against[other]
        if worse and (agrees or random.random() > STUBBORN):
            continue
        (places[one], places[other]), (against[one], against[other]) = exchanged, now
    raise Unlikely("no deal was found that agrees with the view")


def _exchanged(one: tuple[Card, ...], other: tuple[Card, ...], random: Random) -> Hands:
    i, j = random.randrange(len(one)), random.randrange(len(other))
    return (*one[:i], other[j], *one[i + 1 :]), (*other[:j], one[i], *other[j + 1 :])


# ---- what was played


class PlayedCard(NamedTuple):
    """A card that a seat has played, with the number of the trick and the cards before it."""

    number: int
    before: Trick
    card: Card
    hand: tuple[Card, ...]
    """The hand before the card was played."""


def plays_of_seat(state: TrickMatch, seat: int, hand: tuple[Card, ...]) -> Iterator[PlayedCard]:
    """The cards that a seat has played in this deal, most recent first; `hand` is what it holds now."""
    players = len(state.sides)
    tricks = [*(presa.trick for presa in state.tricks), state.trick]
    for number, trick in reversed([*enumerate(tricks)]):
        place = (seat - trick.leader) % players
        if place < len(trick.cards):
            card = trick.cards[place]
            hand = (card, *hand)
            yield PlayedCard(number, Trick(trick.leader, trick.cards[:place]), card, hand)


def cards_played(state: TrickMatch) -> set[Card]:
    """The cards played in this deal."""
    tricks = [*(presa.trick for presa in state.tricks), state.trick]
    return {card for trick in tricks for card in trick.cards}
