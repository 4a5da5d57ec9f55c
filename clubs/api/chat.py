"""The chat of a club."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubs import chat, selectors
from clubs.api import shapes
from clubs.api.view_helpers import OWN, TAGS, club_of_request, club_or_problem
from ludopoli.api.auth import requesting_account
from ludopoli.api.models import Scope
from ludopoli.api.operations import Operation, created_response, document_operation, validated_body
from ludopoli.api.paging import list_response
from ludopoli.api.shapes import Shape


class BeforeQuery(Shape[Any]):
    before = serializers.IntegerField(required=False, min_value=1, help_text="only lines before this one")


class ChatView(Operation):
    scopes = {**OWN, "POST": Scope.CHAT}
    queries = {"GET": BeforeQuery}

    @document_operation(responses={200: shapes.ClubMessageShape(many=True)}, tags=TAGS)
    def get(self, request: Request, club: str) -> Response:
        """The latest lines of your club's chat, oldest first; without those of people you have blocked."""
        lines = selectors.chat_lines(club_or_problem(request, club), request.user, self.query.get("before"))
        return list_response(shapes.ClubMessageShape.render_all(lines))

    @document_operation(request=shapes.ClubLine, responses={201: shapes.ClubMessageShape}, tags=TAGS)
    def post(self, request: Request, club: str) -> Response:
        """Say something in your club's chat."""
        found, text = club_of_request(request, club), validated_body(shapes.ClubLine, request)["text"]
        said = chat.add_chat_line(requesting_account(request), found, text)
        return created_response(
            shapes.ClubMessageShape.render(said), f"clubs/{found.code}/messages/{said.pk}/"
        )


class OneLineView(Operation):
    scopes = {"DELETE": Scope.CHAT}

    @document_operation(request=None, responses={204: None}, tags=TAGS)
    def delete(self, request: Request, club: str, line: int) -> Response:
        """Remove a line: one of yours, or any if you direct the club."""
        chat.remove_line(requesting_account(request), club_of_request(request, club), line)
        return Response(status=204)
