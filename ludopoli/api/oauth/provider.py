"""The rules of OAuth 2.1 and OpenID Connect, by oauthlib, on the tables of the site.

What the library leaves open is decided here: only codes with a challenge (S256), only addresses that are
registered to the letter, refresh tokens that each use replaces. The access tokens are tokens like all others
(`ludopoli.api.models.Token`), so whatever reads those reads these.
"""

from __future__ import annotations

import base64
import hmac
import re
import secrets
from datetime import timedelta
from typing import Any
from urllib.parse import unquote_plus, urlsplit

from django.db.models import Count
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.utils import timezone
from oauthlib.common import Request
from oauthlib.oauth2.rfc6749 import errors
from oauthlib.oauth2.rfc6749.endpoints.authorization import AuthorizationEndpoint
from oauthlib.oauth2.rfc6749.endpoints.revocation import RevocationEndpoint
from oauthlib.oauth2.rfc6749.endpoints.token import TokenEndpoint
from oauthlib.oauth2.rfc6749.tokens import BearerToken
from oauthlib.openid import RequestValidator
from oauthlib.openid.connect.core.exceptions import RequestNotSupported, RequestURINotSupported
from oauthlib.openid.connect.core.grant_types import AuthorizationCodeGrant, RefreshTokenGrant

from ludopoli.accounts.models import User
from ludopoli.api.models import PREFIX, AppGrant, RegisteredApp, Token, secret_digest, with_included
from ludopoli.api.oauth import signing
from ludopoli.sockets.sessions import recheck_sessions

CODE_LASTS = timedelta(minutes=1)
ACCESS_LASTS = timedelta(hours=1)

METHOD = "S256"
CLIENT_ID = re.compile("[0-9a-f]{32}")
CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}")
"""A SHA-256 in base64, without padding."""

LOOPBACK = ("127.0.0.1", "::1")
"""The addresses of the person's own machine, where an app listens at whatever port is free (RFC 8252)."""

UNSUPPORTED = {"request": RequestNotSupported, "request_uri": RequestURINotSupported}
"""Ways to ask that discovery does not promise (OpenID Connect Core, 6)."""

MOST_TOKENS = 5
"""The access tokens of a grant that are valid at once: a refresh leaves the one before."""

MOST_GRANTS = 10
"""The times that a person may have connected the same app; one more ends the one unused for longest, first of
those without webhooks."""


def end_grants(*grants: AppGrant) -> None:
    """End grants with their tokens, and whatever these have opened."""
    for grant in grants:
        grant.delete()
        recheck_sessions(grant.user_id)


@receiver(post_save, sender=User)
def _close_with_owner(instance: User, **_signal: Any) -> None:
    """Close what the apps and the bot accounts of somebody barred have opened."""
    if not instance.is_active:
        connected = AppGrant.objects.filter(app__owner=instance).values_list("user", flat=True)
        for person in {instance.pk, *instance.bots.values_list("pk", flat=True), *connected}:
            recheck_sessions(person)


def has_consented(user: User, app: RegisteredApp, scopes: list[str], redirect: str) -> bool:
    """Return whether a person has allowed all this before. An address on a device proves no app."""
    grants = AppGrant.objects.filter(app=app, user=user).exclude(refresh="")
    return redirect.startswith("https:") and any({*scopes} <= with_included(each.scopes) for each in grants)


def is_registered(app: RegisteredApp, address: str) -> bool:
    return any(address == each or _without_port(address) == _without_port(each) for each in app.redirects)


def _without_port(address: str) -> object:
    """An address of the person's own machine without its port; any other is equal to none."""
    try:
        parts = urlsplit(address)
        is_loopback = parts.scheme == "http" and parts.hostname in LOOPBACK and parts.username is None
    except ValueError:
        return object()
    return (parts.hostname, parts.path, parts.query, parts.fragment) if is_loopback else object()


