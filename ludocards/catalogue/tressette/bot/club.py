"""Circolo: a Tressette player of the kind that one meets at a club, by rules of thumb.

It accuses whatever it holds. A card to play is chosen by what the trick is likely to bring: who
takes it, counting what is gone, who is void and what was shown, and what is on the table; less
what the card would be worth if kept. From this follow the maxims of the game: take with the
cheapest card that does it and only what is worth it, load (caricare) the partner's sure trick,
never overtake it, keep aces guarded, cash what is master, come back in the partner's suit.
Amounts are in thirds of a point. With a partner it says what is true and useful: it declares the suit
that it leads, signals the last card of a suit, knocks (busso) for the partner's best card, and gives
its own best when the partner knocks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from ludocards.catalogue.tressette.values import RANKING, THIRDS
from ludocards.engine.cards import ITALIAN40, Card
from ludocards.engine.game import Command

LAST_TRICK = 1


@dataclass(frozen=True, slots=True)
class Weights:
    """What the player believes: round figures, near which long trials found nothing clearly better."""

    taken: float = 0.6
    """The lead, when we take the trick."""
    filler: float = 0.5
    """What each player to come adds to a trick of his own side."""
    master: float = 2.5
    """A card that nothing can beat, kept."""
    second: float = 1.2
    """A guarded card that one card can beat, kept."""
    bare_ace: float = -1.0
    """An ace that may fall, by the cards that guard it: none, one, two or more."""
    one_guard: float = 0.2
    two_guards: float = 0.8
    low: float = 0.1
    """Any other card, kept, for each rank."""
    length: float = 0.2
    """Leading from a suit, for each card of it."""
    partner_suit: float = 0.8
    """Leading a suit that the partner has led."""
    theirs: float = -0.4
    """Leading a suit that an opponent has led."""
    answer: float = 1.5
    """My best card to the partner's busso."""
    rival: float = 0.35
    """Alone: what an opponent's third weighs, and how much more the leader's."""
    chase: float = 0.2


CLUB = Weights()

BLUNDER = 1.5
"""By how many thirds a beginner misjudges a card."""


@dataclass(frozen=True, slots=True)
class Table:
    """What a view tells, made ready."""

    me: int
    sides: Sequence[int]
    counts: Sequence[int]
    totals: Sequence[int]
    hand: Mapping[str, Sequence[Card]]
    """My cards by suit, high to low."""
    unseen: Mapping[str, Sequence[Card]]
    """The others' cards by suit, high to low."""
    trick: Sequence[tuple[int, Card]]
    voids: frozenset[tuple[int, str]]
    shown: Mapping[Card, int]
    """Cards of the accuse that are still in the hand of who showed them."""
    led: Sequence[tuple[int, str]]
    """Who has led what in this deal."""
    asked: str | None
    """The suit of this trick, if the partner knocks for my best card."""

    @property
    def later(self) -> list[int]:
        """The seats that play to this trick after me."""
        players = len(self.sides)
        return [(self.me + step) % players for step in range(1, players - len(self.trick))]

    def chance(self, seat: int, card: Card) -> float:
        """How likely the seat holds an unseen card."""
        if card in self.shown:
            return float(self.shown[card] == seat)
        able = {s: n for s, n in enumerate(self.counts) if s != self.me and (s, card.suit) not in self.voids}
        return able.get(seat, 0) / (sum(able.values()) or 1)

    def above(self, card: Card) -> int:
        """How many unseen cards beat it."""
        strength = RANKING.strength(card)
        return sum(RANKING.strength(other) > strength for other in self.unseen[card.suit])


def choose(view: Mapping[str, Any], legal: Sequence[Command], weights: Weights = CLUB) -> Command:
    """The command that this player gives, for the seat whose view it is."""
    accuse = [command for command in legal if command.do == "accuse"]
    if accuse:
        return accuse[0]
    table = look(view)
    best = max(legal, key=lambda command: value(table, ITALIAN40.cards[command.get("card")], weights))
    return Command.of("play", card=best.get("card"), **said(view, table, ITALIAN40.cards[best.get("card")]))


