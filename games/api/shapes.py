"""What goes in and comes out, for the document and for checking what comes in; `like` gives an example."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from django.utils.translation import gettext_lazy
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from games.consumers import COMMAND_ID
from games.engine.catalog import GAMES
from games.models import Challenge, Match, Table

Shape = serializers.Serializer
AnyShape = TypeVar("AnyShape", bound=type[serializers.Serializer[Any]])

MATCH_STATUSES, TABLE_STATUSES = Match.Status.values, Table.Status.values
CHALLENGE_STATUSES = Challenge.Status.values
"""The document names its enumerations by these: `ENUM_NAME_OVERRIDES` in the settings."""

MATCH = "0b2f6c1e-6f0e-4d7e-9a51-2f6f7a3f9c11"
AT = "2026-11-21T20:15:00+01:00"
RULES = {"preset": "classico", "match_end": {"points": 31}}


def like(**example: Any) -> Callable[[AnyShape], AnyShape]:
    """Says what one of these looks like."""
    told = extend_schema_serializer(examples=[OpenApiExample("example", value=example)])
    return lambda shape: told(shape)


class Labelled(Shape[Any]):
    """Something with a name for programs and, in `label`, one for people in the language of the request."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {**super().get_fields(), "label": serializers.CharField()}


@extend_schema_field(OpenApiTypes.OBJECT)
class Json(serializers.JSONField):
    """An object whose fields depend on the game."""


# ---- games


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


GAME = {
    "name": "tressette",
    "label": "Tressette",
    "about": "In quattro, a coppie.",
    "deck": "napoletane",
    "players": [4],
    "presets": [
        {"name": "classico", "label": "Classico", "about": "A 31 punti.", "values": {"accusa": "parlata"}}
    ],
    "options": [
        {
            "name": "accusa",
            "label": "Accusa",
            "hint": "Se si accusano napoletane e pariglie.",
            "choices": [{"value": "parlata", "label": "parlata"}],
        }
    ],
}


@like(**GAME)
class GameShape(Labelled):
    name = serializers.CharField()
    about = serializers.CharField()
    deck = serializers.CharField()
    players = serializers.ListField(child=serializers.IntegerField(), help_text="the first is the usual one")
    presets = PresetShape(many=True)
    options = OptionShape(many=True)


class ClauseShape(Shape[Any]):
    id = serializers.CharField()
    text = serializers.CharField()
    origin = serializers.CharField(help_text="text, other, logic or choice: where it comes from")
    option = serializers.CharField(help_text="the option that changes it; empty if none does")


class ChapterShape(Shape[Any]):
    id = serializers.CharField()
    title = serializers.CharField()
    clauses = ClauseShape(many=True)


@like(
    game="tressette",
    preset="classico",
    title="Classico",
    chapters=[
        {
            "id": "gioco",
            "title": "Il gioco",
            "clauses": [
                {"id": "palo", "text": "Si risponde al palo.", "origin": "text", "option": ""},
            ],
        }
    ],
    page="/regole/tressette/classico/",
)
class RulesShape(Shape[Any]):
    game = serializers.CharField()
    preset = serializers.CharField()
    title = serializers.CharField()
    chapters = ChapterShape(many=True)
    page = serializers.CharField(help_text="the same for people, with drawn examples")


HOUSE = {
    "code": "k3mw8xzt",
    "game": "tressette",
    "name": "Come da nonno Vito",
    "rules": RULES,
    "owner": "Anna",
    "mine": True,
}


@like(**HOUSE)
class HouseRulesShape(Shape[Any]):
    code = serializers.CharField(help_text="who has it may open tables with these rules")
    game = serializers.CharField()
    name = serializers.CharField()
    rules = Json()
    owner = serializers.CharField()
    mine = serializers.BooleanField()


# ---- tables


class LobbySeatShape(Shape[Any]):
    seat = serializers.IntegerField()
    name = serializers.CharField(help_text="empty if nobody sits there")
    state = serializers.ChoiceField(["empty", "here", "lost", "away", "bot"])


