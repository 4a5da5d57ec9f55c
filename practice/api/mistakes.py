"""A person's own mistakes: what they cost, the position that is due, and answering it."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from games.texts import accept_or_raise
from ludocards.engine.game import Command
from ludopoli.accounts.models import User
from ludopoli.api.auth import requesting_account
from ludopoli.api.models import Scope
from ludopoli.api.operations import Operation, document_operation, validated_body
from ludopoli.http.refusals import ActionRefused
from practice import mistakes as own
from practice import studying
from practice.api import shapes
from practice.models import Mistake
from practice.positions import PuzzlePosition

READ = {"GET": Scope.READ}
TAGS = ["puzzles"]


def mistake_or_404(person: User, code: str) -> tuple[Mistake, PuzzlePosition]:
    found = own.mistake_of(person, code)
    if found is None:
        raise ActionRefused("no_mistake")
    return found, studying.mistake_position(found, person)


class MistakesView(Operation):
    scopes = READ

    @document_operation(operation_id="me_mistakes_list", responses={200: shapes.OwnMistakesShape}, tags=TAGS)
    def get(self, request: Request) -> Response:
        """Your mistakes in each game, from the reviews of your matches. Nobody else sees them.

        They come with their kinds and costs, your accuracy match by match, and how many positions are due."""
        person = requesting_account(request)
        if is_reading := studying.unstudied_matches(person).exists():
            studying.wake_studying(person)
        return Response(shapes.OwnMistakesShape.render(person, is_reading=is_reading))


class NextMistakeView(Operation):
    scopes = READ

    @document_operation(responses={200: shapes.OwnMistakeShape}, tags=TAGS)
    def get(self, request: Request) -> Response:
        """The position of yours that is due first."""
        person = requesting_account(request)
        found = own.due_mistakes(person).first()
        if found is None:
            raise ActionRefused("nothing_due")
        mistake, position = mistake_or_404(person, found.code)
        return Response(shapes.OwnMistakeShape.render(mistake, position=position))


class OneMistakeView(Operation):
    scopes = READ

    @document_operation(responses={200: shapes.OwnMistakeShape}, tags=TAGS)
    def get(self, request: Request, code: str) -> Response:
        """The position of a mistake of yours, as you saw it."""
        mistake, position = mistake_or_404(requesting_account(request), code)
        return Response(shapes.OwnMistakeShape.render(mistake, position=position))


class MistakeAnswerView(Operation):
    scopes = {"POST": Scope.STUDY} | READ

    @document_operation(responses={200: shapes.CorrectionShape}, tags=TAGS)
    def get(self, request: Request, code: str) -> Response:
        """The solution of a position that you have answered, until it is due again."""
        mistake, position = mistake_or_404(requesting_account(request), code)
        if not mistake.is_answered:
            raise ActionRefused("not_answered")
        return Response(shapes.CorrectionShape.render(mistake, position=position))

    @document_operation(request=shapes.AnswerPuzzle, responses={200: shapes.CorrectionShape}, tags=TAGS)
    def post(self, request: Request, code: str) -> Response:
        """Answer a position that is due. Until it is due again, another answer changes nothing."""
        sent = accept_or_raise(Command.from_json(validated_body(shapes.AnswerPuzzle, request)["command"]))
        mistake, position = mistake_or_404(requesting_account(request), code)
        answered = studying.answer_mistake(mistake, sent)
        return Response(shapes.CorrectionShape.render(answered, position=position))
