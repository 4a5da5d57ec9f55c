"""Tournaments, their entries, rounds and tables as the API tells them, and what it takes."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.api.examples import AT, GAME, MATCH, PRESET, RULES
from games.api.shapes.base import Json, Shape, Text, like
from games.bots.catalog import DEFAULT_POLICY
from games.engine.catalog import GAMES
from tournaments.actions.checking import LONGEST_REASON
from tournaments.formats.catalog import FORMATS
from tournaments.models import Entry, Event, Round, TournamentTable

EVENT_STATUSES = Event.Status.values
ENTRY_STATUSES = Entry.Status.values
ROUND_STATUSES = Round.Status.values
TOURNAMENT_TABLE_STATUSES = TournamentTable.Status.values
ACCESS = Event.Access.values
"""The document names its enumerations by these: `ENUM_NAME_OVERRIDES` in the settings."""

FORMAT = next(iter(FORMATS))
SETTINGS = {"rounds": 7, "deals": 4, "scoring": "victory"}
HUNDREDTHS = "in hundredths of a point"


def _points(help_text: str, *, nullable: bool = True, **more: Any) -> serializers.ListField:
    points = serializers.IntegerField(allow_null=nullable)
    return serializers.ListField(child=points, help_text=f"{help_text}; {HUNDREDTHS}", **more)


# ---- events

EVENT_LINE = {
    "code": "k3mw8xzt",
    "name": "Il giovedì del Circolo Garibaldi",
    "organiser": "Anna",
    "series": None,
    "status": "registration",
    "game": GAME,
    "preset": PRESET,
    "rules_name": "",
    "format": FORMAT,
    "unit": "pair",
    "access": "open",
    "capacity": 32,
    "entered": 11,
    "rated": True,
    "registers_at": AT,
    "starts_at": AT,
}


@like(**EVENT_LINE)
class EventLineShape(Shape[Any]):
    code = serializers.CharField()
    name = serializers.CharField()
    organiser = serializers.CharField(allow_null=True)
    series = serializers.CharField(allow_null=True, help_text="its code")
    status = serializers.ChoiceField(EVENT_STATUSES)
    game = serializers.CharField()
    preset = serializers.CharField()
    rules_name = serializers.CharField(help_text="of the house rules, if they are any")
    format = serializers.CharField()
    unit = serializers.ChoiceField(Event.Unit.values)
    access = serializers.ChoiceField(ACCESS)
    capacity = serializers.IntegerField(allow_null=True, help_text="entries; null: as many as come")
    entered = serializers.IntegerField()
    rated = serializers.BooleanField()
    registers_at = serializers.DateTimeField()
    starts_at = serializers.DateTimeField()


@like(
    **EVENT_LINE,
    description="Ogni giovedì alle 21.",
    directors=["Carla"],
    rules=RULES,
    players=4,
    settings=SETTINGS,
    pairs="together",
    rating_least=None,
    rating_most=None,
    guests=True,
    late_entries=True,
    check_in_minutes=15,
    round_minutes=30,
    break_seconds=60,
    move_seconds=20,
    bank_seconds=120,
    pace=1.0,
    quiet=True,
    spectators="open",
    rounds_drawn=0,
    rounds_in_all=7,
    paused_at=None,
    started_at=None,
    finished_at=None,
    commitment="9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    draw_seed=None,
    secret=None,
    revision=12,
    directs=False,
)
class EventShape(EventLineShape):
    description = serializers.CharField()
    directors = serializers.ListField(child=serializers.CharField())
    rules = Json(help_text="of its matches, as in the record")
    players = serializers.IntegerField(help_text="at a table")
    settings = Json(help_text="of the format, scoring and tie-breaks among them")
    pairs = serializers.ChoiceField(Event.Pairs.values)
    rating_least = serializers.IntegerField(allow_null=True)
    rating_most = serializers.IntegerField(allow_null=True)
    guests = serializers.BooleanField()
    late_entries = serializers.BooleanField()
    check_in_minutes = serializers.IntegerField()
    round_minutes = serializers.IntegerField(allow_null=True)
    break_seconds = serializers.IntegerField()
    move_seconds = serializers.IntegerField(allow_null=True)
    bank_seconds = serializers.IntegerField()
    pace = serializers.FloatField()
    quiet = serializers.BooleanField()
    spectators = serializers.ChoiceField(Event.Spectators.values)
    rounds_drawn = serializers.IntegerField()
    rounds_in_all = serializers.IntegerField(allow_null=True, help_text="null: as long as it is open")
    paused_at = serializers.DateTimeField(allow_null=True)
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    commitment = serializers.CharField(help_text="SHA-256(secret, code): no deal can be chosen later")
    draw_seed = serializers.CharField(allow_null=True, help_text="of the draws and lots; when it has begun")
    secret = serializers.CharField(allow_null=True, help_text="when it is over: what all deals follow from")
    revision = serializers.IntegerField()
    directs = serializers.BooleanField(help_text="whether you are a director")


class ChangeEvent(Shape[Any]):
    """What an event may be given. What may be changed when, the actions know."""

    name = Text(help_text="1 to 80 readable characters")
    description = Text(required=False)
    game = serializers.ChoiceField(choices=list(GAMES))
    rules = Json(required=False, help_text="a preset's name and the options that differ, as in the record")
    players = serializers.IntegerField(required=False, min_value=2, max_value=6, help_text="at a table")
    format = serializers.ChoiceField(choices=list(FORMATS))
    settings = Json(required=False, help_text="of the format: rounds, deals, scoring, breaks …")
    unit = serializers.ChoiceField(choices=Event.Unit.values, required=False)
    pairs = serializers.ChoiceField(choices=Event.Pairs.values, required=False)
    rated = serializers.BooleanField(required=False)
    series = Text(required=False, allow_null=True, help_text="the code of one of yours")
    access = serializers.ChoiceField(choices=ACCESS, required=False)
    rating_least = serializers.IntegerField(required=False, allow_null=True, min_value=0, max_value=5000)
    rating_most = serializers.IntegerField(required=False, allow_null=True, min_value=0, max_value=5000)
    capacity = serializers.IntegerField(required=False, allow_null=True, min_value=2, max_value=2000)
    guests = serializers.BooleanField(required=False)
    late_entries = serializers.BooleanField(required=False)
    registers_at = serializers.DateTimeField(required=False)
    starts_at = serializers.DateTimeField()
    check_in_minutes = serializers.IntegerField(required=False, min_value=0, max_value=1440)
    round_minutes = serializers.IntegerField(required=False, allow_null=True, min_value=1, max_value=10080)
    break_seconds = serializers.IntegerField(required=False, min_value=0, max_value=3600)
    move_seconds = serializers.IntegerField(required=False, allow_null=True, min_value=3, max_value=600)
    bank_seconds = serializers.IntegerField(required=False, min_value=0, max_value=3600)
    pace = serializers.FloatField(required=False, min_value=0, max_value=3)
    quiet = serializers.BooleanField(required=False, help_text="who plays does not talk at the table")
    spectators = serializers.ChoiceField(choices=Event.Spectators.values, required=False)


@like(
    name="Il giovedì del Circolo Garibaldi",
    game=GAME,
    format=FORMAT,
    settings={"rounds": 7, "deals": 4},
    starts_at=AT,
    capacity=32,
)
class CreateEvent(ChangeEvent):
    pass


# ---- entries


class MemberShape(Shape[Any]):
    place = serializers.IntegerField(help_text="0, and in a pair 1")
    name = serializers.CharField()
    bot = serializers.BooleanField(help_text="a bot of the house")
    program = serializers.BooleanField(help_text="a bot account")
    accepted = serializers.BooleanField(help_text="no: asked by the partner, and silent so far")
    here = serializers.BooleanField(help_text="has checked in")


def _member(place: int, name: str) -> dict[str, Any]:
    return {"place": place, "name": name, "bot": False, "program": False, "accepted": True, "here": True}


ENTRY = {
    "number": 4,
    "name": "Anna – Carla",
    "status": "checked_in",
    "members": [_member(0, "Anna"), _member(1, "Carla")],
    "seed": None,
    "strength": 1562,
    "joined": 0,
    "left": None,
    "place": None,
    "score": None,
}


@like(**ENTRY)
class EntryShape(Shape[Any]):
    number = serializers.IntegerField(help_text="within the event")
    name = serializers.CharField()
    status = serializers.ChoiceField(ENTRY_STATUSES)
    members = MemberShape(many=True)
    seed = serializers.IntegerField(allow_null=True, help_text="null: by strength")
    strength = serializers.IntegerField(help_text="the rating when it began, of pairs the mean; 0 before")
    joined = serializers.IntegerField(help_text="how many rounds were drawn when it came")
    left = serializers.IntegerField(allow_null=True, help_text="how many were drawn when it went")
    place = serializers.IntegerField(allow_null=True, help_text="in the end")
    score = serializers.IntegerField(allow_null=True, help_text=f"in the end, {HUNDREDTHS}")


@like(partner="Carla")
class Register(Shape[Any]):
    partner = Text(required=False, help_text="who has to say yes; for pairs that enter together")
    name = Text(required=False, help_text="of the pair, at most 40 characters")


@like(bot=DEFAULT_POLICY)
class Somebody(Shape[Any]):
    name = Text(required=False, help_text="a person")
    bot = Text(required=False, help_text="else a bot of the house, by its policy")


@like(members=[{"name": "Anna"}, {"bot": DEFAULT_POLICY}], name="")
class Enter(Shape[Any]):
    members = serializers.ListField(child=Somebody(), min_length=1, max_length=2)
    name = Text(required=False, help_text="of the pair, at most 40 characters")


class Reason(Shape[Any]):
    reason = Text(help_text=f"1 to {LONGEST_REASON} readable characters; everybody can read it")


@like(place=1, name="Dario", reason="Elena deve andare")
class Substitute(Shape[Any]):
    place = serializers.IntegerField(min_value=0, max_value=1, help_text="of the member")
    name = Text(required=False, help_text="a person")
    bot = Text(required=False, help_text="else a bot of the house, by its policy")
    reason = Text()


@like(numbers=[3, 1, 2])
class Seeds(Shape[Any]):
    numbers = serializers.ListField(
        child=serializers.IntegerField(min_value=1),
        max_length=2000,
        help_text="of all entries, the best first",
    )


@like(one=3, other=8, reason="Sono fratelli")
class Forbid(Shape[Any]):
    one = serializers.IntegerField(min_value=1)
    other = serializers.IntegerField(min_value=1)
    reason = Text(required=False)


@like(one=3, other=8)
class ForbiddenShape(Shape[Any]):
    one = serializers.IntegerField(help_text="number of an entry")
    other = serializers.IntegerField()


@like(name="Carla")
class NameShape(Shape[Any]):
    name = serializers.CharField()


# ---- what is played


class PlaceShape(Shape[Any]):
    entry = serializers.IntegerField(help_text="its number; below 0 a bot that fills up")
    name = serializers.CharField()


TABLE = {
    "round": 2,
    "number": 1,
    "stage": "",
    "status": "over",
    "places": [{"entry": 4, "name": "Anna – Carla"}, {"entry": 9, "name": "Bruno – Dario"}],
    "labels": ["2-1", "2-2"],
    "deals": {"2-1": [7, 4], "2-2": None},
    "points": [1234, 766],
    "annulled": False,
    "adjusted": [],
    "penalties": [],
    "reason": "",
    "table": "p7xk2mzw",
    "match": MATCH,
}


@like(**TABLE)
class EventTableShape(Shape[Any]):
    round = serializers.IntegerField()
    number = serializers.IntegerField()
    stage = serializers.CharField(help_text="as the format names it: `group:1`, `final`; else empty")
    status = serializers.ChoiceField(TOURNAMENT_TABLE_STATUSES)
    places = PlaceShape(many=True, help_text="pairs: the two; else by seat of the game")
    labels = serializers.ListField(
        child=serializers.CharField(), help_text="of the deals: the same label is the same cards"
    )
    deals = Json(
        help_text="what each finished deal scored, by label, then by side; null: annulled; "
        "empty as long as others play the same cards, but for who directs"
    )
    points = _points("by place; null: no result", allow_null=True)
    annulled = serializers.BooleanField()
    adjusted = _points("the director's, by place; empty: as played")
    penalties = _points("taken off, by place", nullable=False)
    reason = serializers.CharField(help_text="of the latest ruling")
    table = serializers.CharField(allow_null=True, help_text="its code in `tables/`")
    match = serializers.UUIDField(allow_null=True)


ROUND = {
    "number": 2,
    "status": "over",
    "byes": [7],
    "starts_at": AT,
    "started_at": AT,
    "ends_at": None,
    "over_at": AT,
}


@like(**ROUND, tables=[TABLE])
class RoundShape(Shape[Any]):
    number = serializers.IntegerField()
    status = serializers.ChoiceField(ROUND_STATUSES)
    byes = serializers.ListField(child=serializers.IntegerField(), help_text="numbers of entries that rest")
    starts_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    ends_at = serializers.DateTimeField(allow_null=True, help_text="when what is left is broken off")
    over_at = serializers.DateTimeField(allow_null=True)
    tables = EventTableShape(many=True)


class TermShape(Shape[Any]):
    round = serializers.IntegerField()
    opponent = serializers.IntegerField(allow_null=True, help_text="below 0 a bot; null: nobody")
    amount = serializers.IntegerField()
    counts = serializers.BooleanField(help_text="no: cut")


class BreakShape(Shape[Any]):
    name = serializers.CharField()
    value = serializers.IntegerField()
    terms = TermShape(many=True)


@like(
    place=1,
    entry=4,
    name="Anna – Carla",
    score=6120,
    breaks=[
        {
            "name": "buchholz",
            "value": 4870,
            "terms": [{"round": 1, "opponent": 9, "amount": 4870, "counts": True}],
        }
    ],
)
class StandingShape(Shape[Any]):
    place = serializers.IntegerField()
    entry = serializers.IntegerField()
    name = serializers.CharField()
    score = serializers.IntegerField(help_text=HUNDREDTHS)
    breaks = BreakShape(many=True, help_text="with the sums that they are; those that were needed")


@like(round=2, table=1, names=["Anna – Carla", "Bruno – Dario"], scores=[7, 4], deal=0, match=MATCH)
class TravellerShape(Shape[Any]):
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    names = serializers.ListField(child=serializers.CharField(), help_text="by place")
    scores = serializers.ListField(
        child=serializers.IntegerField(), allow_null=True, help_text="by side; null: annulled there"
    )
    deal = serializers.IntegerField(help_text="its number in the match, from 0")
    match = serializers.UUIDField(allow_null=True)


@like(entry=ENTRY, asked=False, table=TABLE, starts_at=AT)
class OwnPartShape(Shape[Any]):
    entry = EntryShape(allow_null=True)
    asked = serializers.BooleanField(help_text="somebody has entered with you, and you have not answered")
    table = EventTableShape(allow_null=True, help_text="where you play, or will next")
    starts_at = serializers.DateTimeField(allow_null=True, help_text="when that round starts")


@like(minutes=5, reason="Il bar è in ritardo")
class Extend(Shape[Any]):
    minutes = serializers.IntegerField(min_value=1, max_value=1440)
    reason = Text(required=False)


@like(reason="Pausa caffè")
class MaybeReason(Shape[Any]):
    reason = Text(required=False)


@like(table=1, place=0, other_table=2, other_place=1, reason="Si sono appena incontrati")
class Swap(Shape[Any]):
    table = serializers.IntegerField(min_value=1)
    place = serializers.IntegerField(min_value=0, max_value=5)
    other_table = serializers.IntegerField(min_value=1)
    other_place = serializers.IntegerField(min_value=0, max_value=5)
    reason = Text()


@like(points=[1200, 800], reason="Accordo delle coppie")
class Adjust(Reason):
    points = _points("by place; null: as played; an empty list takes it back")


@like(points=[100, 0], reason="Ritardo")
class Penalise(Reason):
    points = _points("by place", nullable=False)


@like(deal="2-1", reason="Carta scoperta")
class AnnulDeal(Reason):
    deal = Text(help_text="its label")


@like(text="Si ricomincia alle dieci.")
class Announce(Shape[Any]):
    text = Text(help_text="1 to 500 readable characters")


@like(at=AT, by="Anna", text="Si ricomincia alle dieci.")
class AnnouncementShape(Shape[Any]):
    at = serializers.DateTimeField()
    by = serializers.CharField(allow_null=True)
    text = serializers.CharField()


@like(at=AT, by="Anna", what="extended", said="Il turno 2 ha 5 minuti in più", reason="Il bar è in ritardo")
class LogShape(Shape[Any]):
    at = serializers.DateTimeField()
    by = serializers.CharField(help_text="empty: the server")
    what = serializers.CharField()
    said = serializers.CharField(help_text="for people, in the language of the request")
    reason = serializers.CharField()


# ---- series

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
