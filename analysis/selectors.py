"""Every read of studies that a page or an operation of the API needs."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Count, QuerySet

from analysis import boards
from analysis.boards import BoardLine
from analysis.models import Branch, Comment, Study
from games.play.selectors import Reader
from ludocards.engine.registry import GAMES
from ludopoli.accounts.models import User
from ludopoli.accounts.people import ids_blocked_by


def studies_of(person: User) -> QuerySet[Study]:
    """A person's studies, latest first, each with the number of its branches (`many`)."""
    own = Study.objects.filter(owner=person, match__game__in=GAMES)
    return own.select_related("match", "owner").annotate(many=Count("branches")).order_by("-pk")


def branches_of(study: Study) -> Sequence[Branch]:
    return [*study.branches.select_related("author")]


def visible_comments(study: Study, reader: Reader) -> Sequence[Comment]:
    """The comments of a study, oldest first, without those of people whom the reader has blocked."""
    found = study.comments.select_related("author", "study")
    if isinstance(reader, User) and (hidden := ids_blocked_by(reader)):
        found = found.exclude(author__in=hidden)
    return [*found]


def branch_line(branch: Branch) -> BoardLine:
    return BoardLine(branch.start, boards.read_actions(branch.commands))
