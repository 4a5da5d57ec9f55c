"""Puzzles: those of today, the next one for a person, one of them, and answering it."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from games.texts import accept_or_raise
from ludocards.engine.game import Command
from ludopoli.api.auth import requesting_account
from ludopoli.api.models import Scope
from ludopoli.api.operations import Operation, document_operation, validated_body
from ludopoli.api.paging import list_response
from ludopoli.http.refusals import ActionRefused
from ludopoli.text import zones
from practice import actions, selectors
from practice.api import shapes
from practice.models import Puzzle

STUDY = {"POST": Scope.STUDY}
TAGS = ["puzzles"]


def puzzle_of(code: str) -> Puzzle:
    found = selectors.puzzle_of_code(code)
    if found is None:
        raise ActionRefused("no_puzzle")
    return found


def shown(request: Request, puzzle: Puzzle) -> Response:
    attempt = selectors.attempt_of(request.user, puzzle)
    return Response(shapes.PuzzleShape.render(puzzle, attempt=attempt))


class TodaysView(Operation):
    @document_operation(responses={200: shapes.TodayShape(many=True)}, tags=TAGS)
    def get(self, request: Request) -> Response:
        """The puzzles of the day, one for each game, for everybody until midnight where the site is."""
        actions.choose_dailies(zones.site_day())
        return list_response(shapes.TodayShape.render_all(selectors.todays_puzzles(request.user)))


class NextPuzzleView(Operation):
    queries = {"GET": shapes.NextQuery}

    @document_operation(responses={200: shapes.PuzzleShape}, tags=TAGS)
    def get(self, request: Request) -> Response:
        """A puzzle that you have not answered, about as hard as you are good; the same until you do."""
        theme, after = self.query.get("theme", ""), self.query.get("after", "").replace("\0", "")
        found = selectors.next_puzzle(request.user, self.query["game"], theme, after)
        if found is None:
            raise ActionRefused("no_puzzle_left")
        return shown(request, found)


class OnePuzzleView(Operation):
    @document_operation(responses={200: shapes.PuzzleShape}, tags=TAGS)
    def get(self, request: Request, code: str) -> Response:
        """A puzzle, as the player on turn sees it."""
        return shown(request, puzzle_of(code))


class PuzzleAnswerView(Operation):
    scopes = STUDY | {"GET": Scope.READ}

    @document_operation(responses={200: shapes.SolutionShape}, tags=TAGS)
    def get(self, request: Request, code: str) -> Response:
        """The solution of a puzzle that you have answered."""
        attempt = selectors.attempt_of(requesting_account(request), puzzle_of(code))
        if attempt is None:
            raise ActionRefused("not_answered")
        return Response(shapes.SolutionShape.render(attempt))

    @document_operation(request=shapes.AnswerPuzzle, responses={200: shapes.SolutionShape}, tags=TAGS)
    def post(self, request: Request, code: str) -> Response:
        """Answer a puzzle. Only your first answer counts; a later one changes nothing."""
        sent = accept_or_raise(Command.from_json(validated_body(shapes.AnswerPuzzle, request)["command"]))
        answered = actions.answer_puzzle(requesting_account(request), puzzle_of(code), sent)
        return Response(shapes.SolutionShape.render(answered.attempt))
