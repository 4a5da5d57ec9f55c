"""Every write to studies and their branches."""

from __future__ import annotations

import unicodedata
from typing import Any

from django.db import transaction

from analysis import access, boards, selectors
from analysis.access import OpenedDeal
from analysis.boards import BoardLine
from analysis.models import LONGEST_NAME, Branch, Comment, Study, study_token
from games.fairplay import publishing
from games.play.actions import chat_line
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from ludopoli.http.throttle import shared_bucket

MOST_STUDIES, MOST_BRANCHES, MOST_COMMENTS = 200, 60, 400

PER_SECOND, AT_ONCE = 1 / 10, 20
"""The rate limit for what a person writes in studies."""

Access = Study.Access


# ---- studies


def create_study(by: User, of: OpenedDeal, name: Any) -> Study:
    """Keep a study of a deal, which nobody else sees yet.

    Refused as `bad_study_name`, `bad_words`, `many_studies`, `throttled`, and as the person may not publish.
    """
    tidy = _name(by, name)
    of.board()
    if not _take(by):
        raise ActionRefused("throttled")
    with transaction.atomic():
        User.objects.select_for_update().get(pk=by.pk)
        if Study.objects.filter(owner=by).count() >= MOST_STUDIES:
            raise ActionRefused("many_studies", most=MOST_STUDIES)
        return Study.objects.create(match=of.row, deal=of.deal, owner=by, name=tidy)


def change_study(by: User, study: Study, *, name: Any = None, access_: str | None = None) -> Study:
    """Rename a study, or open or close it. A study that is closed gets another address, so that the link
    never works again."""
    if not access.is_owner(by, study):
        raise ActionRefused("study_closed")
    tidy = study.name if name is None else _name(by, name)
    with transaction.atomic():
        locked = Study.objects.select_for_update().filter(pk=study.pk).first()
        if locked is None:
            raise ActionRefused("no_study")
        if access_ == Access.PRIVATE and locked.access != Access.PRIVATE:
            locked.token = study_token()
        locked.name, locked.access = tidy, access_ or locked.access
        locked.save(update_fields=["name", "access", "token"])
        study.name, study.access, study.token = locked.name, locked.access, locked.token
    return study


def delete_study(by: User, study: Study) -> Study:
    """Delete a study with everything in it."""
    if not access.is_owner(by, study):
        raise ActionRefused("study_closed")
    Study.objects.filter(pk=study.pk).delete()
    return study


# ---- branches


def keep_branch(by: User, of: OpenedDeal, name: Any, line: BoardLine) -> Branch:
    """Keep a branch in a study.

    Refused as `study_closed`, `empty_branch`, `many_branches`, as `create_study`, and as the engine refuses
    the line.
    """
    study = of.study
    if study is None:
        raise ActionRefused("no_study")
    if not access.may_write(by, study):
        raise ActionRefused("study_closed")
    if not line.actions:
        raise ActionRefused("empty_branch")
    tidy = _name(by, name)
    board = of.board()
    boards.play_line(board, line)
    if not _take(by):
        raise ActionRefused("throttled")
    with transaction.atomic():
        if not Study.objects.select_for_update().filter(pk=study.pk).exists():
            raise ActionRefused("no_study")
        if study.branches.count() >= MOST_BRANCHES:
            raise ActionRefused("many_branches", most=MOST_BRANCHES)
        commands = [action.as_json() for action in line.actions]
        return Branch.objects.create(study=study, author=by, name=tidy, start=line.start, commands=commands)


def delete_branch(by: User, study: Study, number: int) -> Branch:
    """Delete a branch: the owner of the study any, its author their own."""
    found = study.branches.filter(pk=number).first()
    if found is None:
        raise ActionRefused("no_branch")
    if by.pk not in (found.author_id, study.owner_id):
        raise ActionRefused("study_closed")
    found.delete()
    return found


# ---- comments


def comment_on(by: User, of: OpenedDeal, branch: int | None, number: int, text: Any) -> Comment:
    """Say something about the position after `number` commands of a branch, or of the record.

    Refused as `study_closed`, `no_branch`, `no_position`, `many_comments`, and as a line of a chat.
    """
    study = of.study
    if study is None:
        raise ActionRefused("no_study")
    if not access.may_write(by, study):
        raise ActionRefused("study_closed")
    line = _line(of, branch)
    if number > len(line):
        raise ActionRefused("no_position")
    said = chat_line(by, text)
    with transaction.atomic():
        if not Study.objects.select_for_update().filter(pk=study.pk).exists():
            raise ActionRefused("no_study")
        if study.comments.count() >= MOST_COMMENTS:
            raise ActionRefused("many_comments", most=MOST_COMMENTS)
        if branch is not None and not study.branches.filter(pk=branch).exists():
            raise ActionRefused("no_branch")
        return Comment.objects.create(study=study, branch_id=branch, number=number, author=by, text=said)


def _line(of: OpenedDeal, branch: int | None) -> BoardLine:
    if branch is None:
        board = of.board()
        return BoardLine(len(board.record()))
    assert of.study is not None, of
    found = of.study.branches.filter(pk=branch).first()
    if found is None:
        raise ActionRefused("no_branch")
    return selectors.branch_line(found)


def delete_comment(by: User, study: Study, number: int) -> Comment:
    """Delete a comment: the owner of the study any, its author their own."""
    found = study.comments.filter(pk=number).first()
    if found is None:
        raise ActionRefused("no_comment")
    if by.pk not in (found.author_id, study.owner_id):
        raise ActionRefused("study_closed")
    found.delete()
    return found


def forget_studies(person: User) -> None:
    Comment.objects.filter(author=person).delete()
    Study.objects.filter(owner=person).delete()
    Branch.objects.filter(author=person).delete()


# ---- what is written


def _name(by: User, name: Any) -> str:
    tidy = " ".join(unicodedata.normalize("NFC", name).split()) if isinstance(name, str) else ""
    if not any(sign.isalnum() for sign in tidy) or len(tidy) > LONGEST_NAME or not tidy.isprintable():
        raise ActionRefused("bad_study_name", most=LONGEST_NAME)
    publishing.check_published_name(by, tidy)
    return tidy


def _take(by: User) -> bool:
    return shared_bucket(("studies", by.pk), rate=PER_SECOND, burst=AT_ONCE).take()
