"""The addresses that apps call (RFC 6749, 7009, 8414; OpenID Connect Discovery)."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from ludopoli.api.models import Scope
from ludopoli.api.oauth import provider, signing
from ludopoli.http.throttle import address_block, client_address, shared_bucket

CALLS_PER_SECOND, CALLS_AT_ONCE = 5, 100
"""The rate limit of an address: the server of an app asks for all its people."""

RETRY_SECONDS = 10

ASKED = (
    "response_type", "client_id", "redirect_uri", "scope", "state", "nonce", "prompt", "code_challenge",
    "code_challenge_method", "request", "request_uri", "max_age",
)  # fmt: skip
"""What an app may write into the address of the consent page; the rest is ignored (RFC 6749, 3.1)."""

JSON = {"Content-Type": "application/json", "Cache-Control": "no-store"}

EVERYWHERE = {"Access-Control-Allow-Origin": "*"}
"""The header of what pages of other sites may read: no cookie is asked for."""

OAuthAnswer = tuple[dict[str, str], str | None, int]
"""Headers, body and status, as the library returns them."""


def request_parts(request: HttpRequest, body: str = "") -> tuple[str, str, str, dict[str, str]]:
    """A request as the library reads it, which must not know more than the site promises."""
    asked = [] if body else [each for each in _pairs(request.GET) if each[0] in ASKED]
    address = f"{settings.SITE_URL}{request.path}?{urlencode(asked)}"
    sent = {name: request.headers[name] for name in ("Authorization",) if name in request.headers}
    return address, "POST" if body else "GET", body, sent


def _pairs(sent: Any) -> Any:
    return ((name, value) for name, values in sent.lists() for value in values)


def called_by_apps(answer: Callable[..., OAuthAnswer]) -> Callable[[HttpRequest], HttpResponse]:
    """Make a view of a call of the library: at most so often, in one transaction, with its own errors."""

    @csrf_exempt
    @require_POST
    @wraps(answer)
    def view(request: HttpRequest) -> HttpResponse:
        caller = ("oauth", address_block(client_address(request)))
        if not shared_bucket(caller, rate=CALLS_PER_SECOND, burst=CALLS_AT_ONCE).take():
            refused = {"error": "temporarily_unavailable", "error_description": "Too many requests."}
            return JsonResponse(refused, status=429, headers={"Retry-After": str(RETRY_SECONDS)})
        with transaction.atomic():
            headers, body, status = answer(*request_parts(request, urlencode([*_pairs(request.POST)]) or "&"))
        return HttpResponse(
            body or "", status=status, headers={"Content-Type": "application/json", **EVERYWHERE, **headers}
        )

    return view


token_endpoint = called_by_apps(provider.server.create_token_response)
revoke_endpoint = called_by_apps(provider.server.create_revocation_response)


@require_safe
def keys_page(request: HttpRequest) -> JsonResponse:
    """The public key of ID tokens (JWKS)."""
    return _public({"keys": signing.public_keys()})


@require_safe
def discovery_document(request: HttpRequest) -> JsonResponse:
    """What a client has to know, so that it needs only the address of the site."""
    ways = ["client_secret_basic", "client_secret_post", "none"]
    return _public(
        {
            "issuer": signing.name_of_issuer(),
            "authorization_endpoint": _whole_address("oauth-consent"),
            "token_endpoint": _whole_address("oauth-token"),
            "revocation_endpoint": _whole_address("oauth-revoke"),
            "userinfo_endpoint": _whole_address("oauth-userinfo"),
            "jwks_uri": _whole_address("oauth-keys"),
            "service_documentation": _whole_address("api"),
            "scopes_supported": Scope.values,
            "response_types_supported": ["code"],
            "grant_types_supported": ["authorization_code", "refresh_token"],
            "code_challenge_methods_supported": [provider.METHOD],
            "token_endpoint_auth_methods_supported": ways,
            "revocation_endpoint_auth_methods_supported": ways,
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": [signing.ALGORITHM],
            "claims_supported": ["sub", "preferred_username", "name", "profile", "auth_time"],
            "prompt_values_supported": ["none", "login", "consent"],
            "ui_locales_supported": [code for code, _name in settings.LANGUAGES],
        }
    )


def _whole_address(name: str) -> str:
    return f"{settings.SITE_URL}{reverse(name)}"


def _public(content: dict[str, Any]) -> JsonResponse:
    return JsonResponse(content, headers=EVERYWHERE)
