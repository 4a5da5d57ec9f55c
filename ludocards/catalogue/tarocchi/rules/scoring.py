"""What the cards taken are worth, what a deal adds to the match, and when the match is over."""

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
    """What cards are worth, counted by threes; it does not matter how they are grouped."""
    weights = [WEIGHTS[card.code] for card in cards]
    groups, left = divmod(len(weights), HEAP)
    if left:
        raise ValueError("cards are counted by threes")
    return sum(weights) - OFF * groups


def deal_points(state: State) -> tuple[int, ...]:
    """What each seat took in a deal that is played out: its cards, the scarto, the last trick."""
    piles: list[list[Card]] = [[] for _ in range(PLAYERS)]
    piles[state.dealer] += state.scarto
    for presa in state.tricks:
        piles[presa.winner] += presa.trick.cards
    _bring_home_the_fuggitivo(state, piles)
    points = [card_points(pile) for pile in piles]
    points[state.tricks[-1].winner] += LAST_TRICK
    return tuple(points)


def _bring_home_the_fuggitivo(state: State, piles: list[list[Card]]) -> None:
    """Its owner has it back for his lowest card, if he has won any."""
    for presa in state.tricks:
        if FUGGITIVO in presa.trick.cards:
            owner = presa.trick.seat(presa.trick.cards.index(FUGGITIVO), PLAYERS)
            if piles[owner]:
                paid = min(piles[owner], key=lambda card: WEIGHTS[card.code])
                piles[owner].remove(paid)
                piles[presa.winner].remove(FUGGITIVO)
                piles[owner].append(FUGGITIVO)
                piles[presa.winner].append(paid)


def deal_scores(points: tuple[int, ...], dealer: int) -> tuple[int, ...]:
    return tuple(each - (DEALER_PAR if seat == dealer else PAR) for seat, each in enumerate(points))


def deal_bounds(rules: Rules) -> tuple[int, int]:
    """Nothing and everything that is in the pack, or what can be offered."""
    everything = DEALER_PAR + PAR * (PLAYERS - 1)
    return min(-DEALER_PAR, -rules.offer_max), max(everything - PAR, rules.offer_max)


def sheet_line(state: State, contract: Contract) -> SheetLine:
    """The line that the deal which is over adds to the sheet."""
    if contract.played:
        points = deal_points(state)
        return SheetLine(points, deal_scores(points, state.dealer), contract)
    scores = [0] * PLAYERS
    if contract.seat is not None and contract.offerer is not None and contract.points is not None:
        scores[contract.offerer] -= contract.points
        scores[contract.seat] += contract.points
    return SheetLine(None, tuple(scores), contract)


def is_decided(state: State) -> bool:
    """Whether the match ends after this deal: all the deals that were agreed have been."""
    counted = [line for line in state.sheet if line.contract.played or state.rules.count_abandoned]
    return len(counted) >= state.rules.deals


def sources(state: State) -> dict[str, Json] | None:
    """What the scores of the match come from, by seat; None until it is over."""
    if state.phase != "over":
        return None
    nothing = (0,) * PLAYERS
    rows = {
        "taken": [line.points or nothing for line in state.sheet],
        "owed": [line.owed or nothing for line in state.sheet],
        "offered": [nothing if line.points else line.scores for line in state.sheet],
    }
    return {name: [*sheet.added(row)] for name, row in rows.items()}


def payments(state: State) -> tuple[int, ...] | None:
    """What everybody gets at the end, or pays (below 0), in play money; it adds up to nothing."""
    if state.phase != "over":
        return None
    return tuple(score * state.rules.stake_unit for score in sheet.totals(state))
