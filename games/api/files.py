"""Shared parts of the operations that answer with a file: one JSON value per line, or CSV."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample, OpenApiResponse
from rest_framework.exceptions import Throttled
from rest_framework.request import Request

from games.api.examples import GAME, MATCH, RULES
from games.api.shapes.matches import RecordShape
from games.archive import exports
from ludopoli.accounts.models import User
from ludopoli.api.models import Scope
from ludopoli.api.operations import Unstored
from ludopoli.api.rendering import JsonRenderer
from ludopoli.api.shapes import Flag, Shape
from ludopoli.http.problems import Problem
from ludopoli.http.refusals import REFUSALS
from ludopoli.text.table_files import FileKind

LINES, CSV = "application/x-ndjson", "text/csv"


class NdjsonRenderer(JsonRenderer):
    """NDJSON, for clients that ask for it by name; problems are still JSON."""

    media_type = LINES
    format = "jsonl"


class SheetRenderer(JsonRenderer):
    media_type = CSV
    format = "csv"


class SheetQuery(Shape[Any]):
    excel = Flag(default=False, help_text="with a BOM, and semicolons for commas")


def kind_of_sheet(asked: dict[str, Any]) -> FileKind:
    """Return the kind of CSV that a checked `SheetQuery` asks for, which it then no longer has."""
    return FileKind.MARKED if asked.pop("excel") else FileKind.PROGRAM


def sheet_response(description: str, lines: str) -> dict[Any, Any]:
    """The documented response of an operation that returns CSV."""
    example = OpenApiExample("two lines", value=lines, media_type=CSV)
    return {(200, CSV): OpenApiResponse(str, description=description, examples=[example])}


class SheetView(Unstored):
    """A table as CSV."""

    queries = {"GET": SheetQuery}
    renderer_classes = [SheetRenderer, JsonRenderer]


class OwnView(Unstored):
    """A file of the caller's own data."""

    scopes = {"GET": Scope.READ}

    def person(self, request: Request) -> User:
        if not isinstance(request.user, User):
            raise Problem(*REFUSALS.problem("sign_in"))
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


def records_response(description: str) -> dict[Any, Any]:
    """The documented response of an operation that returns records."""
    example = OpenApiExample("a line", value=RECORD, media_type=LINES)
    return {(200, LINES): OpenApiResponse(RecordShape, description=description, examples=[example])}
