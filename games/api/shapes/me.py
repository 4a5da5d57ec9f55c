"""The caller: account, friends and blocks, challenges."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers

from games.api.examples import AT, GAME, MATCH, RULES
from games.api.wire import component_field
from games.models import Challenge
from games.people.solo import SoloLevel
from games.play import selectors
from ludopoli.accounts import people
from ludopoli.accounts.models import User
from ludopoli.api.shapes import Shape, Text, with_example

CHALLENGE_STATUSES = Challenge.Status.values
"""The possible statuses; `ENUM_NAME_OVERRIDES` in the settings names this enumeration in the OpenAPI
document."""


@with_example(name="Robot di Anna", guest=False, program=True, scopes=["play"], tables=["k3mw8xzt"])
class MeShape(Shape[User]):
    name = serializers.CharField(source="username")
    guest = serializers.BooleanField(source="is_guest")
    program = serializers.BooleanField(source="is_bot", help_text="a bot account")
    scopes = serializers.ListField(child=serializers.CharField())
    tables = serializers.ListField(child=serializers.CharField(), help_text="codes of the tables you sit at")

    def show_scopes(self, user: User) -> Sequence[str]:
        return self.context["scopes"]

    def show_tables(self, user: User) -> list[str]:
        return [seat.table.code for seat in selectors.seats_held(user)]


@with_example(
    game=GAME, rating=1620, spread=140, provisional=False, matches=18,
    won={"circolo": 9, "esperto": 2}, to_nothing=1, goal="maestro", suggested="esperto",
    latest=MATCH, gain=14,
)  # fmt: skip
class SoloLevelShape(Shape[SoloLevel]):
    game = serializers.CharField()
    rating = serializers.IntegerField(
        source="skill.shown", help_text="against the levels; apart from that among people"
    )
    spread = serializers.IntegerField(source="skill.spread", help_text="the margin of error of the rating")
    provisional = serializers.BooleanField(source="is_provisional")
    matches = serializers.IntegerField(help_text="the number of matches alone against bots")
    won = serializers.DictField(
        child=serializers.IntegerField(), help_text="the number of matches won, by the level beaten"
    )
    to_nothing = serializers.IntegerField(
        help_text="the number of matches won without a point for the others; where the fewest points win, "
        "without one of your own"
    )
    goal = serializers.CharField(
        help_text="the weakest level above all that you have beaten; empty after the strongest"
    )
    suggested = serializers.CharField(help_text="the level with the rating nearest to yours")
    latest = serializers.UUIDField(help_text="the match that was rated last")
    gain = serializers.IntegerField(help_text="what that match has added to the rating")


class Name(serializers.CharField):
    """The name of a person."""

    def to_representation(self, value: Any) -> str:
        return str(value.username)


@with_example(friends=["Bruno"], asked=[], asking=["Dario"], following=["Carla"], blocked=[])
class CircleShape(Shape[people.Circle]):
    friends = serializers.ListField(child=Name())
    asked = serializers.ListField(child=Name(), help_text="people you have asked to be friends")
    asking = serializers.ListField(child=Name(), help_text="people who have asked you to be friends")
    following = serializers.ListField(child=Name())
    blocked = serializers.ListField(child=Name())


@with_example(name="Bruno", friend=False, asked=True, asks_me=False, follow=True, block=False)
class TieShape(Shape[people.TiesBetween]):
    name = serializers.CharField(help_text="as the person spells it")
    friend = serializers.BooleanField()
    asked = serializers.BooleanField(help_text="you have asked them to be friends")
    asks_me = serializers.BooleanField(help_text="they have asked you to be friends")
    follow = serializers.BooleanField()
    block = serializers.BooleanField()

    def show_name(self, now: people.TiesBetween) -> str:
        return self.context["other"].username


CHALLENGE = {
    "id": "6d1f0a52-3a2e-4a29-8b6e-0f5a4f6f2f01",
    "table": "k3mw8xzt",
    "game": GAME,
    "rules": RULES,
    "from": "Anna",
    "to": "Robot di Bruno",
    "status": "open",
    "at": AT,
}


@with_example(**CHALLENGE)
class ChallengeShape(Shape[Any]):
    id = serializers.UUIDField()
    table = serializers.CharField(help_text="its code, with which anybody may watch")
    game = serializers.CharField()
    rules = component_field("Rules")()
    to = serializers.CharField()
    status = serializers.ChoiceField(CHALLENGE_STATUSES)
    at = serializers.DateTimeField()

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {**super().get_fields(), "from": serializers.CharField()}


@with_example(to="Robot di Bruno", table="k3mw8xzt")
class MakeChallenge(Shape[Any]):
    to = Text(help_text="a name")
    table = Text(help_text="the code of a table where you sit")
