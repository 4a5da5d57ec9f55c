"""The score of a deal."""

from __future__ import annotations

from ludocards.catalogue.whist.rules.state import SheetLine, State
from ludocards.catalogue.whist.values import EXACT, MISSED
from ludocards.engine.game import Json


def score(bid: int, made: int) -> int:
    """The points of one player for one deal."""
    return EXACT + made if made == bid else -(MISSED + abs(made - bid))


def deal_bounds(cards: int) -> tuple[int, int]:
    """The lowest and the highest score in a deal with this number of cards: a player bids all tricks, and
    makes none or all of them."""
    return score(cards, 0), score(cards, cards)


def sources(state: State) -> dict[str, Json] | None:
    """The sources of the scores of the match, by seat; None until it is over."""
    if state.phase != "over":
        return None
    return {"made": _sums(state, of_made=True), "missed": _sums(state, of_made=False)}


def _sums(state: State, of_made: bool) -> dict[str, Json]:
    """The points of the bids made exactly, or of the others, and the number of those bids."""
    points, bids = [0] * state.players, [0] * state.players
    for line in state.sheet:
        for seat, score_of_deal in enumerate(line.scores):
            if (line.bids[seat] == line.made[seat]) == of_made:
                points[seat] += score_of_deal
                bids[seat] += 1
    return {"points": points, "bids": bids}


def sheet_line(state: State) -> SheetLine:
    """The line that the finished deal adds to the score sheet."""
    bids = tuple(bid for bid in state.bids_by_seat if bid is not None)
    return SheetLine(bids, state.made, tuple(map(score, bids, state.made)))


def is_decided(state: State) -> bool:
    """Return whether the match ends after this deal, since all deals have been played."""
    return len(state.sheet) == len(state.schedule)
