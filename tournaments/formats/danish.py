"""The Danish system (Danese): each round pairs neighbours in the standings, 1st with 2nd, 3rd with 4th …"""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.formats.format import EventSides, Format, Settings, rank_by_points, two_sides
from tournaments.formats.history import EventHistory, HistoryRound, Next, Over, by_lot
from tournaments.formats.matching import Cost
from tournaments.formats.options import ROUND_BY_ROUND
from tournaments.formats.swiss import draw_swiss_round


def next_round(settings: Settings, shape: EventSides, history: EventHistory, seed: str) -> Next:
    if history.number >= settings["rounds"]:
        return Over()
    return pair_neighbours(settings, shape, history, standings_order(settings, shape, history, seed))


def pair_neighbours(
    settings: Settings, _shape: EventSides, history: EventHistory, order: Sequence[int]
) -> HistoryRound:
    """Pair neighbours in this order; repeats are allowed, but avoided in consecutive rounds."""
    place = {who: at for at, who in enumerate(order)}
    just_met = EventHistory(history.entrants, history.rounds[-1:]).meetings

    def cost(one: int, other: int) -> Cost:
        return just_met[frozenset((one, other))], (place.get(other, len(order)) - place[one]) ** 2

    return draw_swiss_round(order, cost, settings, history)


def standings_order(settings: Settings, shape: EventSides, history: EventHistory, seed: str) -> list[int]:
    """Return the order of the entrants: by lot in the first round, then by the standings."""
    if not history.rounds:
        return by_lot(history.field(), seed)
    there = {*history.field()}
    return [line.entrant for line in rank_by_points(settings, shape, history, seed) if line.entrant in there]


DANISH = Format(
    "danish",
    next_round,
    two_sides,
    scorings=("victory", "match", "matchpoints", "cross", "game"),
    options=ROUND_BY_ROUND,
    apart=True,
)
