"""The data of practice about a person, for export and deletion."""

from __future__ import annotations

from typing import Any

from ludopoli.accounts.models import User
from ludopoli.accounts.privacy import Part, register
from practice import actions
from practice.models import Attempt, PuzzleRating, StepDone


def _export(person: User) -> dict[str, list[dict[str, Any]]]:
    attempts = Attempt.objects.filter(user=person).order_by("at", "pk")
    ratings = PuzzleRating.objects.filter(user=person).order_by("game")
    steps = StepDone.objects.filter(user=person).order_by("at", "pk")
    answered = ("puzzle__code", "puzzle__game", "at", "command", "solved", "day", "gain")
    rated = ("game", "mu", "sigma", "tried", "solved")
    return {
        "attempts": [dict(row) for row in attempts.values(*answered)],
        "ratings": [dict(row) for row in ratings.values(*rated)],
        "steps": [dict(row) for row in steps.values("game", "lesson", "number", "at")],
    }


register("practice", Part(export=_export, forget=lambda person, _name: actions.forget(person)))
