"""Examine the bots: `manage.py exam GAME --deals 100`."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate, islice, pairwise
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.archive import choices
from ludocards.bots.levels import DEFAULT_POLICY, LEVELS
from ludocards.bots.registry import POLICIES, YARDSTICKS
from ludocards.engine import shuffle
from ludocards.engine.game import Game, Step
from ludocards.engine.registry import GAMES
from ludocards.exam.agreement import agreement_by_band
from ludocards.exam.duels import (
    CONFIDENCE,
    Duel,
    duel_figures,
    duel_outcomes,
    points_by_side,
    policy_of,
    score_of_step,
)
from ludocards.exam.exploits import exploited_points
from ludocards.exam.pace import measure_pace
from ludocards.exam.positions import exam_positions
from ludocards.ratings.skill import CENTRE, UNIT, SeatResult, Skill, rate_match

RATED_MATCHES = 12_000
"""The number of simulated matches from which ratings are estimated: the mean ratings in their second half."""

EXAM_PARTS = ("positions", "ladder", "exploits", "pace", "people")


class Command(BaseCommand):
    help = (
        "Examine the bots of a game: positions with known best choices, a ladder of all levels with their "
        "ratings, what can be gained by knowing a level, the time that choices take, and how often a level "
        "makes the choice that people made."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", choices=[*GAMES])
        parser.add_argument("--parts", nargs="+", choices=EXAM_PARTS, default=EXAM_PARTS)
        parser.add_argument(
            "--levels", nargs="+", help="the levels and yardsticks to examine; all by default"
        )
        parser.add_argument(
            "--deals", type=int, default=100, help="the number of duplicate deals for each step of the ladder"
        )
        parser.add_argument(
            "--few", type=int, default=10, help="the number of deals for `exploits` and `pace`"
        )
        parser.add_argument("--seed", type=int, default=60_000, help="the number of the first deal")
        parser.add_argument(
            "--steps",
            nargs="+",
            type=float,
            default=(),
            help="points a deal by which each level beats the one below; no duels are played then",
        )
        parser.add_argument(
            "--matches",
            type=int,
            default=40,
            help="the number of matches from which the luck in a match is estimated",
        )
        parser.add_argument(
            "--choices",
            type=int,
            default=2000,
            help="the number of choices of people, the latest first, for `people`",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        game = options["game"]
        policies = {**YARDSTICKS[game], **POLICIES[game]}
        levels = options["levels"] or [*policies]
        if unknown := [level for level in levels if level not in policies]:
            self.stderr.write(f"{game} has no policy {', '.join(unknown)}, only {', '.join(policies)}")
            return
        rungs = [each for each in POLICIES[game] if each in levels or each == DEFAULT_POLICY]
        if options["steps"] and len(options["steps"]) != len(rungs) - 1:
            self.stderr.write(f"{len(rungs)} levels have {len(rungs) - 1} steps")
            return
        numbers = range(options["seed"], options["seed"] + options["deals"])
        few_numbers = numbers[: options["few"]]
        parts: Mapping[str, Callable[[], Iterable[str]]] = {
            "positions": lambda: position_lines(game, levels),
            "ladder": lambda: ladder_lines(game, rungs, numbers, options["matches"], options["steps"]),
            "exploits": lambda: exploit_lines(game, levels, few_numbers),
            "pace": lambda: pace_lines(game, rungs, few_numbers),
            "people": lambda: agreement_lines(game, levels, options["choices"]),
        }
        for part in options["parts"]:
            self.stdout.write(f"{part}, {game}")
            for line in parts[part]():
                self.stdout.write(f"  {line}")


def duel_between(game: str, first: str, second: str) -> Duel:
    """Return a duel of two policies by the game's first preset."""
    rules = {"preset": next(iter(GAMES[game].presets))}
    return Duel(game, GAMES[game].players[0], rules, (first, second), unhurried=True)


def position_lines(game: str, levels: Sequence[str]) -> Iterable[str]:
    """Yield the number of positions that each level gets right, in all and by theme."""
    positions = exam_positions(game)
    themes = sorted({each.theme for each in positions})
    for level in levels:
        policy = policy_of(duel_between(game, level, level), level)
        answers = [(each.theme, each.is_right(policy)) for each in positions]
        by_theme = [[is_right for theme, is_right in answers if theme == each] for each in themes]
        theme_counts = ", ".join(
            f"{theme} {sum(each)}/{len(each)}" for theme, each in zip(themes, by_theme, strict=True)
        )
        yield f"{level:13} {sum(is_right for _, is_right in answers):3} of {len(answers)}: {theme_counts}"


