"""The API's shapes for matches: their state, events, commands and records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from drf_spectacular.utils import OpenApiExample, OpenApiResponse
from rest_framework import serializers

from games import texts
from games.api.examples import AT, CALLED, CALLED_BY, CARDS, GAME, LEGAL, MATCH, RULES, VIEW
from games.api.wire import component_field, component_reference
from games.archive import monthly_files
from games.models import Match, Result, Share
from games.play import proposals, spectators
from ludopoli.api.shapes import Shape, with_example
from ludopoli.sockets.frames import COMMAND_ID

MATCH_STATUSES = Match.Status.values
"""The possible statuses; `ENUM_NAME_OVERRIDES` in the settings names this enumeration in the OpenAPI
document."""


class PlayerShape(Shape[tuple[int, Mapping[str, Any]]]):
    name = serializers.CharField()
    bot = serializers.BooleanField(help_text="true for one of the site's own bots")
    program = serializers.BooleanField(
        help_text="true for a bot account, which a program of somebody's plays for"
    )

    def show_name(self, seated: tuple[int, Mapping[str, Any]]) -> str:
        seat, player = seated
        return texts.name_as_played(player, seat)

    def show_bot(self, seated: tuple[int, Mapping[str, Any]]) -> bool:
        return bool(seated[1]["bot"])

    def show_program(self, seated: tuple[int, Mapping[str, Any]]) -> bool:
        return seated[1]["user"] in self.context["programs"]


class ResultShape(Shape[Result]):
    seat = serializers.IntegerField()
    side = serializers.IntegerField()
    score = serializers.IntegerField()
    place = serializers.IntegerField()
    won = serializers.BooleanField()
    left = serializers.BooleanField(help_text="true if the player left and a bot played on")
    gain = serializers.IntegerField(
        allow_null=True, help_text="the change of the rating; null in a match that is not rated"
    )
    weight = serializers.FloatField(
        allow_null=True, help_text="the weight with which the result counted for the rating"
    )


def _result(seat: int, **more: int) -> dict[str, Any]:
    return {"seat": seat, **more, "won": more["place"] == 1, "left": False, "weight": 1.0}


PLAYED: dict[str, Any] = {
    "id": MATCH,
    "game": GAME,
    "rules": RULES,
    "rules_name": "",
    "called": CALLED,
    "rated": True,
    "players": [
        {"name": name, "bot": False, "program": False} for name in ("Anna", "Bruno", "Carla", "Dario")
    ],
    "status": "finished",
    "version": 212,
    "started_at": AT,
    "finished_at": "2026-11-21T19:48:00Z",
    "results": [
        _result(0, side=0, score=31, place=1, gain=9),
        _result(1, side=1, score=24, place=2, gain=-8),
        _result(2, side=0, score=31, place=1, gain=11),
        _result(3, side=1, score=24, place=2, gain=-9),
    ],
}


@with_example(**PLAYED, table="k3mw8xzt")
class MatchShape(Shape[Match]):
    # The match must have been read with its table and boards. The context has the `reader`, and in `programs`
    # the ids of the bot accounts.

    id = serializers.UUIDField()
    table = serializers.CharField(source="table.code", help_text="the code of the match's table")
    game = serializers.CharField()
    rules = component_field("Rules")()
    rules_name = serializers.CharField(
        source="table.rules_name", help_text="the name of the table's house rules; empty if it has none"
    )
    called = serializers.CharField(help_text=CALLED_BY)
    rated = serializers.BooleanField()
    players = PlayerShape(many=True, help_text="by seat")
    status = serializers.ChoiceField(MATCH_STATUSES)
    version = serializers.IntegerField(
        allow_null=True, help_text="the seq of the last event; null while others still play the same deals"
    )
    started_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    results = ResultShape(many=True, help_text="by seat; empty until the match is scored")

    def show_called(self, match: Match) -> str:
        return texts.title_of_rules(match.game, match.rules["preset"], match.table.rules_name)

    def show_players(self, match: Match) -> list[tuple[int, Mapping[str, Any]]]:
        return [*enumerate(match.players)]

    def show_version(self, match: Match) -> int | None:
        # Announcements are events, so the number of events hints at the cards. While others still play the
        # same deals, only the players of this table see it.
        hides = spectators.is_closed(match.table) and match.seat_of(self.context["reader"].pk) is None
        return None if hides else match.version


@with_example(**PLAYED)
class SharedMatchShape(MatchShape):
    """A match for those who have a link to it: without the code of the table, which would let them in
    there."""

    table = None  # type: ignore[assignment]


@with_example(
    token="XkW2p0Zq7LrT9vNc4sYb1A",
    url="http://localhost:8000/condivisa/XkW2p0Zq7LrT9vNc4sYb1A/",
    by="Anna",
    at=AT,
)
class ShareShape(Shape[Share]):
    token = serializers.CharField(help_text="the token of the link, for `shared/{token}/`")
    url = serializers.URLField(
        help_text="the address to pass on; with `?dove=s3-p4-c2` it opens at a position"
    )
    by = serializers.CharField(source="by.username", help_text="the player who made the link")
    at = serializers.DateTimeField()

    def show_url(self, share: Share) -> str:
        return self.context["absolute"](reverse("shared-replay", args=[share.token]))


STATE = {
    "match": MATCH,
    "version": 57,
    "view": VIEW,
    "legal": LEGAL,
    "clock": {
        "seats": VIEW["to_act"],
        "first_deal": [],
        "left_ms": 17250,
        "move_ms": 20000,
        "bank_ms": [120000, 120000, 98000, 120000],
    },
    "fair": {"deal": 0, "commitment": "9f2c…", "shuffle": 2},
}


STATE_SHAPE = OpenApiResponse(
    component_reference("StateShape"), examples=[OpenApiExample("example", value=STATE)]
)
"""The response with the state of a match. Its schema is that of the socket's frames
(`games/play/wire.py`)."""


@with_example(version=57, events=[{"seq": 57, "kind": "played", "seat": 1, "card": CARDS[0]}])
class EventsShape(Shape[Any]):
    version = serializers.IntegerField()
    events = serializers.ListField(
        child=component_field("Event")(), help_text="seq, kind, and the fields of the kind"
    )


@with_example(id="5f1c6b1e-1", version=57, command={"do": "play", "card": CARDS[1]})
class CommandShape(Shape[Any]):
    id = serializers.RegexField(
        rf"^{COMMAND_ID}$", help_text="your own id for the command: one sent twice is carried out once"
    )
    version = serializers.IntegerField(
        min_value=0, max_value=2**31 - 1, help_text="the version of the match that you had seen"
    )
    command = component_field("Command")(help_text="one of `legal`")


@with_example(what="claim")
class ProposeShape(Shape[Any]):
    what = serializers.ChoiceField(
        [*proposals.RULES],
        help_text="`claim` all tricks that are left, `undo` your last card, `pause`, `concede` the match, "
        "`win` it since all opponents have left it, or `annul` it",
    )


@with_example(proposal=57, agrees=True)
class ProposalAnswerShape(Shape[Any]):
    proposal = serializers.IntegerField(
        min_value=0, max_value=2**31 - 1, help_text="the `id` of the proposal"
    )
    agrees = serializers.BooleanField(help_text="false from the player who made the proposal withdraws it")


@with_example(version=58)
class AcceptedShape(Shape[Any]):
    version = serializers.IntegerField(help_text="the version of the match after the command")


@with_example(
    format="ludopoli/1",
    id=MATCH,
    game=GAME,
    rules=RULES,
    players=["Anna", "Bruno", "Carla", "Dario"],
    deals=[],
)
class RecordShape(Shape[Any]):
    """The record of a match; docs/record.md describes its other fields."""

    format = serializers.CharField()
    id = serializers.UUIDField()
    game = serializers.CharField()
    rules = component_field("Rules")()
    players = serializers.ListField(child=serializers.CharField())
    deals = serializers.ListField(child=component_field("Deal")())


@with_example(
    month="2026-10",
    matches=1204,
    bytes=912_114,
    sha256="9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    made_at=AT,
    whole=True,
    url="http://localhost:8000/archivio/ludopoli-2026-10.jsonl.gz",
    ratings_bytes=9_114,
    ratings_sha256="60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752",
    ratings_url="http://localhost:8000/archivio/ludopoli-2026-10.valutazioni.csv.gz",
)
class ArchiveShape(Shape[monthly_files.Volume]):
    month = serializers.CharField()
    matches = serializers.IntegerField()
    bytes = serializers.IntegerField(source="size", help_text="of the compressed file")
    sha256 = serializers.CharField(help_text="the digest of the compressed file")
    made_at = serializers.DateTimeField(source="made")
    whole = serializers.BooleanField(
        source="is_whole", help_text="true if the month was over when the file was made"
    )
    url = serializers.URLField(help_text="records, one to a line, compressed with gzip")
    ratings_bytes = serializers.IntegerField(source="ratings_size")
    ratings_sha256 = serializers.CharField(
        help_text="empty in a month that was written before there were ratings"
    )
    ratings_url = serializers.URLField(
        help_text="CSV, compressed with gzip: everybody whose rating the month has moved, `"
        + ",".join(monthly_files.COLUMNS)
        + "`"
    )

    def show_url(self, volume: monthly_files.Volume) -> str:
        return self.context["absolute"](reverse("archive-month", args=[volume.month]))

    def show_ratings_url(self, volume: monthly_files.Volume) -> str:
        return self.context["absolute"](reverse("archive-ratings", args=[volume.month]))
