"""The review of a finished match: its request, its progress, its findings."""

from __future__ import annotations

import uuid
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.shapes.reviews import ReviewShape
from games.review import reviews
from ludopoli.api.auth import requesting_account
from ludopoli.api.models import Scope
from ludopoli.api.operations import Operation, document_operation
from ludopoli.api.shapes import Shape

MOST_DEALS = 10_000
"""A bound for the query, more than any match can have."""


class ReviewQuery(Shape[Any]):
    deal = serializers.IntegerField(
        default=0,
        min_value=0,
        max_value=MOST_DEALS,
        help_text="the review of the deals around this one, from 0",
    )


class OneReviewView(Operation):
    scopes = {"POST": Scope.STUDY}
    queries = {"GET": ReviewQuery}

    @document_operation(responses={200: ReviewShape}, tags=["matches"])
    def get(self, request: Request, match: uuid.UUID) -> Response:
        """The review of a match: its progress and, when it is done, its findings for up to 20 deals."""
        return Response(ReviewShape.render(reviews.review_progress(request.user, match, self.query["deal"])))

    @document_operation(request=None, responses={200: ReviewShape}, tags=["matches"])
    def post(self, request: Request, match: uuid.UUID) -> Response:
        """Request the review of a finished match; it is made once, for everybody. You may have one request
        open at a time."""
        return Response(ReviewShape.render(reviews.request_review(requesting_account(request), match)))
