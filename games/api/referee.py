"""The referee, for programs: a record in, a report out. Nothing is stored, and nothing is looked up."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.files import RECORD
from games.api.shapes.referee import WRONG, VerdictShape
from games.archive import imports
from ludocards.engine import referee
from ludopoli.api.operations import Operation, document_operation
from ludopoli.api.shapes import Flag, Shape
from ludopoli.http.problems import Problem
from ludopoli.http.refusals import REFUSALS


class RefereeQuery(Shape[Any]):
    verify = Flag(default=False, help_text="`true`: check seeds and commitments as well")


class RefereeView(Operation):
    largest_body = imports.LARGEST
    queries = {"POST": RefereeQuery}

    @document_operation(
        request={"application/json": {"type": "object", "description": "a record, see docs/record.md"}},
        responses={200: VerdictShape},
        examples=[
            OpenApiExample("record", value=RECORD, request_only=True),
            OpenApiExample("verdict", value=WRONG, response_only=True),
        ],
        tags=["matches"],
    )
    def post(self, request: Request) -> Response:
        """Check that a record was played by the rules, and compute its results."""
        sent = request._request.body  # unparsed: the referee rejects duplicate names in an object
        if not imports.may_send_record(request._request):
            raise Problem(*REFUSALS.problem("throttled"))
        if len(sent) > imports.LARGEST:
            raise Problem(*REFUSALS.problem("too_large"))
        if not isinstance(request.data, dict):
            raise Problem(*REFUSALS.problem("bad_request"))
        return Response(
            VerdictShape.render(referee.judge_record(sent.decode(), verify=self.query["verify"]).json)
        )
