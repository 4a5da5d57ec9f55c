"""The JSON of a game in the catalog."""

from __future__ import annotations

from typing import Any

from games import texts
from ludocards.engine.registry import GAMES


def game_json(name: str) -> dict[str, Any]:
    game, words = GAMES[name], texts.of(name)
    return {
        "name": name,
        "label": str(words.name),
        "about": str(words.about),
        "deck": game.deck.name,
        "levels": texts.levels(name),
        "players": list(game.players),
        "presets": [
            {
                "name": preset,
                "label": str(words.presets[preset].name),
                "about": str(words.presets[preset].about),
                "values": texts.preset_values(name, preset),
            }
            for preset in game.presets
        ],
        "options": [
            {
                "name": option.name,
                "label": str(words.options[option.name].label),
                "hint": str(words.options[option.name].hint),
                "choices": [
                    {"value": choice, "label": words.options[option.name].choice(choice)}
                    for choice in option.choices
                ],
            }
            for option in game.options
        ],
    }
