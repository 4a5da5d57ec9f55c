"""Every write of practice: answers to puzzles, the puzzles of the days, steps of lessons that are done."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from django.db import transaction
from django.db.models import Count

from ludocards.bots.registry import PUZZLED
from ludocards.engine.game import Command, Json, Refused
from ludocards.ratings.skill import SeatResult, Skill, rate_match
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from ludopoli.notices import notifying
from ludopoli.text import zones
from practice.lessons import StepPlace
from practice.models import Attempt, Daily, Puzzle, PuzzleRating, StepDone
from practice.positions import PuzzlePosition

TODAYS = "puzzles"
"""The subject of the notice of the puzzles of the day."""

ANSWERED = "puzzles_answered"
"""The key of a session for the puzzles of the day that somebody without an account has answered: each code
with whether the answer was right."""

AHEAD = 7
"""The number of days for which puzzles of the day are chosen in advance."""


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer to a puzzle; `attempt` is the first of a person, and None for somebody unknown."""

    command: Json
    solved: bool
    attempt: Attempt | None = None


def judge_answer(puzzle: Puzzle, command: Command) -> Answered:
    """Return the command with whether it is right. Refused as `no_such_choice`."""
    choice = _choice(puzzle, command)
    if choice is None:
        raise ActionRefused("no_such_choice")
    return Answered(choice, choice in puzzle.answers)


def _choice(puzzle: Puzzle, command: Command) -> Json | None:
    """The choice that a command makes; of sets of cards any that is legal, in whatever order it has them."""
    if not puzzle.cards_to_choose:
        return command.as_json() if puzzle.offers(command.as_json()) else None
    position = PuzzlePosition.from_json(puzzle.position)
    state = position.state()
    if isinstance(position.game.apply(state, position.seat, command), Refused):
        return None
    wanted = {*command.get("cards")}
    legal = position.game.legal(state, position.seat)
    return next(each.as_json() for each in legal if {*each.get("cards")} == wanted)


def answer_puzzle(person: User, puzzle: Puzzle, command: Command) -> Answered:
    """Answer a puzzle. Only the first answer of a person counts; a later one returns it."""
    judged = judge_answer(puzzle, command)
    with transaction.atomic():
        locked = Puzzle.objects.select_for_update().get(pk=puzzle.pk)
        known = Attempt.objects.filter(user=person, puzzle=locked).first()
        if known is None:
            known = _first_answer(person, locked, judged)
    return Answered(known.command, known.solved, known)


def _first_answer(person: User, puzzle: Puzzle, judged: Answered) -> Attempt:
    own, _ = PuzzleRating.objects.get_or_create(user=person, game=puzzle.game)
    own = PuzzleRating.objects.select_for_update().get(pk=own.pk)
    before = [Skill(own.mu, own.sigma), Skill(puzzle.mu, puzzle.sigma)]
    places = (1, 2) if judged.solved else (2, 1)
    seats = [SeatResult(side, place, absent=False) for side, place in enumerate(places)]
    mine, its = rate_match(seats, before, 1.0)
    own.mu, own.sigma = mine.mu, mine.sigma
    puzzle.mu, puzzle.sigma = its.mu, its.sigma
    for row in (own, puzzle):
        row.tried += 1
        row.solved += judged.solved
        row.save(update_fields=["mu", "sigma", "tried", "solved"])
    day = zones.site_day()
    is_todays = puzzle.dailies.filter(day=day).exists()
    if is_todays:
        notifying.settle_notices(person, TODAYS)
    return Attempt.objects.create(
        user=person,
        puzzle=puzzle,
        command=judged.command,
        solved=judged.solved,
        day=day if is_todays else None,
        gain=mine.shown - before[0].shown,
    )


def choose_dailies(first: date) -> None:
    """Choose the puzzles of the coming days for every game: those that were a day's puzzle least often, and
    then those that fewest people have tried."""
    days = [first + timedelta(days=number) for number in range(AHEAD)]
    chosen = {*Daily.objects.filter(day__in=days).values_list("game", "day")}
    for game in PUZZLED:
        open_days = [day for day in days if (game, day) not in chosen]
        if not open_days:
            continue
        pool = Puzzle.objects.filter(game=game).annotate(times=Count("dailies"))
        fresh = pool.order_by("times", "tried", "code")[: len(open_days)]
        rows = [
            Daily(game=game, day=day, puzzle=puzzle) for day, puzzle in zip(open_days, fresh, strict=False)
        ]
        Daily.objects.bulk_create(rows, ignore_conflicts=True)


def step_done(person: User, place: StepPlace) -> None:
    StepDone.objects.get_or_create(
        user=person, game=place.game, lesson=place.lesson.code, number=place.number
    )


def forget_attempts(person: User) -> None:
    StepDone.objects.filter(user=person).delete()
    Attempt.objects.filter(user=person).delete()
    PuzzleRating.objects.filter(user=person).delete()
