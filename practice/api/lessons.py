"""Lessons: the courses, one step, and answering it."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from games import texts
from ludocards.engine.registry import GAMES
from ludocards.words import lessons as parts
from ludopoli.api.auth import requesting_account
from ludopoli.api.models import Scope
from ludopoli.api.operations import Operation, document_operation, validated_body
from ludopoli.api.paging import list_response
from ludopoli.http.refusals import ActionRefused
from practice import actions, lessons, selectors
from practice.api import shapes
from practice.lessons import StepPlace

TAGS = ["lessons"]


def place_of(game: str, lesson: str, number: int) -> StepPlace:
    found = lessons.step_place(texts.asked_rules(game)[0], lesson, number)
    if found is None:
        raise ActionRefused("no_step")
    return found


class CoursesView(Operation):
    @document_operation(responses={200: shapes.LessonShape(many=True)}, tags=TAGS)
    def get(self, request: Request) -> Response:
        """The lessons of all games, in their order, with the steps that you have done."""
        found = [(game, lesson) for game in GAMES for lesson in parts.lessons_of(game)]
        return list_response(shapes.LessonShape.render_all(found, done=selectors.steps_done(request.user)))


class OneStepView(Operation):
    @document_operation(responses={200: shapes.StepShape}, tags=TAGS)
    def get(self, request: Request, game: str, lesson: str, number: int) -> Response:
        """A step of a lesson: the position as the learner sees it, a question, answers to choose from."""
        place = place_of(game, lesson, number)
        done = selectors.steps_done(request.user, place.game)
        return Response(shapes.StepShape.render(place, done=done))


class StepAnswerView(Operation):
    scopes = {"POST": Scope.STUDY}

    @document_operation(request=shapes.AnswerStep, responses={200: shapes.JudgedShape}, tags=TAGS)
    def post(self, request: Request, game: str, lesson: str, number: int) -> Response:
        """Answer a step, as often as you like. A right answer counts it as done."""
        place, person = place_of(game, lesson, number), requesting_account(request)
        judged = lessons.judge_step(place, validated_body(shapes.AnswerStep, request)["answers"])
        if judged is None:
            raise ActionRefused("no_such_answer")
        if judged.is_right:
            actions.step_done(person, place)
        return Response(shapes.JudgedShape.render((place, judged)))
