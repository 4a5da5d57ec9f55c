"""The worth of the cards taken, the score of a deal, and the end of a match."""

from __future__ import annotations

from operator import add

from ludocards.catalogue.thirds.rules import PARTS, parts
from ludocards.catalogue.thirds.values import POINT, SCORINGS, THIRDS
from ludocards.catalogue.tressette.rules.accuse import MOST as ALL_ACCUSE
from ludocards.catalogue.tressette.rules.presets import Rules
from ludocards.catalogue.tressette.rules.state import SheetLine, State
from ludocards.engine import sheet
from ludocards.engine.cards import ITALIAN40
from ludocards.engine.game import Json
from ludocards.engine.scorepad import won_alone
from ludocards.engine.sheet import by_side


def accuse_points(state: State) -> tuple[int, ...]:
    return by_side(state, [(accusa.seat, accusa.points) for accusa in state.accuse])


def sheet_line(state: State) -> SheetLine:
    """The line that the finished deal adds to the score sheet."""
    counted = SCORINGS[state.rules.scoring]
    sources, accuse = parts(state, counted.last_trick), accuse_points(state)
    raw = sheet.column_sums(sources.values())
    points = tuple(counted.score(each) + extra for each, extra in zip(raw, accuse, strict=True))
    scores = won_alone(points) if state.rules.match_end.unit == "games" else points
    return SheetLine(raw, accuse, points, scores, **sources)


def all_thirds(rules: Rules) -> int:
    """The worth of all cards, with the last trick."""
    return len(ITALIAN40.suits) * sum(THIRDS.values()) + SCORINGS[rules.scoring].last_trick


def card_bound(rules: Rules) -> int:
    """The points of all cards, with the last trick."""
    return SCORINGS[rules.scoring].score(all_thirds(rules))


def deal_bounds(rules: Rules) -> tuple[int, int]:
    """The lowest and the highest score of a deal: a game, or all cards with all accuse."""
    if rules.match_end.unit == "games":
        return 0, 1
    return 0, card_bound(rules) + (ALL_ACCUSE if rules.accuse_window else 0)


def totals(state: State) -> tuple[int, ...]:
    """The score of the match so far; if it counts points, accuse count as soon as they are made."""
    scores = sheet.totals_by_side(state)
    if state.phase == "play" and state.rules.match_end.unit != "games":
        return tuple(map(add, scores, accuse_points(state)))
    return scores


def sources(state: State) -> dict[str, Json] | None:
    """The sources of the points of the match, by side; None until it is over, or if a line lacks them."""
    if state.phase != "over" or not all(line.aces for line in state.sheet):
        return None
    names = (*PARTS, "accuse", "score_points")
    cards, thirds_taken = (
        sheet.column_sums(getattr(line, name) for line in state.sheet) for name in ("cards", "points")
    )
    return {
        **{name: [*sheet.column_sums(getattr(line, name) for line in state.sheet)] for name in names},
        "rounded": [POINT * points - taken for points, taken in zip(cards, thirds_taken, strict=True)],
    }


def is_decided(state: State) -> bool:
    """Return whether the match ends after this deal."""
    return state.rules.match_end.is_reached(len(state.sheet), totals(state))