@like(
    code="k3mw8xzt",
    title="Tavolo 12",
    game="tressette",
    preset="classico",
    rules_name="",
    status="open",
    free=1,
    seats=[
        {"seat": 0, "name": "Anna", "state": "here"},
        {"seat": 1, "name": "Bot Vela", "state": "bot"},
        {"seat": 2, "name": "Carla", "state": "lost"},
        {"seat": 3, "name": "", "state": "empty"},
    ],
    score="",
    deal=None,
    move_seconds=20,
    bank_seconds=120,
    watchable=True,
)
class LobbyTableShape(Shape[Any]):
    code = serializers.CharField()
    title = serializers.CharField()
    game = serializers.CharField()
    preset = serializers.CharField()
    rules_name = serializers.CharField(help_text="of the house rules it opened with; empty if none")
    status = serializers.ChoiceField(TABLE_STATUSES)
    free = serializers.IntegerField()
    seats = LobbySeatShape(many=True)
    score = serializers.CharField()
    deal = serializers.IntegerField(allow_null=True)
    move_seconds = serializers.IntegerField(allow_null=True)
    bank_seconds = serializers.IntegerField()
    watchable = serializers.BooleanField()


class ClockShape(Shape[Any]):
    move = serializers.IntegerField(help_text="seconds")
    bank = serializers.IntegerField(help_text="seconds")


class TableSeatShape(LobbySeatShape):
    you = serializers.BooleanField()
    host = serializers.BooleanField()
    guest = serializers.BooleanField()
    program = serializers.BooleanField(help_text="a bot account")
    rematch = serializers.BooleanField()
    hue = serializers.IntegerField()


def _seat(seat: int, name: str, **more: Any) -> dict[str, Any]:
    usual = {"state": "here", "you": False, "host": False, "guest": False, "program": False}
    return {"seat": seat, "name": name, **usual, "rematch": False, "hue": seat + 1, **more}


TABLE = {
    "code": "k3mw8xzt",
    "title": "Tavolo 12",
    "game": "tressette",
    "game_name": "Tressette",
    "preset": "classico",
    "rules_name": "",
    "rules": [["Si va a", "31 punti"]],
    "players": 4,
    "private": False,
    "watchable": True,
    "casual": False,
    "same_address": False,
    "programs": "casual",
    "clock": {"move": 20, "bank": 120},
    "status": "open",
    "match": None,
    "host": True,
    "me": 0,
    "seats": [
        _seat(0, "Anna", you=True, host=True),
        _seat(1, "Robot di Anna", program=True),
        _seat(2, "Carla"),
        _seat(3, "", state="empty"),
    ],
}


@like(**TABLE)
class TableShape(Shape[Any]):
    code = serializers.CharField()
    title = serializers.CharField()
    game = serializers.CharField()
    game_name = serializers.CharField()
    preset = serializers.CharField()
    rules_name = serializers.CharField()
    rules = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField(), min_length=2, max_length=2),
        help_text="every option with its value, in words",
    )
    players = serializers.IntegerField()
    private = serializers.BooleanField()
    watchable = serializers.BooleanField()
    casual = serializers.BooleanField(help_text="its matches move no rating")
    same_address = serializers.BooleanField(help_text="two seats play over the same connection")
    programs = serializers.ChoiceField(Table.Programs.values, help_text="whether bot accounts may sit")
    clock = ClockShape(allow_null=True)
    status = serializers.ChoiceField(TABLE_STATUSES)
    match = serializers.UUIDField(allow_null=True, help_text="the latest")
    host = serializers.BooleanField(help_text="whether you opened it")
    me = serializers.IntegerField(allow_null=True, help_text="your seat")
    seats = TableSeatShape(many=True)


