"""The pages of django-allauth, and who may open them.

A guest is signed in, but has no address and no password: the pages that change them send him to
sign up. Who has an account is sent past the pages for signing in and up.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account import views
from allauth.account.utils import get_next_redirect_url
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import include, path

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


urlpatterns = [
    path("login/", without_account(views.login), name="account_login"),
    path("signup/", without_account(views.signup), name="account_signup"),
    path("email/", with_account(views.email), name="account_email"),
    path("password/change/", with_account(views.password_change), name="account_change_password"),
    path("password/set/", with_account(views.password_set), name="account_set_password"),
    path("reauthenticate/", with_account(views.reauthenticate), name="account_reauthenticate"),
    path("", include("allauth.account.urls")),
]
