"""Who may open the pages of an account.

A guest is signed in, but has no address and no password: the pages that change them send him to
sign up. Who has an account is sent past the pages for signing in and up.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.utils import get_next_redirect_url
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect

View = Callable[..., HttpResponseBase]


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
