"""Games, their rules, and house rules."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from rest_framework import serializers

from games import texts
from games.api.examples import GAME, PRESET, PRESET_NAME, RULES
from games.api.view_helpers import NamedGame
from games.api.wire import component_field
from games.models import HouseRules
from games.rulebook import reader
from games.texts import OptionText, PresetText
from ludocards.engine.game import Game, Json, Option
from ludocards.engine.registry import GAMES
from ludopoli.api.shapes import Labelled, Shape, Text, with_example


class Choice(Labelled):
    # of the texts of an option, and one of its values

    value = serializers.JSONField()

    def show_value(self, choice: tuple[OptionText, Json]) -> Json:
        return choice[1]

    def show_label(self, choice: tuple[OptionText, Json]) -> str:
        words, value = choice
        return words.choice(value)


class OptionShape(Labelled):
    # of an option and its texts

    name = serializers.CharField()
    hint = serializers.CharField()
    choices = Choice(many=True)

    def show_name(self, shown: tuple[Option, OptionText]) -> str:
        return shown[0].name

    def show_hint(self, shown: tuple[Option, OptionText]) -> str:
        return str(shown[1].hint)

    def show_label(self, shown: tuple[Option, OptionText]) -> str:
        return str(shown[1].label)

    def show_choices(self, shown: tuple[Option, OptionText]) -> list[tuple[OptionText, Json]]:
        option, words = shown
        return [(words, value) for value in option.choices]


class PresetShape(Labelled):
    # of the names of a game and of a preset

    name = serializers.CharField()
    about = serializers.CharField()
    values = component_field("PresetValues")(help_text="every option under this preset")

    def show_name(self, shown: tuple[str, str]) -> str:
        return shown[1]

    def show_label(self, shown: tuple[str, str]) -> str:
        return str(_words(*shown).name)

    def show_about(self, shown: tuple[str, str]) -> str:
        return str(_words(*shown).about)

    def show_values(self, shown: tuple[str, str]) -> dict[str, Json]:
        return texts.preset_values(*shown)


def _words(game: str, preset: str) -> PresetText:
    return texts.texts_of_game(game).presets[preset]


class LevelShape(Shape[Any]):
    name = serializers.CharField()
    title = serializers.CharField()
    about = serializers.CharField()
    rating = serializers.IntegerField(
        allow_null=True, help_text="the rating at which it plays, if 1500 is the level `circolo`"
    )


class GameShape(Labelled):
    name = serializers.CharField()
    about = serializers.CharField()
    deck = serializers.CharField(source="deck.name")
    levels = LevelShape(many=True, help_text="the levels of its bots, weakest first")
    players = serializers.ListField(child=serializers.IntegerField(), help_text="the first is the usual one")
    presets = PresetShape(many=True)
    options = OptionShape(many=True)

    def show_label(self, game: Game[Any, Any]) -> str:
        return str(texts.texts_of_game(game.name).name)

    def show_about(self, game: Game[Any, Any]) -> str:
        return str(texts.texts_of_game(game.name).about)

    def show_levels(self, game: Game[Any, Any]) -> list[dict[str, Any]]:
        return texts.bot_levels(game.name)

    def show_presets(self, game: Game[Any, Any]) -> list[tuple[str, str]]:
        return [(game.name, preset) for preset in game.presets]

    def show_options(self, game: Game[Any, Any]) -> list[tuple[Option, OptionText]]:
        words = texts.texts_of_game(game.name).options
        return [(option, words[option.name]) for option in game.options]


EXAMPLE = GameShape.render(GAMES[GAME])
with_example(**{**EXAMPLE, "presets": EXAMPLE["presets"][:1], "options": EXAMPLE["options"][:1]})(GameShape)


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


@with_example(
    game=GAME,
    preset=PRESET,
    title=PRESET_NAME,
    chapters=[
        {
            "id": "gioco",
            "title": "Il gioco",
            "clauses": [
                {"id": "palo", "text": "Si risponde al seme.", "origin": "text", "option": ""},
            ],
        }
    ],
    url=f"/regole/{GAME}/{PRESET}/",
)
class RulesShape(Shape[reader.Reader]):
    game = serializers.CharField()
    preset = serializers.CharField()
    title = serializers.CharField()
    chapters = ChapterShape(many=True)
    url = serializers.CharField(help_text="the page with the same, and drawn examples")

    def show_title(self, read: reader.Reader) -> str:
        return str(_words(read.game, read.preset).name)

    def show_chapters(self, read: reader.Reader) -> list[reader.Chapter]:
        return read.sections(read.book.sections)

    def show_url(self, read: reader.Reader) -> str:
        return reverse("rules-page", args=[read.game, read.preset])


HOUSE = {
    "code": "k3mw8xzt",
    "game": GAME,
    "name": "Come da nonno Vito",
    "rules": RULES,
    "owner": "Anna",
    "mine": True,
}


@with_example(**HOUSE)
class HouseRulesShape(Shape[HouseRules]):
    code = serializers.CharField(help_text="anybody who has it may open tables with these rules")
    game = serializers.CharField()
    name = serializers.CharField()
    rules = component_field("Rules")()
    owner = serializers.CharField(source="owner.username", allow_null=True, help_text="null: a club")
    mine = serializers.BooleanField()

    def show_mine(self, house: HouseRules) -> bool:
        return house.owner_id == self.context["reader"].pk


@with_example(game=GAME, name="Come da nonno Vito", rules=RULES)
class SaveHouseRules(NamedGame):
    name = Text(help_text="1 to 40 characters that can be read")
    rules = component_field("Rules")(help_text="a preset's name and the options that differ")


@with_example(name="Come da zia Rosa")
class ChangeHouseRules(Shape[Any]):
    name = Text(required=False)
    rules = component_field("Rules")(required=False)
