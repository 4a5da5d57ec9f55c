"""The data of the analysis board about a person, for export and deletion."""

from __future__ import annotations

from typing import Any

from analysis import actions
from analysis.models import Branch, Comment, Study
from ludopoli.accounts.models import User
from ludopoli.accounts.privacy import PersonalData, register_personal_data


def _export(person: User) -> dict[str, list[dict[str, Any]]]:
    studies = Study.objects.filter(owner=person).order_by("pk")
    branches = Branch.objects.filter(author=person).order_by("pk")
    comments = Comment.objects.filter(author=person).order_by("pk")
    return {
        "comments": [dict(row) for row in comments.values("study__match", "number", "text", "at")],
        "studies": [dict(row) for row in studies.values("match", "deal", "name", "access", "made_at")],
        "branches": [
            dict(row)
            for row in branches.values("study__match", "study__deal", "name", "start", "commands", "made_at")
        ],
    }


def _forget(person: User, _former: str) -> None:
    actions.forget_studies(person)


register_personal_data("analysis", PersonalData(export=_export, forget=_forget))
