"""The legal cards in a trick: following suit, trumping, the Fuggitivo, the three forced cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ludocards.catalogue.tarocchi.rules.presets import Rules
from ludocards.catalogue.tarocchi.values import RANKING
from ludocards.engine.cards import SICILIAN63, Card
from ludocards.engine.game import Json, Refused
from ludocards.engine.match import duty as following
from ludocards.engine.tricks import Trick, must_follow

SUITS = ("O", "C", "S", "B")
TRUMPS = "T"
FUGGITIVO = SICILIAN63.cards["F"]


@dataclass(frozen=True, slots=True)
class Forced:
    """The only card of a suit that may be played, and the rule behind it."""

    card: Card
    why: str
    """`re`, `cavallo` or `fanta`."""

    def as_json(self) -> dict[str, Json]:
        return {"card": self.card.code, "suit": self.card.suit, "why": self.why}


FORCES: Mapping[str, tuple[str, str]] = {
    "re": ("must_play_re", "the king must be played to the first trick of its suit"),
    "cavallo": ("must_play_cavallo", "beside one numeral the knight must be played to the first trick"),
    "fanta": ("must_play_fanta", "the king lies there, and the maid must follow it"),
}
"""The refusal of any other card, by rule: code and message."""


def forced(hand: tuple[Card, ...], suit: str, trick: Trick, opened: frozenset[str]) -> Forced | None:
    """The card of an ordinary suit that must be played if this suit is played."""
    mine = {card.rank: card for card in hand if card.suit == suit}
    if suit not in opened:
        if "R" in mine:
            return Forced(mine["R"], "re")
        if "C" in mine and len(mine) == 2 and not mine.keys() & {"Q", "D"}:
            return Forced(mine["C"], "cavallo")
    if "D" in mine and any(card.suit == suit and card.rank == "R" for card in trick.cards):
        return Forced(mine["D"], "fanta")
    return None


def forces(
    hand: tuple[Card, ...], trick: Trick, opened: frozenset[str], rules: Rules
) -> Mapping[str, Forced]:
    """The forced cards of a hand by suit: at most one, unless the hand leads."""
    led = trick.led
    if led is None:
        suits = [*SUITS] if rules.forced_applies_to_leader else []
    else:
        suits = [led] if led in SUITS else []
    found = {suit: forced(hand, suit, trick, opened) for suit in suits}
    return {suit: force for suit, force in found.items() if force is not None}


def playable(hand: tuple[Card, ...], trick: Trick, opened: frozenset[str], rules: Rules) -> tuple[Card, ...]:
    """The legal cards, in the order of the hand; at least one if the hand is not empty."""
    binding, led = forces(hand, trick, opened, rules), trick.led
    if led is None:
        return tuple([card for card in hand if _may_open(card, hand, binding, rules)])
    if force := binding.get(led):
        excuses = (FUGGITIVO,) if rules.fujutu_excuses_forced else ()
        return tuple([card for card in hand if card == force.card or card in excuses])
    fitting = must_follow(hand, trick, TRUMPS)
    if rules.overtrump:
        fitting = _higher(fitting, trick) or fitting
    if len(fitting) == len(hand):
        return hand
    return tuple([card for card in hand if card in fitting or card == FUGGITIVO])


def duty(hand: tuple[Card, ...], trick: Trick, opened: frozenset[str], rules: Rules) -> Refused | None:
    """The narrowest rule that binds a hand which follows, as the refusal of the cards that it bars.

    None for a hand that leads, for which every suit has a rule of its own.
    """
    if trick.led is None:
        return None
    free = {*playable(hand, trick, opened, rules)}
    fitting = {*must_follow(hand, trick, TRUMPS)}
    force = forces(hand, trick, opened, rules).get(trick.led)
    if force and free != fitting | {card for card in hand if card == FUGGITIVO}:
        return _bound(force)
    if not fitting <= free:
        return _must_beat(trick)
    return _bound_to_follow(hand, trick)


def why_not(
    card: Card, hand: tuple[Card, ...], trick: Trick, opened: frozenset[str], rules: Rules
) -> Refused | None:
    """The reason why a card of the hand may not be played, if any."""
    if card in playable(hand, trick, opened, rules):
        return None
    binding = forces(hand, trick, opened, rules)
    if force := binding.get(trick.led or card.suit):
        return _bound(force)
    if trick.led is None:
        return Refused("fuggitivo_may_not_lead", "the Fuggitivo may not be led while there is another card")
    if card in must_follow(hand, trick, TRUMPS):
        return _must_beat(trick)
    return _bound_to_follow(hand, trick)


def _bound_to_follow(hand: tuple[Card, ...], trick: Trick) -> Refused | None:
    refused = following(SICILIAN63, hand, trick, TRUMPS)
    if refused and refused.code == "must_trump":
        return replace(refused, message="without the suit led one must play a trump")
    return refused


def _bound(force: Forced) -> Refused:
    code, message = FORCES[force.why]
    return Refused(code, message, {"card": force.card.code, "suit": force.card.suit})


def _must_beat(trick: Trick) -> Refused:
    highest = max(_trumps(trick.cards), key=RANKING.strength)
    return Refused("must_overtrump", f"one must beat {highest}", {"card": highest.code})


def _may_open(card: Card, hand: tuple[Card, ...], binding: Mapping[str, Forced], rules: Rules) -> bool:
    if card == FUGGITIVO:
        return rules.fujutu_may_lead or len(hand) == 1
    force = binding.get(card.suit)
    return force is None or force.card == card


def _higher(cards: tuple[Card, ...], trick: Trick) -> tuple[Card, ...]:
    """The trumps among the cards that beat every trump of the trick."""
    highest = max(map(RANKING.strength, _trumps(trick.cards)), default=0)
    return tuple([card for card in _trumps(cards) if RANKING.strength(card) > highest])


def _trumps(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple([card for card in cards if card.suit == TRUMPS])
