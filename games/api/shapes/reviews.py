"""The review of a match: its progress and its findings."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.examples import CARDS, GAME, LEGAL
from games.api.wire import component_field
from games.review import reviews
from games.review.judging import ALGORITHM
from ludocards.engine.registry import GAMES
from ludopoli.api.shapes import Shape, with_example

STATUSES = ["none", "unknown", "waiting", "working", "done", "failed"]
"""The possible statuses; `ENUM_NAME_OVERRIDES` in the settings names this enumeration in the OpenAPI
document."""

MISSED_KINDS = [kind for game in GAMES.values() for kind in game.wire.missed]

PLAY = {"do": "play", "card": CARDS[0]}
BETTER = {"do": "play", "card": CARDS[1]}
CHOICE = {
    "step": "s1-p1-c1",
    "seat": 0,
    "command": PLAY,
    "of": 10,
    "seen": {
        "loss": 1.4,
        "error": 0.3,
        "clear": True,
        "worlds": 100,
        "better": BETTER,
        "reasons": ["Bot Vela has no cups left."],
        "verdict": "worse",
    },
    "open": {"loss": 2, "better": [BETTER], "basis": "optimum", "verdict": "worse"},
    "marked": "seen",
}
PLAYER = {
    "seat": 0, "accuracy": 93.4, "choices": 8, "clean": 7, "lost": 1.4, "lost_open": 2, "missed": 1,
    "missed_points": 3,
}  # fmt: skip
DEAL = {
    "deal": 0,
    "choices": [CHOICE],
    "curve": {"basis": "open", "steps": ["s1", "s1-p1-c1"], "points": [[18, 15], [16, 17]], "total": 33},
    "missed": [
        {"step": "s1-p1-c1", "seat": 0, "kind": MISSED_KINDS[0], "about": LEGAL[-1], "points": 3},
    ],
}
REVIEW = {
    "algorithm": ALGORITHM,
    "game": GAME,
    "point": 3,
    "half": 1.5,
    "total": 1,
    "deals": [DEAL],
    "turns": [{"step": "s1-p1-c1", "seat": 0, "loss": 2}],
    "costly": [{"step": "s1-p1-c1", "seat": 0, "loss": 1.4, "command": PLAY, "better": BETTER}],
    "players": [PLAYER],
}


OPEN_BASES = ["optimum", "each", "rules"]
CURVE_BASES = ["open", "rules"]
VERDICTS = ["worse", "best"]
MARKS = ["seen", "open"]


@extend_schema_field({"oneOf": [{"type": "string"}, {"type": "object", "additionalProperties": True}]})
class About(serializers.JSONField):
    """The words that a player failed to say: a command, or words of the game."""


STEP = "of the replay: `s3-p4-c2` is the second card of the fourth trick of the third deal"


class TurnShape(Shape[Any]):
    step = serializers.CharField(source="at", help_text=STEP)
    seat = serializers.IntegerField()
    loss = serializers.FloatField()


class CostlyChoiceShape(TurnShape):
    command = component_field("Command")()
    better = component_field("Command")(help_text="the best choice")


class ReviewedPlayerShape(Shape[Any]):
    seat = serializers.IntegerField()
    accuracy = serializers.FloatField(allow_null=True, help_text="0 to 100; null if nothing was judged")
    choices = serializers.IntegerField(help_text="the number of choices judged")
    clean = serializers.IntegerField(
        help_text="the number of choices without a loss that the player could have known of"
    )
    lost = serializers.FloatField(help_text="the loss of their choices, judged by what they could know")
    lost_open = serializers.FloatField(
        allow_null=True,
        help_text="the same with all cards open, by exact results only; null if there are none",
    )
    missed = serializers.IntegerField(help_text="the number of announcements that they missed")
    missed_points = serializers.IntegerField(help_text="the points that those would have brought")


SAID = "the comment on the choice; null if its loss is not worth a sentence"


class SeenShape(Shape[Any]):
    """A choice judged by what its player could know."""

    loss = serializers.FloatField()
    error = serializers.FloatField(help_text="the standard error of the loss")
    clear = serializers.BooleanField(help_text="true if the loss is beyond chance, and so counts")
    worlds = serializers.IntegerField(help_text="the number of determinizations evaluated")
    better = component_field("Command")(allow_null=True, help_text="the best choice, where the loss is clear")
    reasons = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text="what speaks for the best choice, to its player; only where the loss is marked",
    )
    verdict = serializers.ChoiceField(VERDICTS, allow_null=True, help_text=SAID)


class OpenShape(Shape[Any]):
    """A choice judged with all cards open."""

    loss = serializers.FloatField()
    better = serializers.ListField(
        child=component_field("Command")(), help_text="the choices that lose nothing"
    )
    basis = serializers.ChoiceField(OPEN_BASES, help_text="the source of the loss: docs/review.md")
    verdict = serializers.ChoiceField(VERDICTS, allow_null=True, help_text=SAID)


class ChoiceShape(Shape[Any]):
    step = serializers.CharField(source="at", help_text=STEP)
    seat = serializers.IntegerField()
    command = component_field("Command")()
    of = serializers.IntegerField(required=False, help_text="the number of choices that were compared")
    seen = SeenShape(required=False)
    open = OpenShape(required=False)
    marked = serializers.ChoiceField(
        MARKS, allow_null=True, help_text="the judgement whose loss is marked; `seen` goes first"
    )


class CurveShape(Shape[Any]):
    """The expected final score of each side, before the first card and after each."""

    basis = serializers.ChoiceField(
        CURVE_BASES,
        help_text="`open`: everybody's best play with all cards seen; `rules`: heuristic playouts",
    )
    steps = serializers.ListField(child=serializers.CharField(), source="at", help_text="of the replay")
    points = serializers.ListField(
        child=serializers.ListField(child=serializers.FloatField()), help_text="by step and side"
    )
    total = serializers.FloatField(
        allow_null=True,
        help_text="the sum of the points, the same at each step; null if the sides do not share a fixed sum",
    )


class MissedShape(Shape[Any]):
    step = serializers.CharField(source="at", help_text=STEP)
    seat = serializers.IntegerField()
    kind = serializers.ChoiceField(MISSED_KINDS)
    about = About(help_text="the command or the words that were missed")
    points = serializers.IntegerField(help_text="the points that it would have brought")


class ReviewedDealShape(Shape[Any]):
    deal = serializers.IntegerField(help_text="from 0")
    choices = ChoiceShape(many=True, help_text="one for each action")
    curve = CurveShape(allow_null=True, help_text="null where a game has none")
    missed = MissedShape(many=True, help_text="the missed announcements")


class ReviewDocumentShape(Shape[Any]):
    """The findings. Amounts are in the unit in which the game scores its deals, `point` of which make a
    point."""

    algorithm = serializers.IntegerField(
        help_text="the version of the method: the same match may get other figures from another"
    )
    game = serializers.CharField()
    point = serializers.IntegerField()
    half = serializers.FloatField(help_text="the loss at which a choice counts half towards the accuracy")
    total = serializers.IntegerField(help_text="the number of deals that are reviewed")
    deals = ReviewedDealShape(many=True, help_text="at most 20 of them: those around `deal`")
    turns = TurnShape(many=True, help_text="the choices that lost most")
    costly = CostlyChoiceShape(
        many=True,
        help_text="the choices that cost most by what could be known, at most three of each player",
    )
    players = ReviewedPlayerShape(many=True, help_text="by seat")


@with_example(status="done", progress=1.0, ahead=0, seconds_left=None, review=REVIEW)
class ReviewShape(Shape[reviews.ReviewProgress]):
    status = serializers.ChoiceField(STATUSES, help_text="`unknown`: this game is not reviewed yet")
    progress = serializers.FloatField(source="done", help_text="from 0 to 1")
    ahead = serializers.IntegerField(help_text="reviews requested earlier, which are made first")
    seconds_left = serializers.FloatField(
        allow_null=True,
        help_text="an estimate from the latest reviews of the game; null if there are none to go by",
    )
    review = ReviewDocumentShape(source="document", allow_null=True, help_text="null until it is done")
