"""Every read of puzzles and of progress in lessons that a page or an operation of the API needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, F, Q, QuerySet
from django.db.models.functions import Abs

from games import texts
from ludocards.bots.registry import PUZZLED
from ludocards.ratings.skill import MODEL, Skill
from ludopoli.accounts.models import User
from ludopoli.base.lookups import by_code
from ludopoli.text import zones
from practice.models import Attempt, Daily, Puzzle, PuzzleRating, StepDone

Reader = User | AnonymousUser

NEAR = 20
"""The next puzzle is drawn from this many, those with the rating nearest to the person's."""


def puzzle_of_code(code: str) -> Puzzle | None:
    return by_code(Puzzle.objects.filter(game__in=PUZZLED), code)


def attempt_of(user: Reader, puzzle: Puzzle) -> Attempt | None:
    return Attempt.objects.filter(user=user.pk, puzzle=puzzle).first() if user.pk is not None else None


def puzzle_rating(user: Reader, game: str) -> Skill:
    found = PuzzleRating.objects.filter(user=user.pk, game=game).first() if user.pk is not None else None
    return Skill(found.mu, found.sigma) if found else Skill()


def next_puzzle(user: Reader, game: str, theme: str = "", after: str = "") -> Puzzle | None:
    """A puzzle that the person has not tried, about as hard as they are good; not one of today's. `game` is a
    name in addresses.

    It stays the same until the person has answered it. Somebody unknown gets others `after` other puzzles.
    """
    game, presets = texts.asked_rules(game)
    own = PuzzleRating.objects.filter(user=user.pk, game=game).first() if user.pk is not None else None
    rows = Puzzle.objects.filter(game=game).exclude(dailies__day=zones.site_day()).exclude(code=after)
    if presets:
        rows = rows.filter(position__rules__preset__in=presets)
    if theme:
        rows = rows.filter(themes__contains=f" {theme} ")
    if user.pk is not None:
        rows = rows.exclude(attempts__user=user.pk)
    near = rows.annotate(far=Abs(F("mu") - (own.mu if own else MODEL.mu))).order_by("far", "pk")
    keys = near.values_list("pk", flat=True)
    some = [*(keys if user.pk is None else keys[:NEAR])]
    lot = Random(f"{user.pk} {own.tried if own else 0} {after}")
    return Puzzle.objects.get(pk=lot.choice(some)) if some else None


@dataclass(frozen=True, slots=True)
class Today:
    """The puzzle of the day of a game, with what the reader made of it."""

    game: str
    puzzle: Puzzle
    attempt: Attempt | None
    streak: int
    """The days in a row whose puzzle the reader has solved on the day, up to today or yesterday."""
    skill: Skill
    tried: int
    themes: Counter[str]
    """The themes of the game's puzzles, with their numbers."""


def themes() -> dict[str, Counter[str]]:
    """The number of puzzles of each game with each theme."""
    found: dict[str, Counter[str]] = {game: Counter() for game in PUZZLED}
    rows = Puzzle.objects.filter(game__in=PUZZLED).order_by().values_list("game", "themes")
    for game, names, many in rows.annotate(Count("pk")):
        found[game].update(dict.fromkeys(names.split(), many))
    return found


def todays_puzzles(user: Reader) -> list[Today]:
    """The puzzles of the day, in the order of the catalog; games without puzzles are left out."""
    dailies = Daily.objects.filter(day=zones.site_day()).select_related("puzzle")
    puzzles = {daily.game: daily.puzzle for daily in dailies}
    mine: QuerySet[Attempt] = Attempt.objects.filter(user=user.pk) if user.pk else Attempt.objects.none()
    attempts = {each.puzzle_id: each for each in mine.filter(puzzle__in=puzzles.values())}
    solved: dict[str, list[date]] = {}
    for game, day in mine.filter(solved=True).values_list("puzzle__game", "day"):
        if day is not None:
            solved.setdefault(game, []).append(day)
    ratings = {each.game: each for each in PuzzleRating.objects.filter(user=user.pk)} if user.pk else {}
    of_games = themes()
    return [
        Today(
            game,
            puzzles[game],
            attempts.get(puzzles[game].pk),
            streak(solved.get(game, ()), zones.site_day()),
            Skill(ratings[game].mu, ratings[game].sigma) if game in ratings else Skill(),
            ratings[game].tried if game in ratings else 0,
            of_games[game],
        )
        for game in PUZZLED
        if game in puzzles
    ]


def puzzle_of_the_day(game: str) -> Puzzle | None:
    """The puzzle of the day of a game; None if none is chosen yet. One query."""
    daily = Daily.objects.filter(day=zones.site_day(), game=game).select_related("puzzle").first()
    return daily.puzzle if daily else None


def outcome_and_streak(user: Reader, puzzle: Puzzle) -> tuple[bool | None, int]:
    """Return whether the reader has solved a puzzle, None before their answer, and the days in a row on which
    they have solved a puzzle of the day, of whatever game. One query; none for a visitor."""
    if user.pk is None:
        return None, 0
    rows = Attempt.objects.filter(Q(day__isnull=False) | Q(puzzle=puzzle), user=user.pk)
    mine = [*rows.values_list("puzzle", "solved", "day")]
    outcomes = {which: solved for which, solved, _day in mine}
    days = [day for _which, solved, day in mine if solved and day is not None]
    return outcomes.get(puzzle.pk), streak(days, zones.site_day())


def streak(days: Sequence[date], now: date) -> int:
    """The number of days in a row among these, up to today; a day that is not over yet breaks nothing."""
    solved = {*days}
    day = now if now in solved else now - timedelta(days=1)
    length = 0
    while day in solved:
        length += 1
        day -= timedelta(days=1)
    return length


def steps_done(user: Reader, game: str = "") -> set[tuple[str, str, int]]:
    """The steps that a person has done, as game, lesson and number; of one game or of all."""
    if user.pk is None:
        return set()
    rows = StepDone.objects.filter(user=user.pk)
    if game:
        rows = rows.filter(game=game)
    return {*rows.values_list("game", "lesson", "number")}
