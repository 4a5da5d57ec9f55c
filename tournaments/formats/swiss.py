"""Svizzero: everybody plays every round, against somebody as good so far, never twice against the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from tournaments.formats.format import EventShape, Format, Settings, tables, two_sides
from tournaments.formats.history import CannotDraw, History, Next, Over, Round
from tournaments.formats.matching import Cost, pair
from tournaments.formats.options import ROUND_BY_ROUND
from tournaments.formats.standings import Field

REST, BOT = 0, -1
"""Whom somebody is paired with who is left over."""


def rounds(settings: Settings, _shape: EventShape, entrants: int) -> int:
    """As chosen, but nobody can meet more than there are."""
    return min(int(settings["rounds"]), max(0, entrants - 1 + entrants % 2))


def next_round(settings: Settings, shape: EventShape, history: History, _seed: str) -> Next:
    """The round with the fewest repeated meetings in which scores are as near as they can be.

    Who is level meets as seeds do: the upper half of the level ones the lower half.
    """
    if history.number >= rounds(settings, shape, len(history.entrants)):
        return Over()
    ids = [each.id for each in history.entrants]
    scores = Field(ids, history.results(shape.sides_at, False)).score
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

    return draw(order, cost, settings, history)


def draw(
    order: Sequence[int], cost: Callable[[int, int], Cost], settings: Settings, history: History
) -> Round:
    """The leaders at the first tables; of an odd number one meets a bot or rests, where the event has it so.

    `cost` has repetitions first, then the distance. What is avoided, the worst first: who must not meet, or
    rests twice; repetitions; that who has come meets somebody who has not, or a bot; the distance. Raises
    `CannotDraw` if there are not two.
    """
    if len(order) < 2:
        raise CannotDraw("too_few", f"{len(order)} entrants cannot play")
    may_rest = settings["odd"] == "bye" and not {*order} <= history.rested
    others = [REST if may_rest else BOT] if len(order) % 2 else []
    present = {each.id for each in history.entrants if each.present}

    def whole(one: int, other: int) -> Cost:
        forbidden = frozenset((one, other)) in history.forbidden or (other == REST and one in history.rested)
        repeats, *distance = cost(one, other)
        return int(forbidden), repeats, int((one in present) != (other in present)), *distance

    pairs = pair([*order, *others], whole)
    home = Counter(table.places[0] for played in history.rounds for table in played.round.tables)
    placed = [(b, a) if home[a] > home[b] else (a, b) for a, b in pairs if b != REST]
    return Round(tables(placed), tuple(a for a, b in pairs if b == REST))


SWISS = Format(
    "swiss",
    next_round,
    two_sides,
    scorings=("victory", "match", "matchpoints", "cross", "game"),
    options=ROUND_BY_ROUND,
    rounds=rounds,
)
