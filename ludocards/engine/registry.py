"""The registered games: the catalogue's own, and those of the packages that `LUDOPOLI_GAMES` names.

Each is a package with the modules `rules`, `bot` and `texts` (`docs/add-a-game.md`). The variable holds names
of packages separated by spaces.
"""

from __future__ import annotations

import os
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from ludocards.engine.game import Game, Json, Refused

CATALOGUE = "ludocards.catalogue"
"""The package that lists the catalogue's own games. It lies above the engine, so it is loaded by name."""

GAMES: dict[str, Game[Any, Any]] = {}
"""The rules of each game, by its name."""

PACKAGES: dict[str, str] = {}
"""The package of each game, by its name."""


def add(package: str) -> None:
    """Register the `GAME` in a package's module `rules`; raises `ValueError` if its name is taken."""
    game: Game[Any, Any] = import_module(f"{package}.rules").GAME
    if game.name in GAMES:
        raise ValueError(f"{package}: there is a game named {game.name} already")
    GAMES[game.name] = game
    PACKAGES[game.name] = package


def has(game: str, name: str) -> bool:
    """Return whether a game's package has the module `name`, without loading it.

    Raises `KeyError` if there is no such game.
    """
    package, _, last = f"{PACKAGES[game]}.{name}".rpartition(".")
    return hasattr(import_module(package), "__path__") and find_spec(f"{package}.{last}") is not None


def part(game: str, name: str) -> ModuleType:
    """Return the module `name` of a game's package; raises `ModuleNotFoundError` if it has none."""
    return import_module(f"{PACKAGES[game]}.{name}")


def plain_rules(game: str, rules: Json) -> dict[str, Json] | Refused:
    """Return rules in their shortest form: the preset's name, and only the options that differ from it."""
    if game not in GAMES:
        return Refused("no_game", "there is no such game")
    checked = GAMES[game].rules_from(rules)
    return checked if isinstance(checked, Refused) else GAMES[game].rules_json(checked)


for named in (*import_module(CATALOGUE).HOUSE, *os.environ.get("LUDOPOLI_GAMES", "").split()):
    add(named)
