"""The three words of Romagna, one of which the leader of a trick may say with the card; they are true."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ludocards.catalogue.maraffone.rules.presets import Rules
from ludocards.catalogue.maraffone.rules.state import State
from ludocards.engine.cards import Card
from ludocards.engine.game import Refused
from ludocards.engine.signals import Signal

SIGNALS: Mapping[str, tuple[Signal, ...]] = {
    "none": (),
    "romagna": (
        Signal("busso", "Busso"),
        Signal("striscio", "Striscio", "some_left"),
        Signal("volo", "Volo", "none_left"),
    ),
}
"""The words of each variant (the rule `signals`)."""

CODES = tuple(signal.code for variant in SIGNALS.values() for signal in variant)

WHEN: Mapping[str, Callable[[int], bool]] = {
    "always": lambda left: True,
    "some_left": lambda left: left > 0,
    "one_left": lambda left: left == 1,
    "none_left": lambda left: left == 0,
}
"""The conditions for a word, given the number of cards of its suit that the leader keeps."""


def condition(rules: Rules, signal: Signal) -> str:
    """The name of the condition for a word at this table."""
    return rules.striscio if signal.code == "striscio" else signal.when


def offered(state: State, seat: int, card: Card) -> tuple[str, ...]:
    """The words that the seat may say with a card that it may play."""
    hand = state.hands[seat]
    if state.trick.cards or len(hand) == 1:
        return ()
    left = [other.suit for other in hand].count(card.suit) - 1
    rules = state.rules
    return tuple(each.code for each in SIGNALS[rules.signals] if WHEN[condition(rules, each)](left))


def refusal(state: State, seat: int, card: Card, signal: str | None) -> Refused | None:
    if signal is None or signal in offered(state, seat, card):
        return None
    if not SIGNALS[state.rules.signals]:
        return Refused("no_signals", "this table plays in silence")
    if state.trick.cards:
        return Refused("only_the_leader_speaks", "only the player who leads may say a word")
    if len(state.hands[seat]) == 1:
        return Refused("signal_too_late", "no words in the last trick")
    return Refused("false_signal", f"{signal} is not true of {card}", {"signal": signal, "card": card.code})
