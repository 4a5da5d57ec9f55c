"""Tables, their seats and their chat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rest_framework import serializers

from games.api.examples import AT, CALLED, CALLED_BY, GAME, NAME, PRESET, RULES
from games.api.view_helpers import NamedGame, OfGame
from games.api.wire import component_field
from games.models import Table
from games.play import actions, lobby
from games.texts.phrases import PHRASES
from ludocards.bots.levels import DEFAULT_POLICY, LEVELS
from ludopoli.api.shapes import Labelled, Masked, Shape, Text, with_example

TABLE_STATUSES = Table.Status.values
"""The possible statuses; `ENUM_NAME_OVERRIDES` in the settings names this enumeration in the OpenAPI
document."""


class LobbySeatShape(Shape[lobby.LobbySeat]):
    seat = serializers.IntegerField()
    name = serializers.CharField(help_text="empty if the seat is free")
    state = serializers.ChoiceField(["empty", "here", "lost", "away", "bot"])


@with_example(
    code="k3mw8xzt",
    title="Tavolo 12",
    game=GAME,
    preset=PRESET,
    rules_name="",
    called=CALLED,
    status="open",
    free=1,
    joinable=0,
    seats=[
        {"seat": 0, "name": "Anna", "state": "here"},
        {"seat": 1, "name": "Bot Vela", "state": "bot"},
        {"seat": 2, "name": "Carla", "state": "lost"},
        {"seat": 3, "name": "", "state": "empty"},
    ],
    totals=[],
    deal=None,
    move_seconds=20,
    bank_seconds=120,
    watchable=True,
)
class LobbyTableShape(Shape[lobby.LobbyTable]):
    code = serializers.CharField()
    title = serializers.CharField()
    game = serializers.CharField()
    preset = serializers.CharField()
    rules_name = serializers.CharField(help_text="of the house rules it opened with; empty if none")
    called = serializers.CharField(help_text=CALLED_BY)
    status = serializers.ChoiceField(TABLE_STATUSES)
    free = serializers.IntegerField()
    joinable = serializers.IntegerField(help_text="the bots whose seats people may take")
    seats = LobbySeatShape(many=True)
    totals = serializers.ListField(
        child=serializers.IntegerField(), help_text="of the match in play, by side; empty if none is shown"
    )
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
    level = serializers.CharField(
        help_text="of one of the site's own bots; empty for people", allow_blank=True
    )
    rematch = serializers.BooleanField()
    coming = serializers.CharField(
        allow_blank=True, help_text="the person who takes the seat from its bot with the next deal"
    )
    joined = serializers.BooleanField(help_text="a person who took the seat from a bot in this match")
    may = serializers.ListField(
        child=serializers.ChoiceField(["lend", "wait", "send_away"]),
        help_text="what you may do about somebody who is absent",
    )
    since = serializers.DateTimeField(
        allow_null=True, help_text="when somebody `lost` was last heard, for people at the table"
    )
    got_up = serializers.BooleanField(help_text="a person for whom a bot plays to the end of the match")
    moving = serializers.BooleanField(
        help_text="somebody `lost` who wants to go on with another device, for people at the table"
    )
    hue = serializers.IntegerField()


def _seat(seat: int, name: str, **more: Any) -> dict[str, Any]:
    usual = {"state": "here", "you": False, "host": False, "guest": False, "program": False}
    return {
        "seat": seat,
        "name": name,
        **usual,
        "level": "",
        "rematch": False,
        "coming": "",
        "joined": False,
        "may": [],
        "since": None,
        "got_up": False,
        "moving": False,
        "hue": seat + 1,
        **more,
    }


class SaidShape(Labelled):
    # of the label of an option, and its value in words

    value = serializers.CharField()

    def show_label(self, said: Sequence[str]) -> str:
        return said[0]

    def show_value(self, said: Sequence[str]) -> str:
        return said[1]


class VantageShape(Shape[Any]):
    seat = serializers.IntegerField()
    hand = serializers.BooleanField(help_text="true if you see the hand of this seat")


class PromiseShape(Shape[Any]):
    match = serializers.UUIDField(help_text="the id that the next match will have")
    commitment = serializers.CharField(help_text="SHA-256 of its first seed and of this id")
    added = serializers.BooleanField(help_text="true if your nonce goes into its cards")


TABLE = {
    "code": "k3mw8xzt",
    "epoch": "5e4a1c1e-7f35-4a35-9d37-0a54a4a0c5d2",
    "title": "Tavolo 12",
    "game": GAME,
    "game_name": NAME,
    "preset": PRESET,
    "rules_name": "",
    "called": CALLED,
    "rules": RULES,
    "rules_said": [{"label": "Si gioca", "value": "a 31 punti"}],
    "players": 4,
    "packet": 5,
    "private": False,
    "watchable": True,
    "casual": False,
    "same_address": False,
    "hosted": False,
    "boards_closed": False,
    "quiet": False,
    "programs": "casual",
    "clock": {"move": 20, "bank": 120},
    "status": "open",
    "match": None,
    "host": True,
    "open_to_all": False,
    "joinable": False,
    "me": 0,
    "coming": None,
    "vantage": None,
    "fair": {"match": "0d4d0f5e-0f0c-4a57-9e1e-3c1b1a7a2b11", "commitment": "9f" * 32, "added": True},
    "seats": [
        _seat(0, "Anna", you=True, host=True),
        _seat(1, "Robot di Anna", program=True),
        _seat(2, "Carla"),
        _seat(3, "", state="empty"),
    ],
}


@with_example(**TABLE)
class TableShape(Shape[Mapping[str, Any]]):
    # of the `table` frame of the socket; the context has the `table`

    code = serializers.CharField()
    epoch = serializers.CharField(
        help_text="another one: the site was set back to an earlier state, so forget all versions you know"
    )
    title = serializers.CharField()
    game = serializers.CharField()
    game_name = serializers.CharField()
    preset = serializers.CharField()
    rules_name = serializers.CharField()
    called = serializers.CharField(help_text=CALLED_BY)
    rules = component_field("Rules")(
        help_text="a preset's name and the options that differ, as in the record"
    )
    rules_said = SaidShape(source="rules", many=True, help_text="every option with its value, in words")
    players = serializers.IntegerField()
    packet = serializers.IntegerField(help_text="the number of cards dealt at a time")
    private = serializers.BooleanField()
    watchable = serializers.BooleanField()
    casual = serializers.BooleanField(help_text="its matches move no rating")
    hosted = serializers.BooleanField(help_text="of a tournament: its seats are given")
    boards_closed = serializers.BooleanField(
        help_text="its deals may still be played elsewhere; until then a finished match is not shown again"
    )
    quiet = serializers.BooleanField(help_text="players cannot chat until the match is over")
    same_address = serializers.BooleanField(help_text="two seats play over the same connection")
    programs = serializers.ChoiceField(
        Table.Programs.values, help_text="the rule for bot accounts, as when opening a table"
    )
    clock = ClockShape(allow_null=True)
    status = serializers.ChoiceField(TABLE_STATUSES)
    match = serializers.UUIDField(allow_null=True, help_text="the latest")
    host = serializers.BooleanField(help_text="true if you opened it")
    open_to_all = serializers.BooleanField(
        help_text="listed, and people may take the seats of bots; the host decides"
    )
    joinable = serializers.BooleanField(help_text="people may take the seats of bots now")
    me = serializers.IntegerField(allow_null=True, help_text="your seat")
    coming = serializers.IntegerField(allow_null=True, help_text="the seat that is kept for you")
    vantage = VantageShape(
        allow_null=True, help_text="your viewpoint as a spectator, if others play the same deals"
    )
    fair = PromiseShape(allow_null=True, help_text="the commitment to the next match's cards")
    seats = TableSeatShape(many=True)

    def show_rules(self, frame: Mapping[str, Any]) -> dict[str, Any]:
        return self.context["table"].rules


@with_example(game=GAME, rules=RULES, private=True, programs="rated")
class OpenTable(NamedGame):
    rules = component_field("Rules")(
        required=False, help_text="a preset's name and the options that differ, as in the record"
    )
    players = serializers.IntegerField(
        required=False, min_value=2, max_value=6, help_text="if left out, as many as usually play these rules"
    )
    private = serializers.BooleanField(default=False)
    casual = serializers.BooleanField(default=False, help_text="its matches move no rating")
    watchable = serializers.BooleanField(default=True, help_text="if not, its matches move no rating")
    programs = serializers.ChoiceField(
        choices=Table.Programs.values,
        default=Table.Programs.CASUAL.value,
        help_text="bot accounts: `none` may sit, they may and the match is `casual`, or `rated` all the same",
    )
    joinable = serializers.BooleanField(
        default=False, help_text="listed, and people may take the seats of bots between two deals"
    )
    move_seconds = serializers.IntegerField(
        default=20,
        allow_null=True,
        min_value=3,
        max_value=86_400,
        help_text="up to 600, or 86400: a day for each card, at a private table",
    )
    bank_seconds = serializers.IntegerField(default=120, min_value=0, max_value=3600)
    pace = serializers.FloatField(
        default=1.0, min_value=0, max_value=3, help_text="factor on the time that bots take; 0 is at once"
    )


NONCE_HELP = "32 random bytes as 64 hexadecimal digits: they go into the cards of the next match"


class QuickGame(NamedGame):
    rules = component_field("Rules")(
        required=False, help_text="a preset's name and the options that differ, as in the record"
    )
    players = serializers.IntegerField(
        required=False, min_value=2, max_value=6, help_text="if left out, as many as usually play these rules"
    )
    level = serializers.ChoiceField([*LEVELS], default=DEFAULT_POLICY, help_text="`levels` of the game")
    joinable = serializers.BooleanField(
        default=False, help_text="listed, and people may take the seats of bots between two deals"
    )
    pace = serializers.FloatField(
        default=1.0, min_value=0, max_value=3, help_text="factor on the time that bots take; 0 is at once"
    )


class FindSeat(OfGame):
    clock = serializers.ChoiceField(
        choices=[*actions.CLOCKS], required=False, help_text="any clock if left out"
    )
    similar = serializers.BooleanField(
        required=False, help_text="only where nobody’s rating is far from yours"
    )
    friends = serializers.BooleanField(required=False, help_text="only where a friend of yours sits")
    bots = serializers.ChoiceField(
        choices=[*LEVELS],
        required=False,
        help_text="a level: if a table has to be opened, these bots play until people take their seats",
    )


class SeatShape(Shape[Any]):
    seat = serializers.IntegerField(
        required=False, min_value=0, max_value=5, help_text="the first free one if left out"
    )
    nonce = serializers.RegexField(r"^([0-9a-f]{64})?$", default="", allow_blank=True, help_text=NONCE_HELP)


@with_example(commitment="9f" * 32, nonce="3c" * 32)
class NonceShape(Shape[Any]):
    commitment = serializers.RegexField(r"^[0-9a-f]{64}$", help_text="that of the table's `fair`")
    nonce = serializers.RegexField(r"^[0-9a-f]{64}$", help_text=NONCE_HELP)


class Bots(Shape[Any]):
    level = serializers.ChoiceField(
        [*LEVELS], default=DEFAULT_POLICY, help_text="one of those that the game has: `levels` of the game"
    )
    seat = serializers.IntegerField(
        required=False, min_value=0, max_value=5, help_text="all free ones if left out"
    )


class OneSeat(Shape[Any]):
    seat = serializers.IntegerField(min_value=0, max_value=5)


class May(Shape[Any]):
    may = serializers.BooleanField()


class Wants(Shape[Any]):
    wants = serializers.BooleanField(default=True)


class Line(Shape[Any]):
    text = Text(required=False, help_text="1 to 300 readable characters")
    phrase = serializers.ChoiceField(
        [*PHRASES], required=False, help_text="instead of a text, a ready phrase"
    )


@with_example(id=4711, name="Anna", seat=0, text="Buona fortuna!", at=AT)
class MessageShape(Shape[Any]):
    # of a `Message`, or of a line of the socket's `chat`

    id = serializers.IntegerField()
    name = serializers.CharField()
    seat = serializers.IntegerField(allow_null=True)
    text = Masked()
    at = serializers.DateTimeField()
