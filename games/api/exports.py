"""One's own matches and results as files, for programs."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpResponseBase
from django.utils import timezone
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.exceptions import Throttled
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from games import exports, texts
from games.api.examples import GAME, MATCH, PRESET, RULES
from ludopoli.accounts.models import User
from ludopoli.api.errors import Problem
from ludopoli.api.models import Scope

LINES, CSV = "application/x-ndjson", "text/csv"


class Lines(JSONRenderer):
    """For who asks for this type by name; a problem is still JSON."""

    media_type = LINES
    format = "jsonl"


class Sheet(JSONRenderer):
    media_type = CSV
    format = "csv"


class Own(APIView):
    """Something of who asks."""

    scopes = {"GET": Scope.READ}

    def person(self, request: Request) -> User:
        if not isinstance(request.user, User):
            raise Problem(401, "sign_in", str(texts.REFUSALS["sign_in"]))
        if not exports.may_download(request.user):
            raise Throttled(exports.SECONDS_PER_DOWNLOAD)
        return request.user


RECORD = {
    "format": "ludopoli/1",
    "id": MATCH,
    "game": GAME,
    "rules": RULES,
    "players": ["Anna", "Bruno", "Carla", "Dario"],
    "deals": [],
}
ROW: dict[str, Any] = {
    "match": MATCH, "at": "2026-11-21T19:15:00Z", "game": GAME, "preset": PRESET, "players": 4, "rated": 1,
    "seat": 0, "place": 1, "sides": 2, "score": 31, "scores": "31 22", "won": 1, "left": 0,
    "partner": "Carla", "opponents": '"Bruno, Dario"', "deals": 6, "points": 118, "gain": 9, "rating": 1562,
    "spread": 141, "tally": "", "weight": 1.0,
}  # fmt: skip


class OwnRecords(Own):
    renderer_classes = [Lines, JSONRenderer]

    @extend_schema(
        responses={
            (200, LINES): OpenApiResponse(
                str,
                description="every finished match of yours as a record, one a line",
                examples=[OpenApiExample("a line", value=json.dumps(RECORD), media_type=LINES)],
            )
        },
        tags=["me"],
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Your finished matches as records, one a line, the oldest first."""
        pages = exports.own_records(self.person(request))
        return exports.download(
            request._request, pages, f"{LINES}; charset=utf-8", f"ludopoli-{timezone.localdate()}.jsonl"
        )


class OwnResults(Own):
    renderer_classes = [Sheet, JSONRenderer]

    @extend_schema(
        parameters=[OpenApiParameter("excel", bool, description="with a BOM, and semicolons for commas")],
        responses={
            (200, CSV): OpenApiResponse(
                str,
                description="the columns are told in docs/exports.md",
                examples=[
                    OpenApiExample(
                        "two lines",
                        value=f"{','.join(ROW)}\n{','.join(map(str, ROW.values()))}\n",
                        media_type=CSV,
                    )
                ],
            )
        },
        tags=["me"],
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Your results as CSV, the oldest first."""
        excel = request.query_params.get("excel", "false").lower() in ("true", "1")
        pages = exports.own_results(self.person(request), excel=excel)
        return exports.download(
            request._request, pages, f"{CSV}; charset=utf-8", f"ludopoli-{timezone.localdate()}.csv"
        )
