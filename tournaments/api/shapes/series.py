"""Shapes of series and their standings, and of the halls of fame of clubs."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers

from games.api.examples import AT
from ludopoli.api.shapes import Masked, Shape, Text, like
from tournaments import selectors
from tournaments.api.shapes.events import EVENT_LINE, EventLineShape
from tournaments.models import Entry, Event, Penalty, Series

MISSED, TIES = Series.Missed.values, Series.Ties.values
"""These name the enumerations in the OpenAPI document: `ENUM_NAME_OVERRIDES` in the settings."""

SERIES = {
    "code": "w9xr4tqm",
    "name": "Campionato d’inverno",
    "description": "",
    "organiser": "Anna",
    "points": [25, 20, 16],
    "best": 8,
    "missed": "average",
    "excused": 2,
    "least": 3,
    "ties": "wins",
    "club": None,
}


@like(**SERIES)
class SeriesLineShape(Shape[Series]):
    code = serializers.CharField()
    name = serializers.CharField()
    description = Masked()
    organiser = serializers.CharField(source="organiser.username", allow_null=True)
    points = serializers.ListField(
        child=serializers.IntegerField(), help_text="the points for the places of an event, from the first"
    )
    best = serializers.IntegerField(allow_null=True, help_text="the number of events that count; null: all")
    missed = serializers.ChoiceField(MISSED, help_text="the worth of a missed event")
    excused = serializers.IntegerField(
        allow_null=True, help_text="the number of missed events that are worth that; null: all"
    )
    least = serializers.IntegerField(allow_null=True, help_text="the fewest events of somebody who is ranked")
    ties = serializers.ChoiceField(TIES, help_text="what decides between people with the same points")
    club = serializers.CharField(source="club.code", allow_null=True, help_text="the club whose season it is")


class SeasonTermShape(Shape[selectors.SeasonTerm]):
    event = serializers.CharField(source="event.code")
    place = serializers.IntegerField(allow_null=True, help_text="null: missed")
    points = serializers.IntegerField()
    counts = serializers.BooleanField()


class SeasonShape(Shape[selectors.SeasonLine]):
    place = serializers.IntegerField(allow_null=True, help_text="null: too few events to be ranked")
    name = serializers.CharField(source="user.username")
    points = serializers.IntegerField(help_text="the sum of the terms that count, less the penalty")
    penalty = serializers.IntegerField()
    terms = SeasonTermShape(many=True, help_text="every event of the series")


@like(number=1, name="Anna", points=5, reason="Assente senza avvisare", at=AT)
class PenaltyShape(Shape[Penalty]):
    number = serializers.IntegerField(help_text="names the penalty in addresses")
    name = serializers.CharField(source="user.username")
    points = serializers.IntegerField()
    reason = Masked()
    at = serializers.DateTimeField()


@like(name="Anna", points=5, reason="Assente senza avvisare")
class TakePoints(Shape[Any]):
    name = Text(help_text="the person")
    points = serializers.IntegerField(min_value=1, max_value=10_000)
    reason = Text(help_text="everybody reads it")


@like(
    **SERIES,
    events=[EVENT_LINE],
    penalties=[],
    season=[
        {
            "place": 1,
            "name": "Anna",
            "points": 45,
            "penalty": 0,
            "terms": [{"event": "k3mw8xzt", "place": 1, "points": 25, "counts": True}],
        }
    ],
)
class SeriesShape(SeriesLineShape):
    events = EventLineShape(many=True)
    season = SeasonShape(many=True)
    penalties = PenaltyShape(many=True)

    def show_penalties(self, series: Series) -> QuerySet[Penalty]:
        return series.penalties.select_related("user")

    def show_events(self, series: Series) -> QuerySet[Event]:
        return selectors.listed(self.context["reader"]).filter(series=series).order_by("starts_at", "pk")

    def show_season(self, series: Series) -> list[selectors.SeasonLine]:
        return selectors.season(series, self.context["reader"])


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
    missed = serializers.ChoiceField(MISSED, required=False)
    excused = serializers.IntegerField(required=False, allow_null=True, min_value=1, max_value=1000)
    least = serializers.IntegerField(required=False, allow_null=True, min_value=1, max_value=1000)
    ties = serializers.ChoiceField(TIES, required=False)
    club = Text(required=False, allow_null=True, help_text="the code of a club that you direct")


class PlacedShape(Shape[Entry]):
    place = serializers.IntegerField()
    name = serializers.CharField(help_text="of the entry, or of its people")

    def show_name(self, entry: Entry) -> str:
        return selectors.entry_name(entry)


@like(
    event="k3mw8xzt",
    name="Il giovedì del Circolo Garibaldi",
    starts_at=AT,
    podium=[{"place": 1, "name": "Anna – Carla"}],
)
class PodiumShape(Shape[Event]):
    event = serializers.CharField(source="code")
    name = serializers.CharField()
    starts_at = serializers.DateTimeField()
    podium = PlacedShape(many=True, help_text="the first three places")
