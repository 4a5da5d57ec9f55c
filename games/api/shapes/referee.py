"""The referee's report."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.wire import capitalised, reference
from ludocards.engine.game import Game
from ludocards.engine.registry import GAMES
from ludopoli.api.shapes import Shape, Text


@extend_schema_field({"oneOf": [{"type": "string"}, reference("Command")]})
class Instead(serializers.JSONField):
    """A legal alternative: the code of a card to play, or another command."""


WRONG = {
    "ok": False,
    "error": {
        "deal": 0,
        "action": 10,
        "seat": 1,
        "code": "must_follow_suit",
        "message": "one must play coppe",
        "legal": ["7C", "2C"],
    },
}


@extend_schema_field({"type": ["integer", "null"]})
class SeatOrClock(serializers.IntegerField):
    """A seat; null for the clock, and left out where the mistake is not an action."""


class WonTrickShape(Shape[Any]):
    leader = serializers.IntegerField()
    cards = serializers.ListField(child=serializers.CharField(), help_text="in the order played")
    winner = serializers.IntegerField()


def _row(game: Game[Any, Any], kind: str, fields: Mapping[str, str]) -> type[Shape[Any]]:
    """The shape of a row in a list that a game adds to the report, made from the schema of the event."""
    event = game.wire.events[kind]
    shown = {
        name: (serializers.IntegerField if event["properties"][field]["type"] == "integer" else Text)(
            required=field in event["required"]
        )
        for field, name in fields.items()
    }
    return type(f"{capitalised(kind)}Shape", (Shape,), shown)


LISTS = {
    listed.name: _row(game, kind, listed.fields)
    for game in GAMES.values()
    for kind, listed in game.reported.items()
    if kind in game.wire.events
}
"""The lists that games add to the report on a deal, by name."""


class JudgedDealShape(Shape[Any]):
    tricks = WonTrickShape(many=True)
    points = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="null if no cards were counted",
    )
    scores = serializers.ListField(
        child=serializers.IntegerField(), allow_null=True, help_text="by side; null if it is not over"
    )

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {**super().get_fields(), **{name: row(many=True) for name, row in LISTS.items()}}


class MistakeShape(Shape[Any]):
    """The first mistake in the record; deals and actions count from 0."""

    deal = serializers.IntegerField(required=False)
    action = serializers.IntegerField(required=False)
    seat = SeatOrClock(required=False, help_text="null if the clock acted")
    code = serializers.CharField()
    message = serializers.CharField()
    legal = serializers.ListField(
        child=Instead(),
        required=False,
        help_text="the legal alternatives",
    )


class VerdictShape(Shape[Any]):
    """The report; docs/record.md describes its fields. Parts that the referee did not reach are left out."""

    ok = serializers.BooleanField()
    finished = serializers.BooleanField(required=False)
    verified = serializers.BooleanField(required=False)
    deals = JudgedDealShape(many=True, required=False)
    totals = serializers.ListField(child=serializers.IntegerField(), required=False)
    places = serializers.ListField(child=serializers.IntegerField(), required=False, allow_null=True)
    error = MistakeShape(required=False)
