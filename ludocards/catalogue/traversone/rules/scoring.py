"""The points of a deal, and the end of a match."""

from __future__ import annotations

from collections.abc import Sequence

from ludocards.catalogue.thirds.rules import worth
from ludocards.catalogue.thirds.values import POINT
from ludocards.catalogue.traversone.rules.presets import Rules
from ludocards.catalogue.traversone.rules.state import SheetLine, State
from ludocards.catalogue.traversone.values import ALL_POINTS, ALL_THIRDS
from ludocards.engine import match, sheet

ACE_OF_BASTONI = "AB"


def thirds(state: State) -> tuple[int, ...]:
    """The thirds of the cards taken in this deal so far, by seat."""
    return match.worth_taken(state, worth)


def written(rules: Rules, cards: Sequence[int], last: int) -> list[int]:
    """The points of each seat before cappotto and ace: its thirds in cards rounded down, and the last
    trick."""
    points = [each // POINT for each in cards]
    points[last] += 1
    if rules.fractions == "to_last":
        points[last] += ALL_POINTS - sum(points)
    return points


def cappotto(rules: Rules, cards: Sequence[int], last: int) -> int | None:
    """The seat that has taken everything, if that is worth nothing at this table."""
    is_all = written(rules, cards, last)[last] == ALL_POINTS
    if rules.cappotto == "none" or not is_all or (rules.cappotto == "strict" and cards[last] < ALL_THIRDS):
        return None
    return last


def scores(rules: Rules, cards: Sequence[int], last: int, ace: int | None = None) -> tuple[int, ...]:
    """The points that each seat writes: `cards` are its thirds in cards, `last` the seat that took the last
    trick, `ace` the one that took the ace of bastoni."""
    alone = cappotto(rules, cards, last)
    if alone is not None:
        return tuple(0 if seat == alone else ALL_POINTS for seat in range(len(cards)))
    extra = ALL_POINTS if rules.asso_di_bastoni == "plus_11" else 0
    points = written(rules, cards, last)
    return tuple(each + extra * (seat == ace) for seat, each in enumerate(points))


def sheet_line(state: State) -> SheetLine:
    """The line that the finished deal adds to the score sheet."""
    cards, last = [*thirds(state)], state.tricks[-1].winner
    cards[last] += sum(map(worth, state.stock))
    holders = {card.code: presa.winner for presa in state.tricks for card in presa.trick.cards}
    score = scores(state.rules, cards, last, holders.get(ACE_OF_BASTONI, last))
    points = tuple(each + POINT * (seat == last) for seat, each in enumerate(cards))
    return SheetLine(points, score, cappotto(state.rules, cards, last))


def deal_bounds(rules: Rules) -> tuple[int, int]:
    """The lowest and the highest score of a deal."""
    return 0, ALL_POINTS * (2 if rules.asso_di_bastoni == "plus_11" else 1)


def is_decided(state: State) -> bool:
    """Return whether the match ends after this deal: somebody is at the limit, and one alone has fewest."""
    end = state.rules.match_end
    return end.is_reached(len(state.sheet), sheet.totals_by_side(state), fewest_win=True)
