"""Helpers of the API's views: scopes, checked input, and ETags."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Q
from django.utils.cache import get_conditional_response
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import texts
from ludocards.engine.registry import GAMES
from ludopoli.accounts import people
from ludopoli.accounts.models import User
from ludopoli.api.models import Scope
from ludopoli.api.shapes import Between, Flag, Shape
from ludopoli.http.refusals import REFUSALS, ActionRefused

BOARD = {"POST": Scope.BOARD}
OWN = {"GET": Scope.READ}
"""For views of the caller's own things: a token needs the scope even to read."""


PUBLIC_GAMES = texts.public_codes(GAMES)
"""The names of games in addresses; `ENUM_NAME_OVERRIDES` in the settings names this enumeration in the
OpenAPI document."""

PRESETS = sorted({preset for game in GAMES.values() for preset in game.presets})


def known_game(name: str) -> str:
    """The game of the catalogue that people know by this name. Raises `ActionRefused`."""
    game, _presets = texts.asked_rules(name)
    if game not in GAMES:
        raise ActionRefused("no_game")
    return game


def preset_of(rules: Any) -> str:
    """The preset that the rules in a request name; empty if they name none."""
    return str(rules.get("preset", "")) if isinstance(rules, dict) else ""


class OfGame(Shape[Any]):
    """A request that can be limited to one game. Once checked it has the `game` of the catalogue and the
    `presets` that count; none for all."""

    game = serializers.ChoiceField(
        PUBLIC_GAMES,
        required=False,
        help_text="any game if left out; a name like `scopa` stands for the rules that are called so alone",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "game" in attrs:
            attrs["game"], attrs["presets"] = texts.asked_rules(attrs["game"])
        return attrs


class NamedGame(Shape[Any]):
    """A request that names the game of what it makes. Once checked it has the `game` of the catalogue, and
    `rules` if the name stands for some alone."""

    game = serializers.ChoiceField(
        PUBLIC_GAMES, help_text="a name like `scopa` brings its `rules`; others are refused with it"
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "game" in attrs:
            attrs["game"], presets = texts.asked_rules(attrs["game"])
            if presets and preset_of(attrs.setdefault("rules", {"preset": presets[0]})) not in presets:
                raise ActionRefused("bad_rules")
        return attrs


def as_usual(wanted: dict[str, Any]) -> dict[str, Any]:
    """The request, completed with the rules and the number of players that go with what it says."""
    game, preset = GAMES[wanted["game"]], preset_of(wanted.get("rules"))
    usual = game.players_of(preset) if preset in game.presets else game.players
    players = wanted.get("players", usual[0])
    return {"rules": {"preset": game.preset_for(players)}, "players": players, **wanted}


def rules_wanted(asked: Mapping[str, Any]) -> Q:
    """The rows with rules that an `OfGame` asks for."""
    wanted = Q(game=asked["game"]) if "game" in asked else Q()
    return wanted & Q(rules__preset__in=asked["presets"]) if asked.get("presets") else wanted


@extend_schema_field(OpenApiTypes.STR)
class OneName(serializers.Field[User, Any, str, Any]):
    """A person, by name."""

    def to_internal_value(self, data: Any) -> User:
        found = people.find_person(data) if isinstance(data, str) else None
        if found is None:
            raise serializers.ValidationError(str(REFUSALS["no_person"]))
        return found


class HistoryQuery(OfGame, Between):
    """A request for matches that somebody has played. Once checked, its fields are those of a
    `HistoryFilter`."""

    preset = serializers.ChoiceField(PRESETS, required=False, help_text="only matches by these rules")
    rated = Flag(required=False, help_text="`true`: rated matches only; `false`: the others only")
    vs = OneName(required=False, help_text="only matches against this person")


def not_modified(request: Request, etag: str) -> Any:
    """A 304 response if the client has this version already; otherwise None."""
    answer = get_conditional_response(request._request, etag=etag)
    if answer is not None:
        answer["ETag"] = etag
    return answer


def tagged_response(data: Any, etag: str) -> Response:
    return Response(data, headers={"ETag": etag})
