"""Error responses in the form of the request: JSON for programs, a page for people."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ludopoli.base import problems

TITLES = {
    400: gettext_lazy("Something got lost on the way"),
    403: gettext_lazy("Not at this table"),
    404: gettext_lazy("No table here"),
    405: gettext_lazy("Not through this door"),
    409: gettext_lazy("Not possible right now"),
    413: gettext_lazy("More than the table holds"),
    429: gettext_lazy("One at a time"),
    503: gettext_lazy("The table is full"),
    500: gettext_lazy("A card fell from the table"),
}


BUSY_FOR = 5
"""Seconds after which a refused request should be retried."""


def wants_json(request: HttpRequest) -> bool:
    """Return whether the response is for a program: it accepts JSON by name, and not HTML."""
    accept = request.headers.get("Accept", "")
    return "application/json" in accept and "text/html" not in accept


def answer(
    request: HttpRequest, status: int, code: str, message: str, *, retry_after: int | None = None
) -> HttpResponse:
    """Return the error response to a request."""
    response: HttpResponse
    if problems.is_api(request):
        response = problems.answer(status, code, message)
    elif wants_json(request):
        response = JsonResponse({"code": code, "message": message}, status=status)
    else:
        context = {"status": status, "title": TITLES[status], "message": message}
        response = render(request, "error.html", context, status=status)
    if retry_after is not None:
        response["Retry-After"] = str(retry_after)
    return response


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return answer(request, 400, "bad_request", _("This request cannot be read."))


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return answer(request, 403, "forbidden", _("This is not open to you."))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    message = _("The page was too old, or cookies are off. Go back, reload it, and try again.")
    return answer(request, 403, "csrf", message)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return answer(request, 404, "not_found", _("There is nothing at this address."))


def too_many_requests(request: HttpRequest) -> HttpResponse:
    """Answer 429; django-allauth calls this, too, when a rate is used up."""
    return answer(request, 429, "too_many_requests", _("Too many attempts. Wait a little."), retry_after=60)


class Busy(Exception):
    """Too many expensive requests at once; retry in a few seconds."""


def busy(request: HttpRequest) -> HttpResponse:
    message = _("A great many people are signing in just now. Try again in a few seconds.")
    return answer(request, 503, "busy", message, retry_after=BUSY_FOR)


class RefuseWhenBusy(MiddlewareMixin):
    """Turn `Busy`, wherever a view raised it, into its response."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return busy(request) if isinstance(exception, Busy) else None


def too_large(request: HttpRequest) -> HttpResponse:
    """Answer 413 without session or database: the body may have been refused before it was read."""
    message = _("This is too large to be read.")
    if problems.is_api(request):
        return problems.answer(413, "too_large", message)
    if wants_json(request):
        return JsonResponse({"code": "too_large", "message": message}, status=413)
    page = render_to_string("500.html", {"status": 413, "title": TITLES[413], "message": message})
    return HttpResponse(page, status=413)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer 500 without session or database, so that this cannot fail again."""
    message = _("Something broke on our side. The cards already played are safe.")
    if problems.is_api(request):
        return problems.answer(500, "server_error", message)
    if wants_json(request):
        return JsonResponse({"code": "server_error", "message": message}, status=500)
    page = render_to_string("500.html", {"status": 500, "title": TITLES[500], "message": message})
    return HttpResponse(page, status=500)
