"""The pages of the analysis board: of any deal of a match, of a study, and the list of one's studies."""

from __future__ import annotations

import uuid
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from analysis import access, boards, reading_limit, selectors
from analysis.access import OpenedDeal, ReceivedDeal
from analysis.boards import BoardLine
from analysis.models import Comment, Study
from games import texts
from games.archive import finished_matches, imports, replay
from games.play.selectors import Reader
from ludocards.bots.levels import DEFAULT_POLICY
from ludocards.bots.registry import REVIEWED
from ludopoli.accounts.access import account_of
from ludopoli.http.error_pages import too_many_requests
from ludopoli.text import word_filter


@never_cache
@login_required
@require_safe
def studies_page(request: HttpRequest) -> HttpResponse:
    """The reader's own studies, latest first."""
    return render(request, "analysis/studies.html", {"studies": selectors.studies_of(account_of(request))})


@never_cache
@require_safe
def match_board(request: HttpRequest, match: uuid.UUID) -> HttpResponse:
    """The board of a deal of a match; `?dove=s3-p4-c2` opens it at a position."""
    return _board(request, access.of_match(request.user, match, _deal(request)))


@never_cache
@require_safe
def shared_board(request: HttpRequest, token: str) -> HttpResponse:
    """The same for a match that its players share by a link."""
    return _board(request, access.of_share(token, _deal(request)))


@never_cache
@require_safe
def sent_board(request: HttpRequest, text: str) -> HttpResponse:
    """The board of a deal of a record that the reader has sent."""
    return _board(request, access.deal_of_record(text))


@never_cache
@require_safe
def study_page(request: HttpRequest, token: str) -> HttpResponse:
    """A study; `?ramo=7` opens it on a branch, `?dove=` at a position."""
    return _board(request, access.of_study(request.user, token))


def _deal(request: HttpRequest) -> int:
    return replay.deal_of_place(request.GET.get("dove", ""))


def _board(request: HttpRequest, found: OpenedDeal | ReceivedDeal) -> HttpResponse:
    if not reading_limit.may_open(request, found):
        return too_many_requests(request)
    board = found.board()
    game = board.game.name
    played = boards.play_line(board, BoardLine(len(board.record())))
    about = _of_record(found) if isinstance(found, ReceivedDeal) else _of_match(request.user, found)
    frame, written = about.pop("frame"), about.pop("written")
    context: dict[str, Any] = {
        **about,
        "deal": board.deal + 1,
        "levels": texts.bot_levels(game),
        "default_level": DEFAULT_POLICY,
        "below": "analysis/_board.html",
        "words": texts.page_words(game, board.game.rules_json(board.rules)),
        "frame": {
            **frame,
            **played.frames(),
            "from": board.deal,
            "at": request.GET.get("dove") or f"s{board.deal + 1}",
        },
        "board": {
            "of": found.named,
            "record": [action.as_json() for action in board.record()],
            "turns": played.turns(),
            "reviewed": game in REVIEWED,
            **written,
        },
    }
    return render(request, "analysis/board.html", context)


def _of_record(found: ReceivedDeal) -> dict[str, Any]:
    """The page of a record, of which nothing can be kept."""
    return {
        "is_sent": True,
        "back": reverse("import-record"),
        "frame": imports.imported_players_frame(found.deal.document),
        "written": {"branches": [], "comments": []},
    }


def _of_match(reader: Reader, found: OpenedDeal) -> dict[str, Any]:
    """The page of a match: its study with what is written in it, and what the reader may do there."""
    row, kept = found.row, found.study
    branches = selectors.branches_of(kept) if kept else []
    return {
        "match": row,
        "study": kept,
        "is_owner": kept is not None and access.is_owner(reader, kept),
        "may_write": kept is None or access.may_write(reader, kept),
        "accesses": Study.Access.choices,
        "is_closed": row.table.private or not row.table.watchable,
        "back": _replay_of(found),
        "frame": finished_matches.players_frame(reader, row),
        "written": {
            "branches": [
                {
                    "id": each.pk,
                    "name": each.name,
                    "author": each.author.username,
                    "start": each.start,
                    "actions": each.commands,
                    "mine": each.author_id == reader.pk,
                }
                for each in branches
            ],
            "comments": [
                {
                    "id": each.pk,
                    "branch": each.branch_id,
                    "number": each.number,
                    "author": each.author.username,
                    "text": word_filter.mask_words(each.text),
                    "mine": each.author_id == reader.pk,
                    "report": None if each.author_id == reader.pk else _report(each),
                }
                for each in (selectors.visible_comments(kept, reader) if kept else ())
            ],
        },
    }


def _report(comment: Comment) -> str:
    """The address of the form that reports a comment."""
    asked = {
        "chi": comment.author.username,
        "motivo": "words",
        "testo": comment.quoted,
        "next": comment.study.get_absolute_url(),
    }
    return f"{reverse('report')}?{urlencode(asked)}"


def _replay_of(found: OpenedDeal) -> str:
    """The address of the replay, if the reader may see it without a link that they do not have."""
    if found.share:
        return reverse("shared-replay", args=[found.share])
    return reverse("match-replay", args=[found.row.pk])
