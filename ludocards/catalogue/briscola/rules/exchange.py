"""The exchange of a low trump for the turned card, where the table plays it."""

from __future__ import annotations

from collections.abc import Mapping

from ludocards.catalogue.briscola.rules.state import State
from ludocards.engine.cards import Card
from ludocards.engine.game import Refused

WAYS: Mapping[str, Mapping[str, str]] = {
    "none": {},
    "two": {"2": "A3RCF7654"},
    "seven": {"7": "A3RCF6542"},
    "seven_two": {"7": "A3RCF", "2": "7654"},
}
"""For each value of the rule `exchange`: the ranks that may be exchanged, with the turned ranks that they
take."""


def refusal(state: State, seat: int, card: Card) -> Refused | None:
    """Return why the seat on turn may not exchange this card of its hand now."""
    ways = WAYS[state.rules.exchange]
    if not ways:
        return Refused("no_exchange", "at this table no card is exchanged")
    has_played = len(state.tricks) > 0  # it is the seat's turn: in the first trick its card is to come
    if (
        state.turned is None
        or not state.stock
        or (has_played and state.rules.exchange_until == "first_trick")
    ):
        return Refused("exchange_too_late", "the time to exchange a card is over")
    if card.suit != state.trump or state.turned.rank not in ways.get(card.rank, ""):
        details = {"card": card.code, "turned": state.turned.code}
        return Refused("wrong_exchange", f"{card} does not take {state.turned}", details)
    if state.rules.exchange_after_win and all(presa.winner != seat for presa in state.tricks):
        return Refused("exchange_too_early", "only a player who has taken a trick may exchange a card")
    return None


def offered(state: State, seat: int) -> tuple[Card, ...]:
    """The cards that the seat on turn may exchange."""
    if not WAYS[state.rules.exchange]:
        return ()
    return tuple(card for card in state.hands[seat] if refusal(state, seat, card) is None)
