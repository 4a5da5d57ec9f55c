"""Pages that a browser may not load ahead of its reader, since opening them has an effect."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

View = Callable[..., HttpResponseBase]


def never_prefetched(view: View) -> View:
    """Decorate a view: a browser that guesses what its reader will open is refused until they do."""

    @wraps(view)
    def opened(request: HttpRequest, *args: object, **named: object) -> HttpResponseBase:
        if "prefetch" in request.headers.get("Sec-Purpose", request.headers.get("Purpose", "")):
            return HttpResponse(status=HTTPStatus.TOO_EARLY)
        return view(request, *args, **named)

    return opened
