"""Helpers of the API's views: scopes, checked input, and ETags."""

from __future__ import annotations

from typing import Any

from django.utils.cache import get_conditional_response
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ludocards.engine.registry import GAMES
from ludopoli.accounts import people
from ludopoli.accounts.models import User
from ludopoli.api.models import Scope
from ludopoli.api.shapes import Shape
from ludopoli.http.refusals import REFUSALS, ActionRefused

PLAY = {"POST": Scope.PLAY}
OWN = {"GET": Scope.READ}
"""For views of the caller's own things: a token needs the scope even to read."""


def known_game(name: str) -> str:
    if name not in GAMES:
        raise ActionRefused("no_game")
    return name


class OfGame(Shape[Any]):
    """The query of a list that can be limited to one game."""

    game = serializers.ChoiceField(list(GAMES), required=False)


@extend_schema_field(OpenApiTypes.STR)
class OneName(serializers.Field[User, Any, str, Any]):
    """A person, by name."""

    def to_internal_value(self, data: Any) -> User:
        found = people.find_person(data) if isinstance(data, str) else None
        if found is None:
            raise serializers.ValidationError(str(REFUSALS["no_person"]))
        return found


def not_modified(request: Request, etag: str) -> Any:
    """A 304 response if the client has this version already; otherwise None."""
    answer = get_conditional_response(request._request, etag=etag)
    if answer is not None:
        answer["ETag"] = etag
    return answer


def tagged_response(data: Any, etag: str) -> Response:
    return Response(data, headers={"ETag": etag})
