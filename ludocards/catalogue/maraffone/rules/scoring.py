"""The score of a deal, and the end of a match."""

from __future__ import annotations

from operator import add

from ludocards.catalogue.maraffone.rules.presets import Rules
from ludocards.catalogue.maraffone.rules.state import SheetLine, State
from ludocards.catalogue.maraffone.values import CRICCA
from ludocards.catalogue.thirds.rules import PARTS, parts
from ludocards.catalogue.thirds.values import POINT, SCORINGS, THIRDS
from ludocards.engine import sheet
from ludocards.engine.cards import ITALIAN40
from ludocards.engine.game import Json, plain
from ludocards.engine.sheet import by_side


def bonus(scoring: str) -> int:
    """The worth of the cricca, in the unit of the score."""
    return CRICCA * POINT // SCORINGS[scoring].unit


def cricca(state: State) -> tuple[int, ...]:
    """The bonus in this deal, by side."""
    return by_side(state, () if state.cricca is None else [(state.cricca, bonus(state.rules.scoring))])


def sheet_line(state: State) -> SheetLine:
    """The line that the finished deal adds to the score sheet."""
    counted = SCORINGS[state.rules.scoring]
    sources, extra = parts(state, counted.last_trick), cricca(state)
    raw = sheet.column_sums(sources.values())
    cards = tuple(map(counted.score, raw))
    assert state.namer is not None
    assert state.trump is not None
    scores = tuple(map(add, cards, extra))
    return SheetLine(raw, cards, extra, scores, **sources, namer=state.namer, trump=state.trump)


def card_bound(rules: Rules) -> int:
    """The score of all cards, with the last trick."""
    counted = SCORINGS[rules.scoring]
    return counted.score(len(ITALIAN40.suits) * sum(THIRDS.values()) + counted.last_trick)


def deal_bounds(rules: Rules) -> tuple[int, int]:
    """The lowest and the highest score of a deal: all cards, with the cricca."""
    return 0, card_bound(rules) + (0 if rules.cricca == "none" else bonus(rules.scoring))


def totals(state: State) -> tuple[int, ...]:
    """The score of the match so far; the cricca counts at once."""
    scores = sheet.totals_by_side(state)
    is_made = state.phase == "play" and state.cricca is not None
    return tuple(map(add, scores, cricca(state))) if is_made else scores


def sources(state: State) -> dict[str, Json] | None:
    """The sources of the points of the match, by side; None until it is over."""
    if state.phase != "over":
        return None
    sums = {
        name: sheet.column_sums(getattr(line, name) for line in state.sheet) for name in (*PARTS, "cricca")
    }
    unit = SCORINGS[state.rules.scoring].unit
    rounded = (sum(unit * line.cards[side] - line.points[side] for line in state.sheet) for side in (0, 1))
    return {**{name: plain(row) for name, row in sums.items()}, "rounded": [*rounded]}


def target(rules: Rules) -> int:
    """The number of thirds that a side must reach."""
    return rules.match_end.target * (POINT if rules.match_end.unit == "points" else 1)


def is_decided(state: State) -> bool:
    """Return whether the match ends after this deal. A target in thirds is reached by whole points, too."""
    end, unit = state.rules.match_end, SCORINGS[state.rules.scoring].unit
    return end.is_reached(len(state.sheet), [unit * total for total in totals(state)], target(state.rules))
