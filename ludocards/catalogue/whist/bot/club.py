"""Circolo: a Whist player of the kind that one meets at a club, who counts.

For every card of the hand it judges how likely the card takes a trick: the higher cards of its suit that
the others may hold, the trumps that are out, its own length, and whether the bids leave tricks over. The
highest trump takes for certain. From this follow the chances of making none, one, two … tricks, and what
each bid would bring; it makes the best that it may make, and never one below what it makes for certain.
A card is played for what it brings together with what is left: one trick more or less towards the bid.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp
from random import Random
from typing import Any

from ludocards.catalogue.whist.values import EXACT, MISSED, RANKING
from ludocards.engine.cards import FRENCH52, Card
from ludocards.engine.game import Command


@dataclass(frozen=True, slots=True)
class Weights:
    """What the player believes. The rows weigh the `signs` of a card; they were fitted to its own matches."""

    trump: tuple[float, ...] = (0.45, -0.7, 0.25, 0.05, 0.05, 1.6)
    ruffed: tuple[float, ...] = (-0.95, -0.75, -0.5, -0.2, 0.4, 1.6)
    """A card of another suit, where there are trumps."""
    plain: tuple[float, ...] = (-0.5, -1.0, -0.05, 0.0, 0.2, 0.8)
    """Any card, where there are none."""
    eager: float = 0.8
    """How often who needs tricks beats a card that he can beat, and who needs none."""
    calm: float = 0.35


CLUB = Weights()

BLUNDER = 2.5
"""By how many points a beginner misjudges what he may do."""


@dataclass(frozen=True, slots=True)
class Table:
    """What a view tells, made ready."""

    me: int
    counts: Sequence[int]
    trump: str | None
    ace_high: bool
    hand: Sequence[Card]
    unseen: Mapping[str, Sequence[int]]
    """By suit the strengths of the cards that I do not see; most of them were perhaps not dealt."""
    trick: Sequence[tuple[int, Card]]
    voids: frozenset[tuple[int, str]]
    bid: int
    """My own, 0 before it is made."""
    needs: Sequence[int | None]
    """By seat how many tricks of its bid are still to be made; None before its bid."""
    slack: float
    """How many tricks nobody has asked for, for each trick that is left."""

    @property
    def need(self) -> int:
        """How many tricks more I need; below 0 when I have too many."""
        return self.needs[self.me] or 0

    @property
    def later(self) -> list[int]:
        """The seats that play to this trick after me."""
        players = len(self.counts)
        return [(self.me + step) % players for step in range(1, players - len(self.trick))]

    @property
    def density(self) -> float:
        """How likely a card that I do not see is in somebody's hand."""
        out = sum(count for seat, count in enumerate(self.counts) if seat != self.me)
        return out / (sum(map(len, self.unseen.values())) or 1)

    def strength(self, card: Card) -> int:
        return 14 if self.ace_high and card.rank == "A" else RANKING.strength(card)

    def above(self, card: Card) -> int:
        """How many cards that I do not see beat it in its suit."""
        strength = self.strength(card)
        return sum(other > strength for other in self.unseen[card.suit])


def choose(view: Mapping[str, Any], legal: Sequence[Command], weights: Weights = CLUB) -> Command:
    """The command that this player gives, for the seat whose view it is."""
    if len(legal) == 1:
        return legal[0]
    table = look(view)
    chances = {card: chance(table, card, weights) for card in table.hand}
    if view["phase"] == "bid":
        return best_bid(legal, list(chances.values()))
    if table.need == len(table.hand) and not table.trick:
        return max(legal, key=lambda command: _certain(table, _card(command), weights))
    return max(legal, key=lambda command: value(table, _card(command), chances, weights))


def choose_as_beginner(view: Mapping[str, Any], legal: Sequence[Command]) -> Command:
    """The command of somebody who knows the maxims, has forgotten all but the last trick, and weighs
    badly."""
    table = look({**view, "tricks": view["tricks"][-1:]})
    mood = Random(repr((view["hand"], view["trick"], view["bids"])))
    chances = {card: chance(table, card, CLUB) for card in table.hand}
    if view["phase"] == "bid":
        making = distribution([*chances.values()])
        likes = {each: promise(making, each.get("tricks"), each.get("tricks")) for each in legal}
    else:
        likes = {each: value(table, _card(each), chances, CLUB) for each in legal}
    return max(legal, key=lambda each: likes[each] + mood.gauss(0, BLUNDER))


# ---- bidding


def best_bid(legal: Sequence[Command], chances: Sequence[float]) -> Command:
    """The bid that promises most; with every sure trick in it, if that is legal."""
    making = distribution(chances)
    sure = sum(chance == 1 for chance in chances)
    honest = [command for command in legal if command.get("tricks") >= sure] or legal
    return max(honest, key=lambda command: promise(making, command.get("tricks"), command.get("tricks")))


def promise(making: Sequence[float], need: int, bid: int) -> float:
    """The points of a bid of which so much is missing, with these chances of making 0, 1, 2 … tricks more."""
    return sum(
        chance * (EXACT + bid if tricks == need else -MISSED - abs(tricks - need))
        for tricks, chance in enumerate(making)
    )


def distribution(chances: Sequence[float]) -> list[float]:
    """The chances of taking 0, 1, 2 … tricks with cards that take one with these chances each."""
    making = [1.0]
    for chance in chances:
        made = [each * chance for each in making]
        lost = [each - taken for each, taken in zip(making, made, strict=True)]
        making = [a + b for a, b in zip([*lost, 0.0], [0.0, *made], strict=True)]
    return making


