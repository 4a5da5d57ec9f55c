"""What a deal brings."""

from __future__ import annotations

from ludocards.catalogue.whist.rules.state import SheetLine, State
from ludocards.catalogue.whist.values import EXACT, MISSED


def score(bid: int, made: int) -> int:
    """The points of one player for one deal."""
    return EXACT + made if made == bid else -(MISSED + abs(made - bid))


def deal_bounds(cards: int) -> tuple[int, int]:
    """Of so many cards: all bid and none made, and all bid and made."""
    return score(cards, 0), score(cards, cards)


def sheet_line(state: State) -> SheetLine:
    """The line that the deal just played out adds to the sheet."""
    bids = tuple(bid for bid in state.bids_by_seat if bid is not None)
    return SheetLine(bids, state.made, tuple(map(score, bids, state.made)))
