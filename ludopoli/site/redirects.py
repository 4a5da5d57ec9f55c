"""Permanent redirects from URLs that earlier versions of the site used.

The middleware tries them only when no current route matches, so they cost other requests nothing, and no page
can be hidden by one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.urls import NoReverseMatch, Resolver404, include, path, re_path, resolve, reverse

FORMER_ROUTES = {
    "tavolo/<slug:code>/sit/": "sit",
    "tavolo/<slug:code>/leave/": "leave",
    "tavolo/<slug:code>/bots/": "fill-with-bots",
    "tavolo/<slug:code>/remove/": "remove-bot",
    "tavolo/<slug:code>/join/": "let-join",
    "tavolo/<slug:code>/send-away/": "send-away",
    "tavolo/<slug:code>/invite/": "invite",
    "tavolo/<slug:code>/friends/": "people-to-invite",
    "tavolo/<slug:code>/keep/": "keep-rules",
    "amici/<slug:action>/": "tie",
    "tornei/<slug:event>/direzione/fai/<slug:name>/": "console-act",
    "tornei/<slug:event>/direzione/iscritti/<int:number>/<slug:name>/": "console-entry-act",
    "tornei/<slug:event>/direzione/reclami/<int:number>/<slug:name>/": "console-claim-act",
    "tornei/<slug:event>/direzione/tavoli/<int:round>/<int:number>/<slug:name>/": "console-table-act",
    "account/tokens/": "tokens",
    "account/tokens/<int:token>/revoke/": "revoke-token",
    "account/notices/": "notice-switches",
    "account/bots/": "bots",
    "account/bots/<int:bot>/": "bot-account",
    "account/bots/<int:bot>/delete/": "delete-bot",
    "account/webhooks/": "webhooks",
    "account/webhooks/<int:webhook>/": "webhook",
    "account/webhooks/<int:webhook>/test/": "test-webhook",
    "account/webhooks/<int:webhook>/again/": "webhook-again",
    "account/webhooks/<int:webhook>/switch/": "switch-webhook",
    "account/webhooks/<int:webhook>/renew/": "renew-webhook",
    "account/webhooks/<int:webhook>/delete/": "delete-webhook",
    "account/profile/": "account_profile",
    "account/sessions/": "usersessions_list",
    "account/sessions/<int:session>/end/": "end_session",
    "account/privacy/export.json": "account_export",
    "account/privacy/delete/": "account_delete",
    "account/login/": "account_login",
    "account/logout/": "account_logout",
    "account/signup/": "account_signup",
    "account/inactive/": "account_inactive",
    "account/confirm-email/": "account_email_verification_sent",
    "account/confirm-email/<str:key>/": "account_confirm_email",
    "account/password/change/": "account_change_password",
    "account/password/set/": "account_set_password",
    "account/password/reset/": "account_reset_password",
    "account/password/reset/done/": "account_reset_password_done",
    "account/password/reset/key/done/": "account_reset_password_from_key_done",
    "account/reauthenticate/": "account_reauthenticate",
    "account/2fa/": "mfa_index",
    "account/2fa/authenticate/": "mfa_authenticate",
    "account/2fa/reauthenticate/": "mfa_reauthenticate",
    "account/2fa/app/add/": "mfa_activate_totp",
    "account/2fa/app/remove/": "mfa_deactivate_totp",
    "account/2fa/codes/": "mfa_view_recovery_codes",
    "account/2fa/codes/new/": "mfa_generate_recovery_codes",
    "account/2fa/codes/codes.txt": "mfa_download_recovery_codes",
    "account/passkeys/": "mfa_list_webauthn",
    "account/passkeys/add/": "mfa_add_webauthn",
    "account/passkeys/login/": "mfa_login_webauthn",
    "account/passkeys/reauthenticate/": "mfa_reauthenticate_webauthn",
    "account/passkeys/<int:pk>/remove/": "mfa_remove_webauthn",
    "account/passkeys/<int:pk>/edit/": "mfa_edit_webauthn",
    "i18n/setlang/": "set_language",
    "jsi18n/": "jsi18n",
}
"""The name of the current route, by former route.

The two have the same parameters. `action` and a `slug:name` are English verbs, such as `pause`; the current
route has the Italian ones in their place (`ludopoli/http/verbs.py`).
"""

RESET_KEY = r"^account/password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$"
"""The former route of links in mails that reset a password."""


def redirect_permanently(request: HttpRequest, to: str, **named: Any) -> HttpResponse:
    """Redirect permanently to the route named `to`, with the same parameters and query.

    The status is 301, or 308 for requests other than reads, so that the browser repeats a POST as a POST.
    """
    try:
        address = reverse(to, kwargs=named)
    except NoReverseMatch:  # the parameters do not fit the current route, such as an unknown verb
        raise Http404 from None
    query = request.META.get("QUERY_STRING", "")
    response = HttpResponsePermanentRedirect(f"{address}?{query}" if query else address)
    if request.method not in ("GET", "HEAD"):
        response.status_code = 308
    return response


routes = [
    *(path(route, redirect_permanently, {"to": name}) for route, name in FORMER_ROUTES.items()),
    re_path(RESET_KEY, redirect_permanently, {"to": "account_reset_password_from_key"}),
]
# Not part of the site's URLs: `redirect_former_urls` resolves requests against this module.
urlpatterns = [path(settings.SITE_PATH[1:], include(routes))]


def redirect_former_urls(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that redirects former URLs that no current route matches."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code != 404 or request.resolver_match is not None:
            return response  # a page has answered, if only that it has no such object
        try:
            view, args, kwargs = resolve(request.path_info, __name__)
            return view(request, *args, **kwargs)
        except (Resolver404, Http404):
            return response

    return respond