def choose_as_beginner(view: Mapping[str, Any], legal: Sequence[Command]) -> Command:
    """The command of somebody who knows the maxims, has forgotten all but the last trick, and weighs
    badly."""
    if any(command.do == "accuse" for command in legal):
        return choose(view, legal)
    table = look({**view, "tricks": view["tricks"][-1:]})
    mood = Random(repr((view["hand"], view["trick"], view["counts"])))
    values = [
        value(table, ITALIAN40.cards[each.get("card")], CLUB) + mood.gauss(0, BLUNDER) for each in legal
    ]
    return legal[values.index(max(values))]


def value(table: Table, card: Card, weights: Weights) -> float:
    """What playing this card is expected to bring, in thirds."""
    pot = THIRDS[card.rank] + sum(THIRDS[other.rank] for _, other in table.trick)
    if sum(map(len, table.hand.values())) == 1:
        pot += LAST_TRICK
    brought = 0.0
    for seat, chance in enumerate(takers(table, card)):
        friends = sum(table.sides[other] == table.sides[seat] for other in table.later)
        gain = stake(table, seat, weights)
        brought += chance * gain * (pot + weights.filler * friends + weights.taken)
    kept = holding(table, card.suit, None, weights) - holding(table, card.suit, card, weights)
    beside = answering(table, card, weights) if table.trick else leading(table, card, weights)
    return brought - kept + beside


def takers(table: Table, card: Card) -> list[float]:
    """How likely each seat takes the trick when I play this card: who holds the highest card does."""
    plays = [*table.trick, (table.me, card)]
    suit = plays[0][1].suit
    best, winner = max((RANKING.strength(c), seat) for seat, c in plays if c.suit == suit)
    chances, open_chance = [0.0] * len(table.sides), 1.0
    for higher in table.unseen[suit]:
        if RANKING.strength(higher) < best:
            break
        held = {seat: table.chance(seat, higher) for seat in table.later}
        for seat, chance in held.items():
            chances[seat] += open_chance * chance
        open_chance *= max(0.0, 1 - sum(held.values()))
    chances[winner] += open_chance
    return chances


def stake(table: Table, seat: int, weights: Weights) -> float:
    """What a third is worth to me in the hands of this seat."""
    if table.sides[seat] == table.sides[table.me]:
        return 1
    if len(table.sides) == 4:
        return -1
    ahead = table.totals[table.sides[seat]] == max(table.totals)
    return -weights.rival - weights.chase * ahead


def holding(table: Table, suit: str, without: Card | None, weights: Weights) -> float:
    """What my cards of a suit promise for the tricks to come."""
    cards = [card for card in table.hand[suit] if card != without]
    guards = len(cards) - 1
    promised = 0.0
    for card in cards:
        above = table.above(card)
        if above == 0:
            promised += weights.master
        elif card.rank == "A":
            promised += (weights.bare_ace, weights.one_guard, weights.two_guards)[min(guards, 2)]
        elif above == 1 and guards:
            promised += weights.second
        else:
            promised += weights.low * RANKING.strength(card)
    return promised


def leading(table: Table, card: Card, weights: Weights) -> float:
    """What speaks for opening this suit beside the trick itself."""
    mine = table.sides[table.me]
    friends = any(s == card.suit and seat != table.me and table.sides[seat] == mine for seat, s in table.led)
    others = any(s == card.suit and table.sides[seat] != mine for seat, s in table.led)
    return (
        weights.length * len(table.hand[card.suit]) + weights.partner_suit * friends + weights.theirs * others
    )


def answering(table: Table, card: Card, weights: Weights) -> float:
    """What speaks for giving this card to a partner who asks for my best, when it is high enough."""
    if card.suit != table.asked or card != table.hand[card.suit][0]:
        return 0.0
    played = [RANKING.strength(other) for _, other in table.trick if other.suit == card.suit]
    return weights.answer * (RANKING.strength(card) > max(played))


# ---- what to say with a card


