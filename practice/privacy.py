"""The data of practice about a person, for export and deletion."""

from __future__ import annotations

from typing import Any

from ludopoli.accounts.models import User
from ludopoli.accounts.privacy import PersonalData, register_personal_data
from practice import actions, studying
from practice.models import Attempt, Mistake, PuzzleRating, StepDone, StudiedMatch


def _export(person: User) -> dict[str, list[dict[str, Any]]]:
    attempts = Attempt.objects.filter(user=person).order_by("at", "pk")
    ratings = PuzzleRating.objects.filter(user=person).order_by("game")
    steps = StepDone.objects.filter(user=person).order_by("at", "pk")
    studied = StudiedMatch.objects.filter(user=person).order_by("at", "pk")
    mistakes = Mistake.objects.filter(studied__user=person).order_by("studied__at", "pk")
    answered = ("puzzle__code", "puzzle__game", "at", "command", "solved", "day", "gain")
    rated = ("game", "mu", "sigma", "tried", "solved")
    of_match = ("match", "game", "at", "choices", "accuracy", "lost")
    of_mistake = (
        *("studied__match", "at", "loss", "themes", "tempting", "answers"),
        *("card", "due", "command", "tried", "solved"),
    )
    return {
        "attempts": [dict(row) for row in attempts.values(*answered)],
        "ratings": [dict(row) for row in ratings.values(*rated)],
        "steps": [dict(row) for row in steps.values("game", "lesson", "number", "at")],
        "studied": [dict(row) for row in studied.values(*of_match)],
        "mistakes": [dict(row) for row in mistakes.values(*of_mistake)],
    }


def _forget(person: User, _former: str) -> None:
    actions.forget_attempts(person)
    studying.forget_mistakes(person)


register_personal_data("practice", PersonalData(export=_export, forget=_forget))
