"""The speed of pairing, scoring and ranking: `python -m bench tournaments`."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from random import Random

from bench.engine import milliseconds
from tournaments.formats import catalog
from tournaments.formats.catalog import (
    FORMATS,
    EventHistory,
    EventSides,
    HistoryEntrant,
    HistoryRound,
    PlayedRound,
    TableScores,
)
from tournaments.formats.meetings import THREE, Past, schedule_rounds
from tournaments.formats.standings import TableResult, sorted_standings

PAIRS, ROUNDS, TABLES, ENTRANTS = 300, 7, 100, 1000
PAIRING_S, DRAWING_S, STANDINGS_MS, SCORING_MS = 5, 1, 200, 1000
SEED = "bench"


def main() -> None:
    for scoring in ("match", "victory"):
        slowest = max(seconds(draw) for draw in swiss_rounds(scoring))
        print(f"svizzero by {scoring}, {PAIRS} pairs, the slowest of {ROUNDS} rounds: "
              f"{slowest:.2f} s (at most {PAIRING_S} s)")  # fmt: skip
    spent = seconds(draw_tables)
    print(
        f"{TABLES} tables of three for {ROUNDS} rounds, no repetition: {spent:.3f} s (at most {DRAWING_S} s)"
    )
    results = play_at_random()
    rank = milliseconds(lambda: sorted_standings(range(1, ENTRANTS + 1), results, SEED))
    print(
        f"standings of {ENTRANTS} entrants after {ROUNDS} rounds: {rank:.0f} ms (at most {STANDINGS_MS} ms)"
    )
    tables = [*deals_at_random()]
    chosen = FORMATS["swiss"].settings({"scoring": "matchpoints"})
    spent = milliseconds(lambda: catalog.score_tables(chosen, tables))
    print(f"{len(tables)} tables of sixteen deals scored: {spent:.0f} ms (at most {SCORING_MS} ms)")


def swiss_rounds(scoring: str) -> Iterator[Callable[[], object]]:
    """Yield for each round the function that pairs it, then play it with random results."""
    format, shape, random = FORMATS["swiss"], EventSides("pair", (0, 1, 0, 1)), Random(1)
    settings = format.settings({"rounds": ROUNDS, "scoring": scoring})
    history = EventHistory(tuple(HistoryEntrant(number) for number in range(1, PAIRS + 1)))
    drawn: list[HistoryRound] = []

    def draw() -> None:
        following = format.next_round(settings, shape, history, SEED)
        assert isinstance(following, HistoryRound)
        drawn.append(following)

    for _ in range(ROUNDS):
        yield draw
        if scoring == "match":
            points = [random.choice([(200, 0), (100, 100), (0, 200)]) for _ in drawn[-1].tables]
        else:
            points = [(won, 2000 - won) for won in (random.randrange(2001) for _ in drawn[-1].tables)]
        history = EventHistory(history.entrants, (*history.rounds, PlayedRound(drawn[-1], tuple(points))))
    met = {frozenset(table.places) for each in drawn for table in each.tables}
    assert len(met) == ROUNDS * PAIRS // 2, "a repetition"


def draw_tables() -> None:
    past = Past(THREE)
    for tables in schedule_rounds(range(3 * TABLES), THREE, ROUNDS, SEED):
        past.add(tables)
    assert not past.repeats


def play_at_random() -> list[TableResult]:
    random, order = Random(1), [*range(1, ENTRANTS + 1)]
    results: list[TableResult] = []
    for number in range(1, ROUNDS + 1):
        random.shuffle(order)
        results += [
            TableResult(number, two, random.choice([(200, 0), (100, 100), (0, 200)]), (0, 1))
            for two in zip(order[::2], order[1::2], strict=True)
        ]
    return results


def deals_at_random() -> Iterator[TableScores]:
    random = Random(1)
    for _ in range(PAIRS):
        yield TableScores((0, 1), {str(n): (mine := random.randrange(34), 33 - mine) for n in range(16)})


def seconds(work: Callable[[], object]) -> float:
    """Return the seconds of one call; a round can be paired only once."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
