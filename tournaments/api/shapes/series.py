"""Series, and the table of a season."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from ludopoli.api.shapes import Shape, Text, like
from tournaments.api.shapes.events import EVENT_LINE, EventLineShape

SERIES = {
    "code": "w9xr4tqm",
    "name": "Campionato d’inverno",
    "description": "",
    "organiser": "Anna",
    "points": [25, 20, 16],
    "best": 8,
}


@like(**SERIES)
class SeriesLineShape(Shape[Any]):
    code = serializers.CharField()
    name = serializers.CharField()
    description = serializers.CharField()
    organiser = serializers.CharField(allow_null=True)
    points = serializers.ListField(
        child=serializers.IntegerField(), help_text="what the places of an event are worth, from the first"
    )
    best = serializers.IntegerField(allow_null=True, help_text="how many events count; null: all")


class SeasonTermShape(Shape[Any]):
    event = serializers.CharField()
    place = serializers.IntegerField()
    points = serializers.IntegerField()
    counts = serializers.BooleanField()


class SeasonShape(Shape[Any]):
    place = serializers.IntegerField()
    name = serializers.CharField()
    points = serializers.IntegerField()
    terms = SeasonTermShape(many=True)


@like(
    **SERIES,
    events=[EVENT_LINE],
    season=[
        {
            "place": 1,
            "name": "Anna",
            "points": 45,
            "terms": [{"event": "k3mw8xzt", "place": 1, "points": 25, "counts": True}],
        }
    ],
)
class SeriesShape(SeriesLineShape):
    events = EventLineShape(many=True)
    season = SeasonShape(many=True)


@like(name="Campionato d’inverno", best=8)
class CreateSeries(Shape[Any]):
    name = Text(help_text="1 to 80 readable characters")
    description = Text(required=False)
    points = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=10_000),
        required=False,
        min_length=1,
        max_length=500,
    )
    best = serializers.IntegerField(required=False, allow_null=True, min_value=1, max_value=1000)
