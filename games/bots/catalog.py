"""The bots of the platform: for each game, its policies by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

from games.bots import tarocchi, tressette, whist
from games.engine.catalog import OUTSIDE
from games.engine.game import Command

Policy = Callable[[Mapping[str, Any], Sequence[Command]], Command]
"""A player: sees the view of a seat that is to act and its legal commands, and gives one of them."""

DEFAULT_POLICY = "circolo"

POLICIES: Mapping[str, Mapping[str, Policy]] = {
    "tressette": {"circolo": tressette.choose},
    "tarocchi": {"circolo": tarocchi.choose},
    "whist": {"circolo": whist.choose},
    **{game: {DEFAULT_POLICY: import_module(f"{package}.bot").choose} for game, package in OUTSIDE.items()},
}


def choose(view: Mapping[str, Any], legal: Sequence[Command], policy: str = DEFAULT_POLICY) -> Command:
    """What the policy does in the game that is played."""
    return POLICIES[view["game"]][policy](view, legal)
