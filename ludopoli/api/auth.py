"""Authentication and scopes: a personal token, or the browser's session with its CSRF token."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework import authentication, exceptions, permissions
from rest_framework.request import Request

from ludopoli.accounts.models import User
from ludopoli.api.models import Scope, Token
from ludopoli.http.problems import Problem
from ludopoli.http.refusals import REFUSALS, ActionRefused

if TYPE_CHECKING:  # the framework's views load this module
    from rest_framework.views import APIView

KEYWORD = "Bearer"


class BadToken(exceptions.AuthenticationFailed):
    default_code = "bad_token"
    default_detail = REFUSALS[default_code].text


class ExpiredToken(BadToken):
    default_code = "token_expired"
    default_detail = REFUSALS[default_code].text


def valid_token(secret: str) -> Token:
    """Return the valid token with this secret. Raises `BadToken`."""
    token = Token.of(secret)
    if token is not None and token.has_expired:
        raise ExpiredToken
    if token is None or not token.opens:
        raise BadToken
    return token


def token_to_listen(authorization: str) -> Token | None:
    """Return the token in a header with which a program opens a stream or a socket; None without one.

    Raises `ActionRefused`.
    """
    keyword, _space, secret = authorization.partition(" ")
    if keyword.lower() != KEYWORD.lower():
        return None
    try:
        token = valid_token(secret.strip())
    except BadToken as refused:
        raise ActionRefused(refused.default_code) from None
    if not token.allows(Scope.READ):
        raise ActionRefused("no_scope")
    return token


class TokenAuthentication(authentication.BaseAuthentication):
    """`Authorization: Bearer ludo_…`."""

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        keyword, _space, secret = request.headers.get("Authorization", "").partition(" ")
        if keyword.lower() != KEYWORD.lower():
            return None
        token = valid_token(secret.strip())
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return KEYWORD


class NoScope(exceptions.PermissionDenied):
    default_code = "no_scope"
    default_detail = REFUSALS[default_code].text


class SignIn(exceptions.NotAuthenticated):
    default_code = "sign_in"
    default_detail = REFUSALS[default_code].text


def requesting_account(request: Request) -> User:
    """Return the account that makes the request. Raises `SignIn` if there is none."""
    if not isinstance(request.user, User):
        raise SignIn
    return request.user


def requesting_person(request: Request) -> User:
    """Return the account that makes the request if it is a person's own: no guest's, no bot account."""
    account = requesting_account(request)
    if account.is_guest or account.is_bot:
        raise Problem(*REFUSALS.problem("own_account"))
    return account


def method_of(request: Request) -> str:
    """The method of a request; a HEAD is a GET of which only the headers are sent."""
    return "GET" if request.method == "HEAD" else request.method or ""


class Scoped(permissions.BasePermission):
    """Everybody may read; anything else needs a sign-in, and a token must have the scope of the view.

    A view's `scopes` names the scope of each method that needs more than `read`, or several of which one is
    enough.
    """

    def has_permission(self, request: Request, view: APIView) -> bool:
        scopes = scopes_of(view, method_of(request))
        if scopes != (Scope.READ,) and not request.user.is_authenticated:
            raise SignIn
        if isinstance(request.auth, Token) and not any(map(request.auth.allows, scopes)):
            raise NoScope
        return True


def scopes_of(view: object, method: str) -> tuple[str, ...]:
    """The scopes of which a token needs one for a method of a view."""
    scopes = getattr(view, "scopes", {}).get(method, Scope.READ)
    return (scopes,) if isinstance(scopes, str) else scopes
