"""The games of the platform: the house's own, one line each, and those that `LUDOPOLI_GAMES` names.

A game from outside is a package with the modules `play`, `bot` and `texts` (`docs/add-a-game.md`). The
variable holds the names of such packages, a space between them.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

from games.engine.game import Game, Json, Refused
from games.engine.tarocchi.play import Tarocchi
from games.engine.tressette.play import Tressette
from games.engine.whist.play import Whist

GAMES: dict[str, Game[Any, Any]] = {
    "tressette": Tressette(),
    "tarocchi": Tarocchi(),
    "whist": Whist(),
}

OUTSIDE: dict[str, str] = {}
"""The packages of the games from outside, by the name of the game."""


def add(package: str) -> None:
    """Take in the `GAME` of a package's module `play`; raises `ValueError` if its name is taken."""
    game: Game[Any, Any] = import_module(f"{package}.play").GAME
    if game.name in GAMES:
        raise ValueError(f"{package}: there is a game named {game.name} already")
    GAMES[game.name] = game
    OUTSIDE[game.name] = package


def plain_rules(game: str, rules: Json) -> dict[str, Json] | Refused:
    """Rules with no more in them than the preset's name, which may have been left out, and what differs."""
    if game not in GAMES:
        return Refused("no_game", "there is no such game")
    checked = GAMES[game].rules_from(rules)
    return checked if isinstance(checked, Refused) else GAMES[game].rules_json(checked)


for named in os.environ.get("LUDOPOLI_GAMES", "").split():
    add(named)
