"""The Celery task of the analysis board."""

from __future__ import annotations

import time

from celery import shared_task

from analysis import access, boards, thinking
from analysis.access import Opened
from analysis.boards import Board, Line
from games.models import Match
from games.play.spare_time import spare_time
from ludocards.engine.game import Json, Refused


@shared_task
def think(key: str, question: dict[str, Json], has_room: bool = False) -> None:
    """Answer a question about a position, in time that no table needs."""
    if not has_room and (wait := spare_time.reserve()):
        think.apply_async((key, question, True), countdown=wait)
        return
    began = time.thread_time()
    try:
        thinking.keep(key, _answer(question))
    finally:
        spare_time.spend(time.thread_time() - began)


def _board(question: dict[str, Json]) -> Board | Refused:
    """The deal that `Opened.asked` or `Sent.asked` names."""
    if "sent" in question:
        sent = access.of_record(question["sent"])
        return sent if isinstance(sent, Refused) else sent.board()
    row = Match.objects.select_related("table__boards").get(pk=question["match"])
    return Opened(row, question["deal"]).board()


def _answer(question: dict[str, Json]) -> Json:
    board = _board(question)
    actions = boards.read_actions(question["actions"])
    assert not isinstance(board, Refused), board
    assert not isinstance(actions, Refused), actions
    played = boards.play(board, Line(question["start"], actions))
    assert not isinstance(played, Refused), played
    return thinking.think(played, question["kind"], question["seat"], question["level"])
