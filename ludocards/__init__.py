"""Italian card games as a library: the rules of each game, their common parts, and bots.

It stands alone (`README.md`): the rules need the standard library only, the players numpy and numba. What
`__all__` names is public; the games are loaded when one of these is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludocards.catalogue.briscola.rules.play import Briscola
    from ludocards.catalogue.maraffone.rules.play import Maraffone
    from ludocards.catalogue.scopone.rules.play import Scopone
    from ludocards.catalogue.tarocchi.rules.play import Tarocchi
    from ludocards.catalogue.traversone.rules.play import Traversone
    from ludocards.catalogue.tressette.rules.play import Tressette
    from ludocards.catalogue.whist.rules.play import Whist
    from ludocards.engine.cards import Card
    from ludocards.engine.game import Command, Deal, Event, Game, Refused, RefusedError, Step, unrefused
    from ludocards.engine.registry import GAMES

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "Briscola",
    "Card",
    "Command",
    "Deal",
    "Event",
    "Game",
    "Maraffone",
    "Refused",
    "RefusedError",
    "Scopone",
    "Step",
    "Tarocchi",
    "Traversone",
    "Tressette",
    "Whist",
    "unrefused",
]


_HOMES = {
    "GAMES": "engine.registry",
    "Card": "engine.cards",
    "Briscola": "catalogue.briscola.rules",
    "Maraffone": "catalogue.maraffone.rules",
    "Scopone": "catalogue.scopone.rules",
    "Tarocchi": "catalogue.tarocchi.rules",
    "Traversone": "catalogue.traversone.rules",
    "Tressette": "catalogue.tressette.rules",
    "Whist": "catalogue.whist.rules",
}
"""The modules of the public names that are not of `engine.game`."""


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES.get(name, 'engine.game')}"), name)