def chance(table: Table, card: Card, weights: Weights) -> float:
    """How likely a card that is kept takes a trick some time."""
    if card.suit == table.trump and not table.above(card):
        return 1
    others = weights.ruffed if table.trump else weights.plain
    row = weights.trump if card.suit == table.trump else others
    return 1 / (1 + exp(-sum(weight * sign for weight, sign in zip(row, signs(table, card), strict=True))))


def signs(table: Table, card: Card) -> tuple[float, ...]:
    """What the chance of a card depends on, in the order of the weights."""
    density = table.density
    trumps = len(table.unseen[table.trump]) * density if table.trump else 0.0
    length = sum(other.suit == card.suit for other in table.hand)
    return 1, table.above(card) * density, length, trumps, len(table.hand), table.slack


# ---- playing


def value(table: Table, card: Card, chances: Mapping[Card, float], weights: Weights) -> float:
    """What playing this card is expected to bring at the end of the deal."""
    rest = distribution([chance for other, chance in chances.items() if other != card])
    wins = takes(table, card, weights)
    won, lost = (promise(rest, table.need - more, table.bid) for more in (1, 0))
    return wins * won + (1 - wins) * lost


def takes(table: Table, card: Card, weights: Weights) -> float:
    """How likely the card takes the trick to which it is played now."""
    led = table.trick[0][1].suit if table.trick else card.suit
    rank = _rank(table, card, led)
    if any(_rank(table, other, led) > rank for _, other in table.trick):
        return 0
    open_chance = 1.0
    for seat in table.later:
        open_chance *= 1 - beats(table, seat, card, led, weights)
    return open_chance


def beats(table: Table, seat: int, card: Card, led: str, weights: Weights) -> float:
    """How likely a seat to come beats the card that is winning."""
    absent = 1 - table.counts[seat] / (sum(map(len, table.unseen.values())) or 1)
    need = table.needs[seat]
    eager = weights.calm if need is not None and need <= 0 else weights.eager
    void = 1.0 if (seat, led) in table.voids else absent ** len(table.unseen[led])
    higher = 0.0 if (seat, card.suit) in table.voids else 1 - absent ** table.above(card)
    if card.suit != led:
        return eager * void * higher
    if table.trump in (None, led) or (seat, table.trump) in table.voids:
        return eager * higher
    return eager * higher + void * (1 - absent ** len(table.unseen[str(table.trump)]))


def _certain(table: Table, card: Card, weights: Weights) -> tuple[float, int]:
    """Leading when every trick is needed: what surely takes, trumps before others, the highest first."""
    return takes(table, card, weights) + (card.suit == table.trump), table.strength(card)


def _rank(table: Table, card: Card, led: str) -> int:
    """The strength of a card in the trick."""
    return table.strength(card) + (100 if card.suit == table.trump else 0 if card.suit == led else -100)


# ---- reading the view


def look(view: Mapping[str, Any]) -> Table:
    hand = FRENCH52.of(view["hand"])
    trump = view["trump"]
    suit = trump and trump["suit"]
    plays = list(_plays(view))
    gone = {card for trick in plays for _, card in trick} | {*hand}
    gone |= {FRENCH52.cards[trump["card"]]} if trump else set()
    ace_high = view["asso_alto"]
    unseen: dict[str, list[int]] = {letter: [] for letter in FRENCH52.suits}
    for card in FRENCH52.cards.values():
        if card not in gone:
            unseen[card.suit].append(14 if ace_high and card.rank == "A" else RANKING.strength(card))
    needs = [
        None if bid is None else bid - made for bid, made in zip(view["bids"], view["made"], strict=True)
    ]
    return Table(
        me=view["to_act"][0],
        counts=view["counts"],
        trump=suit,
        ace_high=ace_high,
        hand=hand,
        unseen=unseen,
        trick=plays[-1],
        voids=frozenset(_voids(plays, suit)),
        bid=view["bids"][view["to_act"][0]] or 0,
        needs=needs,
        slack=_slack(view, needs),
    )


def _slack(view: Mapping[str, Any], needs: Sequence[int | None]) -> float:
    """Against an equal share of the tricks for each of the others that has bid."""
    me, players, left = view["to_act"][0], int(view["players"]), len(view["hand"])
    others = [max(need, 0) for seat, need in enumerate(needs) if need is not None and seat != me]
    return len(others) / players - sum(others) / left


def _plays(view: Mapping[str, Any]) -> Iterator[list[tuple[int, Card]]]:
    """Every trick of the deal as (seat, card), the one on the table last."""
    for trick in [*view["tricks"], view["trick"]]:
        cards = FRENCH52.of(trick["cards"])
        yield [((trick["leader"] + place) % view["players"], card) for place, card in enumerate(cards)]


def _voids(plays: Sequence[Sequence[tuple[int, Card]]], trump: str | None) -> Iterator[tuple[int, str]]:
    """Who did not follow is void; who did not trump either has no trumps."""
    for trick in plays:
        for seat, card in trick:
            led = trick[0][1].suit
            if card.suit != led:
                yield seat, led
                if trump and card.suit != trump:
                    yield seat, trump


def _card(command: Command) -> Card:
    return FRENCH52.cards[command.get("card")]
