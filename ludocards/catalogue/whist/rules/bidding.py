"""Legal bids, and the bid of the clock."""

from __future__ import annotations

from ludocards.catalogue.whist.rules.state import State
from ludocards.engine.cards import Card
from ludocards.engine.game import Refused


def forbidden(state: State) -> int | None:
    """The bid that the last bidder may not make, since the bids would add up to the number of tricks; None
    for other bidders."""
    if state.phase != "bid" or len(state.bids) < state.players - 1:
        return None
    missing = state.size - sum(state.bids)
    return missing if missing >= 0 else None


def legal_bids(state: State) -> tuple[int, ...]:
    """The legal bids of the seat on turn; always at least one."""
    no = forbidden(state)
    return tuple([tricks for tricks in range(state.size + 1) if tricks != no])


def wrong_bid(state: State, tricks: int) -> Refused | None:
    if not 0 <= tricks <= state.size:
        return Refused("bid_out_of_range", f"one bids from 0 to {state.size} tricks", {"cards": state.size})
    if tricks == forbidden(state):
        said = sum(state.bids)
        return Refused(
            "bid_forbidden",
            f"{said} are bid: with {tricks} the sum would be {state.size}, the tricks that there are",
            {"tricks": tricks, "sum": said, "cards": state.size},
        )
    return None


def plausible_bid(state: State) -> int:
    """The legal bid nearest to the number of kings and high trumps in the hand; of two, the lower one."""
    hand = state.hands[state.turn]
    expected = sum(_promises(card, state) for card in hand)
    return min(legal_bids(state), key=lambda tricks: abs(tricks - expected))


def _promises(card: Card, state: State) -> bool:
    order = state.rules.ranking.ranks[card.suit]
    return card.rank in order[: len(order) // 2 if card.suit == state.trump else 1]
