"""The types of players whom a bot may meet, by which it judges how likely the choices of others are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

import numpy as np

from ludocards.bots.kernels.numbers import Floats


@dataclass(frozen=True, slots=True)
class PlayerType:
    """A type of player who follows the rules of thumb: the temperature of the choices, in the unit of their
    values, the share of random choices, and how many players are of this type, relative to the others."""

    heat: float
    slips: float
    share: float = 1.0


def type_rows(player_types: Sequence[PlayerType]) -> Floats:
    """A row for each type: its heat, its slips, and the logarithm of its share of all players."""
    together = sum(each.share for each in player_types)
    return np.array(
        [(each.heat, each.slips, log(each.share / together)) for each in player_types], np.float64
    )
