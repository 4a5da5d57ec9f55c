"""Fixed positions of each game with the number of sequences of moves from them, by their length."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludocards.engine import record
from ludocards.engine.game import Game
from tests.engine.matches import Played, replay


@dataclass(frozen=True)
class Position:
    state: Any
    counts: Mapping[int, int]
    spoken: bool = False
    """True if each word that can be said with a card counts apart."""
    beside: str = ""
    """The verb of a command after which the same seat still has its move."""
    left_out: str = ""
    """The verb of a command that is not counted."""
    one_phase: bool = False
    """True if a sequence ends with the bidding or the discard in which it begins."""


def stored(game: Game[Any, Any], **how: Any) -> dict[str, Position]:
    """Return the positions in the game's `perft.json`."""
    found = json.loads((Path(__file__).parent / game.name / "perft.json").read_text())
    return {name: _position(game, **each, **how) for name, each in found.items()}


def _position(game: Game[Any, Any], document: Any, counts: Any, **how: Any) -> Position:
    made = record.read_document(document)
    played = replay(game, made.rules, len(made.players), made.deals)
    assert isinstance(played, Played)
    return Position(played.state, {int(depth): count for depth, count in counts.items()}, **how)
