"""Examine the bots: `manage.py exam GAME --deals 100`."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate, islice, pairwise
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.archive import choices
from games.people.ratings import CENTRE, UNIT, SeatResult, Skill, rate_match
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

MATCHES = 12_000
"""The number of rated matches that give the ratings; the means of the second half count."""

PARTS = ("positions", "ladder", "exploits", "pace", "people")


class Command(BaseCommand):
    help = (
        "Examine the bots of a game: positions with known best choices, a ladder of all levels with their "
        "ratings, what can be gained by knowing a level, the time that choices take, and how often a level "
        "makes the choice that people made."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", choices=[*GAMES])
        parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS)
        parser.add_argument("--levels", nargs="+", help="all levels and yardsticks without it")
        parser.add_argument(
            "--deals", type=int, default=100, help="duplicate deals of each step of the ladder"
        )
        parser.add_argument("--few", type=int, default=10, help="deals for exploits and times")
        parser.add_argument("--seed", type=int, default=60_000, help="the number of the first deal")
        parser.add_argument(
            "--steps",
            nargs="+",
            type=float,
            default=(),
            help="points a deal of each step of the ladder, if duels have measured them",
        )
        parser.add_argument("--matches", type=int, default=40, help="matches that show the luck in a match")
        parser.add_argument(
            "--choices", type=int, default=2000, help="choices of people, from the latest matches"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        game = options["game"]
        known = {**YARDSTICKS[game], **POLICIES[game]}
        levels = options["levels"] or [*known]
        if unknown := [level for level in levels if level not in known]:
            self.stderr.write(f"{game} has no policy {', '.join(unknown)}, only {', '.join(known)}")
            return
        rungs = [each for each in POLICIES[game] if each in levels or each == DEFAULT_POLICY]
        if options["steps"] and len(options["steps"]) != len(rungs) - 1:
            self.stderr.write(f"{len(rungs)} levels have {len(rungs) - 1} steps")
            return
        numbers = range(options["seed"], options["seed"] + options["deals"])
        few = numbers[: options["few"]]
        parts: Mapping[str, Callable[[], Iterable[str]]] = {
            "positions": lambda: graded(game, levels),
            "ladder": lambda: ladder(game, rungs, numbers, options["matches"], options["steps"]),
            "exploits": lambda: exploits(game, levels, few),
            "pace": lambda: times(game, rungs, few),
            "people": lambda: alike(game, levels, options["choices"]),
        }
        for part in options["parts"]:
            self.stdout.write(f"{part}, {game}")
            for line in parts[part]():
                self.stdout.write(f"  {line}")


def meeting(game: str, first: str, second: str) -> Duel:
    rules = {"preset": next(iter(GAMES[game].presets))}
    return Duel(game, GAMES[game].players[0], rules, (first, second), unhurried=True)


def graded(game: str, levels: Sequence[str]) -> Iterable[str]:
    """The positions that each level gets right, in all and by theme."""
    asked = exam_positions(game)
    themes = sorted({each.theme for each in asked})
    for level in levels:
        policy = policy_of(meeting(game, level, level), level)
        right = [(each.theme, each.is_right(policy)) for each in asked]
        by_theme = [[is_right for theme, is_right in right if theme == each] for each in themes]
        listed = ", ".join(
            f"{theme} {sum(each)}/{len(each)}" for theme, each in zip(themes, by_theme, strict=True)
        )
        yield f"{level:13} {sum(is_right for _, is_right in right):3} of {len(right)}: {listed}"


def ladder(
    game: str, levels: Sequence[str], numbers: Sequence[int], matches: int, steps: Sequence[float]
) -> Iterable[str]:
    """Each level against the one below, unless these `steps` are known, and the ratings that follow."""
    strength = dict(zip(levels, accumulate(steps, initial=0.0), strict=False))
    for below, level in () if steps else pairwise(levels):
        duel = meeting(game, level, below)
        found = duel_figures(duel, list(duel_outcomes(duel, numbers, 1)))
        low, high = found["interval"]
        strength[level] = strength[below] + found["difference"]
        thought = found["milliseconds"]["first"]
        yield (
            f"{level:13} {found['difference']:+.2f} a deal against {below}, 95 % {low:+.2f} to {high:+.2f}; "
            f"{thought['mean']:.1f} ms a choice, 95 % below {thought['p95']:.1f}"
        )
    luck = luck_in(GAMES[game], matches)
    yield f"a match has {luck[0]:.1f} deals, and a side's luck in one is {luck[1]:.1f} points"
    for level, rating in in_the_house(GAMES[game], strength, *luck).items():
        yield f"{level:13} {rating}"


def luck_in(game: Game[Any, Any], matches: int) -> tuple[float, float]:
    """The mean number of deals in a match of *circolo* alone, and the standard deviation of a side's result
    in a deal less the mean of the others', in points."""
    found = []
    play = POLICIES[game.name][DEFAULT_POLICY]
    for match in range(matches):
        state = begun(game)
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
                found.append(first - statistics.fmean(others))
    return len(found) / matches, statistics.stdev(found)


