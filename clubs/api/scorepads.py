"""Score pads of matches with real cards. Whoever knows the secret of one reads it, and writes on it."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from clubs import scorepads
from clubs.api import shapes
from clubs.api.view_helpers import JOIN, TAGS, club_of_request
from ludopoli.api.auth import requesting_account
from ludopoli.api.models import Scope
from ludopoli.api.operations import Operation, created_response, document_operation, validated_body
from ludopoli.http.throttle import client_address


class ScorepadsView(Operation):
    scopes = JOIN

    @document_operation(request=shapes.OpenScorepad, responses={201: shapes.ScorepadShape}, tags=TAGS)
    def post(self, request: Request) -> Response:
        """Open a score pad for a match with real cards; for one of your clubs, or for nobody's."""
        sent = validated_body(shapes.OpenScorepad, request)
        club = club_of_request(request, sent["club"]) if "club" in sent else None
        by, address = requesting_account(request), client_address(request._request)
        opened = scorepads.open_pad(by, address, sent["game"], sent["rules"], sent["names"], club)
        return created_response(shapes.ScorepadShape.render(opened), f"scorepads/{opened.secret}/")


class OneScorepadView(Operation):
    @document_operation(responses={200: shapes.ScorepadShape}, tags=TAGS)
    def get(self, request: Request, secret: str) -> Response:
        """A score pad: who is around the table, every entry, and the score by the rules of the game."""
        pad = scorepads.read_pad(secret, client_address(request._request))
        return Response(shapes.ScorepadShape.render(pad))


class PadEntriesView(Operation):
    scopes = JOIN

    @document_operation(request=shapes.WriteEntry, responses={200: shapes.ScorepadShape}, tags=TAGS)
    def post(self, request: Request, secret: str) -> Response:
        """Write down a deal, or take back the last one. An entry whose id is known changes nothing."""
        requesting_account(request)
        sent = validated_body(shapes.WriteEntry, request)
        entered = scorepads.enter_line(scorepads.pad_of_link(secret), client_address(request._request), sent)
        return Response(shapes.ScorepadShape.render(entered))


class PadSeatView(Operation):
    scopes = {"PUT": Scope.JOIN, "DELETE": Scope.JOIN}

    @document_operation(request=None, responses={200: shapes.ScorepadShape}, tags=TAGS)
    def put(self, request: Request, secret: str, seat: int) -> Response:
        """Say that you sat there: the match is then among yours, and counts in its club."""
        return Response(
            shapes.ScorepadShape.render(
                scorepads.claim_seat(requesting_account(request), scorepads.pad_of_link(secret), seat)
            )
        )

    @document_operation(request=None, responses={200: shapes.ScorepadShape}, tags=TAGS)
    def delete(self, request: Request, secret: str, seat: int) -> Response:
        """Give back your seat."""
        return Response(
            shapes.ScorepadShape.render(
                scorepads.release_seat(requesting_account(request), scorepads.pad_of_link(secret))
            )
        )