class OAuthRules(RequestValidator):
    """What the protocol asks of the site; what was found stays at the library's request."""

    # ---- the app

    def validate_client_id(self, client_id: str, request: Request, *_args: Any, **_kwargs: Any) -> bool:
        if not CLIENT_ID.fullmatch(client_id):
            return False
        found = RegisteredApp.objects.select_related("owner").filter(client_id=client_id).first()
        if found is None or not found.opens:
            return False
        request.client = found
        return True

    def client_authentication_required(self, request: Request, *_args: Any, **_kwargs: Any) -> bool:
        """Return whether the app has a secret; one that sends a wrong name is refused as such."""
        client_id, secret = _credentials(request)
        return bool(secret) or not (self.validate_client_id(client_id, request) and not request.client.digest)

    def authenticate_client(self, request: Request, *_args: Any, **_kwargs: Any) -> bool:
        client_id, secret = _credentials(request)
        if not self.validate_client_id(client_id, request):
            return False
        digest = request.client.digest
        return bool(digest) and hmac.compare_digest(digest, secret_digest(secret))

    def authenticate_client_id(self, client_id: str, request: Request, *_args: Any, **_kwargs: Any) -> bool:
        return self.validate_client_id(client_id, request) and not request.client.digest

    def validate_grant_type(self, *_args: Any, **_kwargs: Any) -> bool:
        return True

    # ---- what it asks for

    def validate_redirect_uri(
        self, client_id: str, redirect_uri: str, request: Request, *_args: Any, **_kwargs: Any
    ) -> bool:
        return is_registered(request.client, redirect_uri)

    def get_default_redirect_uri(
        self, client_id: str, request: Request, *_args: Any, **_kwargs: Any
    ) -> str | None:
        """The address for a code, which OAuth 2.1 does not send again: the challenge binds it."""
        grant: AppGrant | None = getattr(request, "app_grant", None)
        return None if grant is None else grant.asked["redirect"]

    def validate_response_type(
        self, client_id: str, response_type: str, client: Any, request: Request, *_args: Any, **_kwargs: Any
    ) -> bool:
        return response_type == "code"

    def get_default_scopes(self, client_id: str, request: Request, *_args: Any, **_kwargs: Any) -> list[str]:
        scopes: list[str] = request.client.scopes
        return scopes

    def validate_scopes(
        self, client_id: str, scopes: list[str], client: Any, request: Request, *_args: Any, **_kwargs: Any
    ) -> bool:
        return bool(scopes) and {*scopes} <= with_included(request.client.scopes)

    def is_pkce_required(self, client_id: str, request: Request) -> bool:
        return True

    def validate_user_match(self, *_args: Any, **_kwargs: Any) -> bool:
        return True

    def validate_silent_login(self, request: Request) -> bool:
        return True

    def validate_silent_authorization(self, request: Request) -> bool:
        """The page of consent decides, which knows the session."""
        return True

    # ---- the code

    def save_authorization_code(
        self, client_id: str, code: dict[str, str], request: Request, *_args: Any, **_kwargs: Any
    ) -> None:
        mine = AppGrant.objects.filter(app=request.client, user=request.user)
        mine.filter(refresh="").delete()  # codes that were not used
        kept = mine.annotate(made=Count("webhooks")).order_by("-made", "-used_at")
        end_grants(*kept[MOST_GRANTS - 1 :])
        AppGrant.objects.create(
            app=request.client,
            user=request.user,
            scopes=sorted({*request.scopes}),
            code=secret_digest(code["code"]),
            asked={
                "redirect": request.redirect_uri,
                "challenge": request.code_challenge,
                "nonce": request.nonce,
                "auth_time": request.auth_time,
            },
        )

    def validate_code(
        self, client_id: str, code: str, client: RegisteredApp, request: Request, *_args: Any, **_kwargs: Any
    ) -> bool:
        """Return whether the code is fresh; used twice, it ends what it has opened."""
        grant = _grants().filter(code=secret_digest(code), app=client).first()
        if grant is None:
            return False
        if grant.refresh:
            end_grants(grant)
            return False
        if grant.made_at + CODE_LASTS < timezone.now() or not grant.user.is_active:
            return False
        request.app_grant, request.user, request.scopes = grant, grant.user, grant.scopes
        return True

    def get_code_challenge(self, code: str, request: Request) -> str:
        challenge: str = request.app_grant.asked["challenge"]
        return challenge

    def get_code_challenge_method(self, code: str, request: Request) -> str:
        return METHOD

    def confirm_redirect_uri(
        self, client_id: str, code: str, redirect_uri: str, client: Any, request: Request, *_args: Any
    ) -> bool:
        return bool(redirect_uri == request.app_grant.asked["redirect"])

    def get_authorization_code_scopes(
        self, client_id: str, code: str, redirect_uri: str, request: Request
    ) -> list[str]:
        scopes: list[str] = request.app_grant.scopes
        return scopes

    def get_authorization_code_nonce(
        self, client_id: str, code: str, redirect_uri: str, request: Request
    ) -> str | None:
        nonce: str | None = request.app_grant.asked["nonce"]
        return nonce

    def invalidate_authorization_code(self, *_args: Any, **_kwargs: Any) -> None:
        """Nothing is left to do: its grant has a refresh token now."""

    # ---- tokens

    def validate_refresh_token(
        self, refresh_token: str, client: RegisteredApp, request: Request, *_args: Any, **_kwargs: Any
    ) -> bool:
        grant = _grant_of_refresh(refresh_token, client)
        if grant is None:
            return False
        if not hmac.compare_digest(grant.refresh, secret_digest(refresh_token)):
            end_grants(grant)
            return False
        request.app_grant, request.user = grant, grant.user
        return grant.user.is_active

    def get_original_scopes(
        self, refresh_token: str, request: Request, *_args: Any, **_kwargs: Any
    ) -> list[str]:
        scopes: list[str] = request.app_grant.scopes
        return scopes

    def is_within_original_scope(
        self, request_scopes: list[str], refresh_token: str, request: Request, *_args: Any, **_kwargs: Any
    ) -> bool:
        return {*request_scopes} <= with_included(request.app_grant.scopes)

    def refresh_id_token(self, request: Request) -> bool:
        return True

    def save_bearer_token(self, token: dict[str, Any], request: Request, *_args: Any, **_kwargs: Any) -> None:
        """Store the tokens that `new_access_token` and `new_refresh_token` have made."""
        grant: AppGrant = request.app_grant
        grant.refresh, grant.used_at = secret_digest(token["refresh_token"]), timezone.now()
        grant.save(update_fields=["refresh", "used_at"])

    def revoke_token(
        self, token: str, token_type_hint: str, request: Request, *_args: Any, **_kwargs: Any
    ) -> None:
        """End the grant of a token, whichever of the two it is: the other would go on (RFC 7009, 2.1)."""
        access = Token.objects.filter(digest=secret_digest(token), grant__app=request.client).first()
        grant = access.grant if access is not None else _grant_of_refresh(token, request.client)
        if grant is not None:
            end_grants(grant)

    def finalize_id_token(
        self, id_token: dict[str, Any], token: Any, token_handler: Any, request: Request
    ) -> str:
        auth_time = request.app_grant.asked.get("auth_time")  # none in one of a former version
        begun = id_token if auth_time is None else {**id_token, "auth_time": auth_time}
        return signing.signed_id_token(begun, request.user, request.scopes)


