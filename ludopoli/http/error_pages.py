"""Error responses in the form of the request: JSON for programs, a page for people."""

from __future__ import annotations

import logging
import sys
from http import HTTPStatus

from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.template.response import TemplateResponse
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext_lazy

from ludopoli.base.outages import trouble_of
from ludopoli.http import problems, refused_forms
from ludopoli.http.refusals import REFUSALS, ActionRefused

log = logging.getLogger(__name__)

TITLES = {
    400: gettext_lazy("This did not work"),
    401: gettext_lazy("Not allowed"),
    403: gettext_lazy("Not allowed"),
    404: gettext_lazy("Page not found"),
    405: gettext_lazy("This cannot be done here"),
    409: gettext_lazy("Not possible right now"),
    413: gettext_lazy("Too large"),
    429: gettext_lazy("Too many requests"),
    503: gettext_lazy("Try again in a moment"),
    500: gettext_lazy("Something went wrong"),
}


REFUSALS_ON = "refusals_on"
"""The attribute of a request with the page that shows why it is refused."""

BUSY_FOR = 5
"""Seconds after which a refused request should be retried."""


def wants_json(request: HttpRequest) -> bool:
    """Return whether the response is for a program: it accepts JSON by name, and not HTML."""
    accept = request.headers.get("Accept", "")
    return "application/json" in accept and "text/html" not in accept


def error_response(
    request: HttpRequest,
    status: int,
    code: str,
    message: str,
    *,
    title: str = "",
    retry_after: int | None = None,
    bare: bool = False,
) -> HttpResponse:
    """Return the error response to a request.

    A `bare` page needs neither session nor database, so that it cannot fail again.
    """
    response: HttpResponse
    if problems.is_api(request):
        response = problems.problem_response(status, code, message)
    elif wants_json(request):
        response = JsonResponse({"code": code, "message": message}, status=status)
    else:
        context = {"status": status, "title": title or TITLES[status], "message": message}
        template, asks = ("500.html", None) if bare else ("error.html", request)
        response = HttpResponse(render_to_string(template, context, asks), status=status)
    if retry_after is not None:
        response["Retry-After"] = str(retry_after)
    return response


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return error_response(request, *REFUSALS.problem("bad_request"))


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return error_response(request, *REFUSALS.problem("forbidden"))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return error_response(request, *REFUSALS.problem("csrf"))


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return error_response(request, *REFUSALS.problem("not_found"))


def too_many_requests(request: HttpRequest) -> HttpResponse:
    """Answer 429; django-allauth calls this, too, when a rate is used up."""
    return error_response(request, *REFUSALS.problem("too_many_requests"), retry_after=60)


class Busy(Exception):
    """Too many expensive requests at once; retry in a few seconds."""


def busy(request: HttpRequest) -> HttpResponse:
    return error_response(request, *REFUSALS.problem("busy"), retry_after=BUSY_FOR)


def show_refusals_on(request: HttpRequest, page: str) -> str:
    """Choose the page that answers this request if it is refused; return its address."""
    setattr(request, REFUSALS_ON, page)
    return page


def refuse(request: HttpRequest, why: ActionRefused) -> HttpResponse:
    """Answer a refused action: programs with its code, people with the page where the form stands, filled in
    as it was sent."""
    page = getattr(request, REFUSALS_ON, "")
    if wants_json(request) and not problems.is_api(request):
        details = {"details": why.details} if why.details else {}
        response = JsonResponse({"code": why.code, "message": str(why), **details}, status=why.status)
        if why.status == HTTPStatus.TOO_MANY_REQUESTS:
            response["Retry-After"] = "1"
        return response
    if page and (shown := refused_forms.page_with(request, page, why)):
        return shown
    wait = 1 if why.status == HTTPStatus.TOO_MANY_REQUESTS else None
    return error_response(request, *why.problem, title=str(why.title), retry_after=wait)


class AnswerExceptions(MiddlewareMixin):
    """Turn refusals, `Busy` and temporary troubles of the database, wherever a view raised them, into
    responses. The pages of django-allauth get the status of a refused form here."""

    def process_template_response(self, request: HttpRequest, response: TemplateResponse) -> TemplateResponse:
        form = (response.context_data or {}).get("form")
        if request.method == "POST" and response.status_code == HTTPStatus.OK and isinstance(form, BaseForm):
            response.status_code = refused_forms.status_of(form)
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, ActionRefused):
            return refuse(request, exception)
        if isinstance(exception, Busy):
            return busy(request)
        if found := trouble_of(exception):
            log.warning("%s was refused", request.path, exc_info=exception)
            return error_response(request, *REFUSALS.problem(found.code), retry_after=BUSY_FOR, bare=True)
        return None


def too_large(request: HttpRequest) -> HttpResponse:
    """Answer 413, also for a body that was refused before it was read."""
    return error_response(request, *REFUSALS.problem("too_large"), bare=True)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer for an exception, which may have been raised outside all views."""
    if found := trouble_of(sys.exc_info()[1]):
        return error_response(request, *REFUSALS.problem(found.code), retry_after=BUSY_FOR, bare=True)
    return error_response(request, *REFUSALS.problem("server_error"), bare=True)
