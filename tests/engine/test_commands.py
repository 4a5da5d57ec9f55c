"""The numbers of commands: they stay, and follow from the schemas where a game says nothing of its own."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace

import pytest

from ludocards import catalogue
from ludocards.engine import wire
from ludocards.engine.cards import ITALIAN40
from ludocards.engine.commands import action_space, commands_of, schema_commands
from ludocards.engine.game import Command, Refused
from ludocards.engine.registry import GAMES, PACKAGES

NUMBERED: dict[str, tuple[int, str]] = {
    "tressette-classico-4": (50, "1d80521b52d9"),
    "tressette-classico-3": (50, "1d80521b52d9"),
    "tressette-ludopoli-4": (530, "da9a2ab7ea47"),
    "tressette-bredese-4": (370, "50473395a3ac"),
    "tressette-neutra-4": (170, "510e30535d8e"),
    "maraffone-maraffone-4": (164, "bc5462ec62af"),
    "maraffone-corto-4": (164, "bc5462ec62af"),
    "maraffone-figure-4": (164, "bc5462ec62af"),
    "traversone-traversone-4": (80, "8f04a6b09edf"),
    "traversone-ciapano-4": (80, "8f04a6b09edf"),
    "traversone-rovescino-4": (80, "8f04a6b09edf"),
    "briscola-classico-2": (40, "b3b77c69ae7f"),
    "briscola-osteria-4": (480, "4a3d0e55dd4a"),
    "briscola-torneo-4": (40, "b3b77c69ae7f"),
    "scopone-scientifico-4": (16200, "7c3158d7d46c"),
    "scopone-nove_carte-4": (16200, "7c3158d7d46c"),
    "scopone-scopa-2": (16200, "7c3158d7d46c"),
    "tarocchi-calatafimi-3": (22176, "d6f97b023178"),
    "tarocchi-breve-3": (22176, "d6f97b023178"),
    "whist-andata-4": (63, "ef8164a51758"),
    "whist-andata-6": (61, "1c5905f4ea65"),
    "whist-andata_ritorno-4": (63, "ef8164a51758"),
}
"""How many commands there are, and a digest of them in their order: trained machines rely on it, so it may
change with a major version only."""


@pytest.mark.parametrize("table", NUMBERED)
def test_the_numbers_of_commands_stay(table: str) -> None:
    name, preset, players = table.split("-")
    commands = commands_of(GAMES[name], GAMES[name].presets[preset], int(players))
    text = repr([command.as_json() for command in commands])
    assert (len(commands), hashlib.sha256(text.encode()).hexdigest()[:12]) == NUMBERED[table]


def test_every_preset_of_the_catalogue_is_numbered() -> None:
    own = [name for name, package in PACKAGES.items() if package in catalogue.HOUSE]
    assert {table.rsplit("-", 1)[0] for table in NUMBERED} == {
        f"{name}-{preset}" for name in own for preset in GAMES[name].presets
    }


def test_a_list_of_cards_is_a_set() -> None:
    """A scarto is written in the order of the hand, and has one number."""
    space = action_space(GAMES["tarocchi"], GAMES["tarocchi"].presets["breve"], 3)
    numbers = {
        space.number_of(Command.of("discard", cards=cards))
        for cards in (["5C", "6C", "T2"], ["T2", "5C", "6C"])
    }
    [number] = numbers
    assert space.commands[number] == Command.of("discard", cards=["6C", "5C", "T2"])


def test_a_command_that_the_rules_never_allow_has_no_number() -> None:
    tressette = GAMES["tressette"]
    space = action_space(tressette, tressette.presets["neutra"], 4)
    with pytest.raises(KeyError):
        space.number_of(Command.of("play", card="3B", declare=["suit"]))


SCHEMAS = {
    "play": wire.record_schema({"card": wire.card_schema(ITALIAN40)}, {"face_down": {"type": "boolean"}}),
    "offer": wire.record_schema({"points": wire.range_schema(2, 6, 2)}),
    "show": wire.record_schema({"suits": {**wire.array_schema(wire.values_schema("B", "C")), "maxItems": 2}}),
}


def commands(**schemas: wire.Schema) -> Iterator[Command]:
    game = GAMES["traversone"]

    class Other(type(game)):  # type: ignore[misc]
        wire = replace(game.wire, commands=schemas)

    return schema_commands(Other())


def test_schemas_give_every_value_and_leave_out_what_is_optional() -> None:
    found = [command.as_json() for command in commands(**SCHEMAS)]
    assert found[:3] == [
        {"do": "play", "card": "3B"},
        {"do": "play", "card": "3B", "face_down": False},
        {"do": "play", "card": "3B", "face_down": True},
    ]
    assert [each["points"] for each in found if each["do"] == "offer"] == [2, 4, 6]
    assert [each["suits"] for each in found if each["do"] == "show"] == [[], ["B"], ["C"], ["B", "C"]]
    assert len({json.dumps(each) for each in found}) == len(found) == 40 * 3 + 3 + 4


def test_a_field_without_bounds_is_no_action() -> None:
    with pytest.raises(ValueError, match=r"say\.number has no bound"):
        [*commands(say=wire.record_schema({"number": wire.COUNT}))]


def test_presets_of_other_numbers_of_players_share_their_commands() -> None:
    game = GAMES["scopone"]
    rules = game.presets["scopa"]
    assert not isinstance(game.start(rules, 3, 0), Refused)
    assert commands_of(game, rules, 3) == commands_of(game, rules, 2)
