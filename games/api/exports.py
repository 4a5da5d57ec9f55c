"""Matches and results as files: the caller's own, a person's public ones, and the archive."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponseBase
from django.utils import timezone
from drf_spectacular.utils import OpenApiExample, OpenApiResponse
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.examples import GAME, MATCH, PRESET
from games.api.files import CSV, LINES, NdjsonRenderer, OwnView, SheetRenderer, records_response
from games.api.shapes.matches import ArchiveShape
from games.api.view_helpers import OfGame, OneName
from games.archive import exports, monthly_files
from games.people import profiles
from ludopoli.api.operations import Operation, Reading, document_operation
from ludopoli.api.paging import list_response
from ludopoli.api.rendering import JsonRenderer
from ludopoli.api.shapes import Between, Flag, Shape
from ludopoli.http.throttle import client_address
from ludopoli.text.table_files import FileKind

ROW: dict[str, Any] = {
    "match": MATCH, "at": "2026-11-21T19:15:00Z", "game": GAME, "preset": PRESET, "players": 4, "rated": 1,
    "seat": 0, "place": 1, "sides": 2, "score": 31, "scores": "31 22", "won": 1, "left": 0,
    "partner": "Carla", "opponents": '"Bruno, Dario"', "deals": 6, "points": 118, "gain": 9, "rating": 1562,
    "spread": 141, "tally": "", "weight": 1.0,
}  # fmt: skip


class GamesQuery(OfGame, Between):
    vs = OneName(required=False, help_text="only matches against this person")


class PublicGamesView(Operation):
    renderer_classes = [NdjsonRenderer, JsonRenderer]
    queries = {"GET": GamesQuery}

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


class ArchiveView(Reading):
    @document_operation(responses={200: ArchiveShape(many=True)}, tags=["matches"])
    def get(self, request: Request) -> Response:
        """The months of the public archive, most recent first, each with all matches that everybody may
        see."""
        absolute = request.build_absolute_uri
        return list_response(ArchiveShape.render_all(monthly_files.all_volumes(), absolute=absolute))


class OwnRecordsView(OwnView):
    renderer_classes = [NdjsonRenderer, JsonRenderer]

    @document_operation(
        responses=records_response("every finished match of yours as a record, one a line"), tags=["me"]
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Your finished matches as records, one per line, oldest first."""
        pages = exports.own_records(self.person(request))
        return exports.stream_download(
            request._request, pages, f"{LINES}; charset=utf-8", f"ludopoli-{timezone.localdate()}.jsonl"
        )


class SheetQuery(Shape[Any]):
    excel = Flag(default=False, help_text="with a BOM, and semicolons for commas")


class OwnResultsView(OwnView):
    queries = {"GET": SheetQuery}
    renderer_classes = [SheetRenderer, JsonRenderer]

    @document_operation(
        responses={
            (200, CSV): OpenApiResponse(
                str,
                description="; ".join(f"`{each.name}`: {each.about}" for each in exports.COLUMNS),
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
        """Your results as CSV, oldest first."""
        kind = FileKind.MARKED if self.query["excel"] else FileKind.PROGRAM
        pages = exports.own_results(self.person(request), kind)
        return exports.download_table(request._request, pages, kind, f"ludopoli-{timezone.localdate()}")