def ladder_lines(
    game: str, levels: Sequence[str], numbers: Sequence[int], matches: int, steps: Sequence[float]
) -> Iterable[str]:
    """Yield the duel of each level with the one below, unless `steps` are given, and the resulting ratings.

    `numbers` are those of the deals; `matches` is the number of matches that measure luck.
    """
    strength = dict(zip(levels, accumulate(steps, initial=0.0), strict=False))
    for below, level in () if steps else pairwise(levels):
        duel = duel_between(game, level, below)
        found = duel_figures(duel, list(duel_outcomes(duel, numbers, 1)))
        low, high = found["interval"]
        strength[level] = strength[below] + found["difference"]
        thought = found["milliseconds"]["first"]
        yield (
            f"{level:13} {found['difference']:+.2f} a deal against {below}, 95 % {low:+.2f} to {high:+.2f}; "
            f"{thought['mean']:.1f} ms a choice, 95 % below {thought['p95']:.1f}"
        )
    deals, luck = match_luck(GAMES[game], matches)
    yield f"a match has {deals:.1f} deals, and a side's luck in one is {luck:.1f} points"
    for level, rating in site_ratings(GAMES[game], strength, deals, luck).items():
        yield f"{level:13} {rating}"


def match_luck(game: Game[Any, Any], matches: int) -> tuple[float, float]:
    """Return the length of a match and the luck in a deal, from matches that *circolo* plays against itself.

    The length is the mean number of deals. The luck is the standard deviation, in points, of a side's result
    in a deal less the mean of the other sides' results.
    """
    leads = []
    play = POLICIES[game.name][DEFAULT_POLICY]
    for match in range(matches):
        state = started_match(game)
        while not game.is_over(state):
            deal = game.awaits_deal(state)
            if deal is not None:
                seed = match.to_bytes(shuffle.SEED_BYTES, "big")
                step = game.deal(
                    state, game.hand_out(state, shuffle.shuffle(game.pack(state), seed, "exam", deal))
                )
            else:
                seat = game.to_act(state)[0]
                step = game.apply(state, seat, play(game.view(state, seat), game.legal(state, seat)))
            assert isinstance(step, Step), step
            state = step.state
            if score_of_step(step):
                first, *others = points_by_side(game, step)
                leads.append(first - statistics.fmean(others))
    return len(leads) / matches, statistics.stdev(leads)


def started_match(game: Game[Any, Any]) -> Any:
    """Return the state of a match by the game's first preset, before its first deal."""
    rules = game.rules_from({"preset": next(iter(game.presets))})
    return game.start(rules, game.players[0], 0)


def site_ratings(
    game: Game[Any, Any], strength: Mapping[str, float], deals: float, luck: float
) -> dict[str, int]:
    """Return the rating that each level would have on the site, if all levels met in rated matches.

    *circolo* has the rating with which an account begins. `strength` and `luck` are in points a deal, and
    `deals` is the length of a match.
    """
    sides = game.sides(started_match(game))
    side_count = 1 + max(sides)
    # The standard deviation of one side's score in a match, if the scores of all sides are independent.
    deviation = luck * (deals * (1 - 1 / side_count)) ** 0.5
    random, levels = Random(1), [*strength]
    skills = dict.fromkeys(levels, Skill())
    means: dict[str, list[float]] = {level: [] for level in levels}
    for number in range(RATED_MATCHES):
        chosen = random.sample(levels, side_count)
        scores = [random.gauss(deals * strength[level], deviation) for level in chosen]
        seats = [SeatResult(side, 1 + sum(other > scores[side] for other in scores), False) for side in sides]
        after = rate_match(seats, [skills[chosen[side]] for side in sides], 1.0)
        skills |= {chosen[side]: skill for side, skill in zip(sides, after, strict=True)}
        if number >= RATED_MATCHES // 2:
            for level in levels:
                means[level].append(skills[level].mu)
    middle = statistics.fmean(means[DEFAULT_POLICY])
    return {level: round(CENTRE + UNIT * (statistics.fmean(means[level]) - middle)) for level in levels}


def exploit_lines(game: str, levels: Sequence[str], numbers: Sequence[int]) -> Iterable[str]:
    """Yield the points a deal that the strongest level gains against each level by knowing its policy."""
    strongest = [each for each in LEVELS if each in POLICIES[game]][-1]
    for level in levels:
        gains = [exploited_points(duel_between(game, strongest, level), number) for number in numbers]
        error = CONFIDENCE * statistics.stdev(gains) / len(gains) ** 0.5
        yield f"{level:13} {statistics.fmean(gains):+.2f} ± {error:.2f} a deal, {len(gains)} deals"


def pace_lines(game: str, levels: Sequence[str], numbers: Sequence[int]) -> Iterable[str]:
    """Yield the time that each level takes for a choice, with few and with many legal commands."""
    for level in levels:
        found = measure_pace(duel_between(game, level, level), level, numbers)
        yield (
            f"{level:13} median {found.few:.1f} ms with two or three choices, {found.many:.1f} with more; "
            f"correlation {found.correlation:+.2f}; later than the answer is due: {found.late:.1%}"
        )


def agreement_lines(game: str, levels: Sequence[str], count: int) -> Iterable[str]:
    """Yield the share of the latest `count` choices of people that each level would also make.

    The share is given for all people, and by their ratings.
    """
    human_choices = [*islice(choices.of_people(game), count)]
    if not human_choices:
        yield "no person has made a choice yet in a finished match that everybody may see"
        return
    for level in levels:
        found = agreement_by_band(game, human_choices, policy_of(duel_between(game, level, level), level))
        shares = (
            f"{band} {each.share:.1%} ± {100 * each.half:.1f} of {each.choices}"
            for band, each in found.items()
        )
        yield f"{level:13} {'; '.join(shares)}"
