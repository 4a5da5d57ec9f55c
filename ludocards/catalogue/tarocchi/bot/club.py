"""Circolo: a Tarocchi player of the kind that one meets at a club, by rules of thumb; and Principiante, who
knows them too, forgets and misjudges.

In the bidding it guesses what its fifteen cards will bring: with more than its share it holds, unless an
offer on the table pays better; with less it proposes to throw the deal in, and pays for it when the cards
are bad. It speaks when it is asked. Into the scarto go courts that would be lost and suits that end there.
A card to play is chosen by what the trick is likely to bring, less what the card would be worth if kept:
so it takes with the cheapest card that does it, brings the Picciotti home when nobody can beat it, and
saves a good card with the Fuggitivo. Amounts are card points.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from ludocards.catalogue.tarocchi.values import (
    COURTS,
    DEALER_PAR,
    HEAP,
    LAST_TRICK,
    OFF,
    PAR,
    RANKING,
    WEIGHTS,
)
from ludocards.engine.cards import SICILIAN63, Card
from ludocards.engine.game import Command

TRUMPS = "T"
SUITS = "OCSB"
FUGGITIVO = SICILIAN63.cards["F"]

WORTH = {code: weight - OFF / HEAP for code, weight in WEIGHTS.items()}
"""What a card brings to who takes it: its points, or a third of one, since cards are counted by threes."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What the player believes: round figures, tried over some thousands of deals."""

    # kept in the hand, a card promises a part of its worth …
    court: float = 0.5
    guarded: float = 0.75
    """… a court beside a higher one of its suit …"""
    king: float = 0.7
    trump: float = 0.8
    picciotti: float = 0.5
    # … and a trump promises what others will put under it, less for each one that beats it
    power: float = 5.5
    fade: float = 0.7
    fuggitivo: float = 2.0
    homeless: float = 4.0
    """What the Fuggitivo risks with who has taken nothing to pay for it."""
    willing: float = 0.9
    """How likely somebody takes who can."""
    void: float = 1.0
    """A suit that ends in the scarto."""
    low: float = 0.01
    """Of two cards that are worth the same the lower is played, for each rank."""
    filler: float = 0.6
    """What each player to come adds to a trick."""
    # the bidding
    hold: float = 0.0
    """Above what expected gain it holds."""
    offer: float = -5.0
    """Below what expected gain it pays to get away."""


CLUB = Weights()

PROMISE = {"T20": 14.7, "F": 8.0, "T1": 7.7, "arie": 6.2, "mid": 2.3, "low": 2.0, "R": 5.0, "Q": 1.3}
ANY_HAND, DEALER = 5.0, 14.0
"""What fifteen cards bring on average, card by card, measured over 1,200 deals of this player with itself;
the dealer has more from the monte, the scarto and the last word of three."""

BLUNDER, MISJUDGED = 1.2, 6.0
"""By how many points a beginner misjudges a card, and a hand."""


@dataclass(frozen=True, slots=True)
class Table:
    """What a view tells, made ready."""

    me: int
    hand: Sequence[Card]
    trick: Sequence[tuple[int, Card]]
    unseen: Sequence[Card]
    counts: Sequence[int]
    voids: frozenset[tuple[int, str]]
    pays: bool
    """Whether I have won a card with which to pay for the Fuggitivo."""

    @property
    def later(self) -> list[int]:
        """The seats that play to this trick after me."""
        return [(self.me + step) % 3 for step in range(1, 3 - len(self.trick))]

    def has_any(self, seat: int, cards: int) -> float:
        """How likely the seat holds one of so many unseen cards."""
        hidden = len(self.unseen)
        return 1 - (1 - cards / hidden) ** self.counts[seat] if cards else 0.0


def choose(view: Mapping[str, Any], legal: Sequence[Command], weights: Weights = CLUB) -> Command:
    """The command that this player gives, for the seat whose view it is (`view["seat"]`)."""
    if len(legal) == 1:
        return legal[0]
    if view["phase"] == "bid":
        return speak(view, legal, weights)
    if view["phase"] == "discard":
        return scarti(view, legal, weights)[0]
    table = look(view)
    return max(legal, key=lambda command: value(table, SICILIAN63.cards[command.get("card")], weights))


