"""Refused forms: the page where a form stands is the answer to it, with what was typed and the reason.

That page has status 422. Some forms are shown by the view to which they are sent, with the refusal among
their errors (`refusals_in`). Actions have an address of their own: `page_with` renders the page with their
form, which finds what was sent in its request (`action_forms`). Nothing is stored, and only what succeeds is
redirected.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from urllib.parse import unquote, urlsplit

from django.contrib import messages
from django.core.exceptions import BadRequest, PermissionDenied
from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.urls import resolve

from ludopoli.http.malformed import readable
from ludopoli.http.refusals import ActionRefused

REFUSED = HTTPStatus.UNPROCESSABLE_ENTITY.value
"""The status of a page with a refused form."""

FORM = "refused_form"
"""The attribute of a request with the refused form that its page shows."""


@dataclass(frozen=True, slots=True)
class RefusedForm:
    action: str
    """The address to which the form was sent."""
    fields: Mapping[str, str]
    why: ActionRefused


@contextmanager
def refusals_in(form: BaseForm) -> Iterator[None]:
    """Turn a refusal into an error of the form, beside the field that it names or above them all."""
    try:
        yield
    except ActionRefused as why:
        field = why.details.get("field")
        form.add_error(field if isinstance(field, str) and field in form.fields else None, str(why))


def status_of(form: BaseForm) -> int:
    """The status of a page with this form."""
    return REFUSED if form.errors else HTTPStatus.OK.value


def page_with(request: HttpRequest, page: str, why: ActionRefused) -> HttpResponse | None:
    """Return the page with this address, in which the form of this request stands, as its view renders it.

    Return None if the reader cannot see that page. If it has moved, return its redirect: the reason is then a
    message on the page where that leads.
    """
    address, asked = urlsplit(page), copy.copy(request)
    asked.method, asked.path = "GET", unquote(address.path)
    asked.path_info = asked.path
    asked.META = {**request.META, "REQUEST_METHOD": "GET", "QUERY_STRING": address.query}
    asked.GET, asked.POST = QueryDict(address.query), QueryDict()
    setattr(asked, FORM, RefusedForm(request.path, request.POST, why))
    messages.error(asked, str(why))
    try:
        response = readable(_render)(asked)
    except (Http404, PermissionDenied, BadRequest, ActionRefused):
        return None
    if response.status_code >= HTTPStatus.BAD_REQUEST:
        return None
    if response.status_code == HTTPStatus.OK:
        response.status_code = REFUSED
    return response


def _render(request: HttpRequest) -> HttpResponse:
    request.resolver_match = found = resolve(request.path_info)
    response: HttpResponse = found.func(request, *found.args, **found.kwargs)
    return response


def find_refused_form(request: HttpRequest, action: str, fields: Mapping[str, str]) -> RefusedForm | None:
    """Return the refused form that was sent to this address with these fields."""
    form: RefusedForm | None = getattr(request, FORM, None)
    if form is None or form.action != action:
        return None
    return form if all(form.fields.get(name, "") == value for name, value in fields.items()) else None
