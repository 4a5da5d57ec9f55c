"""The OpenAPI document of the site, generated once for all tests, and answers checked against it."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

from django.utils.translation import get_language
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.renderers import OpenApiJsonRenderer
from jsonschema import Draft202012Validator, FormatChecker  # type: ignore[import-untyped]
from rest_framework.test import APIClient

from ludocards.engine.registry import GAMES
from ludopoli.api.document import generate_document
from ludopoli.http.problems import MEDIA_TYPE
from ludopoli.http.refusals import REFUSALS

JSON = "application/json"

OWN_GAMES = tuple(GAMES)
"""The games of the site, before a test registers another."""

LEFT_OPEN = "RecordShape"
"""The shape that documents only a part: docs/record.md has the rest."""


@cache
def document_of(*games: str) -> dict[str, Any]:
    """The document as it is served while these games are registered, with each response in its place."""
    generate = generate_document if games == OWN_GAMES else generate_document.__wrapped__
    served = OpenApiJsonRenderer().render(generate(get_language() or ""), renderer_context={})
    document: dict[str, Any] = json.loads(served)
    shared = document["components"]["responses"]
    for operations in document["paths"].values():
        for operation in operations.values():
            operation["responses"] = {
                status: shared[response["$ref"].rpartition("/")[2]] if "$ref" in response else response
                for status, response in operation["responses"].items()
            }
    return document


DOCUMENT = document_of(*GAMES)

HAS_WARNINGS = bool(GENERATOR_STATS)
"""True if the generator has met something that it could not describe."""


def closed(schema: Any, known: dict[str, Any]) -> Any:
    """A schema whose objects have the documented fields and no others."""
    if isinstance(schema, list):
        return [closed(each, known) for each in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {name: closed(each, known) for name, each in schema.items() if name != "allOf"}
    if "allOf" in schema:
        parts = [_part(each, known) for each in schema["allOf"]]
        return {**inner, "allOf": parts, "unevaluatedProperties": False}
    return {"additionalProperties": False, **inner} if "properties" in inner else inner


def _part(schema: dict[str, Any], known: dict[str, Any]) -> dict[str, Any]:
    """A part of an object; other parts have more of its fields."""
    whole = known[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    return {
        name: [_part(each, known) for each in inner] if name == "allOf" else closed(inner, known)
        for name, inner in whole.items()
        if name != "additionalProperties"
    }


@cache
def _components(*games: str) -> dict[str, Any]:
    known = document_of(*games)["components"]["schemas"]
    return {"schemas": {**closed(known, known), LEFT_OPEN: known[LEFT_OPEN]}}


@cache
def answers_of(method: str, path: str, status: str, *games: str) -> Draft202012Validator | None:
    """The validator of an operation's answers; None if they are not documented as JSON."""
    answer = document_of(*games)["paths"].get(path, {}).get(method, {}).get("responses", {}).get(status, {})
    schema = answer.get("content", {}).get(JSON, {}).get("schema")
    if schema is None:
        return None
    components = _components(*games)
    whole = {**closed(schema, components["schemas"]), "components": components}
    return Draft202012Validator(whole, format_checker=FormatChecker())


def codes_of(method: str, path: str, status: str, *games: str) -> set[str] | None:
    """The codes of an operation's refusals with a status; None if it documents no such answers."""
    answer = document_of(*games)["paths"].get(path, {}).get(method, {}).get("responses", {}).get(status)
    return None if answer is None else {*re.findall(r"`(\w+)`", answer["description"])}


@cache
def line_of(union: str) -> Draft202012Validator:
    """The validator of the lines of a stream: `AccountLine` or `MatchLine`."""
    whole = {"$ref": f"#/components/schemas/{union}", "components": _components(*GAMES)}
    return Draft202012Validator(whole, format_checker=FormatChecker())


@cache
def delivery_of(kind: str) -> Draft202012Validator:
    """The validator of what a webhook gets for a kind of events."""
    components = _components(*GAMES)
    body = DOCUMENT["webhooks"][kind]["post"]["requestBody"]["content"][JSON]["schema"]
    whole = {**closed(body, components["schemas"]), "components": components}
    return Draft202012Validator(whole, format_checker=FormatChecker())


class Client(APIClient):
    """A client that checks that each answer is what the document says."""

    def request(self, **request: Any) -> Any:
        answer = super().request(**request)
        kind = answer.headers.get("Content-Type", "")
        if answer.resolver_match and kind.startswith((JSON, MEDIA_TYPE)):
            path = "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", answer.resolver_match.route)
            operation = request["REQUEST_METHOD"].lower(), path, str(answer.status_code), *GAMES
            if kind.startswith(MEDIA_TYPE):
                code, documented = answer.json()["code"], codes_of(*operation)
                is_of_a_game = code not in REFUSALS
                assert documented is None or code in documented or is_of_a_game, (operation, code)
            elif (fits := answers_of(*operation)) is not None:
                fits.validate(answer.json())
            reads = DOCUMENT["paths"].get(path, {}).get("get", {}).get("responses", {})
            if operation[0] == "get" and operation[2] == "200" and reads:
                assert answer.has_header("ETag") == ("304" in reads), path
        return answer
