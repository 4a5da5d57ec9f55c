"""The API's errors as problem documents (RFC 9457), with the codes that the sockets use too."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response

from ludopoli.http.refusals import ActionRefused

MEDIA_TYPE = "application/problem+json"

DEFAULT_RETRY_AFTER = 5
"""The seconds in `Retry-After` if an error does not give them itself."""

OUR_CODES = {
    "parse_error": "bad_request",
    "invalid": "bad_request",
    "not_authenticated": "sign_in",
    "authentication_failed": "bad_token",
    "permission_denied": "forbidden",
}
"""Our codes by those of Django REST framework, where the two differ."""


class Problem(exceptions.APIException):
    """A refusal as an exception of Django REST framework.

    `wait` becomes `Retry-After`, in seconds; `details` are the values in the message; `more` are further
    fields of the document.
    """

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        *,
        wait: float | None = None,
        details: Mapping[str, Any] | None = None,
        **more: Any,
    ) -> None:
        super().__init__(message, code)
        self.status_code = status
        self.wait = wait
        self.more = {**({"details": dict(details)} if details else {}), **more}


def handle(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """The exception handler for Django REST framework: it answers with a problem document and rolls the
    transaction back. Returns None for exceptions that are defects."""
    if isinstance(error, ActionRefused):
        error = Problem(*error.problem, details=error.details)
    if isinstance(error, Http404):
        error = exceptions.NotFound(str(error) or None)
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied(str(error) or None)
    if not isinstance(error, exceptions.APIException):
        return None
    _roll_back()
    response = Response(problem_of(error), status=error.status_code, content_type=MEDIA_TYPE)
    wait = getattr(error, "wait", None)
    if wait is not None or error.status_code == HTTPStatus.TOO_MANY_REQUESTS:
        response["Retry-After"] = str(max(1, round(DEFAULT_RETRY_AFTER if wait is None else wait)))
    if header := getattr(error, "auth_header", None):
        response["WWW-Authenticate"] = header
    return response


def _roll_back() -> None:
    from rest_framework.views import set_rollback  # the framework's views load this module

    set_rollback()


def problem_document(status: int, code: str, detail: str, **more: Any) -> dict[str, Any]:
    """Return the fields of a problem document; `more` are fields beyond those of the RFC and `code`."""
    title = HTTPStatus(status).phrase
    return {"type": "about:blank", "title": title, "status": status, "code": code, "detail": detail, **more}


def is_api(request: HttpRequest) -> bool:
    """Return whether a request is for the API, where errors are problem documents."""
    return request.path.startswith(f"{settings.SITE_PATH}api/")


def problem_response(status: int, code: str, detail: str, **more: Any) -> HttpResponse:
    """Return a problem document as a response, for code outside of Django REST framework."""
    return JsonResponse(
        problem_document(status, code, detail, **more), status=status, content_type=MEDIA_TYPE
    )


def problem_of(error: exceptions.APIException) -> dict[str, Any]:
    """Return the problem document for an exception. If fields are wrong, its detail is the first error."""
    if isinstance(error, exceptions.ValidationError):
        errors = _by_field(error.detail)
        first = next(iter(errors.values()))[0] if errors else _("This request cannot be read.")
        return problem_document(error.status_code, "bad_request", first, errors=errors)
    code = error.get_codes()
    our_code = OUR_CODES.get(code, code) if isinstance(code, str) else "bad_request"
    more = error.more if isinstance(error, Problem) else {}
    return problem_document(error.status_code, our_code, str(error.detail), **more)


def response_of(error: exceptions.APIException, **headers: str) -> JsonResponse:
    """Return the response for an exception, for plain Django views: raised there, it would not be handled."""
    problem = problem_of(error)
    return JsonResponse(problem, status=problem["status"], content_type=MEDIA_TYPE, headers=headers)


def _by_field(detail: Any, name: str = "body") -> dict[str, list[str]]:
    """Return the messages by field, each named by its path: `seats.2.name`."""
    if isinstance(detail, Mapping):
        found: dict[str, list[str]] = {}
        for field, inner in detail.items():
            found |= _by_field(inner, str(field) if name == "body" else f"{name}.{field}")
        return found
    if isinstance(detail, list):
        texts = [str(item) for item in detail if not isinstance(item, Mapping)]
        found = {name: texts} if texts else {}
        for place, item in enumerate(detail):
            if isinstance(item, Mapping):
                found |= _by_field(item, f"{name}.{place}")
        return found
    return {name: [str(detail)]}
