"""Who has signed in, as an operation of the API (OpenID Connect, 5.3)."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ludopoli.api.auth import requesting_account
from ludopoli.api.models import Scope, Token
from ludopoli.api.oauth import signing
from ludopoli.api.operations import Operation, document_operation
from ludopoli.api.shapes import Shape, with_example


@with_example(
    sub="17", preferred_username="Anna", name="Anna", profile="https://ludopoli.example/giocatori/Anna/"
)
class ClaimsShape(Shape[Any]):
    sub = serializers.CharField(help_text="the account, by a name that never changes")
    preferred_username = serializers.CharField(
        required=False, help_text="with the scope `profile`, as the others"
    )
    name = serializers.CharField(required=False)
    profile = serializers.CharField(required=False, help_text="the address of the profile")


class UserInfoView(Operation):
    scopes = {"GET": Scope.OPENID}

    @document_operation(responses={200: ClaimsShape}, tags=["me"])
    def get(self, request: Request) -> Response:
        """What an app may know of the person who has signed in (OpenID Connect)."""
        scopes = request.auth.scopes if isinstance(request.auth, Token) else Scope.values
        return Response(signing.claims_about(requesting_account(request), scopes))
