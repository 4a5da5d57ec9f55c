"""Shapes of series and their standings, and of the halls of fame of clubs."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers

from games.api.examples import AT
from ludopoli.api.shapes import Masked, Shape, Text, with_example
from tournaments import selectors
from tournaments.api.shapes.events import EVENT_LINE, EventLineShape
from tournaments.club_records import ClubRecord
from tournaments.models import Entry, Event, Member, Penalty, Series
from tournaments.series.seasons import (
    Division,
    PersonalTerm,
    PersonInSeason,
    Season,
    counted_in,
    season_history,
)

MISSED, TIES, CREDITS = Series.Missed.values, Series.Ties.values, Series.Credit.values
PERIODS, BORDERS = Series.Period.values, Series.Border.values
INACTIVE, NEWCOMERS = Series.Inactive.values, Series.Newcomers.values
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
    "credit": "half",
    "period": "month",
    "season_starts": [],
    "divisions": ["Serie A", "Serie B"],
    "up": 2,
    "down": 2,
    "border": "all",
    "inactive": "stay",
    "newcomers": "lowest",
    "club": None,
}


@with_example(**SERIES)
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
    credit = serializers.ChoiceField(
        CREDITS, help_text="the people for whom an event counts where substitutes played"
    )
    period = serializers.ChoiceField(PERIODS, help_text="how events are divided into seasons")
    season_starts = serializers.ListField(
        child=serializers.DateField(), help_text="with the period `dates`, the days on which a season begins"
    )
    divisions = serializers.ListField(
        child=serializers.CharField(), help_text="their names, the highest first; empty: one for everybody"
    )
    up = serializers.IntegerField(help_text="the number of people who go up after a season")
    down = serializers.IntegerField()
    border = serializers.ChoiceField(
        BORDERS, help_text="who moves of those who share the last place that moves"
    )
    inactive = serializers.ChoiceField(
        INACTIVE, help_text="what happens to people who are not ranked in a season"
    )
    newcomers = serializers.ChoiceField(
        NEWCOMERS, help_text="the division where people begin after the first season"
    )
    club = serializers.CharField(source="club.code", allow_null=True, help_text="the club whose season it is")


class SeasonTermShape(Shape[PersonalTerm]):
    event = serializers.CharField(source="event.code")
    place = serializers.IntegerField(allow_null=True, help_text="null: missed")
    points = serializers.IntegerField()
    counts = serializers.BooleanField()


class SeasonShape(Shape[PersonInSeason]):
    place = serializers.IntegerField(allow_null=True, help_text="null: too few events to be ranked")
    name = serializers.CharField()
    account = serializers.CharField(
        source="user.username", default=None, allow_null=True, help_text="null without an account"
    )
    points = serializers.IntegerField(help_text="the sum of the terms that count, less the penalty")
    penalty = serializers.IntegerField()
    move = serializers.IntegerField(
        allow_null=True,
        help_text="at the end of the season: -1 goes up a division, 1 down; null: begins anew",
    )
    terms = SeasonTermShape(many=True, help_text="every event of the season that counts in the division")


LINE = {
    "place": 1,
    "name": "Anna",
    "account": "Anna",
    "points": 45,
    "penalty": 0,
    "move": 0,
    "terms": [{"event": "k3mw8xzt", "place": 1, "points": 25, "counts": True}],
}


@with_example(name="Serie A", lines=[LINE])
class DivisionShape(Shape[Division]):
    name = serializers.CharField(help_text="empty if the series has no divisions")
    lines = SeasonShape(many=True)


@with_example(
    number=3,
    begins="2026-09-01",
    ends="2026-10-01",
    over=True,
    divisions=[{"name": "Serie A", "lines": [LINE]}],
)
class PastSeasonShape(Shape[Season]):
    number = serializers.IntegerField(help_text="from 1, the earliest")
    begins = serializers.DateField(allow_null=True, help_text="its first day; null: it has no beginning")
    ends = serializers.DateField(allow_null=True, help_text="the first day after it; null: it has no end")
    over = serializers.BooleanField(help_text="true once people have moved between the divisions")
    divisions = DivisionShape(many=True)


@with_example(number=1, name="Anna", points=5, reason="Assente senza avvisare", at=AT)
class PenaltyShape(Shape[Penalty]):
    number = serializers.IntegerField(help_text="names the penalty in addresses")
    name = serializers.CharField(source="who")
    points = serializers.IntegerField()
    reason = Masked()
    at = serializers.DateTimeField()


@with_example(name="Anna", points=5, reason="Assente senza avvisare")
class TakePoints(Shape[Any]):
    name = Text(help_text="the person; of a member of the club also the membership number")
    points = serializers.IntegerField(min_value=1, max_value=10_000)
    reason = Text(help_text="everybody reads it")


@with_example(
    **SERIES,
    events=[EVENT_LINE],
    penalties=[],
    seasons=3,
    season=[LINE],
)
class SeriesShape(SeriesLineShape):
    events = EventLineShape(many=True)
    seasons = serializers.IntegerField(help_text="the number of seasons with an event that is over")
    season = SeasonShape(many=True, help_text="the lines of the latest season, the highest division first")
    penalties = PenaltyShape(many=True)

    def show_penalties(self, series: Series) -> QuerySet[Penalty]:
        return series.penalties.select_related("user")

    def show_events(self, series: Series) -> QuerySet[Event]:
        return (
            selectors.listed_events(self.context["reader"])
            .filter(counted_in(series))
            .order_by("starts_at", "pk")
        )

    def show_seasons(self, series: Series) -> int:
        return len(self._seasons)

    def show_season(self, series: Series) -> list[PersonInSeason]:
        latest = self._seasons[-1].divisions if self._seasons else ()
        return [line for division in latest for line in division.lines]

    @cached_property
    def _seasons(self) -> list[Season]:
        assert self.instance is not None
        return season_history(self.instance, self.context["reader"]).seasons


@with_example(name="Campionato d’inverno", best=8)
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
    credit = serializers.ChoiceField(CREDITS, required=False)
    period = serializers.ChoiceField(PERIODS, required=False)
    season_starts = serializers.ListField(child=Text(), required=False, max_length=100)
    divisions = serializers.ListField(child=Text(), required=False, max_length=20)
    up = serializers.IntegerField(required=False, min_value=0, max_value=1000)
    down = serializers.IntegerField(required=False, min_value=0, max_value=1000)
    border = serializers.ChoiceField(BORDERS, required=False)
    inactive = serializers.ChoiceField(INACTIVE, required=False)
    newcomers = serializers.ChoiceField(NEWCOMERS, required=False)
    club = Text(required=False, allow_null=True, help_text="the code of a club that you direct")


class PlacedShape(Shape[Entry]):
    place = serializers.IntegerField()
    name = serializers.CharField(help_text="of the entry, or of its people")

    def show_name(self, entry: Entry) -> str:
        return selectors.entry_name(entry)


@with_example(number=12, name="Anna", account="Anna", played=9, won=2, podiums=4)
class ClubRecordShape(Shape[ClubRecord]):
    number = serializers.IntegerField(
        source="person.line.number", default=None, allow_null=True, help_text="of the member; null: no member"
    )
    name = serializers.CharField(source="person.name")
    account = serializers.CharField(
        source="person.user.username", default=None, allow_null=True, help_text="null without an account"
    )
    played = serializers.IntegerField(help_text="the tournaments of the club that were played to the end")
    won = serializers.IntegerField()
    podiums = serializers.IntegerField(help_text="the times among the first three")


@with_example(
    event="k3mw8xzt", name="Il giovedì del Circolo Garibaldi", starts_at=AT, entry="Anna – Carla", place=1
)
class ClubResultShape(Shape[Member]):
    event = serializers.CharField(source="event.code")
    name = serializers.CharField(source="event.name")
    starts_at = serializers.DateTimeField(source="event.starts_at")
    entry = serializers.CharField(help_text="the name of the entry, or the names of its people")
    place = serializers.IntegerField(source="entry.place")

    def show_entry(self, member: Member) -> str:
        return selectors.entry_name(member.entry)


@with_example(
    event="k3mw8xzt",
    name="Il giovedì del Circolo Garibaldi",
    starts_at=AT,
    entry="Anna – Carla",
    place=1,
    ranked=16,
    club=None,
    number=4,
)
class EveningResultShape(ClubResultShape):
    ranked = serializers.IntegerField(help_text="how many entries have a place")
    club = serializers.CharField(
        source="event.club.code", allow_null=True, help_text="the code of the club that held it"
    )
    number = serializers.IntegerField(source="entry.number", help_text="of the entry")


@with_example(
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
