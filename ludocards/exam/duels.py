"""Duels: two policies play the same cards from all seats, so that luck in the cards cancels out."""

from __future__ import annotations

import math
import multiprocessing
import statistics
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from ludocards.bots.levels import Policy
from ludocards.bots.registry import POLICIES, THOUGHT_ABOUT, YARDSTICKS
from ludocards.engine import shuffle
from ludocards.engine.game import Deal, Game, Json, Refused, Step
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
class DuelOutcome:
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


def duplicate_seatings(sides: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the seatings of a duplicate deal, as the policy (0 or 1) at each seat: every side in turn has
    one policy, and all other sides have the other."""
    alone = sorted({tuple(int(other != side) for other in sides) for side in sides})
    return sorted({*alone, *(tuple(1 - each for each in seating) for seating in alone)})


def play_deal(duel: Duel, number: int) -> DuelOutcome:
    """Play the deal with this number in all seatings."""
    outcome = DuelOutcome(0.0)
    differences = []
    for seating in duplicate_seatings(GAMES[duel.game].sides(state_before_deal(duel, number))):
        scores = _scores(duel, number, seating, outcome.times)
        mine = [score for score, policy in scores if policy == 0]
        others = [score for score, policy in scores if policy == 1]
        differences.append(statistics.fmean(mine) - statistics.fmean(others))
    outcome.difference = statistics.fmean(differences)
    return outcome


def state_before_deal(duel: Duel, number: int) -> Any:
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


def deal_of_duel(duel: Duel, number: int) -> Step[Any] | Refused:
    """Return the beginning of the deal with this number."""
    state = state_before_deal(duel, number)
    return GAMES[duel.game].deal(state, cards_of_deal(duel, number))


def cards_of_deal(duel: Duel, number: int) -> Deal:
    """Return the cards of the deal with this number."""
    game, state = GAMES[duel.game], state_before_deal(duel, number)
    seed = number.to_bytes(shuffle.SEED_BYTES, "big")
    return game.hand_out(state, shuffle.shuffle(game.pack(state), seed, "duel", 0))


def _scores(
    duel: Duel, number: int, seating: Sequence[int], times: tuple[list[float], list[float]]
) -> list[tuple[float, int]]:
    """Play one deal; return each side's score with the policy that played that side."""
    game, step = GAMES[duel.game], deal_of_duel(duel, number)
    policies = [policy_of(duel, name) for name in duel.policies]
    while True:
        if not isinstance(step, Step):
            raise SystemExit(f"{duel}, deal {number}: {step.message}")
        state = step.state
        if score_of_step(step):
            break
        seat = game.to_act(state)[0]
        view, legal = game.view(state, seat), game.legal(state, seat)
        begun = time.thread_time()
        command = policies[seating[seat]](view, legal)
        if len(legal) > 1:
            times[seating[seat]].append(1000 * (time.thread_time() - begun))
        step = game.apply(state, seat, command)
    side_policy = dict(zip(game.sides(state), seating, strict=True))
    return [(score, side_policy[side]) for side, score in enumerate(points_by_side(game, step))]


def score_of_step(step: Step[Any]) -> list[Mapping[str, Json]]:
    """Return the score of the deal that this step ends, if it does."""
    return [event.public for event in step.events if event.kind == "scored"]


def points_by_side(game: Game[Any, Any], step: Step[Any]) -> list[float]:
    """Return the result of each side in the deal that this step ends, in points."""
    points = score_of_step(step)[0]["points" if game.point > 1 else "scores"]
    return [score / game.point for score in game.results(points)]


def duel_figures(duel: Duel, outcomes: Sequence[DuelOutcome]) -> dict[str, Any]:
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


def duel_outcomes(duel: Duel, numbers: Sequence[int], processes: int) -> Iterator[DuelOutcome]:
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

    def __call__(self, number: int) -> DuelOutcome:
        return play_deal(self.duel, number)
