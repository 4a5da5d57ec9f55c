"""The OpenAPI schema: what drf-spectacular cannot derive from the views."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.conf import settings
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import get_lib_doc_excludes
from rest_framework import exceptions

from ludopoli.api.models import Scope
from ludopoli.api.operation_refusals import refusals_of
from ludopoli.api.shapes import Shape
from ludopoli.http import refusals
from ludopoli.http.problems import MEDIA_TYPE

PROBLEMS = {
    400: "the request is malformed",
    401: "nobody is signed in, or the token is invalid",
    403: "you may not see or do this",
    404: "there is no such thing",
    406: "none of the media types in `Accept` is available",
    409: "refused in the current state: against the rules of the game, too late, or taken",
    413: "the body is too large",
    415: "send JSON",
    429: "too many requests; `Retry-After` says when to try again",
}
"""The descriptions of error responses by status; `_may_answer` says which operations have them."""

PROBLEM = {
    "type": "object",
    "description": "A problem (RFC 9457). Some have more fields, documented with the operation.",
    "required": ["type", "title", "status", "code", "detail"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string", "description": "the name of the status"},
        "status": {"type": "integer"},
        "code": {"type": "string", "description": "for programs; the same as on the socket"},
        "detail": {"type": "string", "description": "for people, in the language of the request"},
        "details": {
            "type": "object",
            "description": "the values in `detail`: a card, a suit, a number, an option",
        },
        "errors": {
            "type": "object",
            "description": "the errors, by field",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
        },
    },
}

ANYBODY: dict[str, list[str]] = {}


def without_descriptions() -> list[type]:
    """The base classes whose docstrings are for us, and describe nothing in the document."""
    return [*get_lib_doc_excludes(), Shape]


class TokenScheme(OpenApiAuthenticationExtension):
    target_class = "ludopoli.api.auth.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "A personal token, made in the settings."}


class Schema(AutoSchema):
    """The schema of one operation.

    A view states its scopes and its successful response, and its refusals follow from what it calls; the rest
    is the same everywhere.
    """

    def get_auth(self) -> list[dict[str, Any]]:
        scopes = getattr(self.view, "scopes", {})
        anybody = [] if self.method in scopes else [ANYBODY]
        return [*super().get_auth(), *anybody]

    def get_override_parameters(self) -> list[Any]:
        asked = getattr(self.view, "queries", {}).get(self.method)
        return [asked] if asked else []

    def _get_format_parameters(self) -> list[Any]:
        """None: `Accept` selects the format, and a query has only the parameters of its shape."""
        return []

    def get_summary(self) -> str | None:
        """The first sentence of the method's docstring."""
        summary, _rest = self._split_description()
        return super().get_summary() or summary

    def get_description(self) -> str:  # type: ignore[override]
        _summary, rest = self._split_description()
        scope = getattr(self.view, "scopes", {}).get(self.method, Scope.READ)
        return f"{rest}\n\nScope: `{scope}`.".strip()

    def get_operation(self, *args: Any, **kwargs: Any) -> Any:
        operation = super().get_operation(*args, **kwargs)
        if operation is not None:
            view = type(self.view)
            operation[REFUSALS] = refusals_of(getattr(view, self.method.lower()), view)
        return operation

    def _split_description(self) -> tuple[str, str]:
        text = " ".join(super().get_description().split())
        summary, dot, rest = text.partition(". ")
        return summary + dot.strip(), rest


READABLE = {"type": "string", "pattern": r"^[^\u0000]*$"}
"""Addresses with a NUL are refused: `ludopoli/http/malformed.py`."""

FILLED = {"type": "string", "pattern": r"^[^\u0000]*[^\s\u0000][^\u0000]*$"}
"""Text that must not be empty, or become so without the spaces around it."""

REFUSALS = "x-refusals"
"""The key for an operation's refusals until `add_problems` has moved them into the responses."""

RETRY_AFTER = {"Retry-After": {"description": "seconds", "schema": {"type": "integer", "minimum": 1}}}
ETAG = {"ETag": {"description": "for `If-None-Match`", "schema": {"type": "string"}}}


