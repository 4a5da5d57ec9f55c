"""Matches shared by a link: players make, read and withdraw the link; anybody can open it."""

from __future__ import annotations

import uuid

from rest_framework.request import Request
from rest_framework.response import Response

from games.api import matches
from games.api.shapes import matches as shapes
from games.archive import sharing
from games.models import Match, Share
from ludopoli.api.auth import requesting_account
from ludopoli.api.models import Scope
from ludopoli.api.operations import Operation, document_operation


class OneShareView(Operation):
    scopes = {"POST": Scope.BOARD, "DELETE": Scope.BOARD}

    @document_operation(responses={200: shapes.ShareShape}, tags=["matches"])
    def get(self, request: Request, match: uuid.UUID) -> Response:
        """The link to one of your shared matches."""
        return _share(request, sharing.own_share(request.user, match))

    @document_operation(request=None, responses={200: shapes.ShareShape}, tags=["matches"])
    def post(self, request: Request, match: uuid.UUID) -> Response:
        """Share a finished match that you played from its beginning: anybody who has the link can open it.
        If a player has already shared the match, the answer is that link."""
        return _share(request, sharing.share_match(requesting_account(request), match))

    @document_operation(responses={204: None}, tags=["matches"])
    def delete(self, request: Request, match: uuid.UUID) -> Response:
        """Withdraw the link of a match that you played, whoever made it. It stops working at once."""
        sharing.withdraw_share(requesting_account(request), match)
        return Response(status=204)


class SharedMatchView(Operation):
    @document_operation(responses={200: shapes.SharedMatchShape}, tags=["matches"])
    def get(self, request: Request, token: str) -> Response:
        """The match that a link shares, with its results: `token` is the end of the link."""
        row = _opened(token)
        shown = {"reader": request.user, "programs": matches.programs_of([row])}
        return Response(shapes.SharedMatchShape.render(row, **shown))


class SharedRecordView(Operation):
    @document_operation(responses={200: shapes.RecordShape}, tags=["matches"])
    def get(self, request: Request, token: str) -> Response:
        """The record of the match that a link shares."""
        return matches.record_response(request, _opened(token))


def _opened(token: str) -> Match:
    row, _eyes = sharing.open_share(token)
    return row


def _share(request: Request, found: Share) -> Response:
    return Response(shapes.ShareShape.render(found, absolute=request.build_absolute_uri))
