"""The parameters that the searching bots of all games have."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchLevel:
    """The parameters of a bot that searches."""

    dealt: int
    """The number of worlds sampled, and the most drawn from them by weight for evaluation (`played`)."""
    played: int
    ms: float
    """The time limit; a choice usually takes far less."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OneTypeLevel(SearchLevel):
    """The parameters of a bot for which all others are one type of player, who follows the rules of thumb."""

    heat: float
    """The temperature of their choices, in the unit of the game's values."""
    slips: float = 0.15
    """The share of their choices that are random."""