def choose_as_beginner(view: Mapping[str, Any], legal: Sequence[Command]) -> Command:
    """The command of somebody who knows the maxims, has forgotten all but the last trick, and weighs
    badly."""
    if len(legal) == 1:
        return legal[0]
    mood = Random(repr((view["seat"], view["hand"], view["trick"], view["counts"])))
    if view["phase"] == "bid":
        return speak(view, legal, CLUB, mood.gauss(0, MISJUDGED))
    if view["phase"] == "discard":
        wrong = {code: mood.gauss(0, BLUNDER) for code in view["hand"]}
        return scarti(view, legal, CLUB, wrong)[0]
    table = look({**view, "tricks": view["tricks"][-1:]})
    values = [
        value(table, SICILIAN63.cards[each.get("card")], CLUB) + mood.gauss(0, BLUNDER) for each in legal
    ]
    return legal[values.index(max(values))]


# ---- the bidding


def speak(
    view: Mapping[str, Any], legal: Sequence[Command], weights: Weights, misjudged: float = 0.0
) -> Command:
    deals = view["seat"] == view["dealer"]
    gain = promise(SICILIAN63.of(view["hand"])) + (DEALER - DEALER_PAR if deals else -PAR) + misjudged
    best = next(iter(view["offers"]), None)
    if best is not None and best["points"] >= gain:
        return Command.of("call", call="piglio", **{"from": best["seat"]})
    if gain > weights.hold:
        return Command.of("call", call="tengo")
    if gain > weights.offer:
        return Command.of("call", call="vado")
    most = max(command.get("points") or 0 for command in legal)
    points = min(most, max(1, round((weights.offer - gain) / 2) + 1))
    return Command.of("call", call="offro", points=points)


def promise(hand: Sequence[Card]) -> float:
    """The points that somebody with these fifteen cards takes on average, if he does not deal."""
    return ANY_HAND + sum(map(promised, hand))


def promised(card: Card) -> float:
    """What a card adds to it."""
    return PROMISE.get(_kind(card), 0.0)


def _kind(card: Card) -> str:
    if card.suit != TRUMPS or card.code in PROMISE:
        return card.code if card.code in PROMISE else card.rank
    number = int(card.rank)
    return "arie" if number >= 16 else "mid" if number >= 8 else "low"


# ---- the scarto


def scarti(
    view: Mapping[str, Any],
    legal: Sequence[Command],
    weights: Weights,
    misjudged: Mapping[str, float] | None = None,
) -> list[Command]:
    """The scarti, the best first."""
    gain = laying(SICILIAN63.of(view["hand"]), weights, misjudged or {})
    return sorted(legal, key=lambda command: gain(command.get("cards")), reverse=True)


def laying(
    hand: Sequence[Card], weights: Weights, misjudged: Mapping[str, float]
) -> Callable[[Sequence[str]], float]:
    """What three cards gain by counting at once, instead of being played."""
    gains = {
        card.code: WORTH[card.code] - kept(card, hand, 0, weights) + misjudged.get(card.code, 0)
        for card in hand
    }
    length = Counter(card.suit for card in hand if card.suit != TRUMPS)

    def gain(codes: Sequence[str]) -> float:
        suits = Counter(SICILIAN63.cards[code].suit for code in codes)
        emptied = sum(length[suit] == many for suit, many in suits.items())
        return sum(gains[code] for code in codes) + weights.void * emptied

    return gain


# ---- playing


