"""The OpenAPI schema: what drf-spectacular cannot derive from the views."""

from __future__ import annotations

import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import get_lib_doc_excludes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import exceptions

from ludopoli.api import idempotency, preconditions
from ludopoli.api.auth import scopes_of
from ludopoli.api.models import Scope
from ludopoli.api.operation_refusals import refusals_of
from ludopoli.api.shapes import Shape
from ludopoli.http import refusals
from ludopoli.http.problems import MEDIA_TYPE, problem_document

STATUS_DESCRIPTIONS = {
    400: "the request is malformed",
    401: "nobody is signed in, or the token is invalid",
    403: "you may not see or do this",
    404: "there is no such thing",
    406: "none of the media types in `Accept` is available",
    409: "refused in the current state: against the rules of the game, too late, or taken",
    412: "it has changed since the answer that `If-Match` names",
    413: "the body is too large",
    415: "send JSON",
    422: "another request had this `Idempotency-Key`",
    429: "too many requests; `Retry-After` says when to try again",
}
"""The descriptions of error responses by status; `_refusal_statuses` says which operations have them."""

PROBLEM_SCHEMA = {
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

IF_MATCH = OpenApiParameter(
    preconditions.HEADER,
    location=OpenApiParameter.HEADER,
    description="the ETag of the answer that this changes: refused if it has changed since",
)

IDEMPOTENCY_KEY = OpenApiParameter(
    idempotency.HEADER,
    location=OpenApiParameter.HEADER,
    description="a name of your own for the request: sent again within a day, it gets the same answer",
    pattern=idempotency.KEY,
)

WITHOUT_TOKEN: dict[str, list[str]] = {}
"""The security requirement of an operation that anybody may call: none."""


def undescribed_classes() -> list[type]:
    """Return the base classes whose docstrings are for developers, and stay out of the document."""
    return [*get_lib_doc_excludes(), Shape]


class TokenScheme(OpenApiAuthenticationExtension):
    """The description of authentication by a token: a personal one, or an app's."""

    target_class = "ludopoli.api.auth.TokenAuthentication"
    name = ["token", "oauth"]

    def get_security_requirement(self, auto_schema: AutoSchema) -> list[dict[str, list[str]]]:
        scopes = scopes_of(auto_schema.view, auto_schema.method)
        return [{"token": []}, *({"oauth": [str(scope)]} for scope in scopes)]

    def get_security_definition(self, auto_schema: AutoSchema) -> list[dict[str, Any]]:
        personal = "A personal token, made in the settings."
        with translation.override("en"):
            scopes = {str(scope): str(scope.label) for scope in Scope}
        flow = {
            "authorizationUrl": reverse("oauth-consent"),
            "tokenUrl": reverse("oauth-token"),
            "refreshUrl": reverse("oauth-token"),
            "scopes": scopes,
        }
        return [
            {"type": "http", "scheme": "bearer", "description": personal},
            {
                "type": "oauth2",
                "description": "An app for others: OAuth 2.1, with PKCE by S256.",
                "flows": {"authorizationCode": flow},
            },
        ]


class OperationSchema(AutoSchema):
    """The schema of one operation.

    A view states its scopes and its successful response, and its refusals follow from the code that it calls.
    Everything else is the same for all operations.
    """

    def get_auth(self) -> list[dict[str, Any]]:
        scopes = getattr(self.view, "scopes", {})
        needs_token = self.method in scopes
        return super().get_auth() if needs_token else [*super().get_auth(), WITHOUT_TOKEN]

    def get_override_parameters(self) -> list[Any]:
        query = getattr(self.view, "queries", {}).get(self.method)
        handler = getattr(self.view, self.method.lower())
        headers = {"takes_etag": IF_MATCH, "creates_once": IDEMPOTENCY_KEY}
        taken = [header for name, header in headers.items() if hasattr(handler, name)]
        return [query, *taken] if query else taken

    def is_deprecated(self) -> bool:
        return hasattr(self.view, "moved")

    def _get_format_parameters(self) -> list[Any]:
        """Omit the parameter `format`: `Accept` selects the format."""
        return []

    def get_summary(self) -> str | None:
        """Return the first sentence of the method's docstring, unless the view sets a summary."""
        summary, _rest = self._split_description()
        return super().get_summary() or summary

    def get_description(self) -> str:  # type: ignore[override]
        """Return the rest of the method's docstring, and the scope."""
        _summary, rest = self._split_description()
        scopes = getattr(self.view, "scopes", {})
        names = " or ".join(f"`{scope}`" for scope in scopes_of(self.view, self.method))
        scope = f"Scope: {names}."
        if self.method not in scopes:
            scope += " Without a token it answers what everybody may see."
        return f"{rest}\n\n{scope}".strip()

    def get_operation(self, *args: Any, **kwargs: Any) -> Any:
        operation = super().get_operation(*args, **kwargs)
        if operation is not None:
            view = type(self.view)
            if self.method == "GET" and getattr(view, "has_etag", False):
                operation["responses"]["200"]["headers"] = ETAG
                operation["responses"]["304"] = {"description": "not changed since your `ETag`"}
            operation[REFUSALS_KEY] = refusals_of(getattr(view, self.method.lower()), view)
        return operation

    def _split_description(self) -> tuple[str, str]:
        text = " ".join(super().get_description().split())
        summary, dot, rest = text.partition(". ")
        return summary + dot.strip(), rest


WITHOUT_NUL = {"type": "string", "pattern": r"^[^\u0000]*$"}
"""A parameter of the address: text without NUL, which `ludopoli/http/malformed.py` refuses."""

NOT_BLANK = {"type": "string", "pattern": r"^[^\u0000]*[^\s\u0000][^\u0000]*$"}
"""The same, with at least one character that is no space."""

REFUSALS_KEY = "x-refusals"
"""The key that holds an operation's refusals until `add_problems` has moved them into the responses."""

RETRY_AFTER = {"Retry-After": {"description": "seconds", "schema": {"type": "integer", "minimum": 1}}}
RATES = {
    "RateLimit-Limit": "the requests that may be sent in a while",
    "RateLimit-Remaining": "how many of them are left",
    "RateLimit-Reset": "seconds until the first of those sent counts no more",
}
"""The headers of the rate that is nearest to its limit."""

RATE_HEADERS = {name: {"$ref": f"#/components/headers/{name}"} for name in RATES}

LOCATION = {"Location": {"description": "the address of what was created", "schema": {"type": "string"}}}
ETAG = {"ETag": {"description": "for `If-None-Match`", "schema": {"type": "string"}}}


def add_problems(result: dict[str, Any], **_kwargs: Any) -> dict[str, Any]:
    """Add the error responses of each operation with their codes, and the headers of the others.

    A postprocessing hook of the document's generator.
    """
    example = problem_document(*refusals.REFUSALS.problem("not_found"))
    result["components"]["schemas"]["Problem"] = {**PROBLEM_SCHEMA, "examples": [example]}
    shared = result["components"].setdefault("responses", {})
    result["components"]["headers"] = {
        name: {"description": said, "schema": {"type": "integer", "minimum": 0}}
        for name, said in RATES.items()
    }
    _close_bodies(result)
    for operations in result["paths"].values():
        for operation in operations.values():
            own_codes = operation.pop(REFUSALS_KEY, {})
            operation["description"] += whom_it_refuses(own_codes)
            for parameter in operation.get("parameters", ()):
                schema = parameter["schema"]
                if schema.get("type") == "string" and not schema.keys() & {"enum", "format", "pattern"}:
                    parameter["schema"] = schema | (NOT_BLANK if schema.get("minLength") else WITHOUT_NUL)
            for status in sorted(_refusal_statuses(operation, own_codes)):
                operation["responses"][str(status)] = _problem_response(status, own_codes, shared)
            if "201" in operation["responses"]:
                operation["responses"]["201"]["headers"] = LOCATION
            for status, response in operation["responses"].items():
                if status.startswith("2"):
                    response["headers"] = response.get("headers", {}) | RATE_HEADERS
    return result


FRAMEWORK_CODES = {
    each.default_code: each.status_code
    for each in (exceptions.NotAcceptable, exceptions.UnsupportedMediaType)
}
"""The refusals that REST framework raises itself: codes with their statuses."""

COMMON_CODES = FRAMEWORK_CODES | refusals.REFUSALS.statuses(
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
"""Codes that every operation with their status may answer with."""


def relative_paths(endpoints: list[tuple[Any, ...]], **_kwargs: Any) -> list[tuple[Any, ...]]:
    """Cut the site's path, which the address of the server already has, from the path of each operation.

    A preprocessing hook of the document's generator.
    """
    return [(f"/{path.removeprefix(settings.SITE_PATH)}", *others) for path, *others in endpoints]


def whom_it_refuses(codes: Mapping[str, int]) -> str:
    """Return the refusals that depend on who asks, in sentences: what is needed besides a scope.

    Values are shown by name, such as `<name>`."""
    said = [
        f"- `{code}`: " + re.sub(r"%\((\w+)\)[a-z]", r"<\1>", str(refusals.REFUSALS[code].text))
        for code, status in codes.items()
        if status == HTTPStatus.FORBIDDEN and code not in COMMON_CODES
    ]
    return "\n".join(["\n\nRefused with 403:\n", *said]) if said else ""


def _close_bodies(result: dict[str, Any]) -> None:
    """State that objects in request bodies have no further fields, as `Shape` enforces."""
    schemas = result["components"]["schemas"]
    bodies = [
        content["schema"]
        for operations in result["paths"].values()
        for operation in operations.values()
        for content in operation.get("requestBody", {}).get("content", {}).values()
    ]
    visited: set[str] = set()
    while bodies:
        schema = bodies.pop()
        name = schema.get("$ref", "").rpartition("/")[2]
        if name and name not in visited:
            visited.add(name)
            bodies.append(schemas[name])
        elif "properties" in schema:
            schema.setdefault("additionalProperties", False)
            bodies += [each for each in schema["properties"].values() if isinstance(each, dict)]
        elif isinstance(schema.get("items"), dict):
            bodies.append(schema["items"])
        else:
            bodies += [each for keyword in ("allOf", "oneOf", "anyOf") for each in schema.get(keyword, ())]


def _refusal_statuses(operation: dict[str, Any], refusals: dict[str, int]) -> set[int]:
    """Return the statuses with which an operation can refuse.

    Any request can have an unknown parameter (400), an unknown token (401), one without the scope (403), an
    `Accept` that cannot be satisfied (406), or be one too many (429).
    """
    has_body = "requestBody" in operation
    has_path_parameters = "path" in {parameter["in"] for parameter in operation.get("parameters", ())}
    return {
        400,
        401,
        403,
        406,
        429,
        *((413, 415) if has_body else ()),
        *((404,) if has_path_parameters else ()),
        *refusals.values(),
    }


def _problem_response(
    status: int, refusals: dict[str, int], shared: dict[str, dict[str, Any]]
) -> dict[str, Any]:
    """Return an error response with its codes; without codes of the operation it is among the `shared`."""
    codes = {code for code, its_status in {**COMMON_CODES, **refusals}.items() if its_status == status}
    words = [STATUS_DESCRIPTIONS[status], ", ".join(f"`{code}`" for code in sorted(codes))]
    response = {
        "description": ": ".join(filter(None, words)),
        "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
        **({"headers": RETRY_AFTER | RATE_HEADERS} if status == HTTPStatus.TOO_MANY_REQUESTS else {}),
    }
    if codes - COMMON_CODES.keys():
        return response
    name = "".join(HTTPStatus(status).phrase.split())
    shared[name] = response
    return {"$ref": f"#/components/responses/{name}"}
