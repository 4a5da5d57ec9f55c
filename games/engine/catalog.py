"""The games of the platform, one line each."""

from __future__ import annotations

from typing import Any

from games.engine.game import Game
from games.engine.tarocchi.play import Tarocchi
from games.engine.tressette.play import Tressette
from games.engine.whist.play import Whist

GAMES: dict[str, Game[Any, Any]] = {
    "tressette": Tressette(),
    "tarocchi": Tarocchi(),
    "whist": Whist(),
}
