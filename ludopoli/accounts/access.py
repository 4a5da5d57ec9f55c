"""Who may open the pages of an account.

A guest is signed in, but has no address and no password: the pages that change them send him to
sign up. Who has an account is sent past the pages for signing in and up. What decides who may act for the
account asks for a proof (password, code or passkey) if the last one is more than five minutes old.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from allauth.account.internal.flows.reauthentication import did_recently_reauthenticate
from allauth.account.utils import get_next_redirect_url
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

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


def provable(view: View) -> View:
    """Send an account with nothing to prove itself with to choose a password by mail.

    Sign-up asks for a password; such accounts are made by staff.
    """

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        user = request.user
        if (
            user.is_authenticated
            and not user.is_guest
            and not get_adapter().get_reauthentication_methods(user)
        ):
            messages.info(request, _("Your account has no password yet. Choose one by mail first."))
            return redirect("account_reset_password")
        return view(request, *args, **kwargs)

    return wrapped


def proven(view: View) -> View:
    """Ask for a proof before the view is shown at all."""
    return provable(reauthentication_required(view))


def has_proven(request: HttpRequest) -> bool:
    """Return whether a session may do what `proven` guards, for answers that cannot send it to a form."""
    return bool(get_adapter().get_reauthentication_methods(request.user)) and did_recently_reauthenticate(
        request
    )


def proven_to_change(view: View) -> View:
    """Ask for a proof before a form of the view is taken; after the proof it is taken as it was sent."""
    shown, taken = view, proven(view)

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        asked = shown if request.method in ("GET", "HEAD") else taken
        return asked(request, *args, **kwargs)

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