@like(game="tressette", rules=RULES, private=True, programs="rated")
class OpenTable(Shape[Any]):
    game = serializers.ChoiceField(choices=list(GAMES))
    rules = Json(required=False, help_text="a preset's name and the options that differ, as in the record")
    players = serializers.IntegerField(required=False, min_value=2, max_value=6)
    private = serializers.BooleanField(default=False)
    casual = serializers.BooleanField(default=False, help_text="its matches move no rating")
    watchable = serializers.BooleanField(default=True)
    programs = serializers.ChoiceField(
        choices=Table.Programs.values,
        default=Table.Programs.CASUAL.value,
        help_text="bot accounts: `none` may sit, they may and the match is `casual`, or `rated` all the same",
    )
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


@like(id=4711, name="Anna", seat=0, text="Buona fortuna!", at=AT)
class MessageShape(Shape[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    seat = serializers.IntegerField(allow_null=True)
    text = serializers.CharField()
    at = serializers.DateTimeField()


# ---- matches


class PlayerShape(Shape[Any]):
    name = serializers.CharField()
    bot = serializers.BooleanField()


class ResultShape(Shape[Any]):
    seat = serializers.IntegerField()
    side = serializers.IntegerField()
    score = serializers.IntegerField()
    place = serializers.IntegerField()
    gain = serializers.IntegerField(allow_null=True, help_text="of rating; null if it is not rated")


@like(
    id=MATCH,
    table="k3mw8xzt",
    game="tressette",
    rules=RULES,
    rules_name="",
    rated=True,
    players=[{"name": name, "bot": False} for name in ("Anna", "Bruno", "Carla", "Dario")],
    status="finished",
    version=212,
    started_at=AT,
    finished_at="2026-11-21T20:48:00+01:00",
    results=[
        {"seat": 0, "side": 0, "score": 31, "place": 1, "gain": 9},
        {"seat": 1, "side": 1, "score": 24, "place": 2, "gain": -8},
        {"seat": 2, "side": 0, "score": 31, "place": 1, "gain": 11},
        {"seat": 3, "side": 1, "score": 24, "place": 2, "gain": -9},
    ],
)
class MatchShape(Shape[Any]):
    id = serializers.UUIDField()
    table = serializers.CharField(help_text="the code of its table")
    game = serializers.CharField()
    rules = Json()
    rules_name = serializers.CharField(help_text="of the house rules of its table; empty if none")
    rated = serializers.BooleanField()
    players = PlayerShape(many=True, help_text="by seat")
    status = serializers.ChoiceField(MATCH_STATUSES)
    version = serializers.IntegerField(help_text="the seq of the last event")
    started_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    results = ResultShape(many=True, help_text="by seat, when it is scored")


STATE = {
    "match": MATCH,
    "version": 57,
    "view": {"deal": 1, "trick": {"cards": ["3C", "AC"]}, "to_act": [2], "totals": [6, 4]},
    "legal": [{"do": "play", "card": "2C"}],
    "clock": {"seats": [2], "left_ms": 17250, "move_ms": 20000, "bank_ms": [120000, 120000, 98000, 120000]},
    "fair": {"deal": 1, "commitment": "9f2c…"},
}


@like(**STATE)
class StateShape(Shape[Any]):
    match = serializers.UUIDField()
    version = serializers.IntegerField()
    view = Json(help_text="what you may know; the keys of each game are told in docs/")
    legal = serializers.ListField(child=Json(), help_text="every command that you may give now")
    clock = Json(allow_null=True, help_text="null without a clock, and while a window is open")
    bidding = Json(required=False, help_text="an open window: who may speak, and until when")
    fair = Json(help_text="number and commitment of the deal in play")


@like(version=57, events=[{"seq": 57, "kind": "played", "seat": 1, "card": "AC"}])
class EventsShape(Shape[Any]):
    version = serializers.IntegerField()
    events = serializers.ListField(child=Json(), help_text="seq, kind, and the fields of the kind")


@like(id="5f1c6b1e-1", version=57, command={"do": "play", "card": "2C"})
class CommandShape(Shape[Any]):
    id = serializers.RegexField(
        rf"^{COMMAND_ID.pattern}$", help_text="your own name for it: sent again, it is not done again"
    )
    version = serializers.IntegerField(min_value=0, max_value=2**31 - 1, help_text="what you had seen")
    command = Json(help_text="one of `legal`")


@like(version=58)
class AcceptedShape(Shape[Any]):
    version = serializers.IntegerField(help_text="of the match, with the command in it")


@like(
    format="ludopoli/1",
    id=MATCH,
    game="tressette",
    rules=RULES,
    players=["Anna", "Bruno", "Carla", "Dario"],
    deals=[],
)
class RecordShape(Shape[Any]):
    """The record: docs/record.md tells the rest of it."""

    format = serializers.CharField()
    id = serializers.UUIDField()
    game = serializers.CharField()
    rules = Json()
    players = serializers.ListField(child=serializers.CharField())
    deals = serializers.ListField(child=Json())


# ---- people


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
    ratings=[{"game": "tressette", "rating": 1562, "spread": 71, "provisional": False, "matches": 118}],
    played=[{"game": "tressette", "matches": 131, "wins": 74}],
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


LINE = {"name": "Classico", "matches": 131, "wins": 74, "deals": 911, "points": 17002}


@like(
    game="tressette",
    period="all",
    matches=131,
    wins=74,
    rated=118,
    gain=62,
    deals=911,
    points=17002,
    streak=2,
    longest=7,
    tallies=[{"name": "Napoletane", "count": 19}],
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


@like(
    results=[
        {
            "match": MATCH,
            "at": AT,
            "game": "tressette",
            "preset": "classico",
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
    game="tressette",
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


# ---- oneself


@like(name="Robot di Anna", guest=False, bot=True, scopes=["play"], tables=["k3mw8xzt"])
class MeShape(Shape[Any]):
    name = serializers.CharField()
    guest = serializers.BooleanField()
    bot = serializers.BooleanField()
    scopes = serializers.ListField(child=serializers.CharField())
    tables = serializers.ListField(child=serializers.CharField(), help_text="codes of the tables you sit at")


@like(friends=["Bruno"], asked=[], asking=["Dario"], following=["Carla"], blocked=[])
class CircleShape(Shape[Any]):
    friends = serializers.ListField(child=serializers.CharField())
    asked = serializers.ListField(child=serializers.CharField(), help_text="to be friends, by you")
    asking = serializers.ListField(child=serializers.CharField(), help_text="to be friends, you")
    following = serializers.ListField(child=serializers.CharField())
    blocked = serializers.ListField(child=serializers.CharField())


CHALLENGE = {
    "id": "6d1f0a52-3a2e-4a29-8b6e-0f5a4f6f2f01",
    "table": "k3mw8xzt",
    "game": "tressette",
    "rules": RULES,
    "from": "Anna",
    "to": "Robot di Bruno",
    "status": "open",
    "at": AT,
}


@like(**CHALLENGE)
class ChallengeShape(Shape[Any]):
    id = serializers.UUIDField()
    table = serializers.CharField(help_text="its code; who has it may look")
    game = serializers.CharField()
    rules = Json()
    to = serializers.CharField()
    status = serializers.ChoiceField(CHALLENGE_STATUSES)
    at = serializers.DateTimeField()

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {**super().get_fields(), "from": serializers.CharField()}


@like(to="Robot di Bruno", table="k3mw8xzt")
class MakeChallenge(Shape[Any]):
    to = Text(help_text="a name")
    table = Text(help_text="the code of a table where you sit")


@like(game="tressette", name="Come da nonno Vito", rules=RULES)
class SaveHouseRules(Shape[Any]):
    game = serializers.ChoiceField(choices=list(GAMES))
    name = Text(help_text="1 to 40 characters that can be read")
    rules = Json(help_text="a preset's name and the options that differ")


@like(name="Come da zia Rosa")
class ChangeHouseRules(Shape[Any]):
    name = Text(required=False)
    rules = Json(required=False)
