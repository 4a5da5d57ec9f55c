"""Matches and results as files: the caller's own, a person's public ones, and the archive."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.examples import GAME, MATCH, PRESET
from games.api.files import (
    LINES,
    NdjsonRenderer,
    OwnView,
    SheetQuery,
    SheetRenderer,
    kind_of_sheet,
    records_response,
    sheet_response,
)
from games.api.shapes.matches import ArchiveShape
from games.api.view_helpers import HistoryQuery
from games.archive import exports, monthly_files
from games.people import profiles
from ludocards.engine import schema
from ludocards.engine.registry import GAMES
from ludopoli.api.document import document_response
from ludopoli.api.operations import Operation, Unstored, document_operation
from ludopoli.api.paging import list_response
from ludopoli.api.rendering import JsonRenderer
from ludopoli.http.throttle import client_address

ROW: dict[str, Any] = {
    "match": MATCH, "at": "2026-11-21T19:15:00Z", "game": GAME, "preset": PRESET, "players": 4, "rated": 1,
    "seat": 0, "place": 1, "sides": 2, "score": 31, "scores": "31 22", "won": 1, "left": 0,
    "partner": "Carla", "opponents": '"Bruno, Dario"', "deals": 6, "points": 118, "gain": 9, "rating": 1562,
    "spread": 141, "tally": "", "weight": 1.0,
}  # fmt: skip


@require_safe
def record_schema_document(request: HttpRequest) -> HttpResponse:
    """The JSON Schema of a match as a document."""
    return document_response(request, _schema_of_record(), "application/schema+json", "record.schema.json")


@lru_cache(maxsize=1)
def _schema_of_record() -> bytes:
    address = settings.SITE_URL + reverse("record-schema")
    return json.dumps({"$id": address, **schema.of_record(GAMES.values())}).encode()


class PublicGamesView(Unstored):
    renderer_classes = [NdjsonRenderer, JsonRenderer]
    queries = {"GET": HistoryQuery}

    @document_operation(
        responses=records_response("the matches that everybody may see, as records, one a line"),
        tags=["people"],
    )
    def get(self, request: Request, name: str) -> HttpResponseBase:
        """A person's finished public matches as records, one per line, oldest first."""
        person, who = profiles.access_player(name), request.user.pk or client_address(request._request)
        if not exports.may_download(who):
            raise Throttled(exports.SECONDS_PER_DOWNLOAD)
        pages = exports.records_of(person, AnonymousUser(), profiles.HistoryFilter(**self.query))
        return exports.stream_download(
            request._request, pages, f"{LINES}; charset=utf-8", f"ludopoli-{timezone.localdate()}.jsonl"
        )


class ArchiveView(Operation):
    @document_operation(responses={200: ArchiveShape(many=True)}, tags=["matches"])
    def get(self, request: Request) -> Response:
        """The months of the public archive, most recent first, each with all matches that everybody may
        see."""
        absolute = request.build_absolute_uri
        return list_response(ArchiveShape.render_all(monthly_files.all_volumes(), absolute=absolute))


class OwnRecordsView(OwnView):
    queries = {"GET": HistoryQuery}
    renderer_classes = [NdjsonRenderer, JsonRenderer]

    @document_operation(
        responses=records_response("your finished matches as records, one a line"), tags=["me"]
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Your finished matches as records, one per line, oldest first."""
        person = self.person(request)
        pages = exports.records_of(person, person, profiles.HistoryFilter(**self.query))
        return exports.stream_download(
            request._request, pages, f"{LINES}; charset=utf-8", f"ludopoli-{timezone.localdate()}.jsonl"
        )


class ResultsQuery(HistoryQuery, SheetQuery):
    pass


class OwnResultsView(OwnView):
    queries = {"GET": ResultsQuery}
    renderer_classes = [SheetRenderer, JsonRenderer]

    @document_operation(
        responses=sheet_response(
            "; ".join(f"`{each.name}`: {each.about}" for each in exports.COLUMNS),
            f"{','.join(ROW)}\n{','.join(map(str, ROW.values()))}\n",
        ),
        tags=["me"],
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Your results as CSV, oldest first."""
        asked = {**self.query}
        kind = kind_of_sheet(asked)
        pages = exports.own_results(self.person(request), kind, profiles.HistoryFilter(**asked))
        return exports.download_table(request._request, pages, kind, f"ludopoli-{timezone.localdate()}")