def begun(game: Game[Any, Any]) -> Any:
    """A match of the game's first preset, before its first deal."""
    rules = game.rules_from({"preset": next(iter(game.presets))})
    return game.start(rules, game.players[0], 0)


def in_the_house(
    game: Game[Any, Any], strength: Mapping[str, float], deals: float, luck: float
) -> dict[str, int]:
    """The rating that each level would have if all met in rated matches, with *circolo* where an account
    begins. `strength` and `luck` are in points a deal."""
    sides = game.sides(begun(game))
    many = 1 + max(sides)
    own = luck * (deals * (1 - 1 / many)) ** 0.5  # of one side's score in a match, if all are independent
    random, levels = Random(1), [*strength]
    skills = dict.fromkeys(levels, Skill())
    means: dict[str, list[float]] = {level: [] for level in levels}
    for number in range(MATCHES):
        chosen = random.sample(levels, many)
        made = [random.gauss(deals * strength[level], own) for level in chosen]
        seats = [SeatResult(side, 1 + sum(other > made[side] for other in made), False) for side in sides]
        after = rate_match(seats, [skills[chosen[side]] for side in sides], 1.0)
        skills |= {chosen[side]: skill for side, skill in zip(sides, after, strict=True)}
        if number >= MATCHES // 2:
            for level in levels:
                means[level].append(skills[level].mu)
    middle = statistics.fmean(means[DEFAULT_POLICY])
    return {level: round(CENTRE + UNIT * (statistics.fmean(means[level]) - middle)) for level in levels}


def exploits(game: str, levels: Sequence[str], numbers: Sequence[int]) -> Iterable[str]:
    """The points a deal that the strongest level gains against each level by knowing its policy."""
    strongest = [each for each in LEVELS if each in POLICIES[game]][-1]
    for level in levels:
        gains = [exploited_points(meeting(game, strongest, level), number) for number in numbers]
        error = CONFIDENCE * statistics.stdev(gains) / len(gains) ** 0.5
        yield f"{level:13} {statistics.fmean(gains):+.2f} ± {error:.2f} a deal, {len(gains)} deals"


def times(game: str, levels: Sequence[str], numbers: Sequence[int]) -> Iterable[str]:
    """The time of a level's choices, by their number."""
    for level in levels:
        found = measure_pace(meeting(game, level, level), level, numbers)
        yield (
            f"{level:13} median {found.few:.1f} ms with two or three choices, {found.many:.1f} with more; "
            f"correlation {found.correlation:+.2f}; later than the answer is due: {found.late:.1%}"
        )


def alike(game: str, levels: Sequence[str], many: int) -> Iterable[str]:
    """The share of the latest choices of people that each level makes, too: in all, and by their rating."""
    made = [*islice(choices.of_people(game), many)]
    if not made:
        yield "no person has made a choice yet in a finished match that everybody may see"
        return
    for level in levels:
        found = agreement_by_band(game, made, policy_of(meeting(game, level, level), level))
        shares = (
            f"{band} {each.share:.1%} ± {100 * each.half:.1f} of {each.choices}"
            for band, each in found.items()
        )
        yield f"{level:13} {'; '.join(shares)}"
