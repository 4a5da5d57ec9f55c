"""The bots of the platform: for each game, its policies by name.

Their modules are imported on first use, so that a process that only serves pages never loads numba.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from ludocards.bots.levels import DEFAULT_POLICY, Policy, loaded
from ludocards.engine.game import Command, Refused, RefusedError
from ludocards.engine.registry import PACKAGES, has, part

if TYPE_CHECKING:
    from ludocards.bots.proving import Prover
    from ludocards.bots.reviewing import Reviewer  # it needs numpy
    from ludocards.bots.searching import Search


def at_random(view: Mapping[str, Any], legal: Sequence[Command]) -> Command:
    """A pseudorandom legal command, the same for the same view."""
    return Random(repr(view)).choice(legal)


_BOTS = {game: part(game, "bot") for game in PACKAGES}

POLICIES: Mapping[str, Mapping[str, Policy]] = {game: bot.POLICIES for game, bot in _BOTS.items()}

RATINGS: Mapping[str, Mapping[str, int]] = {game: getattr(bot, "RATINGS", {}) for game, bot in _BOTS.items()}
"""The rating that each level would have if it played rated matches, with *circolo* where an account begins;
measured by `manage.py exam`."""

YARDSTICKS: Mapping[str, Mapping[str, Policy]] = {
    game: {"random": at_random, **getattr(bot, "YARDSTICKS", {})} for game, bot in _BOTS.items()
}
"""Policies to measure the levels against, which no table offers."""


def policy_of(game: str, level: str) -> Policy:
    """Return a level of a game, or one of its yardsticks, such as `random`.

    Raises `RefusedError`, with the names that there are, if the game has none of this name.
    """
    policies = {**YARDSTICKS[game], **POLICIES[game]}
    if level not in policies:
        raise RefusedError(Refused("no_level", f"the levels are {', '.join(policies)}"))
    return policies[level]


def choose(view: Mapping[str, Any], legal: Sequence[Command], policy: str = DEFAULT_POLICY) -> Command:
    """Return the command of a policy of the game; a name that the game does not have means the default."""
    policies = POLICIES[view["game"]]
    return policies.get(policy, policies[DEFAULT_POLICY])(view, legal)


REVIEWED = frozenset(game for game in PACKAGES if has(game, "bot.review"))
"""The games that can be reviewed."""

THOUGHT_ABOUT = tuple(game for game in PACKAGES if has(game, "bot.levels"))
"""The games whose levels search."""


def searcher(game: str) -> Search[Any, Any]:
    """Return the search of a game in `THOUGHT_ABOUT`, loaded on first use."""
    found: Search[Any, Any] = loaded(f"{PACKAGES[game]}.bot.levels").SEARCH
    return found


def reviewer(game: str) -> Reviewer | None:
    """Return the reviewer of a game, loaded on first use; None if the game has none."""
    if game not in REVIEWED:
        return None
    found: Reviewer = loaded(f"{PACKAGES[game]}.bot.review").REVIEWER
    return found


PUZZLED = tuple(game for game in PACKAGES if has(game, "bot.puzzles"))
"""The games that have puzzles."""


def prover(game: str) -> Prover:
    """Return the prover of a game in `PUZZLED`, loaded on first use."""
    found: Prover = loaded(f"{PACKAGES[game]}.bot.puzzles").PROVER
    return found


def warm_up() -> None:
    """Load the kernels, and compile them if needed: seconds the first time, half a second afterwards."""
    for game in THOUGHT_ABOUT:
        loaded(f"{PACKAGES[game]}.bot.levels")
