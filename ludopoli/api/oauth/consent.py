"""The page on which a person allows an app to act for them, or does not."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from oauthlib.oauth2.rfc6749 import errors

from ludopoli.accounts import change_mails
from ludopoli.accounts.access import account_of, require_proof, with_account
from ludopoli.api.models import Scope, scope_labels
from ludopoli.api.oauth import provider
from ludopoli.api.oauth.endpoints import request_parts
from ludopoli.http.error_pages import error_response
from ludopoli.http.refusals import REFUSALS


@never_cache
@login_required
@with_account
@require_http_methods(["GET", "POST"])
@require_proof
def consent_page(request: HttpRequest) -> HttpResponse:
    """Show who asks for what; a person who agrees returns with a code, one who does not without."""
    parts = request_parts(request)
    try:
        scopes, asked = provider.server.validate_authorization_request(*parts)
    except errors.FatalClientError as refused:  # no address that could be trusted with the error
        title = _("This app cannot be connected")
        return error_response(request, *REFUSALS.problem("bad_request", _reason(refused)), title=title)
    except errors.OAuth2Error as refused:
        return _returning(request, refused.in_uri(refused.redirect_uri))
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
        denied = errors.AccessDeniedError(state=asked["state"])
        return _returning(request, denied.in_uri(asked["redirect_uri"]))
    headers, _body, _status = provider.server.create_authorization_response(
        *parts, scopes=scopes, credentials={"user": me}
    )
    change_mails.mail_change(me, gettext_lazy("An app was connected: “%(name)s”."), {"name": app.name})
    return _returning(request, headers["Location"])


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
