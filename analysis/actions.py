"""Every write to studies and their branches."""

from __future__ import annotations

import unicodedata
from typing import Any

from django.db import transaction

from analysis import access, boards, selectors
from analysis.access import NO_STUDY, OpenedDeal
from analysis.boards import BoardLine
from analysis.models import LONGEST_NAME, Branch, Comment, Study, study_token
from games.fairplay import publishing
from games.play.actions import line_of
from ludocards.engine.game import Refused
from ludopoli.accounts.models import User
from ludopoli.http.throttle import shared_bucket

MOST_STUDIES, MOST_BRANCHES, MOST_COMMENTS = 200, 60, 400

PER_SECOND, AT_ONCE = 1 / 10, 20
"""The rate limit for what a person writes in studies."""

Access = Study.Access

NO_BRANCH = Refused("no_branch", "there is no such branch")
NOT_OWNER = Refused("study_closed", "only its owner can do that")


# ---- studies


def create(by: User, of: OpenedDeal, name: Any) -> Study | Refused:
    """Keep a study of a deal, which nobody else sees yet.

    Refused as `bad_study_name`, `bad_words`, `many_studies`, `throttled`, and as the person may not publish.
    """
    tidy = _name(by, name)
    if isinstance(tidy, Refused):
        return tidy
    board = of.board()
    if isinstance(board, Refused):
        return board
    if not _take(by):
        return _throttled()
    with transaction.atomic():
        User.objects.select_for_update().get(pk=by.pk)
        if Study.objects.filter(owner=by).count() >= MOST_STUDIES:
            return Refused("many_studies", f"at most {MOST_STUDIES} studies", {"most": MOST_STUDIES})
        return Study.objects.create(match=of.row, deal=of.deal, owner=by, name=tidy)


def change(by: User, study: Study, *, name: Any = None, access_: str | None = None) -> Study | Refused:
    """Rename a study, or open or close it. A study that is closed gets another address, so that the link
    never works again."""
    if not access.is_owner(by, study):
        return NOT_OWNER
    tidy = study.name if name is None else _name(by, name)
    if isinstance(tidy, Refused):
        return tidy
    with transaction.atomic():
        locked = Study.objects.select_for_update().filter(pk=study.pk).first()
        if locked is None:
            return NO_STUDY
        if access_ == Access.PRIVATE and locked.access != Access.PRIVATE:
            locked.token = study_token()
        locked.name, locked.access = tidy, access_ or locked.access
        locked.save(update_fields=["name", "access", "token"])
        study.name, study.access, study.token = locked.name, locked.access, locked.token
    return study


def delete(by: User, study: Study) -> Study | Refused:
    """Delete a study with everything in it."""
    if not access.is_owner(by, study):
        return NOT_OWNER
    Study.objects.filter(pk=study.pk).delete()
    return study


# ---- branches


def keep_branch(by: User, of: OpenedDeal, name: Any, line: BoardLine) -> Branch | Refused:
    """Keep a branch in a study.

    Refused as `study_closed`, `empty_branch`, `many_branches`, as `create`, and as the engine refuses the
    line.
    """
    study = of.study
    if study is None:
        return NO_STUDY
    if not access.may_write(by, study):
        return NOT_OWNER
    if not line.actions:
        return Refused("empty_branch", "this is the record itself")
    tidy = _name(by, name)
    if isinstance(tidy, Refused):
        return tidy
    board = of.board()
    played = board if isinstance(board, Refused) else boards.play(board, line)
    if isinstance(played, Refused):
        return played
    if not _take(by):
        return _throttled()
    with transaction.atomic():
        if not Study.objects.select_for_update().filter(pk=study.pk).exists():
            return NO_STUDY
        if study.branches.count() >= MOST_BRANCHES:
            return Refused("many_branches", f"at most {MOST_BRANCHES} branches", {"most": MOST_BRANCHES})
        commands = [action.as_json() for action in line.actions]
        return Branch.objects.create(study=study, author=by, name=tidy, start=line.start, commands=commands)


def delete_branch(by: User, study: Study, number: int) -> Branch | Refused:
    """Delete a branch: the owner of the study any, its author their own."""
    found = study.branches.filter(pk=number).first()
    if found is None:
        return NO_BRANCH
    if by.pk not in (found.author_id, study.owner_id):
        return NOT_OWNER
    found.delete()
    return found


# ---- comments


def comment(by: User, of: OpenedDeal, branch: int | None, number: int, text: Any) -> Comment | Refused:
    """Say something about the position after `number` commands of a branch, or of the record.

    Refused as `study_closed`, `no_branch`, `no_position`, `many_comments`, and as a line of a chat.
    """
    study = of.study
    if study is None:
        return NO_STUDY
    if not access.may_write(by, study):
        return NOT_OWNER
    line = _line(of, branch)
    if isinstance(line, Refused):
        return line
    if number > len(line):
        return Refused("no_position", "the line has fewer commands")
    said = line_of(by, text)
    if isinstance(said, Refused):
        return said
    with transaction.atomic():
        if not Study.objects.select_for_update().filter(pk=study.pk).exists():
            return NO_STUDY
        if study.comments.count() >= MOST_COMMENTS:
            return Refused("many_comments", f"at most {MOST_COMMENTS} comments", {"most": MOST_COMMENTS})
        if branch is not None and not study.branches.filter(pk=branch).exists():
            return NO_BRANCH
        return Comment.objects.create(study=study, branch_id=branch, number=number, author=by, text=said)


def _line(of: OpenedDeal, branch: int | None) -> BoardLine | Refused:
    if branch is None:
        board = of.board()
        return board if isinstance(board, Refused) else BoardLine(len(board.record()))
    assert of.study is not None, of
    found = of.study.branches.filter(pk=branch).first()
    return NO_BRANCH if found is None else selectors.line_of(found)


def delete_comment(by: User, study: Study, number: int) -> Comment | Refused:
    """Delete a comment: the owner of the study any, its author their own."""
    found = study.comments.filter(pk=number).first()
    if found is None:
        return Refused("no_comment", "there is no such comment")
    if by.pk not in (found.author_id, study.owner_id):
        return NOT_OWNER
    found.delete()
    return found


def forget(person: User) -> None:
    Comment.objects.filter(author=person).delete()
    Study.objects.filter(owner=person).delete()
    Branch.objects.filter(author=person).delete()


# ---- what is written


def _name(by: User, name: Any) -> str | Refused:
    tidy = " ".join(unicodedata.normalize("NFC", name).split()) if isinstance(name, str) else ""
    if not any(sign.isalnum() for sign in tidy) or len(tidy) > LONGEST_NAME or not tidy.isprintable():
        return Refused(
            "bad_study_name", f"a name has 1 to {LONGEST_NAME} readable characters", {"most": LONGEST_NAME}
        )
    return publishing.refuse_name(by, tidy) or tidy


def _take(by: User) -> bool:
    return shared_bucket(("studies", by.pk), rate=PER_SECOND, burst=AT_ONCE).take()


def _throttled() -> Refused:
    return Refused("throttled", "too much was written, wait a little")
