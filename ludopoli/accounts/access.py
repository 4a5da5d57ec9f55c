"""Access to the pages of an account: decorators of views, and the account itself in a view.

A guest is signed in, but has no address and no password: the pages that change them redirect a guest to
sign-up. Somebody with an account is redirected away from sign-in and sign-up. Pages that change who may act
for the account ask for proof (password, code or passkey) if the last proof is more than five minutes old.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from allauth.account.internal.flows.login import get_authentication_records
from allauth.account.internal.flows.reauthentication import did_recently_reauthenticate
from allauth.account.utils import get_next_redirect_url
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from ludopoli.accounts.models import User
from ludopoli.sockets.sessions import SINCE

View = Callable[..., HttpResponseBase]

PAUSES: Mapping[str, int] = {"too_many_login_attempts": 300, "rate_limited": 60}
"""Seconds to wait after a form's "too many attempts", by the code of the error."""


def account_of(request: HttpRequest) -> User:
    """Return the account that makes the request, in a view behind `login_required`."""
    assert isinstance(request.user, User)
    return request.user


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
            back = request.get_full_path() if request.method in ("GET", "HEAD") else ""
            return redirect_to_login(back, reverse("account_signup")) if back else redirect("account_signup")
        return view(request, *args, **kwargs)

    return wrapped


def require_means_of_proof(view: View) -> View:
    """Send accounts that have no means of proof to choose a password by mail.

    Only accounts made by staff are like that: sign-up asks for a password.
    """

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        user = request.user
        if (
            user.is_authenticated
            and not user.is_guest
            and not get_adapter().get_reauthentication_methods(user)
        ):
            messages.info(
                request,
                _("Your account has no password yet. Choose one first, with the link that we email you."),
            )
            return redirect("account_reset_password")
        return view(request, *args, **kwargs)

    return wrapped


def require_proof(view: View) -> View:
    """Ask for proof before the view is shown at all."""
    return require_means_of_proof(reauthentication_required(view))


def signed_in_at(request: HttpRequest) -> int:
    """When the person of a session last showed who they are, in seconds since 1970."""
    records = get_authentication_records(request, request.user)
    return int(max((each["at"] for each in records), default=request.session.get(SINCE, 0)))


def has_proven(request: HttpRequest) -> bool:
    """Return whether a session may use what `require_proof` guards, if it cannot redirect to a form."""
    return bool(get_adapter().get_reauthentication_methods(request.user)) and did_recently_reauthenticate(
        request
    )


def proven_to_change(view: View) -> View:
    """Ask for proof before a form of the view is accepted; afterwards the form is processed as it was
    sent."""
    shown, taken = view, require_proof(view)

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        asked = shown if request.method in ("GET", "HEAD") else taken
        return asked(request, *args, **kwargs)

    return wrapped


def guarded_page(view: View) -> View:
    """Decorate a page with a form of an account, whose changes need a recent proof."""
    guarded = require_http_methods(["GET", "POST"])(proven_to_change(view))
    return never_cache(login_required(with_account(guarded)))


def guarded_action(view: View) -> View:
    """Decorate what a form of such a page does."""
    return login_required(with_account(require_POST(proven_to_change(view))))


def says_too_often(view: View) -> View:
    """Answer 429 with `Retry-After` when the view's form refuses because it was sent too often."""

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
