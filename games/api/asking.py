"""What the views share: who asks, what was sent, and how a refusal is told."""

from __future__ import annotations

from typing import Any

from django.utils.cache import get_conditional_response
from django.utils.decorators import method_decorator
from django.views.decorators.http import conditional_page
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import texts
from games.api.shapes.base import Shape
from games.engine.catalog import GAMES
from games.engine.game import Refused
from games.statuses import STATUSES
from ludopoli.accounts.models import User
from ludopoli.api.errors import Problem
from ludopoli.api.models import Scope

PLAY = {"POST": Scope.PLAY}
OWN = {"GET": Scope.READ}
"""Nothing for who is not signed in."""

TRUE = ("true", "1")


def codes(*names: str) -> dict[str, int]:
    """Codes of refusals with their statuses, for the document."""
    return {name: status_of(name) for name in names}


def status_of(code: str) -> int:
    """409, as things are, where nothing else is said."""
    return STATUSES.get(code, 409)


def refuse(refused: Refused, game: str | None = None, **more: Any) -> Problem:
    """The problem for what an action refused."""
    return Problem(
        status_of(refused.code), refused.code, texts.refusal(refused, game), details=refused.details, **more
    )


def body(shape: type[Shape[Any]], request: Request) -> dict[str, Any]:
    """What was sent, checked."""
    sent = shape(data=request.data)
    sent.is_valid(raise_exception=True)
    checked: dict[str, Any] = sent.validated_data
    return checked


def asker(request: Request) -> User:
    """Who asks; a problem if it is nobody."""
    if not isinstance(request.user, User):
        raise Problem(401, "sign_in", str(texts.REFUSALS["sign_in"]))
    return request.user


def known_game(name: str, status: int = 404) -> str:
    if name not in GAMES:
        raise Problem(status, "no_game", str(texts.REFUSALS["no_game"]))
    return name


def asked_game(request: Request) -> str:
    """The game of the filter; empty for all."""
    asked = request.query_params.get("game", "")
    return known_game(asked, status=400) if asked else ""


def flag(request: Request, name: str) -> bool:
    return request.query_params.get(name, "false").lower() in TRUE


@method_decorator(conditional_page, name="dispatch")
class Reading(APIView):
    """Answers carry an ETag; who has the same already gets 304."""


def unchanged(request: Request, etag: str) -> Any:
    """The answer for who has this version already, before it is made; None for the others."""
    answer = get_conditional_response(request._request, etag=etag)
    if answer is not None:
        answer["ETag"] = etag
    return answer


def tagged(data: Any, etag: str) -> Response:
    return Response(data, headers={"ETag": etag})
