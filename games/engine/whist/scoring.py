"""What a deal brings, and who has won."""

from __future__ import annotations

from games.engine.whist.state import SheetLine, State

EXACT = 10
MISSED = 3


def score(bid: int, made: int) -> int:
    """The points of one player for one deal."""
    return EXACT + made if made == bid else -(MISSED + abs(made - bid))


def sheet_line(state: State) -> SheetLine:
    """The line that the deal just played out adds to the sheet."""
    bids = tuple(bid for bid in state.bids_by_seat if bid is not None)
    return SheetLine(bids, state.made, tuple(map(score, bids, state.made)))


def totals(state: State) -> tuple[int, ...]:
    return tuple(sum(line.scores[seat] for line in state.sheet) for seat in range(state.players))


def places(state: State) -> tuple[int, ...] | None:
    if state.phase != "over":
        return None
    scores = totals(state)
    return tuple(1 + sum(other > score for other in scores) for score in scores)
