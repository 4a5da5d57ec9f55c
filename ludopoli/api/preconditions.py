"""ETags of answers, and changes that happen only to what the program has read (RFC 9110, 13.1.1)."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.http import ConditionalGetMiddleware
from django.utils.cache import set_response_etag
from django.utils.decorators import decorator_from_middleware
from django.utils.http import parse_etags
from rest_framework.request import Request
from rest_framework.response import Response

from ludopoli.accounts.models import User
from ludopoli.api.auth import requesting_account
from ludopoli.http.refusals import ActionRefused

Handler = TypeVar("Handler", bound=Callable[..., Any])

HEADER = "If-Match"


class _Tagging(ConditionalGetMiddleware):
    """Adds the ETag of an answer also for a HEAD, whose body is taken away later."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if request.method == "HEAD" and self.needs_etag(response):
            set_response_etag(response)
        answer: HttpResponseBase = super().process_response(request, response)
        return answer


tagged = decorator_from_middleware(_Tagging)
"""Gives the answers of a view an ETag: an unchanged one is answered with 304."""


def if_match(rows: Callable[..., QuerySet[Any]]) -> Callable[[Handler], Handler]:
    """Let a handler change something only if its GET would still answer with one of the ETags of `If-Match`.

    `rows` returns what nobody else may change meanwhile, given the request and the arguments of the address.
    """

    def checked(handler: Handler) -> Handler:
        @wraps(handler)
        def answer(view: Any, request: Request, **named: Any) -> Response:
            wanted = request.headers.get(HEADER)
            with transaction.atomic():
                if wanted is not None:
                    list(rows(request, **named).select_for_update(no_key=True).values_list("pk"))
                    requesting_account(request).refresh_from_db()  # it was read before the rows were locked
                    now = _etag(view, request, **named)  # refused to whoever may not see it
                    if not {now, "*"} & {*map(_strong, parse_etags(wanted))}:
                        raise ActionRefused("changed_since")
                response: Response = handler(view, request, **named)
            return response

        answer.takes_etag = True  # type: ignore[attr-defined]
        return answer  # type: ignore[return-value]  # it takes what the handler takes

    return checked


def own_account(request: Request) -> QuerySet[User]:
    """Return the row of the account that makes the request."""
    return User.objects.filter(pk=requesting_account(request).pk)


def _etag(view: Any, request: Request, **named: Any) -> str:
    now = view.finalize_response(request, view.get(request, **named), **named).render()
    set_response_etag(now)
    return str(now["ETag"])


def _strong(etag: str) -> str:
    """Return an ETag as it was before the answer was compressed on its way."""
    return etag.removeprefix("W/")
