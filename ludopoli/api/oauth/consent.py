"""The page on which a person allows an app to act for them, or does not."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import parse_qs, urlsplit

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from oauthlib.oauth2.rfc6749 import errors

from ludopoli.accounts import change_mails
from ludopoli.accounts.access import account_of, require_means_of_proof, signed_in_at, with_account
from ludopoli.accounts.models import User
from ludopoli.api.models import Scope, scope_labels
from ludopoli.api.oauth import provider
from ludopoli.api.oauth.endpoints import request_parts
from ludopoli.http.error_pages import error_response
from ludopoli.http.refusals import REFUSALS

SECONDS = re.compile("[0-9]{1,9}")


def consent_page(request: HttpRequest) -> HttpResponseBase:
    """Answer an app that asks for access, as `prompt` says: with a page, or at once."""
    return (_silent_answer if "none" in _prompts(request) else _asking_page)(request)


def _prompts(request: HttpRequest) -> list[str]:
    return request.GET.get("prompt", "").split()


View = Callable[[HttpRequest], HttpResponse]


def _returning_errors(view: View) -> View:
    """Return to the app with what is refused, or say it here if no address can be trusted with it."""

    @never_cache
    @require_http_methods(["GET", "POST"])
    @wraps(view)
    def returned(request: HttpRequest) -> HttpResponse:
        try:
            return view(request)
        except errors.FatalClientError as refused:
            title = _("This app cannot be connected")
            return error_response(request, *REFUSALS.problem("bad_request", _reason(refused)), title=title)
        except errors.OAuth2Error as refused:
            return _returning(request, refused.in_uri(refused.redirect_uri))

    return returned


@login_required
@with_account
@require_means_of_proof
@_returning_errors
def _asking_page(request: HttpRequest) -> HttpResponse:
    """Show who asks for what; a person who agrees returns with a code, one who does not without."""
    scopes, asked = provider.server.validate_authorization_request(*request_parts(request))
    wants_login = "login" in _prompts(request) or _is_too_long_ago(request, asked["request"])
    if request.method == "GET" and wants_login:
        return _asked_again(request)
    return _proven_page(request, scopes, asked)


@reauthentication_required
def _proven_page(request: HttpRequest, scopes: list[str], asked: dict[str, Any]) -> HttpResponse:
    app, me = asked["request"].client, account_of(request)
    if request.method == "GET":
        context = {
            "app": app,
            "scopes": scope_labels(scopes),
            "to": _place_of(asked["redirect_uri"]),
            "hosts": ", ".join(sorted(app.hosts)) if Scope.WEBHOOK in scopes else "",
        }
        return render(request, "account/consent.html", context)
    if request.POST.get("agrees") != "1":
        raise errors.AccessDeniedError(request=asked["request"])
    answer = _with_code(request, scopes)
    change_mails.mail_change(me, gettext_lazy("An app was connected: “%(name)s”."), {"name": app.name})
    return answer


@_returning_errors
def _silent_answer(request: HttpRequest) -> HttpResponse:
    """Return with a code for what the person has allowed before, or with what they would be asked."""
    scopes, asked = provider.server.validate_authorization_request(*request_parts(request))
    wanted, me = asked["request"], request.user
    if not isinstance(me, User) or me.is_guest or _is_too_long_ago(request, wanted):
        raise errors.LoginRequired(request=wanted)
    if not provider.has_consented(me, wanted.client, scopes, wanted.redirect_uri):
        raise errors.ConsentRequired(request=wanted)
    return _with_code(request, scopes)


def _with_code(request: HttpRequest, scopes: list[str]) -> HttpResponse:
    """Return to the app with a code."""
    known = {"user": account_of(request), "auth_time": signed_in_at(request)}
    headers, _body, _status = provider.server.create_authorization_response(
        *request_parts(request), scopes=scopes, credentials=known
    )
    return _returning(request, headers["Location"])


def _is_too_long_ago(request: HttpRequest, asked: Any) -> bool:
    """Return whether the person has to sign in again, by the `max_age` of a request."""
    if asked.max_age is None:
        return False
    if not SECONDS.fullmatch(asked.max_age):
        raise errors.InvalidRequestError(description="Malformed max_age.", request=asked)
    return time.time() - signed_in_at(request) > int(asked.max_age)


def _asked_again(request: HttpRequest) -> HttpResponse:
    """Lead to a proof, after which the request goes on without asking for it."""
    left = request.GET.copy()
    left.pop("max_age", None)
    left["prompt"] = " ".join(each for each in _prompts(request) if each != "login")
    method = get_adapter().get_reauthentication_methods(request.user)[0]
    return redirect_to_login(f"{request.path}?{left.urlencode()}", method["url"])


def _returning(request: HttpRequest, address: str) -> HttpResponse:
    """Lead the browser to an app: by a page, since no form of ours may lead to another site (CSP)."""
    failed = "error" in parse_qs(urlsplit(address).query)
    context = {"address": address, "to": _place_of(address), "failed": failed}
    return render(request, "account/returning.html", context)


def _place_of(address: str) -> str:
    """Whom an address belongs to, as a person reads it: a host, or an app of the device."""
    parts = urlsplit(address)
    return parts.hostname or f"{parts.scheme}:"


def _reason(refused: errors.FatalClientError) -> str:
    """Why a request cannot be answered at an address of the app."""
    match refused:
        case errors.MismatchingRedirectURIError() | errors.InvalidRedirectURIError():
            return _("It wants you to return to an address that it has not registered here.")
        case errors.MissingRedirectURIError():
            return _("It does not say where you should return to.")
        case errors.InvalidClientIdError() | errors.MissingClientIdError():
            return _("No app with this name is registered here, or it has been blocked.")
    return _("Its request is malformed: its author has to correct it.")
