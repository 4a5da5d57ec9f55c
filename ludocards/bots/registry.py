"""The bots of the platform: for each game, its policies by name.

What thinks is imported when it is first asked, so that a process that only serves pages never loads numba.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from ludocards.bots.levels import DEFAULT_POLICY, Policy
from ludocards.engine.game import Command
from ludocards.engine.registry import PACKAGES, has, part

if TYPE_CHECKING:
    from ludocards.bots.weighed import Reviewer  # it needs numpy


def at_random(view: Mapping[str, Any], legal: Sequence[Command]) -> Command:
    """Any legal command, the same for the same view."""
    return Random(repr(view)).choice(legal)


_BOTS = {game: part(game, "bot") for game in PACKAGES}

POLICIES: Mapping[str, Mapping[str, Policy]] = {game: bot.POLICIES for game, bot in _BOTS.items()}

YARDSTICKS: Mapping[str, Mapping[str, Policy]] = {
    game: {"random": at_random, **getattr(bot, "YARDSTICKS", {})} for game, bot in _BOTS.items()
}
"""Policies to measure the levels against; no table offers them."""


def choose(view: Mapping[str, Any], legal: Sequence[Command], policy: str = DEFAULT_POLICY) -> Command:
    """Return the command of a policy of the game; a name that the game does not know plays as the default."""
    policies = POLICIES[view["game"]]
    return policies.get(policy, policies[DEFAULT_POLICY])(view, legal)


REVIEWED = frozenset(game for game in PACKAGES if has(game, "bot.review"))
"""Games with what a review needs."""

THOUGHT_ABOUT = tuple(game for game in PACKAGES if has(game, "bot.levels"))
"""Games with levels that think."""


def reviewer(game: str) -> Reviewer | None:
    """Return the judge of the choices in a game, loaded when it is first asked; None if the game has none."""
    if game not in REVIEWED:
        return None
    found: Reviewer = part(game, "bot.review").REVIEWER
    return found


def warm_up() -> None:
    """Load what thinks, and compile it where it must be: seconds the first time, half a second afterwards."""
    for game in THOUGHT_ABOUT:
        part(game, "bot.levels")
