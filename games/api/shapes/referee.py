"""The referee's report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.wire import component_name, component_reference
from ludocards.engine.registry import GAMES
from ludopoli.api.shapes import Shape, Text


@extend_schema_field({"oneOf": [{"type": "string"}, component_reference("Command")]})
class Instead(serializers.JSONField):
    """A legal alternative: the code of a card to play, or another command."""


WRONG = {
    "ok": False,
    "error": {
        "deal": 0,
        "action": 10,
        "seat": 1,
        "code": "must_follow_suit",
        "message": "one must play cups",
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


def _row(name: str) -> type[Shape[Any]]:
    """The shape of a row in a list that games add to the report, made from the schemas of their events.

    Games may share a list: a field is required if all of them require it.
    """
    types: dict[str, type[serializers.Field[Any, Any, Any, Any]]] = {}
    required: list[set[str]] = []
    for kind, event, fields in _listed(name):
        for field, shown in fields.items():
            is_number = event["properties"][field]["type"] == "integer"
            types[shown] = serializers.IntegerField if is_number else Text
        required.append({shown for field, shown in fields.items() if field in event["required"]})
        title = f"{component_name(kind)}Shape"
    always = set.intersection(*required)
    return type(title, (Shape,), {shown: field(required=shown in always) for shown, field in types.items()})


def _listed(name: str) -> Iterator[tuple[str, Mapping[str, Any], Mapping[str, str]]]:
    """The kinds, schemas and fields of the events in a list of this name."""
    for game in GAMES.values():
        for kind, listed in game.reported.items():
            if listed.name == name and kind in game.wire.events:
                yield kind, game.wire.events[kind], listed.fields


LISTS = {
    listed.name: _row(listed.name)
    for game in GAMES.values()
    for kind, listed in game.reported.items()
    if kind in game.wire.events
}
"""The lists that games add to the reports on their deals, by name."""


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
        lists = {name: row(many=True, required=False) for name, row in LISTS.items()}
        return {**super().get_fields(), **lists}


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
