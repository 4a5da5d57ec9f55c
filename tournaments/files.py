"""What is taken along of a tournament as a file, from its pages and through the API."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseBase

from games import exports
from games.exports import may_download
from tournaments import selectors
from tournaments.access import Reader
from tournaments.models import Event

__all__ = ["may_download", "records", "results"]


def results(event: Event, reader: Reader) -> HttpResponse:
    """The standings and all tables as CSV, as the reader may know them."""
    name = f'attachment; filename="ludopoli-{event.code}.csv"'
    return HttpResponse(
        selectors.results_csv(event, reader),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": name, "Cache-Control": "private, no-store"},
    )


def records(request: HttpRequest, event: Event, reader: Reader) -> HttpResponseBase:
    """Its matches as records, one a line: those that the reader may see."""
    pages = selectors.records(event, reader)
    kind = "application/x-ndjson; charset=utf-8"
    return exports.download(request, pages, kind, f"ludopoli-{event.code}.jsonl")
