"""The points of a deal, who wins it, and the end of a match."""

from __future__ import annotations

from collections.abc import Sequence

from ludocards.catalogue.briscola.rules.presets import Rules
from ludocards.catalogue.briscola.rules.state import SheetLine, State
from ludocards.catalogue.briscola.values import ALL_POINTS, POINTS
from ludocards.engine import match, sheet
from ludocards.engine.cards import Card


def worth(card: Card) -> int:
    return POINTS[card.rank]


def points(state: State) -> tuple[int, ...]:
    """The worth of the cards taken in this deal, by side."""
    return match.worth_taken(state, worth)


def winner(rules: Rules, taken: Sequence[int], last: int) -> int | None:
    """The side that wins the game, if any; `last` is the one that took the last trick."""
    best = [side for side, points in enumerate(taken) if points == max(taken)]
    if len(best) == 1:
        return best[0]
    return last if rules.tie == "last_trick" and last in best else None


def sheet_line(state: State) -> SheetLine:
    """The line that the finished deal adds to the score sheet."""
    taken = points(state)
    if state.rules.match_end.deals is not None:
        return SheetLine(taken, taken)
    won = winner(state.rules, taken, state.sides[state.tricks[-1].winner])
    return SheetLine(taken, tuple(int(side == won) for side in range(len(taken))))


def deal_bounds(rules: Rules) -> tuple[int, int]:
    """The lowest and the highest score of a deal."""
    return 0, 1 if rules.match_end.deals is None else ALL_POINTS


def is_decided(state: State) -> bool:
    """Return whether the match ends after this deal."""
    return state.rules.match_end.is_reached(len(state.sheet), sheet.totals_by_side(state))