def said(view: Mapping[str, Any], table: Table, card: Card) -> dict[str, Any]:
    """What goes with the card, of all that this table offers; alone there is nobody to tell."""
    friend = partner(table.sides, table.me)
    if friend is None:
        return {}
    preview = view.get("declarations", {}).get("preview", {}).get(card.code, {})
    offered = view.get("signals", {}).get(card.code, ())
    tells = next(
        (signal for signal, true in _signals(table, card, friend).items() if true and signal in offered), None
    )
    return {**({"declare": ["suit"]} if preview.get("suit") else {}), **({"signal": tells} if tells else {})}


def _signals(table: Table, card: Card, friend: int) -> dict[str, bool]:
    """The signals that this player gives, by whether they are true of the card and can help a partner: who
    may hold cards of the suit himself."""
    mine = table.hand[card.suit]
    follows = not table.trick or table.trick[0][1].suit == card.suit
    useful = any(table.chance(friend, other) for other in table.unseen[card.suit])
    wants = len(mine) > 2 and card != mine[0] and table.above(card) > 0
    return {
        "volo": useful and follows and len(mine) == 1,
        "busso": useful and not table.trick and wants,
    }


def partner(sides: Sequence[int], seat: int) -> int | None:
    return next((other for other, side in enumerate(sides) if side == sides[seat] and other != seat), None)


# ---- reading the view


def look(view: Mapping[str, Any]) -> Table:
    hand = ITALIAN40.of(view["hand"])
    plays = list(_plays(view))
    gone = {card for trick in plays for _, card in trick}
    me = view["to_act"][0]
    rest = [card for card in ITALIAN40.cards.values() if card not in gone and card not in hand]
    return Table(
        me=me,
        sides=view["sides"],
        counts=view["counts"],
        totals=view["totals"],
        hand=_by_suit(hand),
        unseen=_by_suit(rest),
        trick=plays[-1],
        voids=frozenset(
            (seat, trick[0][1].suit)
            for trick in plays
            for seat, card in trick
            if card.suit != trick[0][1].suit
        ).union((given["seat"], given["card"][1]) for given in told(view, "volo")),
        shown={card: made["seat"] for made in view["accuse"] for card in _shown(made) if card in rest},
        led=[(trick[0][0], trick[0][1].suit) for trick in plays if trick],
        asked=_asked(view, partner(view["sides"], me)),
    )


def told(view: Mapping[str, Any], signal: str) -> list[Mapping[str, Any]]:
    """Where this signal was given, if it is certainly true: where false ones are allowed none is."""
    return [] if "candour" in view else [given for given in view["signalled"] if given["signal"] == signal]


def _asked(view: Mapping[str, Any], friend: int | None) -> str | None:
    if view["trick"]["leader"] != friend or not view["trick"]["cards"]:
        return None
    led = view["trick"]["cards"][0]
    knocks = {"seat": friend, "trick": len(view["tricks"]), "card": led, "signal": "busso"}
    return ITALIAN40.cards[led].suit if knocks in view["signalled"] else None


def _plays(view: Mapping[str, Any]) -> Iterator[list[tuple[int, Card]]]:
    """Every trick of the deal as (seat, card), the one on the table last."""
    for trick in [*view["tricks"], view["trick"]]:
        cards = ITALIAN40.of(trick["cards"])
        yield [((trick["leader"] + place) % view["players"], card) for place, card in enumerate(cards)]


def _shown(accusa: Mapping[str, Any]) -> list[Card]:
    if accusa["combo"] == "napoletana":
        return [ITALIAN40.cards[rank + accusa["suit"]] for rank in "32A"]
    return [ITALIAN40.cards[accusa["rank"] + suit] for suit in ITALIAN40.suits if suit != accusa["missing"]]


def _by_suit(cards: Sequence[Card]) -> dict[str, list[Card]]:
    ordered = sorted(cards, key=RANKING.strength, reverse=True)
    return {suit: [card for card in ordered if card.suit == suit] for suit in ITALIAN40.suits}
