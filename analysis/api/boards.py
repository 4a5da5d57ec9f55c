"""The board: a line of a deal as the engine plays it, and what a bot would do there. Nothing is stored."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from analysis import boards, thinking
from analysis.api import shapes
from analysis.api.view_helpers import (
    TAGS,
    asker_of,
    board_of_deal,
    charged_deal,
    sent_line,
)
from analysis.boards import Played
from ludocards.engine.game import Command
from ludocards.engine.record import Action
from ludopoli.api.operations import Operation, document_operation, validated_body

DONE = {"status": "done", "wait": None}


def waiting() -> dict[str, Any]:
    return {"status": "waiting", "wait": thinking.usual_wait()}


class BoardView(Operation):
    @document_operation(request=shapes.AskBoard, responses={200: shapes.PlayedLineShape}, tags=TAGS)
    def post(self, request: Request) -> Response:
        """Play a deal of a finished match on from any of its positions. Nothing is stored.

        A line is the first `start` commands of the record and then `actions`. The answer has every position
        of it with all hands, and what may be done in each."""
        sent = validated_body(shapes.AskBoard, request)
        board = board_of_deal(charged_deal(request, sent))
        played = boards.play_line(board, sent_line(sent))
        return Response(shapes.PlayedLineShape.render(shown(played)))


class ChoiceView(Operation):
    @document_operation(request=shapes.AskChoice, responses={200: shapes.BotChoiceShape}, tags=TAGS)
    def post(self, request: Request) -> Response:
        """Ask what a bot of some level would do with a seat on turn, by what that seat could know.

        A worker thinks about it: while the answer is `waiting`, ask again."""
        sent = validated_body(shapes.AskChoice, request)
        found = charged_deal(request, sent)
        board = board_of_deal(found)
        played = boards.play_line(board, sent_line(sent))
        seat = sent["seat"]
        chosen = thinking.ask_choice(asker_of(request), found.asked, played, seat, sent["level"])
        if chosen is None:
            return Response(shapes.BotChoiceShape.render({**waiting(), "command": None, "board": None}))
        command = Command.from_json(chosen["command"])
        assert isinstance(command, Command), chosen
        actions = (*played.line.actions, Action(seat, command))
        after = boards.play_line(board, replace(played.line, actions=actions))
        answer = {**DONE, "command": chosen["command"], "board": shown(after)}
        return Response(shapes.BotChoiceShape.render(answer))


class JudgementView(Operation):
    @document_operation(request=shapes.AskJudgement, responses={200: shapes.JudgementShape}, tags=TAGS)
    def post(self, request: Request) -> Response:
        """Ask what every choice of a seat on turn is worth, by what that seat could know: as in a review.

        A worker thinks about it: while the answer is `waiting`, ask again."""
        sent = validated_body(shapes.AskJudgement, request)
        found = charged_deal(request, sent)
        board = board_of_deal(found)
        played = boards.play_line(board, sent_line(sent))
        judged = thinking.ask_review(asker_of(request), found.asked, played, thinking.JUDGEMENT, sent["seat"])
        answer = {**waiting(), "choices": []} if judged is None else {**DONE, **judged}
        return Response(shapes.JudgementShape.render(answer))


class SolutionView(Operation):
    @document_operation(request=shapes.AskJudgement, responses={200: shapes.SolvedShape}, tags=TAGS)
    def post(self, request: Request) -> Response:
        """Ask what every card of a seat on turn loses if everybody sees all hands (double dummy).

        A worker thinks about it: while the answer is `waiting`, ask again."""
        sent = validated_body(shapes.AskJudgement, request)
        found = charged_deal(request, sent)
        board = board_of_deal(found)
        played = boards.play_line(board, sent_line(sent))
        solved = thinking.ask_review(asker_of(request), found.asked, played, thinking.SOLUTION, sent["seat"])
        if solved is None:
            return Response(shapes.SolvedShape.render({**waiting(), "basis": None, "choices": []}))
        return Response(shapes.SolvedShape.render({**DONE, **solved}))


def shown(played: Played) -> dict[str, Any]:
    board = played.board
    return {
        "deal": board.deal,
        "start": played.line.start,
        "actions": [action.as_json() for action in played.line.actions],
        "frames": played.frames()["frames"],
        "turns": played.turns(),
        "over": boards.is_over(board.game, played.state),
    }
