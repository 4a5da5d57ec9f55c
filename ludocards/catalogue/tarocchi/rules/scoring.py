"""The worth of the cards taken, the score of a deal, and the end of a match."""

from __future__ import annotations

from collections.abc import Iterable

from ludocards.catalogue.tarocchi.rules.bidding import Contract
from ludocards.catalogue.tarocchi.rules.following import FUGGITIVO
from ludocards.catalogue.tarocchi.rules.presets import Rules
from ludocards.catalogue.tarocchi.rules.state import SheetLine, State
from ludocards.catalogue.tarocchi.values import (
    DEALER_PAR,
    HEAP,
    LAST_TRICK,
    OFF,
    PAR,
    PLAYERS,
    WEIGHTS,
)
from ludocards.engine import sheet
from ludocards.engine.cards import Card
from ludocards.engine.game import Json


def card_points(cards: Iterable[Card]) -> int:
    """The worth of cards, counted by threes; how they are grouped does not matter."""
    weights = [WEIGHTS[card.code] for card in cards]
    groups, left = divmod(len(weights), HEAP)
    if left:
        raise ValueError("cards are counted by threes")
    return sum(weights) - OFF * groups


def deal_points(state: State) -> tuple[int, ...]:
    """The points of each seat in a finished deal: its tricks, the scarto, the last trick."""
    piles: list[list[Card]] = [[] for _ in range(PLAYERS)]
    piles[state.dealer] += state.scarto
    for presa in state.tricks:
        piles[presa.winner] += presa.trick.cards
    _bring_home_the_fuggitivo(state, piles)
    points = [card_points(pile) for pile in piles]
    points[state.tricks[-1].winner] += LAST_TRICK
    return tuple(points)


def _bring_home_the_fuggitivo(state: State, piles: list[list[Card]]) -> None:
    """Return the Fuggitivo to its owner in exchange for their lowest card, if they have won any."""
    for presa in state.tricks:
        if FUGGITIVO in presa.trick.cards:
            owner = presa.trick.seat(presa.trick.cards.index(FUGGITIVO), PLAYERS)
            if piles[owner]:
                paid = min(piles[owner], key=lambda card: WEIGHTS[card.code])
                piles[owner].remove(paid)
                piles[presa.winner].remove(FUGGITIVO)
                piles[owner].append(FUGGITIVO)
                piles[presa.winner].append(paid)


EVERYTHING = DEALER_PAR + PAR * (PLAYERS - 1)
"""The points in the pack, with the last trick."""


def par(deals: bool) -> int:
    """The points that a seat must take to come out even: the dealer one more."""
    return DEALER_PAR if deals else PAR


def deal_scores(points: tuple[int, ...], dealer: int) -> tuple[int, ...]:
    return tuple(each - par(seat == dealer) for seat, each in enumerate(points))


def deal_bounds(rules: Rules) -> tuple[int, int]:
    """The lowest and the highest score of a deal: by the points in the pack, or by the highest offer."""
    return min(-DEALER_PAR, -rules.offer_max), max(EVERYTHING - PAR, rules.offer_max)


def sheet_line(state: State, contract: Contract) -> SheetLine:
    """The line that the finished deal adds to the score sheet."""
    if contract.played:
        points = deal_points(state)
        return SheetLine(points, deal_scores(points, state.dealer), contract)
    scores = [0] * PLAYERS
    if contract.seat is not None and contract.offerer is not None and contract.points is not None:
        scores[contract.offerer] -= contract.points
        scores[contract.seat] += contract.points
    return SheetLine(None, tuple(scores), contract)


def is_decided(state: State) -> bool:
    """Return whether the match ends after this deal, since all agreed deals have been played."""
    counted = [line for line in state.sheet if line.contract.played or state.rules.count_abandoned]
    return len(counted) >= state.rules.deals


def sources(state: State) -> dict[str, Json] | None:
    """The sources of the scores of the match, by seat; None until it is over."""
    if state.phase != "over":
        return None
    nothing = (0,) * PLAYERS
    rows = {
        "taken": [line.points or nothing for line in state.sheet],
        "owed": [line.owed or nothing for line in state.sheet],
        "offered": [nothing if line.points else line.scores for line in state.sheet],
    }
    return {name: [*sheet.column_sums(row)] for name, row in rows.items()}


def payments(state: State) -> tuple[int, ...] | None:
    """The play money that each seat gets at the end, or pays if it is negative; the sum is 0."""
    if state.phase != "over":
        return None
    return tuple(score * state.rules.stake_unit for score in sheet.totals_by_side(state))
