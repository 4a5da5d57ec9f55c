"""Measure which of two policies is better, and by how much, on the same cards:
`python -m tests.bench.duel maestro circolo --game whist`.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import os
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from ludocards.bots.levels import Policy
from ludocards.bots.registry import POLICIES, THOUGHT_ABOUT, YARDSTICKS
from ludocards.engine import shuffle
from ludocards.engine.game import Json, Refused, Step
from ludocards.engine.registry import GAMES, part

CONFIDENCE = 1.96
"""The half-width of a 95 % confidence interval, in standard errors."""


@dataclass(frozen=True, slots=True)
class Duel:
    """Two policies, and the game and rules by which they meet."""

    game: str
    players: int
    rules: Json
    policies: tuple[str, str]
    unhurried: bool = False
    """True if the levels have unlimited time, so that a busy machine does not change their choices."""


@dataclass(slots=True)
class Outcome:
    """The result of a duplicate deal: the first policy's score less the second's, averaged over all seatings,
    and the processor time of each policy per choice, in milliseconds."""

    difference: float
    times: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))


def policy_of(duel: Duel, name: str) -> Policy:
    if duel.unhurried and duel.game in THOUGHT_ABOUT:
        levels = part(duel.game, "bot.levels")
        if name in levels.BY_NAME:
            return partial(levels.think, level=replace(levels.BY_NAME[name], ms=math.inf))
    return {**POLICIES[duel.game], **YARDSTICKS[duel.game]}[name]


def seatings(sides: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the seatings of a duplicate deal, as the policy (0 or 1) at each seat: every side in turn has
    one policy, and all other sides have the other."""
    alone = sorted({tuple(int(other != side) for other in sides) for side in sides})
    return sorted({*alone, *(tuple(1 - each for each in seating) for seating in alone)})


def play_deal(duel: Duel, number: int) -> Outcome:
    """Play the deal with this number in all seatings."""
    outcome = Outcome(0.0)
    differences = []
    for seating in seatings(GAMES[duel.game].sides(start(duel, number))):
        scores = _scores(duel, number, seating, outcome.times)
        mine = [score for score, policy in scores if policy == 0]
        others = [score for score, policy in scores if policy == 1]
        differences.append(statistics.fmean(mine) - statistics.fmean(others))
    outcome.difference = statistics.fmean(differences)
    return outcome


def start(duel: Duel, number: int) -> Any:
    """Return the state before the deal. It is the first deal of a match; if the number of deals is fixed, all
    deals come in turn, since their hands may have different sizes."""
    game = GAMES[duel.game]
    rules = game.rules_from(duel.rules)
    state = rules if isinstance(rules, Refused) else game.start(rules, duel.players, number % duel.players)
    if isinstance(state, Refused):
        raise SystemExit(state.message)
    deals = game.length(rules, duel.players)
    if deals is None:
        return state
    deal = number // duel.players % deals
    return replace(state, deal=deal, first_dealer=(state.first_dealer - deal) % duel.players)


def _scores(
    duel: Duel, number: int, seating: Sequence[int], times: tuple[list[float], list[float]]
) -> list[tuple[float, int]]:
    """Play one deal; return each side's score with the policy that played that side."""
    game, state = GAMES[duel.game], start(duel, number)
    policies = [policy_of(duel, name) for name in duel.policies]
    seed = number.to_bytes(shuffle.SEED_BYTES, "big")
    pack = shuffle.shuffle(game.pack(state), seed, "duel", 0)
    step = game.deal(state, game.hand_out(state, pack))
    while True:
        if not isinstance(step, Step):
            raise SystemExit(f"{duel}, deal {number}: {step.message}")
        state = step.state
        scored = [event.public for event in step.events if event.kind == "scored"]
        if scored:
            break
        seat = game.to_act(state)[0]
        view, legal = game.view(state, seat), game.legal(state, seat)
        begun = time.thread_time()
        command = policies[seating[seat]](view, legal)
        if len(legal) > 1:
            times[seating[seat]].append(1000 * (time.thread_time() - begun))
        step = game.apply(state, seat, command)
    scores = scored[0]["points"] if game.point > 1 else scored[0]["scores"]
    side_policy = dict(zip(game.sides(state), seating, strict=True))
    return [(score / game.point, side_policy[side]) for side, score in enumerate(game.results(scores))]


def summary(duel: Duel, outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Return the figures of a duel as JSON."""
    differences = [outcome.difference for outcome in outcomes]
    error = statistics.stdev(differences) / len(differences) ** 0.5 if len(differences) > 1 else float("inf")
    mean = statistics.fmean(differences)
    return {
        "game": duel.game,
        "players": duel.players,
        "rules": duel.rules,
        "deals": len(outcomes),
        "first": duel.policies[0],
        "second": duel.policies[1],
        "difference": round(mean, 3),
        "interval": [round(mean - CONFIDENCE * error, 3), round(mean + CONFIDENCE * error, 3)],
        "milliseconds": {
            name: _spread([each for outcome in outcomes for each in outcome.times[place]])
            for place, name in enumerate(("first", "second"))
        },
    }


def _spread(times: Sequence[float]) -> dict[str, float]:
    ordered = sorted(times)
    return {
        "mean": round(statistics.fmean(ordered), 3),
        "median": round(statistics.median(ordered), 3),
        "p95": round(ordered[int(0.95 * (len(ordered) - 1))], 3),
        "most": round(ordered[-1], 3),
    }


def outcomes(duel: Duel, numbers: Sequence[int], processes: int) -> Iterator[Outcome]:
    """Play all deals; yield each outcome when it is known."""
    if processes == 1:
        yield from (play_deal(duel, number) for number in numbers)
        return
    with multiprocessing.get_context("fork").Pool(processes) as pool:
        yield from pool.imap_unordered(_Task(duel), numbers, chunksize=1)


@dataclass(frozen=True, slots=True)
class _Task:
    """The function that worker processes call; unlike a closure, it can be pickled."""

    duel: Duel

    def __call__(self, number: int) -> Outcome:
        return play_deal(self.duel, number)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.duel",
        description="Play two policies against each other: the same deals from all seats. Prints the first "
        "one's score less the second's for a deal, with its 95 % interval, and how long both think.",
    )
    parser.add_argument("first", help="a level, or: random, pimc, pimc_as_long")
    parser.add_argument("second")
    parser.add_argument("--game", default=next(iter(GAMES)), choices=[*GAMES])
    parser.add_argument("--preset", help="the rules; the first of the game without it")
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
    rules = {"preset": given.preset or next(iter(game.presets))}
    players = given.players or game.players[0]
    duel = Duel(game.name, players, rules, (given.first, given.second), unhurried=given.unhurried)
    start(duel, 0)
    numbers = range(given.seed, given.seed + given.deals)
    done: list[Outcome] = []
    for outcome in outcomes(duel, numbers, given.processes):
        done.append(outcome)
        if sys.stderr.isatty() or len(done) % 50 == 0:
            mean = statistics.fmean(outcome.difference for outcome in done)
            print(f"{len(done)}/{given.deals} deals, {mean:+.2f}", file=sys.stderr)
    result = summary(duel, done)
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
