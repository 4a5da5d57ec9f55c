"""The bot of Pescapari, circolo: it takes as many cards as it can, or else lays down its last one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludocards.engine.game import Command


def choose(view: Mapping[str, Any], legal: Sequence[Command]) -> Command:
    return max(reversed(legal), key=lambda command: len(command.get("take") or ()))


POLICIES = {"circolo": choose}
