"""Bots, and the levels of strength that a table may choose."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Any

from ludocards.engine.extras import needs_extra
from ludocards.engine.game import Command

Policy = Callable[[Mapping[str, Any], Sequence[Command]], Command]
"""A bot: given the view of a seat on turn and its legal commands, it returns one of them."""

DEFAULT_POLICY = "circolo"


@dataclass(frozen=True, slots=True)
class Level:
    """A policy that people may choose. Its name is Italian in all languages; its title and description are
    translated when they are shown."""

    name: str
    title: str
    about: str
    seconds: float = 0.0
    """The seconds for a choice. The bot answers no sooner, so that the time betrays nothing about the
    hand."""


def _(text: str) -> str:
    """Mark a text for translation."""
    return text


LEVELS: Mapping[str, Level] = {
    level.name: level
    for level in (
        Level("principiante", _("Beginner"), _("Knows the maxims, forgets cards, makes mistakes.")),
        Level(
            "apprendista",
            _("Apprentice"),
            _("Remembers the last few tricks, and still misjudges many cards."),
        ),
        Level(
            "dilettante",
            _("Amateur"),
            _("Remembers half of the deal, and makes a mistake now and then."),
        ),
        Level(
            "circolo",
            _("Club player"),
            _("Plays the way people play at the club: remembers the cards and counts."),
        ),
        Level(
            "provetto",
            _("Skilled player"),
            _("Compares the cards over a handful of deals that fit what was played."),
            seconds=0.1,
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
"""The levels by strength. A game offers those for which it has a policy."""


@dataclass(frozen=True, slots=True)
class Learner:
    """A player who follows the rules of thumb of *circolo*, but forgets and misjudges."""

    tricks: int
    """The number of tricks that it remembers."""
    error: float
    """The size of its errors, compared with the beginner's in this game."""


LEARNERS: Mapping[str, Learner] = {
    "principiante": Learner(tricks=1, error=1.0),
    "apprendista": Learner(tricks=3, error=0.7),
    "dilettante": Learner(tricks=5, error=0.45),
}
"""The levels below *circolo*."""


def seconds_of(policy: str) -> float:
    """The seconds that a policy may take for a choice; 0 for one that is not a level."""
    return LEVELS[policy].seconds if policy in LEVELS else 0.0


def loaded(name: str) -> ModuleType:
    """Import a module of a bot; raises `ImportError` if the packages of the extra `bots` are missing."""
    with needs_extra("bots"):
        return import_module(name)


def of_club(package: str) -> dict[str, Policy]:
    """The policies of the module `club` of a game's bot, which is loaded on first use."""

    def policy_of(learner: Learner) -> Policy:
        def policy(view: Mapping[str, Any], legal: Sequence[Command]) -> Command:
            command: Command = loaded(f"{package}.club").choose_as_learner(view, legal, learner)
            return command

        return policy

    def club(view: Mapping[str, Any], legal: Sequence[Command]) -> Command:
        command: Command = loaded(f"{package}.club").choose(view, legal)
        return command

    return {**{name: policy_of(learner) for name, learner in LEARNERS.items()}, DEFAULT_POLICY: club}


def thinking(package: str, *names: str) -> dict[str, Policy]:
    """Policies of the module `levels` of a game's bot, which is loaded on first use."""

    def policy_of(name: str) -> Policy:
        def policy(view: Mapping[str, Any], legal: Sequence[Command]) -> Command:
            levels = loaded(f"{package}.levels")
            command: Command = levels.think(view, legal, levels.BY_NAME[name])
            return command

        return policy

    return {name: policy_of(name) for name in names}
