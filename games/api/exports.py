"""Matches and results as files: the caller's own, a person's public ones, and the archive."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from drf_spectacular.utils import OpenApiExample, OpenApiResponse
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.asking import OfGame, OneName
from games.api.examples import GAME, MATCH, PRESET, RULES
from games.api.shapes.matches import ArchiveShape, RecordShape
from games.archive import exports, volumes
from games.people import profiles
from games.refusals import REFUSALS
from ludopoli.accounts.models import User
from ludopoli.api.models import Scope
from ludopoli.api.operations import Operation, Reading, documented
from ludopoli.api.paging import listed
from ludopoli.api.rendering import Json
from ludopoli.api.shapes import Between, Flag, Shape
from ludopoli.base.problems import Problem
from ludopoli.base.throttle import client_address

LINES, CSV = "application/x-ndjson", "text/csv"


class Lines(Json):
    """NDJSON, for clients that ask for it by name; problems are still JSON."""

    media_type = LINES
    format = "jsonl"


class Sheet(Json):
    media_type = CSV
    format = "csv"


class Own(Operation):
    """An operation on the caller's own data."""

    scopes = {"GET": Scope.READ}

    def person(self, request: Request) -> User:
        if not isinstance(request.user, User):
            raise Problem(*REFUSALS.told("sign_in"))
        if not exports.may_download(request.user.pk):
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


def records(description: str) -> dict[Any, Any]:
    """The documented response of an operation that returns records."""
    example = OpenApiExample("a line", value=RECORD, media_type=LINES)
    return {(200, LINES): OpenApiResponse(RecordShape, description=description, examples=[example])}


class GamesQuery(OfGame, Between):
    vs = OneName(required=False, help_text="only matches against this person")


class PublicGames(Operation):
    renderer_classes = [Lines, Json]
    queries = {"GET": GamesQuery}

    @documented(
        responses=records("the matches that everybody may see, as records, one a line"), tags=["people"]
    )
    def get(self, request: Request, name: str) -> HttpResponseBase:
        """A person's finished public matches as records, one per line, oldest first."""
        person, who = profiles.access_player(name), request.user.pk or client_address(request._request)
        if not exports.may_download(who):
            raise Throttled(exports.SECONDS_PER_DOWNLOAD)
        pages = exports.records_of(person, AnonymousUser(), profiles.Wanted(**self.asked))
        return exports.download(
            request._request, pages, f"{LINES}; charset=utf-8", f"ludopoli-{timezone.localdate()}.jsonl"
        )


class Archive(Reading):
    @documented(responses={200: ArchiveShape(many=True)}, tags=["matches"])
    def get(self, request: Request) -> Response:
        """The months of the public archive, most recent first, each with all matches that everybody may
        see."""
        return listed(
            [
                {
                    "month": each.month,
                    "matches": each.matches,
                    "size": each.size,
                    "sha256": each.sha256,
                    "made_at": each.made,
                    "whole": each.is_whole,
                    "url": request.build_absolute_uri(reverse("archive-month", args=[each.month])),
                }
                for each in volumes.volumes()
            ]
        )


class OwnRecords(Own):
    renderer_classes = [Lines, Json]

    @documented(responses=records("every finished match of yours as a record, one a line"), tags=["me"])
    def get(self, request: Request) -> HttpResponseBase:
        """Your finished matches as records, one per line, oldest first."""
        pages = exports.own_records(self.person(request))
        return exports.download(
            request._request, pages, f"{LINES}; charset=utf-8", f"ludopoli-{timezone.localdate()}.jsonl"
        )


class SheetQuery(Shape[Any]):
    excel = Flag(default=False, help_text="with a BOM, and semicolons for commas")


class OwnResults(Own):
    queries = {"GET": SheetQuery}
    renderer_classes = [Sheet, Json]

    @documented(
        responses={
            (200, CSV): OpenApiResponse(
                str,
                description="docs/exports.md describes the columns",
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
        pages = exports.own_results(self.person(request), excel=self.asked["excel"])
        return exports.download(
            request._request, pages, f"{CSV}; charset=utf-8", f"ludopoli-{timezone.localdate()}.csv"
        )
