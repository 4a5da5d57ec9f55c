"""Measure which of two policies is better, and by how much, on the same cards:
`python -m bench.duel maestro circolo --game whist`.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
from collections.abc import Sequence
from typing import Any

from ludocards.bots.registry import POLICIES, YARDSTICKS
from ludocards.engine.registry import GAMES
from ludocards.exam.duels import Duel, DuelOutcome, duel_figures, duel_outcomes, state_before_deal


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m bench.duel",
        description="Play two policies against each other: the same deals from all seats. Prints the first "
        "one's score less the second's for a deal, with its 95 % interval, and how long both think.",
    )
    parser.add_argument("first", help="a level, or: random, pimc, pimc_as_long")
    parser.add_argument("second")
    parser.add_argument("--game", default=next(iter(GAMES)), choices=[*GAMES])
    parser.add_argument("--preset", help="the rules; the first of the game without it")
    parser.add_argument("--rules", type=json.loads, default={}, help="options that differ, as JSON")
    parser.add_argument("--players", type=int, help="how many; as many as the game offers first without it")
    parser.add_argument("--deals", type=int, default=100, help="how many duplicate deals")
    parser.add_argument("--seed", type=int, default=0, help="the number of the first deal")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument(
        "--unhurried",
        action="store_true",
        help="lift the levels' limit on their time, so that a busy machine changes no choice",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    given = parser.parse_args(arguments)
    game = GAMES[given.game]
    known = {**POLICIES[game.name], **YARDSTICKS[game.name]}
    for name in (given.first, given.second):
        if name not in known:
            raise SystemExit(f"{game.name} has no policy {name}, only {', '.join(known)}")
    if given.deals < 1 or given.processes < 1 or given.seed < 0:
        raise SystemExit("deals and processes are at least 1, the seed at least 0")
    rules = {"preset": given.preset or next(iter(game.presets)), **given.rules}
    players = given.players or game.players[0]
    duel = Duel(game.name, players, rules, (given.first, given.second), unhurried=given.unhurried)
    state_before_deal(duel, 0)
    numbers = range(given.seed, given.seed + given.deals)
    done: list[DuelOutcome] = []
    for outcome in duel_outcomes(duel, numbers, given.processes):
        done.append(outcome)
        if sys.stderr.isatty() or len(done) % 50 == 0:
            mean = statistics.fmean(outcome.difference for outcome in done)
            print(f"{len(done)}/{given.deals} deals, {mean:+.2f}", file=sys.stderr)
    result = duel_figures(duel, done)
    print(json.dumps(result) if given.json else _words(result))


def _words(result: dict[str, Any]) -> str:
    low, high = result["interval"]
    lines = [
        "{game}, {players} players, {deals} deals:".format(**result),
        f"{result['first']} {result['difference']:+.2f} a deal against {result['second']}, "
        f"95 % between {low:+.2f} and {high:+.2f}",
    ]
    for place in ("first", "second"):
        times = result["milliseconds"][place]
        lines.append(f"{result[place]}: {times['median']:.1f} ms a choice, 95 % below {times['p95']:.1f} ms")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
