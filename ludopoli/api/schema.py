"""What the schema says that the views do not."""

from __future__ import annotations

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema

from ludopoli.api.errors import MEDIA_TYPE
from ludopoli.api.models import Scope

PROBLEMS = {
    400: "what was sent cannot be read",
    401: "nobody is signed in, or the token is not known",
    403: "this is not yours to see or to do",
    404: "there is no such thing",
    405: "not by this method",
    406: "not in this form",
    409: "refused as things are: by the rules, or because they have moved on",
    415: "send JSON",
    429: "too often: `Retry-After` says when",
}
"""What every address may answer."""

PROBLEM = {
    "type": "object",
    "description": "A problem (RFC 9457). Some have more fields, told with the address.",
    "required": ["type", "title", "status", "code", "detail"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string", "description": "the name of the status"},
        "status": {"type": "integer"},
        "code": {"type": "string", "description": "for programs; the same as on the socket"},
        "detail": {"type": "string", "description": "for people, in the language of the request"},
        "errors": {
            "type": "object",
            "description": "what is wrong, by field",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
        },
    },
}

ANYBODY: dict[str, list[str]] = {}


class TokenScheme(OpenApiAuthenticationExtension):
    target_class = "ludopoli.api.auth.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "A personal token, made in the settings."}


class Schema(AutoSchema):
    """A view tells its scopes and what it answers when all is well; the rest is the same everywhere."""

    def get_auth(self) -> list[dict[str, Any]]:
        scopes = getattr(self.view, "scopes", {})
        anybody = [] if self.method in scopes else [ANYBODY]
        return [*super().get_auth(), *anybody]

    def get_operation(self, *args: Any, **kwargs: Any) -> Any:
        operation = super().get_operation(*args, **kwargs)
        if operation is not None:
            scope = getattr(self.view, "scopes", {}).get(self.method, Scope.READ)
            operation["description"] = f"{operation.get('description', '')}\n\nScope: `{scope}`.".strip()
        return operation


def add_problems(result: dict[str, Any], **_kwargs: Any) -> dict[str, Any]:
    """A hook of the generator: the problems are the same everywhere."""
    result["components"]["schemas"]["Problem"] = PROBLEM
    content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    for operations in result["paths"].values():
        for operation in operations.values():
            for status, description in PROBLEMS.items():
                operation["responses"][str(status)] = {"description": description, "content": content}
    return result
