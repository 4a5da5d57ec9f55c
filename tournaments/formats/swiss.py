"""Svizzero: everybody plays every round, against an opponent of similar score, never the same one twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from tournaments.formats.format import EventSides, Format, Settings, history_tables, two_sides
from tournaments.formats.history import CannotDraw, EventHistory, HistoryRound, Next, Over
from tournaments.formats.matching import Cost, pair_at_least_cost
from tournaments.formats.options import BYE, RESTS, ROUND_BY_ROUND
from tournaments.formats.standings import Field

REST, BOT = 0, -1
"""The opponents of the entrant who is left over: a bye, or a bot."""


def swiss_rounds(settings: Settings, _shape: EventSides, entrants: int) -> int:
    """Return the chosen number of rounds, at most the number of possible opponents."""
    return min(int(settings["rounds"]), max(0, entrants - 1 + entrants % 2))


def next_round(settings: Settings, shape: EventSides, history: EventHistory, seed: str) -> Next:
    if history.number >= swiss_rounds(settings, shape, len(history.entrants)):
        return Over()
    return pair_by_score(settings, shape, history, seed)


def pair_by_score(settings: Settings, shape: EventSides, history: EventHistory, _seed: str) -> HistoryRound:
    """Return the round with the fewest repeated meetings and then the smallest differences in score.

    Entrants with equal scores meet like seeds: the upper half of them plays the lower half.
    """
    ids = [each.id for each in history.entrants]
    scores = Field(ids, history.results(shape.sides_at, False), history.carried).score
    order = sorted(history.field(), key=lambda who: (-scores[who], ids.index(who)))
    least = min((scores[who] for who in order), default=0)
    level: dict[int, list[int]] = {}
    for who in order:
        level.setdefault(scores[who], []).append(who)
    rank = {who: at for those in level.values() for at, who in enumerate(those)}
    met = history.meetings

    def cost(one: int, other: int) -> Cost:
        apart = scores[one] - scores.get(other, least)
        fold = 0
        if other <= 0:
            fold = len(level[scores[one]]) - rank[one]
        elif not apart:
            fold = abs(rank[other] - rank[one]) - len(level[scores[one]]) // 2
        return met[frozenset((one, other))], apart**2, fold**2

    return draw_swiss_round(order, cost, settings, history)


def draw_swiss_round(
    order: Sequence[int], cost: Callable[[int, int], Cost], settings: Settings, history: EventHistory
) -> HistoryRound:
    """Pair the entrants, the leaders at the first tables; of an odd number one meets a bot or has a bye.

    `cost` returns repetitions first, then the distance. The pairing avoids, from the worst on: forbidden
    pairings and second byes; repetitions; present entrants against absent ones or bots; the distance. Raises
    `CannotDraw` for fewer than two entrants.
    """
    if len(order) < 2:
        raise CannotDraw("too_few", f"{len(order)} entrants cannot play")
    rested = history.rests
    fewest = min(rested[who] for who in order)
    may_rest = settings["odd"] == RESTS or (settings["odd"] == BYE and not fewest)
    others = [REST if may_rest else BOT] if len(order) % 2 else []
    present = {each.id for each in history.entrants if each.present}

    def whole(one: int, other: int) -> Cost:
        forbidden = frozenset((one, other)) in history.forbidden or (other == REST and rested[one] > fewest)
        repeats, *distance = cost(one, other)
        return int(forbidden), repeats, int((one in present) != (other in present)), *distance

    pairs = pair_at_least_cost([*order, *others], whole)
    home = Counter(table.places[0] for played in history.rounds for table in played.round.tables)
    placed = [(b, a) if home[a] > home[b] else (a, b) for a, b in pairs if b != REST]
    return HistoryRound(history_tables(placed), tuple(a for a, b in pairs if b == REST))


SWISS = Format(
    "swiss",
    next_round,
    two_sides,
    scorings=("victory", "match", "matchpoints", "cross", "game"),
    options=ROUND_BY_ROUND,
    rounds=swiss_rounds,
    apart=True,
)