def value(table: Table, card: Card, weights: Weights) -> float:
    """What playing this card is expected to bring, against keeping it."""
    if card == FUGGITIVO:
        return -weights.fuggitivo * len(table.hand) / 20 - (0 if table.pays else weights.homeless)
    pot = WORTH[card.code] + sum(WORTH[other.code] for _, other in table.trick if other != FUGGITIVO)
    pot += weights.filler * len(table.later)
    if len(table.hand) == 1:
        pot += LAST_TRICK
    stronger = sum(
        other.suit == TRUMPS and RANKING.strength(other) > RANKING.strength(card) for other in table.unseen
    )
    lost = kept(card, table.hand, stronger, weights) + weights.low * RANKING.strength(card)
    return taking(table, card, weights) * pot - lost


def kept(card: Card, hand: Sequence[Card], stronger: int, weights: Weights) -> float:
    """What a card in the hand promises for the tricks to come; `stronger` trumps are not yet seen."""
    worth = WORTH[card.code]
    if card == FUGGITIVO:
        return worth
    if card.suit == TRUMPS:
        home = weights.picciotti if card.code == "T1" else weights.trump
        return worth * home + weights.power * weights.fade**stronger
    if card.rank == "R":
        return worth * weights.king
    higher = any(c.suit == card.suit and RANKING.strength(c) > RANKING.strength(card) for c in hand)
    return worth * (weights.guarded if higher and card.rank in COURTS else weights.court)


def taking(table: Table, card: Card, weights: Weights) -> float:
    """How likely I take the trick with this card."""
    plays = [c for _, c in table.trick if c != FUGGITIVO] + [card]
    led = plays[0].suit
    best = max((c for c in plays if c.suit in (led, TRUMPS)), key=_height)
    if best != card:
        return 0.0
    chance = 1.0
    for seat in table.later:
        chance *= 1 - weights.willing * beating(table, seat, led, best)
    return chance


def beating(table: Table, seat: int, led: str, best: Card) -> float:
    """How likely a seat that plays later can beat the best card."""
    follows = sum(card.suit == led for card in table.unseen)
    follower = 0.0 if (seat, led) in table.voids else table.has_any(seat, follows)
    higher = sum(card.suit == led and _height(card) > _height(best) for card in table.unseen)
    beats = 0.0 if (seat, led) in table.voids else table.has_any(seat, higher)
    if led == TRUMPS:
        return beats
    trumps = sum(card.suit == TRUMPS and _height(card) > _height(best) for card in table.unseen)
    ruffs = 0.0 if (seat, TRUMPS) in table.voids else table.has_any(seat, trumps)
    return min(1.0, beats + (1 - follower) * ruffs)


def _height(card: Card) -> tuple[bool, int]:
    return card.suit == TRUMPS, RANKING.strength(card)


# ---- reading the view


def look(view: Mapping[str, Any]) -> Table:
    me, hand = view["seat"], SICILIAN63.of(view["hand"])
    plays = [*_plays(view)]
    gone = {card for trick in plays for _, card in trick} | {*SICILIAN63.of(view.get("scarto", []))}
    return Table(
        me=me,
        hand=hand,
        trick=plays[-1],
        unseen=[card for card in SICILIAN63.cards.values() if card not in gone and card not in hand],
        counts=view["counts"],
        voids=frozenset(void for trick in plays for void in _voids(trick)),
        pays=view["taken"][me] > 0 or me == view["dealer"],
    )


def _plays(view: Mapping[str, Any]) -> Iterator[list[tuple[int, Card]]]:
    """Every trick of the deal as (seat, card), the one on the table last."""
    for trick in [*view["tricks"], view["trick"]]:
        cards = SICILIAN63.of(trick["cards"])
        yield [((trick["leader"] + place) % 3, card) for place, card in enumerate(cards)]


def _voids(trick: Sequence[tuple[int, Card]]) -> Iterator[tuple[int, str]]:
    """Who has shown in a trick that he holds none of a suit, or no trump."""
    shown = [(seat, card) for seat, card in trick if card != FUGGITIVO]
    for seat, card in shown[1:]:
        if card.suit != shown[0][1].suit:
            yield seat, shown[0][1].suit
            if card.suit != TRUMPS:
                yield seat, TRUMPS
