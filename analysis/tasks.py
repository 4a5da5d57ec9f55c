"""The Celery task of the analysis board."""

from __future__ import annotations

import time

from celery import shared_task

from analysis import access, boards, thinking
from analysis.access import OpenedDeal
from analysis.boards import Board, BoardLine
from games.models import Match
from games.play.spare_time import LONGEST_COUNTDOWN, SpareTime, spare_time
from ludocards.engine.game import Json

readers = SpareTime()
"""The share of this process that readers' questions get. Nobody reserves any of it, so what was expected to
take long and did not keeps nobody waiting."""


@shared_task
def think(key: str, question: dict[str, Json], place: str, asked_at: float) -> None:
    """Answer a question about a position: before bots among themselves, in time that no table with people
    needs.

    `place` is the asker's place in line, `asked_at` a Unix time.
    """
    if wait := readers.debt():
        think.apply_async((key, question, place, asked_at), countdown=min(wait, LONGEST_COUNTDOWN))
        return
    began = time.thread_time()
    try:
        thinking.keep_answer(key, _answer(question), asked_at)
    finally:
        thinking.leave_line(place)
        spent = time.thread_time() - began
        readers.charge(spent)
        spare_time.charge(spent)


def _board(question: dict[str, Json]) -> Board:
    """The deal that `Opened.asked` or `Sent.asked` names."""
    if "sent" in question:
        return access.deal_of_record(question["sent"]).board()
    row = Match.objects.select_related("table__boards").get(pk=question["match"])
    return OpenedDeal(row, question["deal"]).board()


def _answer(question: dict[str, Json]) -> Json:
    line = BoardLine(question["start"], boards.read_actions(question["actions"]))
    played = boards.play_line(_board(question), line)
    return thinking.answer_question(played, question["kind"], question["seat"], question["level"])