def _grants() -> Any:
    return AppGrant.objects.select_for_update(of=("self",)).select_related("user", "app")


def _grant_of_refresh(refresh_token: str, app: RegisteredApp) -> AppGrant | None:
    code = refresh_token.partition(".")[0].removeprefix(PREFIX)
    grant: AppGrant | None = _grants().filter(code=secret_digest(code), app=app).exclude(refresh="").first()
    return grant


def _credentials(request: Request) -> tuple[str, str]:
    """The id and the secret that an app sends, in the header (RFC 6749, 2.3.1) or in the body."""
    keyword, _space, encoded = request.headers.get("Authorization", "").partition(" ")
    if keyword.lower() != "basic":
        return request.client_id or "", request.client_secret or ""
    try:
        client_id, _colon, secret = base64.b64decode(encoded.strip()).decode().partition(":")
    except ValueError:
        return "", ""
    return unquote_plus(client_id), unquote_plus(secret)


def _new_access_token(request: Request) -> str:
    grant: AppGrant = request.app_grant
    now = timezone.now()
    grant.tokens.filter(expires_at__lt=now).delete()
    Token.objects.filter(pk__in=[each.pk for each in grant.tokens.all()[MOST_TOKENS - 1 :]]).delete()
    user: User = request.user
    return Token.make(user.pk, grant.app.name, request.scopes, ACCESS_LASTS, grant)[1]


def _new_refresh_token(request: Request) -> str:
    begun: str = (
        PREFIX + request.code if request.grant_type == "authorization_code" else request.refresh_token
    )
    return f"{begun.partition('.')[0]}.{secrets.token_urlsafe(32)}"


def _check_asking(request: Request) -> dict[str, Any]:
    """Refuse what the library would accept: a challenge in the clear, which is also its default, an empty
    one, and a request object, which it ignores."""
    for name, error in UNSUPPORTED.items():
        if getattr(request, name, None) is not None:
            raise error(request=request)
    if request.code_challenge is None:
        return {}
    if not CHALLENGE.fullmatch(request.code_challenge):
        raise errors.InvalidRequestError(description="Malformed code_challenge.", request=request)
    if request.code_challenge_method != METHOD:
        raise errors.UnsupportedCodeChallengeMethodError(request=request)
    return {}


class OAuthServer(AuthorizationEndpoint, TokenEndpoint, RevocationEndpoint):
    """The endpoints of the protocol, with codes and refresh tokens and no other grants."""

    def __init__(self) -> None:
        rules = OAuthRules()
        bearer = BearerToken(rules, _new_access_token, int(ACCESS_LASTS.total_seconds()), _new_refresh_token)
        code, refresh = AuthorizationCodeGrant(rules), RefreshTokenGrant(rules)
        code.custom_validators.pre_auth.append(_check_asking)
        AuthorizationEndpoint.__init__(self, "code", bearer, {"code": code})
        grants = {"authorization_code": code, "refresh_token": refresh}
        TokenEndpoint.__init__(self, "authorization_code", bearer, grants)
        RevocationEndpoint.__init__(self, rules)


server = OAuthServer()
