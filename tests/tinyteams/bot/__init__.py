"""The bot of Terzetto, circolo: it calls the first card it may, and plays its weakest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludocards.engine.cards import ITALIAN40
from ludocards.engine.game import Command
from tests.tinygame.rules import RANKING


def choose(view: Mapping[str, Any], legal: Sequence[Command]) -> Command:
    if view["phase"] == "call":
        return legal[0]
    return min(legal, key=lambda command: RANKING.strength(ITALIAN40.cards[command.get("card")]))


POLICIES = {"circolo": choose}
