"""What the referee says of a record."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.wire import reference
from ludopoli.api.shapes import Shape


@extend_schema_field({"oneOf": [{"type": "string"}, reference("Command")]})
class Instead(serializers.JSONField):
    """A card to play by its code, or another command."""


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
    """A seat, or null; left out where nobody did it."""


class WonTrickShape(Shape[Any]):
    leader = serializers.IntegerField()
    cards = serializers.ListField(child=serializers.CharField(), help_text="in the order played")
    winner = serializers.IntegerField()


class AnnouncedShape(Shape[Any]):
    seat = serializers.IntegerField()
    trick = serializers.IntegerField()
    code = serializers.CharField()
    text = serializers.CharField()


class AccusedShape(Shape[Any]):
    seat = serializers.IntegerField()
    combo = serializers.CharField()
    suit = serializers.CharField(required=False)
    rank = serializers.CharField(required=False)
    points = serializers.IntegerField()


class JudgedDealShape(Shape[Any]):
    tricks = WonTrickShape(many=True)
    announcements = AnnouncedShape(many=True)
    accuse = AccusedShape(many=True)
    points = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="null if no cards were counted",
    )
    scores = serializers.ListField(
        child=serializers.IntegerField(), allow_null=True, help_text="by side; null if it is not over"
    )


class MistakeShape(Shape[Any]):
    """The first thing that is wrong; deals and actions count from 0."""

    deal = serializers.IntegerField(required=False)
    action = serializers.IntegerField(required=False)
    seat = SeatOrClock(required=False, help_text="null for what the clock did")
    code = serializers.CharField()
    message = serializers.CharField()
    legal = serializers.ListField(
        child=Instead(),
        required=False,
        help_text="what could have been done instead",
    )


class VerdictShape(Shape[Any]):
    """The report; docs/record.md describes its fields. What the referee did not reach is left out."""

    ok = serializers.BooleanField()
    finished = serializers.BooleanField(required=False)
    verified = serializers.BooleanField(required=False)
    deals = JudgedDealShape(many=True, required=False)
    totals = serializers.ListField(child=serializers.IntegerField(), required=False)
    places = serializers.ListField(child=serializers.IntegerField(), required=False, allow_null=True)
    error = MistakeShape(required=False)
