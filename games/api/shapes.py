"""What goes in and comes out, for the schema and for checking what comes in."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.consumers import COMMAND_ID
from games.engine.catalog import GAMES

Shape = serializers.Serializer


class Labelled(Shape[Any]):
    """Something with a name for programs and, in `label`, one for people in the language of the request."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {**super().get_fields(), "label": serializers.CharField()}


@extend_schema_field(OpenApiTypes.OBJECT)
class Json(serializers.JSONField):
    """An object whose fields depend on the game."""


class Choice(Labelled):
    value = serializers.JSONField()


class OptionShape(Labelled):
    name = serializers.CharField()
    hint = serializers.CharField()
    choices = Choice(many=True)


class PresetShape(Labelled):
    name = serializers.CharField()
    about = serializers.CharField()
    values = Json(help_text="every option under this preset")


class GameShape(Labelled):
    name = serializers.CharField()
    about = serializers.CharField()
    deck = serializers.CharField()
    players = serializers.ListField(child=serializers.IntegerField(), help_text="the first is the usual one")
    presets = PresetShape(many=True)
    options = OptionShape(many=True)


class LobbySeatShape(Shape[Any]):
    seat = serializers.IntegerField()
    name = serializers.CharField(help_text="empty if nobody sits there")
    state = serializers.ChoiceField(["empty", "here", "lost", "away", "bot"])


class LobbyTableShape(Shape[Any]):
    code = serializers.CharField()
    title = serializers.CharField()
    game = serializers.CharField()
    preset = serializers.CharField()
    status = serializers.CharField()
    free = serializers.IntegerField()
    seats = LobbySeatShape(many=True)
    score = serializers.CharField()
    deal = serializers.IntegerField(allow_null=True)
    move_seconds = serializers.IntegerField(allow_null=True)
    bank_seconds = serializers.IntegerField()
    watchable = serializers.BooleanField()


class OpenTable(Shape[Any]):
    game = serializers.ChoiceField(choices=list(GAMES))
    rules = Json(required=False, help_text="a preset's name and the options that differ, as in the record")
    players = serializers.IntegerField(required=False, min_value=2, max_value=6)
    private = serializers.BooleanField(default=False)
    watchable = serializers.BooleanField(default=True)
    move_seconds = serializers.IntegerField(default=20, allow_null=True, min_value=3, max_value=600)
    bank_seconds = serializers.IntegerField(default=120, min_value=0, max_value=3600)
    pace = serializers.FloatField(
        default=1.0, min_value=0, max_value=3, help_text="factor on the time that bots take; 0 is at once"
    )


class SeatShape(Shape[Any]):
    seat = serializers.IntegerField(required=False, min_value=0, max_value=5, help_text="else the first free")


class OneSeat(Shape[Any]):
    seat = serializers.IntegerField(min_value=0, max_value=5)


class Wants(Shape[Any]):
    wants = serializers.BooleanField(default=True)


@extend_schema_field(OpenApiTypes.STR)
class Text(serializers.Field[str, Any, str, Any]):
    """Any text; what may be said is judged by the action."""

    default_error_messages = {"invalid": gettext_lazy("This is no text.")}

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return data

    def to_representation(self, value: str) -> str:
        return value


class Line(Shape[Any]):
    text = Text(help_text="1 to 300 readable characters")


class MessageShape(Shape[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    seat = serializers.IntegerField(allow_null=True)
    text = serializers.CharField()
    at = serializers.DateTimeField()


class PlayerShape(Shape[Any]):
    name = serializers.CharField()
    bot = serializers.BooleanField()


class ResultShape(Shape[Any]):
    seat = serializers.IntegerField()
    side = serializers.IntegerField()
    score = serializers.IntegerField()
    place = serializers.IntegerField()


class MatchShape(Shape[Any]):
    id = serializers.UUIDField()
    table = serializers.CharField(help_text="the code of its table")
    game = serializers.CharField()
    rules = Json()
    players = PlayerShape(many=True, help_text="by seat")
    status = serializers.CharField()
    version = serializers.IntegerField(help_text="the seq of the last event")
    started_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    results = ResultShape(many=True, help_text="by seat, when it is scored")


class StateShape(Shape[Any]):
    match = serializers.UUIDField()
    version = serializers.IntegerField()
    view = Json(help_text="what you may know; the keys of each game are told in docs/")
    legal = serializers.ListField(child=Json(), help_text="every command that you may give now")
    clock = Json(allow_null=True)
    fair = Json(help_text="number and commitment of the deal in play")


class EventsShape(Shape[Any]):
    version = serializers.IntegerField()
    events = serializers.ListField(child=Json(), help_text="seq, kind, and the fields of the kind")


class CommandShape(Shape[Any]):
    id = serializers.RegexField(
        rf"^{COMMAND_ID.pattern}$", help_text="your own name for it: sent again, it is not done again"
    )
    version = serializers.IntegerField(min_value=0, max_value=2**31 - 1, help_text="what you had seen")
    command = Json(help_text="one of `legal`")


class AcceptedShape(Shape[Any]):
    version = serializers.IntegerField(help_text="of the match, with the command in it")


class MeShape(Shape[Any]):
    name = serializers.CharField()
    guest = serializers.BooleanField()
    scopes = serializers.ListField(child=serializers.CharField())
    tables = serializers.ListField(child=serializers.CharField(), help_text="codes of the tables you sit at")
