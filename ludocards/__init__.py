"""Italian card games as a library: the rules of each game, their common parts, and bots.

It stands alone (`README.md`): the rules need the standard library only, the players numpy and numba. What
`__all__` names is public; the games are loaded when one of these is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ludocards import catalogue

if TYPE_CHECKING:
    from ludocards.bots.reviewing import ChoiceValues
    from ludocards.catalogue import *  # noqa: F403
    from ludocards.engine.cards import Card
    from ludocards.engine.commands import ActionSpace, action_space, commands_of
    from ludocards.engine.game import Command, Deal, Event, Game, Refused, RefusedError, Step, unrefused
    from ludocards.engine.registry import GAMES
    from ludocards.engine.tensors import TensorField, ViewLayout, view_layout
    from ludocards.engine.worlds import Unlikely
    from ludocards.evaluation import Determinizations, determinize, evaluate, playouts, solve

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "ActionSpace",
    "Card",
    "ChoiceValues",
    "Command",
    "Deal",
    "Determinizations",
    "Event",
    "Game",
    "Refused",
    "RefusedError",
    "Step",
    "TensorField",
    "Unlikely",
    "ViewLayout",
    "action_space",
    "commands_of",
    "determinize",
    "evaluate",
    "playouts",
    "solve",
    "unrefused",
    "view_layout",
]
__all__ += catalogue.__all__

_HOMES = {
    "GAMES": "engine.registry",
    "Card": "engine.cards",
    "ChoiceValues": "bots.reviewing",
    "Unlikely": "engine.worlds",
    **dict.fromkeys(("Determinizations", "determinize", "evaluate", "playouts", "solve"), "evaluation"),
    **dict.fromkeys(("TensorField", "ViewLayout", "view_layout"), "engine.tensors"),
    **dict.fromkeys(("ActionSpace", "action_space", "commands_of"), "engine.commands"),
}
"""The modules of the public names that are neither games nor of `engine.game`."""


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if name in catalogue.__all__:
        return getattr(catalogue, name)
    return getattr(import_module(f"{__name__}.{_HOMES.get(name, 'engine.game')}"), name)
