"""Players, and the levels of strength that a table may choose."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from ludocards.engine.game import Command

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
    """The time for a choice. It is answered no sooner, so that the time says nothing of the hand."""


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
    """Return the time that a policy may take for a choice, 0 for one that is no level."""
    return LEVELS[policy].seconds if policy in LEVELS else 0.0


def of_club(package: str) -> dict[str, Policy]:
    """The players of the module `club` of a game's bot, which is loaded when one of them is first asked."""
    return {
        "principiante": _policy(package, "club", "choose_as_beginner"),
        "circolo": _policy(package, "club", "choose"),
    }


def thinking(package: str, *names: str) -> dict[str, Policy]:
    """Policies of the module `levels` of a game's bot, which is loaded when one of them is first asked."""

    def policy_of(name: str) -> Policy:
        def policy(view: Mapping[str, Any], legal: Sequence[Command]) -> Command:
            levels = import_module(f"{package}.levels")
            command: Command = levels.think(view, legal, levels.BY_NAME[name])
            return command

        return policy

    return {name: policy_of(name) for name in names}


def _policy(package: str, module: str, name: str) -> Policy:
    def policy(view: Mapping[str, Any], legal: Sequence[Command]) -> Command:
        command: Command = getattr(import_module(f"{package}.{module}"), name)(view, legal)
        return command

    return policy
