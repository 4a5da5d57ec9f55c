"""Who may open the pages of an account.

A guest is signed in, but has no address and no password: the pages that change them send him to
sign up. Who has an account is sent past the pages for signing in and up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from allauth.account.utils import get_next_redirect_url
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect

View = Callable[..., HttpResponseBase]

PAUSES: Mapping[str, int] = {"too_many_login_attempts": 300, "rate_limited": 60}
"""How many seconds to wait after an error of a form that says "too often", by its code."""


def without_account(view: View) -> View:
    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and not request.user.is_guest:
            return redirect(get_next_redirect_url(request) or settings.LOGIN_REDIRECT_URL)
        return view(request, *args, **kwargs)

    return wrapped


def with_account(view: View) -> View:
    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and request.user.is_guest:
            return redirect("account_signup")
        return view(request, *args, **kwargs)

    return wrapped


def says_too_often(view: View) -> View:
    """A form that refuses because it was sent too often is answered with 429, and says until when."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        form = (getattr(response, "context_data", None) or {}).get("form")
        errors = form.non_field_errors().as_data() if form is not None and form.is_bound else []
        for seconds in (PAUSES[error.code] for error in errors if error.code in PAUSES):
            response.status_code = 429
            response["Retry-After"] = str(seconds)
        return response

    return wrapped
