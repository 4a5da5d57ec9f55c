"""The share of people's choices that a policy makes, too.

The choices of one match are not independent, so intervals come from the differences between matches.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludocards.bots.levels import Policy
from ludocards.engine.game import Command
from ludocards.exam.duels import CONFIDENCE
from ludocards.exam.positions import graded_part

BANDS = (1400, 1600)
"""The ratings at which a band of players begins, besides the lowest."""
ALL, UNRATED = "all", "without a rating"


@dataclass(frozen=True, slots=True)
class MadeChoice:
    """A choice that a person made: the view, the legal commands of the same kind, and the one made."""

    view: Mapping[str, Any]
    legal: Sequence[Command]
    command: Command
    match: Hashable
    rating: int | None = None
    """The person's rating; None without a rated match."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """The share of some choices that a policy makes, too, and the half-width of its 95 % interval."""

    choices: int
    share: float
    half: float
    """Infinite if the choices are of one match."""


def is_choice(game: str, legal: Sequence[Command]) -> bool:
    """Return whether these commands differ by more than the words that accompany them."""
    return len({graded_part(game, each) for each in legal}) > 1


def band(rating: int | None) -> str:
    """The band of players to which this rating belongs."""
    if rating is None:
        return UNRATED
    low = max((each for each in BANDS if each <= rating), default=None)
    high = min((each for each in BANDS if each > rating), default=None)
    if low is None:
        return f"below {high}"
    return f"{low} and more" if high is None else f"{low} to {high - 1}"


def agreement_by_band(game: str, made: Sequence[MadeChoice], policy: Policy) -> dict[str, Agreement]:
    """The agreement of a policy with all of these choices, then with those of each band, lowest first."""
    bands = [band(rating) for rating in (0, *BANDS, None)]
    by_match: dict[str, dict[Hashable, list[bool]]] = {each: defaultdict(list) for each in (ALL, *bands)}
    for each in made:
        same = graded_part(game, policy(each.view, each.legal)) == graded_part(game, each.command)
        for name in (ALL, band(each.rating)):
            by_match[name][each.match].append(same)
    return {name: _agreement([*matches.values()]) for name, matches in by_match.items() if matches}


def _agreement(matches: Sequence[Sequence[bool]]) -> Agreement:
    """The share over all matches, and its interval as that of a ratio of sums."""
    many = sum(map(len, matches))
    share = sum(map(sum, matches)) / many
    if len(matches) == 1:
        return Agreement(many, share, math.inf)
    spread = sum((sum(match) - share * len(match)) ** 2 for match in matches)
    error = math.sqrt(spread * len(matches) / (len(matches) - 1)) / many
    return Agreement(many, share, CONFIDENCE * error)
