"""Bots that slip: `circolo~30` makes a random legal choice in 30 of 100 moves, and otherwise plays as
`circolo`.

Their choice depends on the view alone, so the same position gives the same move in any process.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any
from zlib import crc32

from ludocards.bots import registry
from ludocards.engine.game import Command

MARK = "~"


def is_known(game: str, policy: str) -> bool:
    """Return whether the game has this policy, with or without slips."""
    name, mark, slips = policy.partition(MARK)
    return name in registry.POLICIES[game] and (not mark or (slips.isdecimal() and int(slips) <= 100))


def choose(view: Mapping[str, Any], legal: Sequence[Command], policy: str) -> Command:
    """The command of a policy, which may have slips."""
    name, _mark, slips = policy.partition(MARK)
    lot = crc32(json.dumps(view, sort_keys=True).encode())
    if slips and lot % 100 < int(slips):
        return legal[lot // 100 % len(legal)]
    return registry.choose(view, legal, name)
