"""The review of a match: how far it is, and what it found."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.api.examples import CARDS, GAME
from games.review.judging import ALGORITHM
from ludopoli.api.shapes import Json, Shape, like

STATUSES = ["none", "unknown", "waiting", "working", "done", "failed"]
"""The document names its enumeration by this: `ENUM_NAME_OVERRIDES` in the settings."""

PLAY = {"do": "play", "card": CARDS[0]}
BETTER = {"do": "play", "card": CARDS[1]}
CHOICE = {
    "at": "s1-p1-c1",
    "seat": 0,
    "command": PLAY,
    "of": 10,
    "seen": {"loss": 1.4, "error": 0.3, "clear": True, "worlds": 100, "better": BETTER},
    "open": {"loss": 2, "better": [BETTER], "basis": "optimum"},
}
PLAYER = {
    "seat": 0, "accuracy": 93.4, "choices": 8, "clean": 7, "lost": 1.4, "lost_open": 2, "missed": 1,
    "missed_points": 3,
}  # fmt: skip
DEAL = {
    "deal": 0,
    "choices": [CHOICE],
    "curve": {"basis": "open", "at": ["s1", "s1-p1-c1"], "points": [[18, 15], [16, 17]]},
    "missed": [
        {"at": "s1-p1-c1", "seat": 0, "kind": "accusa", "about": {"do": "accuse"}, "points": 3},
    ],
}
REVIEW = {
    "algorithm": ALGORITHM,
    "game": GAME,
    "point": 3,
    "half": 1.5,
    "deals": [DEAL],
    "turns": [{"at": "s1-p1-c1", "seat": 0, "loss": 2}],
    "players": [PLAYER],
}


class TurnShape(Shape[Any]):
    at = serializers.CharField(help_text="the place in the replay")
    seat = serializers.IntegerField()
    loss = serializers.FloatField()


class ReviewedPlayerShape(Shape[Any]):
    seat = serializers.IntegerField()
    accuracy = serializers.FloatField(allow_null=True, help_text="0 to 100; null if nothing was judged")
    choices = serializers.IntegerField(help_text="that were judged")
    clean = serializers.IntegerField(help_text="that lost nothing one could know of")
    lost = serializers.FloatField(help_text="by what one could know")
    lost_open = serializers.FloatField(
        allow_null=True, help_text="with all cards open, rules of thumb left out; null if there is no more"
    )
    missed = serializers.IntegerField(help_text="accuse, declarations and signals not made")
    missed_points = serializers.IntegerField(help_text="what the accuse among them were worth")


class ReviewedDealShape(Shape[Any]):
    deal = serializers.IntegerField()
    choices = serializers.ListField(child=Json(), help_text="each thing done, as docs/review.md tells")
    curve = Json(allow_null=True, help_text="`points` by side at each place `at`; `basis` says whence")
    missed = serializers.ListField(child=Json(), help_text="what was not said, and when")


class ReviewDocumentShape(Shape[Any]):
    """What was found. Amounts are in the unit in which the game scores its deals, `point` of them a point."""

    algorithm = serializers.IntegerField(help_text="grows when a number would come out otherwise")
    game = serializers.CharField()
    point = serializers.IntegerField()
    half = serializers.FloatField(help_text="the loss with which a choice counts half for the accuracy")
    deals = ReviewedDealShape(many=True)
    turns = TurnShape(many=True, help_text="where most was lost")
    players = ReviewedPlayerShape(many=True, help_text="by seat")


@like(status="done", progress=1.0, ahead=0, review=REVIEW)
class ReviewShape(Shape[Any]):
    status = serializers.ChoiceField(STATUSES, help_text="`unknown`: nothing judges this game yet")
    progress = serializers.FloatField(help_text="from 0 to 1")
    ahead = serializers.IntegerField(help_text="reviews that were asked for before")
    review = ReviewDocumentShape(allow_null=True, help_text="when it is done")
