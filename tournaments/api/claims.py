"""Claims: players call the directors, who answer."""

from __future__ import annotations

from django.shortcuts import get_object_or_404
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.view_helpers import OWN
from ludopoli.api.auth import requesting_account
from ludopoli.api.operations import Operation, created_response, document_operation, validated_body
from ludopoli.api.paging import PageQuery, PagingByCursor
from tournaments import access, actions, selectors
from tournaments.api import shapes
from tournaments.api.view_helpers import (
    DIRECTING,
    ENTER,
    Organising,
    event_of,
    number_parameters,
    path_number,
)
from tournaments.models import Claim


class ClaimsByNumber(PagingByCursor):
    ordering = ("-number",)


class ClaimsView(Operation, ListAPIView[Claim]):
    scopes = {**OWN, **ENTER}
    pagination_class = ClaimsByNumber
    queries = {"GET": PageQuery}
    serializer_class = shapes.ClaimShape

    @document_operation(responses={200: shapes.ClaimShape(many=True)}, tags=DIRECTING)
    def get(self, request: Request, event: str) -> Response:
        """The claims and their answers, most recent first: your own, or all of them for directors."""
        found = event_of(request, event)
        rows = selectors.claims_for(requesting_account(request), found)
        return self.get_paginated_response(shapes.ClaimShape.render_all(self.paginate_queryset(rows) or []))

    @document_operation(request=shapes.Call, responses={201: shapes.ClaimShape}, tags=DIRECTING)
    def post(self, request: Request, event: str) -> Response:
        """Call the directors about a table, until half an hour after its round."""
        sent, found = validated_body(shapes.Call, request), event_of(request, event)
        table = access.table_of_round(found, sent["round"], sent["table"])
        made = actions.call_directors(requesting_account(request), table, sent["text"])
        address = f"tournaments/{found.code}/claims/{made.number}/"
        return created_response(shapes.ClaimShape.render(selectors.claims_of(found).get(pk=made.pk)), address)


class OneClaimView(Operation):
    scopes = OWN

    @document_operation(
        parameters=number_parameters("claim"), responses={200: shapes.ClaimShape}, tags=DIRECTING
    )
    def get(self, request: Request, event: str, claim: str) -> Response:
        """A claim and its answer: one of your own, or any for directors."""
        rows = selectors.claims_for(requesting_account(request), event_of(request, event))
        return Response(shapes.ClaimShape.render(get_object_or_404(rows, number=path_number(claim))))


class AnswerClaimView(Organising):
    @document_operation(
        request=shapes.Answer,
        parameters=number_parameters("claim"),
        responses={200: shapes.ClaimShape},
        tags=DIRECTING,
    )
    def post(self, request: Request, event: str, claim: str) -> Response:
        """Accept or reject a claim, with a reason; if accepted, the table may get new points."""
        sent, found = validated_body(shapes.Answer, request), event_of(request, event)
        made = actions.answer_claim(
            requesting_account(request),
            access.access_claim(found, path_number(claim)),
            accepts=sent["accepted"],
            reason=sent["reason"],
            points=sent.get("points"),
            confirmed=sent.get("confirmed", False),
        )
        return Response(shapes.ClaimShape.render(selectors.claims_of(found).get(pk=made.pk)))
