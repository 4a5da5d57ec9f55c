"""The bots of the platform: for each game, its policies by name, and the levels that a table may choose.

What thinks is imported when it is first asked, so that a process that only serves pages never loads numba.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Any

from games.bots import tarocchi, tressette, whist
from games.engine.catalog import OUTSIDE
from games.engine.game import Command

if TYPE_CHECKING:
    from games.bots.weighed import Reviewer  # it needs numpy

Policy = Callable[[Mapping[str, Any], Sequence[Command]], Command]
"""A player: sees the view of a seat that is to act and its legal commands, and gives one of them."""

DEFAULT_POLICY = "circolo"


@dataclass(frozen=True, slots=True)
class Level:
    """A policy as people choose it. Its name is Italian everywhere; its title and what it is about are
    translated where they are shown."""

    name: str
    title: str
    about: str
    seconds: float = 0.0
    """How long a choice may take. It is answered no sooner, so that the time says nothing of the hand."""


def _(text: str) -> str:
    """Marks a text for the catalogue of translations."""
    return text


LEVELS: Mapping[str, Level] = {
    level.name: level
    for level in (
        Level("principiante", _("Beginner"), _("Knows the maxims, forgets cards, makes mistakes.")),
        Level(
            "circolo",
            _("Club player"),
            _("Plays the way people play at the club: remembers the cards and counts."),
        ),
        Level(
            "esperto",
            _("Expert"),
            _("Tries out every card against many possible deals before playing one."),
            seconds=0.1,
        ),
        Level(
            "maestro",
            _("Master"),
            _(
                "Works out from the play who holds what, and looks for the best card. Never sees a hidden "
                "card."
            ),
            seconds=0.3,
        ),
    )
}
"""By strength. A game offers those for which it has a policy."""


def seconds_of(policy: str) -> float:
    """How long a choice of a policy may take."""
    return LEVELS[policy].seconds if policy in LEVELS else 0.0


THOUGHT_ABOUT = ("tressette", "tarocchi", "whist")
"""Games with levels that think, and with what a review needs: `<game>_levels.py`, `<game>_review.py`."""


def _thinks(game: str, name: str) -> Policy:
    """A policy that is loaded when it is first needed."""

    def policy(view: Mapping[str, Any], legal: Sequence[Command]) -> Command:
        levels = import_module(f"games.bots.{game}_levels")
        command: Command = levels.think(view, legal, levels.BY_NAME[name])
        return command

    return policy


POLICIES: Mapping[str, Mapping[str, Policy]] = {
    "tressette": {
        "principiante": tressette.choose_as_beginner,
        "circolo": tressette.choose,
        "esperto": _thinks("tressette", "esperto"),
        "maestro": _thinks("tressette", "maestro"),
    },
    "tarocchi": {
        "principiante": tarocchi.choose_as_beginner,
        "circolo": tarocchi.choose,
        "esperto": _thinks("tarocchi", "esperto"),
        "maestro": _thinks("tarocchi", "maestro"),
    },
    "whist": {
        "principiante": whist.choose_as_beginner,
        "circolo": whist.choose,
        "esperto": _thinks("whist", "esperto"),
        "maestro": _thinks("whist", "maestro"),
    },
    **{game: {DEFAULT_POLICY: import_module(f"{package}.bot").choose} for game, package in OUTSIDE.items()},
}


def at_random(view: Mapping[str, Any], legal: Sequence[Command]) -> Command:
    """Any legal command, the same for the same view."""
    return Random(repr(view)).choice(legal)


YARDSTICKS: Mapping[str, Mapping[str, Policy]] = {
    game: {
        "random": at_random,
        **{name: _thinks(game, name) for name in ("pimc", "pimc_as_long") if game == "tressette"},
    }
    for game in POLICIES
}
"""Policies to measure the levels against; no table offers them."""


def choose(view: Mapping[str, Any], legal: Sequence[Command], policy: str = DEFAULT_POLICY) -> Command:
    """What the policy does in the game that is played; a name that the game does not know plays as the
    default."""
    policies = POLICIES[view["game"]]
    return policies.get(policy, policies[DEFAULT_POLICY])(view, legal)


def reviewer(game: str) -> Reviewer | None:
    """What judges the choices of a game; loaded when it is first asked, None where nothing does."""
    if game not in THOUGHT_ABOUT:
        return None
    found: Reviewer = import_module(f"games.bots.{game}_review").REVIEWER
    return found


def warm_up() -> None:
    """Load what thinks, and compile it where it must be: seconds the first time, half a second afterwards."""
    for game in THOUGHT_ABOUT:
        import_module(f"games.bots.{game}_levels")
