"""The account's own tokens as operations of the API: it lists and revokes tokens, but never makes them."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.urls import path
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ludopoli.accounts.access import has_proven
from ludopoli.accounts.models import User
from ludopoli.api.auth import NoScope, requesting_account
from ludopoli.api.models import PREFIX, Scope, Token
from ludopoli.api.operations import Operation, OwnList, document_operation
from ludopoli.api.pages import revoke_token
from ludopoli.api.shapes import Shape, with_example
from ludopoli.base.lookups import or_404
from ludopoli.http.problems import Problem
from ludopoli.http.refusals import REFUSALS


@with_example(
    id=12,
    name="my bot",
    shown="ludo_a1B2c3",
    scopes=["play"],
    made_at="2026-11-21T19:15:00Z",
    used_at=None,
    expires_at=None,
)
class TokenShape(Shape[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    shown = serializers.SerializerMethodField(help_text="the beginning of its secret")
    scopes = serializers.ListField(child=serializers.CharField())
    made_at = serializers.DateTimeField()
    used_at = serializers.DateTimeField(allow_null=True, help_text="to the minute")
    expires_at = serializers.DateTimeField(allow_null=True, help_text="null: it lasts until it is revoked")

    def get_shown(self, token: Token) -> str:
        return PREFIX + token.shown


class TokensView(OwnList):
    """Your tokens, most recent first. Their secrets are never shown again."""

    serializer_class = TokenShape

    def rows(self, me: User) -> QuerySet[Token]:
        return Token.objects.filter(user=me, grant=None)


class OneTokenView(Operation):
    scopes = {"DELETE": Scope.READ}

    @document_operation(request=None, responses={204: None}, tags=["me"])
    def delete(self, request: Request, token: int) -> Response:
        """Revoke a token. A token can revoke only itself, whatever its scopes.

        A browser's session can revoke any of your tokens, after a fresh proof of your identity.
        """
        me = requesting_account(request)
        found = or_404(Token.objects.filter(user=me, pk=token).first())
        if isinstance(request.auth, Token):
            if request.auth.pk != found.pk:
                raise NoScope
        elif not has_proven(request._request):
            raise Problem(*REFUSALS.problem("prove_again"))
        revoke_token(me, found)
        return Response(status=204)


urlpatterns = [
    path("tokens/", TokensView.as_view()),
    path("tokens/<int:token>/", OneTokenView.as_view()),
]
