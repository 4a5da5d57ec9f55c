"""People: profiles, ratings, statistics, histories, bot accounts; and the leaderboards."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.api.examples import AT, GAME, MATCH, PRESET, PRESET_NAME, TALLY
from games.api.shapes.base import Shape, like


class RatingShape(Shape[Any]):
    game = serializers.CharField()
    rating = serializers.IntegerField()
    spread = serializers.IntegerField(help_text="how far off it may be")
    provisional = serializers.BooleanField()
    matches = serializers.IntegerField(help_text="those that were rated")


class PlayedShape(Shape[Any]):
    game = serializers.CharField()
    matches = serializers.IntegerField()
    wins = serializers.IntegerField()


@like(
    name="Anna",
    guest=False,
    bot=False,
    owner=None,
    about="Gioco il venerdì.",
    country="IT",
    since="2025-03-02",
    ratings=[{"game": GAME, "rating": 1562, "spread": 71, "provisional": False, "matches": 118}],
    played=[{"game": GAME, "matches": 131, "wins": 74}],
)
class PersonShape(Shape[Any]):
    name = serializers.CharField()
    guest = serializers.BooleanField()
    bot = serializers.BooleanField(help_text="a bot account: a program plays")
    owner = serializers.CharField(allow_null=True, help_text="whose bot account it is")
    about = serializers.CharField()
    country = serializers.CharField(help_text="ISO 3166-1, two letters; empty if not said")
    since = serializers.DateField()
    ratings = RatingShape(many=True)
    played = PlayedShape(many=True)


@like(name="Robot di Anna", owner="Anna", about="Gioca la più alta.", playing=False)
class BotShape(Shape[Any]):
    name = serializers.CharField()
    owner = serializers.CharField()
    about = serializers.CharField()
    playing = serializers.BooleanField(help_text="sits at a table now")


@like(at=AT, rating=1562, spread=71, gain=9)
class RatingPointShape(Shape[Any]):
    at = serializers.DateTimeField()
    rating = serializers.IntegerField()
    spread = serializers.IntegerField()
    gain = serializers.IntegerField()


class LineShape(Shape[Any]):
    name = serializers.CharField()
    matches = serializers.IntegerField()
    wins = serializers.IntegerField()
    deals = serializers.IntegerField()
    points = serializers.IntegerField(help_text="of all deals, in the unit of the record")


class TallyShape(Shape[Any]):
    name = serializers.CharField()
    count = serializers.IntegerField()


LINE = {"name": PRESET_NAME, "matches": 131, "wins": 74, "deals": 911, "points": 17002}


@like(
    game=GAME,
    period="all",
    matches=131,
    wins=74,
    rated=118,
    gain=62,
    deals=911,
    points=17002,
    streak=2,
    longest=7,
    tallies=[{"name": TALLY, "count": 19}],
    by_preset=[LINE],
    by_seat=[{**LINE, "name": "Posto 1"}],
    by_partner=[{**LINE, "name": "Carla"}],
)
class StatisticsShape(Shape[Any]):
    game = serializers.CharField()
    period = serializers.CharField()
    matches = serializers.IntegerField()
    wins = serializers.IntegerField()
    rated = serializers.IntegerField()
    gain = serializers.IntegerField(help_text="of rating")
    deals = serializers.IntegerField()
    points = serializers.IntegerField()
    streak = serializers.IntegerField(help_text="matches won in a row up to the latest")
    longest = serializers.IntegerField(help_text="matches won in a row")
    tallies = TallyShape(many=True)
    by_preset = LineShape(many=True)
    by_seat = LineShape(many=True)
    by_partner = LineShape(many=True)


class PlayedMatchShape(Shape[Any]):
    match = serializers.UUIDField()
    at = serializers.DateTimeField()
    game = serializers.CharField()
    preset = serializers.CharField()
    seat = serializers.IntegerField()
    place = serializers.IntegerField()
    score = serializers.IntegerField()
    won = serializers.BooleanField()
    left = serializers.BooleanField(help_text="a bot played on")
    rated = serializers.BooleanField()
    gain = serializers.IntegerField(allow_null=True)
    partner = serializers.CharField()
    others = serializers.CharField()
    visible = serializers.BooleanField(help_text="whether you may see it again")
    annulled = serializers.BooleanField(help_text="a moderator has decided that it counts for nothing")


@like(
    results=[
        {
            "match": MATCH,
            "at": AT,
            "game": GAME,
            "preset": PRESET,
            "seat": 0,
            "place": 1,
            "score": 31,
            "won": True,
            "left": False,
            "rated": True,
            "gain": 9,
            "partner": "Carla",
            "others": "Bruno, Dario",
            "visible": True,
            "annulled": False,
        }
    ],
    next="http://localhost:8000/api/v1/people/Anna/matches/?cursor=1.0b2f6c1e6f0e4d7e9a512f6f7a3f9c11",
)
class HistoryShape(Shape[Any]):
    results = PlayedMatchShape(many=True)
    next = serializers.CharField(allow_null=True, help_text="the address of the next page")


class BoardRowShape(Shape[Any]):
    rank = serializers.IntegerField(help_text="shared by those who tie")
    name = serializers.CharField()
    value = serializers.IntegerField(help_text="what the board goes by: the rating, or what was gained")
    rating = serializers.IntegerField()
    spread = serializers.IntegerField()
    provisional = serializers.BooleanField()
    matches = serializers.IntegerField()
    wins = serializers.IntegerField()


class MineShape(Shape[Any]):
    rank = serializers.IntegerField(allow_null=True, help_text="null if you are not listed yet")
    value = serializers.IntegerField()
    matches_missing = serializers.IntegerField(help_text="until you are listed")


@like(
    game=GAME,
    period="2026-11",
    results=[
        {
            "rank": 1,
            "name": "Anna",
            "value": 62,
            "rating": 1562,
            "spread": 71,
            "provisional": False,
            "matches": 31,
            "wins": 19,
        }
    ],
    mine={"rank": 1, "value": 62, "matches_missing": 0},
    next=None,
)
class BoardShape(Shape[Any]):
    game = serializers.CharField()
    period = serializers.CharField()
    results = BoardRowShape(many=True)
    mine = MineShape(allow_null=True)
    next = serializers.CharField(allow_null=True, help_text="the address of the next page")
