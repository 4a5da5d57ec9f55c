"""Games, their rules, and house rules."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.api.catalog import game_json
from games.api.examples import GAME, PRESET, PRESET_NAME, RULES
from games.api.wire import typed
from games.models import HouseRules
from games.rulebook import reader
from ludocards.engine.registry import GAMES
from ludopoli.api.shapes import Labelled, Shape, Text, like


class Choice(Labelled):
    value = serializers.JSONField()


class OptionShape(Labelled):
    name = serializers.CharField()
    hint = serializers.CharField()
    choices = Choice(many=True)


class PresetShape(Labelled):
    name = serializers.CharField()
    about = serializers.CharField()
    values = typed("PresetValues")(help_text="every option under this preset")


class LevelShape(Shape[Any]):
    name = serializers.CharField()
    title = serializers.CharField()
    about = serializers.CharField()


EXAMPLE = game_json(GAME)


@like(**{**EXAMPLE, "presets": EXAMPLE["presets"][:1], "options": EXAMPLE["options"][:1]})
class GameShape(Labelled):
    name = serializers.CharField()
    about = serializers.CharField()
    deck = serializers.CharField()
    levels = LevelShape(many=True, help_text="how well its bots can play, the weakest first")
    players = serializers.ListField(child=serializers.IntegerField(), help_text="the first is the usual one")
    presets = PresetShape(many=True)
    options = OptionShape(many=True)


class ClauseShape(Shape[reader.ShownClause]):
    id = serializers.CharField()
    text = serializers.CharField()
    origin = serializers.CharField(
        source="badge.tag", help_text="text, other, logic or choice: where it comes from"
    )
    option = serializers.CharField(help_text="the option that changes it; empty if none does")


class ChapterShape(Shape[reader.Chapter]):
    id = serializers.CharField()
    title = serializers.CharField()
    clauses = ClauseShape(many=True)


@like(
    game=GAME,
    preset=PRESET,
    title=PRESET_NAME,
    chapters=[
        {
            "id": "gioco",
            "title": "Il gioco",
            "clauses": [
                {"id": "palo", "text": "Si risponde al palo.", "origin": "text", "option": ""},
            ],
        }
    ],
    page=f"/regole/{GAME}/{PRESET}/",
)
class RulesShape(Shape[Any]):
    game = serializers.CharField()
    preset = serializers.CharField()
    title = serializers.CharField()
    chapters = ChapterShape(many=True)
    page = serializers.CharField(help_text="the same as a page, with drawn examples")


HOUSE = {
    "code": "k3mw8xzt",
    "game": GAME,
    "name": "Come da nonno Vito",
    "rules": RULES,
    "owner": "Anna",
    "mine": True,
}


@like(**HOUSE)
class HouseRulesShape(Shape[HouseRules]):
    code = serializers.CharField(help_text="anybody who has it may open tables with these rules")
    game = serializers.CharField()
    name = serializers.CharField()
    rules = typed("Rules")()
    owner = serializers.CharField(source="owner.username")
    mine = serializers.BooleanField()

    def show_mine(self, house: HouseRules) -> bool:
        return house.owner_id == self.context["reader"].pk


@like(game=GAME, name="Come da nonno Vito", rules=RULES)
class SaveHouseRules(Shape[Any]):
    game = serializers.ChoiceField(choices=list(GAMES))
    name = Text(help_text="1 to 40 characters that can be read")
    rules = typed("Rules")(help_text="a preset's name and the options that differ")


@like(name="Come da zia Rosa")
class ChangeHouseRules(Shape[Any]):
    name = Text(required=False)
    rules = typed("Rules")(required=False)
