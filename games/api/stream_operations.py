"""The streams in the OpenAPI document: by hand, since views of the framework cannot be async."""

from __future__ import annotations

import inspect
from typing import Any

from games.api.examples import AT
from games.api.shapes.matches import STATE
from games.api.shapes.me import CHALLENGE
from games.api.stream_clients import EVENTS, LAST_EVENT, LINES, Opening, as_event
from games.api.streams import account_stream, match_stream
from games.api.wire import component_reference
from ludopoli.api.operation_refusals import refusals_of


def add_to_document(result: dict[str, Any], **_kwargs: Any) -> dict[str, Any]:
    """Add the streams to the OpenAPI document; a hook of its generator."""
    have = {"name": "have", "in": "query", "schema": {"type": "integer", "minimum": 0}}
    last = {
        "name": LAST_EVENT,
        "in": "header",
        "schema": {"type": "integer", "minimum": 0},
        "description": "in place of `have`: the `id` of the latest server-sent event",
    }
    match = {"name": "match", "in": "path", "required": True, "schema": {"type": "string", "format": "uuid"}}
    frame = {"t": "state", **STATE}
    event = {"t": "challenge", "id": 4712, "at": AT, "data": CHALLENGE}
    added = {
        "/api/v1/matches/{match}/stream/": _operation(
            match_stream,
            "The frames of a match, one per line, until it ends.",
            "play",
            [
                match,
                {
                    **have,
                    "description": "the version that you have; the stream begins after it",
                },
                last,
            ],
            "MatchLine",
            frame,
            "Scope: `read`.",
            [{"token": []}, {"oauth": ["read"]}, {"cookieAuth": []}, {}],
        ),
        "/api/v1/me/stream/": _operation(
            account_stream,
            "The events of your account, one per line, without end.",
            "me",
            [
                {
                    **have,
                    "description": "the latest `id` that you have; the stream begins after it",
                },
                last,
            ],
            "AccountLine",
            event,
            "First a `state`, then a line for each event; `t` is its kind. Events from the seconds before "
            "a connection broke may be sent again, with the same `id`.\n\nScope: `read`.",
            [{"token": []}, {"oauth": ["read"]}, {"cookieAuth": []}],
        ),
    }
    over = {"description": "to `Accept: text/event-stream`: the match is over, and you have everything"}
    added["/api/v1/matches/{match}/stream/"]["get"]["responses"]["204"] = over
    result["paths"] = dict(sorted({**result["paths"], **added}.items()))
    return result


def _operation(
    stream: Opening,
    summary: str,
    tag: str,
    parameters: list[dict[str, Any]],
    line: str,
    example: dict[str, Any],
    description: str,
    security: list[dict[str, list[str]]],
) -> dict[str, Any]:
    written = as_event({"version": 57, **example} if line == "MatchLine" else example).decode()
    content = {
        LINES: {"schema": component_reference(line), "example": example},
        EVENTS: {"schema": {"type": "string"}, "example": written},
    }
    operation = {
        "operationId": f"{tag}_stream_retrieve",
        "summary": summary,
        "description": description,
        "parameters": parameters,
        "tags": [tag],
        "security": security,
        "responses": {
            "200": {
                "content": content,
                "description": "lines of JSON, or server-sent events of them; empty ones keep the "
                "connection alive",
            }
        },
        "x-refusals": refusals_of(inspect.unwrap(stream)),
    }
    return {"get": operation}
