"""The points of a deal, and the end of a match."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ludocards.catalogue.scopone.rules.captures import Cards
from ludocards.catalogue.scopone.rules.presets import Rules
from ludocards.catalogue.scopone.rules.state import Scored, SheetLine, State
from ludocards.catalogue.scopone.values import (
    DENARI,
    FIGURES,
    PRIMIERA,
    RANKS,
    REBELLO,
    SETTEBELLO,
    SHORTEST_NAPOLA,
)
from ludocards.engine import sheet
from ludocards.engine.cards import ITALIAN40

ORDER = ("carte", "denari", "settebello", "primiera", "napola", "rebello", "scope")
"""The order in which the points of a deal are counted."""

MOST_SCOPE = 20
"""A capture takes two cards at least of the 40."""


class Award(NamedTuple):
    name: str
    """One of `ORDER`."""
    side: int
    points: int


def most(numbers: Sequence[int | None]) -> int | None:
    """The side that is strictly ahead, if any; a side with None cannot be."""
    found = [number for number in numbers if number is not None]
    best = max(found, default=None)
    return numbers.index(best) if best is not None and found.count(best) == 1 else None


def primiera(pile: Cards, figures: str = "ten") -> int | None:
    """The sum of the best card of each suit; None if a suit is missing."""
    worth = {**PRIMIERA, **FIGURES[figures]}
    best = dict.fromkeys(ITALIAN40.suits, 0)
    for card in pile:
        best[card.suit] = max(best[card.suit], worth[card.rank])
    return sum(best.values()) if all(best.values()) else None


def napola(pile: Cards) -> int:
    """The points of A 2 3 … of denari: as many as there are in a row, from three on."""
    held = {card.rank for card in pile if card.suit == DENARI}
    row = next((place for place, rank in enumerate(RANKS) if rank not in held), len(RANKS))
    return row if row >= SHORTEST_NAPOLA else 0


def denari(piles: Sequence[Cards]) -> tuple[int, ...]:
    return tuple(sum(card.suit == DENARI for card in pile) for pile in piles)


def awards(state: State, piles: Sequence[Cards]) -> Iterator[Award]:
    """Yield the points of a finished deal in the order in which they are counted."""
    rules = state.rules
    single = {
        "carte": most([*map(len, piles)]),
        "denari": most(denari(piles)),
        "settebello": _holder(piles, SETTEBELLO.code),
        "primiera": most([primiera(pile, rules.primiera_figures) for pile in piles]),
        "rebello": _holder(piles, REBELLO.code) if rules.rebello else None,
    }
    for name in ORDER:
        if (side := single.get(name)) is not None:
            yield Award(name, side, 1)
        elif name == "napola" and rules.napola != "none":
            yield from (Award(name, side, row) for side, pile in enumerate(piles) if (row := napola(pile)))
        elif name == "scope":
            yield from (Award(name, state.sides[turn.seat], 1) for turn in state.turns if turn.scopa)


def _holder(piles: Sequence[Cards], code: str) -> int | None:
    return next((side for side, pile in enumerate(piles) if ITALIAN40.cards[code] in pile), None)


def counted(state: State, found: Sequence[Award]) -> Sequence[Award]:
    """The awards that count: all, or those until a side has the target."""
    target, totals = state.rules.target, [*sheet.totals_by_side(state)]
    if target is None or state.rules.finish == "deal_end":
        return found
    for place, award in enumerate(found):
        totals[award.side] += award.points
        if totals[award.side] >= target:
            return found[: place + 1]
    return found


def sheet_line(state: State) -> SheetLine:
    """The line that the finished deal adds to the score sheet."""
    rules, piles = state.rules, state.piles
    found = counted(state, [*awards(state, piles)])
    single = {award.name: award.side for award in found}

    def by_side(*names: str) -> tuple[int, ...]:
        won = [award for award in found if award.name in names]
        return tuple(sum(each.points for each in won if each.side == side) for side in range(len(piles)))

    return SheetLine(
        points=tuple(map(len, piles)),
        denari=denari(piles),
        primiera=tuple(primiera(pile, rules.primiera_figures) for pile in piles),
        scored=Scored(
            **{name: single.get(name) for name in ("carte", "denari", "settebello", "primiera", "rebello")},
            scope=by_side("scope"),
            napola=by_side("napola") if rules.napola != "none" else None,
            has_rebello=rules.rebello,
        ),
        scores=by_side(*ORDER),
    )


def void_line(state: State) -> SheetLine:
    """The line of a deal that was thrown in."""
    nothing = (0,) * len({*state.sides})
    return SheetLine(nothing, nothing, (None,) * len(nothing), None, nothing)


def deal_bounds(rules: Rules) -> tuple[int, int]:
    """The lowest and the highest score of a deal."""
    return 0, 4 + MOST_SCOPE + (len(RANKS) if rules.napola != "none" else 0) + rules.rebello


def won_by_napola(state: State) -> int | None:
    """The side that has won a match to a target by taking all ten denari."""
    line = state.sheet[-1] if state.sheet else None
    if state.rules.napola != "full_wins" or state.rules.target is None or line is None or line.scored is None:
        return None
    rows = line.scored.napola or ()
    return rows.index(len(RANKS)) if len(RANKS) in rows else None


def is_decided(state: State) -> bool:
    """Return whether the match ends after this deal; void deals do not count."""
    deals = sum(line.scored is not None for line in state.sheet)
    return won_by_napola(state) is not None or state.rules.match_end.is_reached(
        deals, sheet.totals_by_side(state)
    )


def places(state: State) -> tuple[int, ...] | None:
    """The places by side: by the totals, except that ten denari win a match."""
    placed, winner = sheet.places_by_side(state), won_by_napola(state)
    if placed is None or winner is None:
        return placed
    totals = sheet.totals_by_side(state)
    others = [total for side, total in enumerate(totals) if side != winner]
    return tuple(
        1 if side == winner else 2 + sum(other > total for other in others)
        for side, total in enumerate(totals)
    )
