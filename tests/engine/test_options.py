"""The rules of a table, for any game: a preset, and the options that differ from it."""

from __future__ import annotations

from typing import Any

import pytest

from ludocards.engine.game import Game, Json, Refused, unrefused
from ludocards.engine.options import option_of_choices
from ludocards.engine.registry import GAMES

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@every_game
@pytest.mark.parametrize("data", [None, [], "classico", 3])
def test_rules_must_be_an_object(game: Game[Any, Any], data: Json) -> None:
    answer = game.rules_from(data)
    assert isinstance(answer, Refused)
    assert answer.code == "bad_rules"


@every_game
def test_every_offered_value_is_accepted(game: Game[Any, Any]) -> None:
    for option in game.options:
        for choice in option.choices:
            assert option.accepts(choice)
            rules = game.rules_from({option.name: choice})
            assert not isinstance(rules, Refused)
            assert game.rules_json(rules).get(option.name, choice) == choice


@every_game
def test_only_differences_are_stored(game: Game[Any, Any]) -> None:
    for preset, rules in game.presets.items():
        assert game.rules_json(rules) == {"preset": preset}
        assert game.rules_from({"preset": preset}) == rules


def test_the_number_one_is_not_true() -> None:
    numbers, answers = option_of_choices("a", 1, 0), option_of_choices("b", True, False)
    assert [numbers.accepts(value) for value in (1, 0, True, 1.0, 2)] == [True, True, False, False, False]
    assert [answers.accepts(value) for value in (True, False, 1, 0)] == [True, True, False, False]


@pytest.mark.parametrize(
    ("option", "field"), [("offerMax", "offer_max"), ("match_end", "match_end"), ("deals", "deals")]
)
def test_an_option_has_its_field(option: str, field: str) -> None:
    assert option_of_choices(option, 1).field == field


@every_game
def test_the_shortest_match_of_a_preset(game: Game[Any, Any]) -> None:
    """One deal, or one for each player where everybody deals equally often; whist fixes the number itself."""
    for preset in game.presets:
        rules = unrefused(game.rules_from(game.shortest(preset)))
        players = game.players_of(preset)[0]
        assert game.length(rules, players) in (1, players) or not game.lasting(1)