def add_problems(result: dict[str, Any], **_kwargs: Any) -> dict[str, Any]:
    """A hook of the generator: add error responses with the codes of each operation, and 304 for reads."""
    result["components"]["schemas"]["Problem"] = PROBLEM
    _close_bodies(result)
    for operations in result["paths"].values():
        for method, operation in operations.items():
            refusals = operation.pop(REFUSALS, {})
            for parameter in operation.get("parameters", ()):
                schema = parameter["schema"]
                if schema.get("type") == "string" and not schema.keys() & {"enum", "format", "pattern"}:
                    parameter["schema"] = schema | (FILLED if schema.get("minLength") else READABLE)
            statuses = _may_answer(operation, refusals)
            common = {code: status for code, status in COMMON_CODES.items() if status in statuses}
            codes = {**common, **refusals}
            for status in sorted(statuses):
                operation["responses"][str(status)] = _problem(status, PROBLEMS[status], codes)
            if method == "get":
                operation["responses"]["304"] = {"description": "not changed since your `ETag`"}
                operation["responses"]["200"]["headers"] = ETAG
    return result


FRAMEWORK = {
    each.default_code: each.status_code
    for each in (exceptions.NotAcceptable, exceptions.UnsupportedMediaType)
}
"""Codes whose words are the framework's."""

COMMON_CODES = FRAMEWORK | refusals.REFUSALS.statuses(
    "bad_request",
    "sign_in",
    "bad_token",
    "token_expired",
    "forbidden",
    "no_scope",
    "not_found",
    "too_large",
    "throttled",
)
"""The codes that every operation may answer with."""


def below_the_server(endpoints: list[tuple[Any, ...]], **_kwargs: Any) -> list[tuple[Any, ...]]:
    """List the operations by their paths below the address of the server, which has the site's path; a hook
    of the document's generator."""
    return [(f"/{path.removeprefix(settings.SITE_PATH)}", *others) for path, *others in endpoints]


def _close_bodies(result: dict[str, Any]) -> None:
    """State that objects in request bodies have no other fields, as `Shape` enforces."""
    schemas = result["components"]["schemas"]
    bodies = [
        content["schema"]
        for operations in result["paths"].values()
        for operation in operations.values()
        for content in operation.get("requestBody", {}).get("content", {}).values()
    ]
    closed: set[str] = set()
    while bodies:
        schema = bodies.pop()
        name = schema.get("$ref", "").rpartition("/")[2]
        if name and name not in closed:
            closed.add(name)
            bodies.append(schemas[name])
        elif "properties" in schema:
            schema.setdefault("additionalProperties", False)
            bodies += [each for each in schema["properties"].values() if isinstance(each, dict)]
        elif isinstance(schema.get("items"), dict):
            bodies.append(schema["items"])
        else:
            bodies += [each for joined in ("allOf", "oneOf", "anyOf") for each in schema.get(joined, ())]


def _may_answer(operation: dict[str, Any], refusals: dict[str, int]) -> set[int]:
    """The statuses with which an operation can refuse.

    Any request may have an unknown parameter, an unknown, insufficient or rate-limited token, and any
    `Accept`.
    """
    sent = "requestBody" in operation
    places = {parameter["in"] for parameter in operation.get("parameters", ())}
    return {
        400,
        401,
        403,
        406,
        429,
        *((413, 415) if sent else ()),
        *((404,) if "path" in places else ()),
        *refusals.values(),
    }


def _problem(status: int, description: str, codes: dict[str, int]) -> dict[str, Any]:
    """An error response; its example has one of the operation's own codes, if it has any."""
    of_status = [code for code in reversed(codes) if codes[code] == status]
    title = HTTPStatus(status).phrase
    first = of_status[0] if of_status else "refused"
    example = {"type": "about:blank", "title": title, "status": status, "code": first, "detail": description}
    named = ", ".join(f"`{code}`" for code in sorted(of_status))
    content = {"schema": {"$ref": "#/components/schemas/Problem"}, "example": example}
    return {
        "description": f"{description}: {named}" if named else description,
        "content": {MEDIA_TYPE: content},
        **({"headers": RETRY_AFTER} if status == HTTPStatus.TOO_MANY_REQUESTS else {}),
    }
