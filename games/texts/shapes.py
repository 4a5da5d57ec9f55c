"""What the texts of a game consist of."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ludocards.engine.game import Json

Text = Any
"""A text that is translated when it is shown."""


def key(value: Json) -> str:
    """A value of an option as text: what a form sends."""
    return json.dumps(value, sort_keys=True)


@dataclass(frozen=True, slots=True)
class PresetText:
    name: Text
    about: Text


@dataclass(frozen=True, slots=True)
class OptionText:
    """`choices` names the values, by a table (keys as `key` writes them) or by a function."""

    label: Text
    hint: Text
    choices: Mapping[str, Text] | Callable[[Json], str]
    only_for: int | None = None
    """The number of players without which the option means nothing."""

    def choice(self, value: Json) -> str:
        return self.choices(value) if callable(self.choices) else str(self.choices.get(key(value), value))


@dataclass(frozen=True, slots=True)
class GameTexts:
    name: Text
    about: Text
    """One or two sentences for somebody who does not know the game."""
    presets: Mapping[str, PresetText]
    options: Mapping[str, OptionText]
    refusals: Mapping[str, Text]
    """Messages by code, with the details of the refusal as `%(suit)s`, `%(card)s` …"""
    played: tuple[Text, Mapping[str, Text]] | None = None
    """Where no option says it: what a preset stands for among the rules of a table, with its label."""
    stock: Text = ""
    """The name of the cards that are dealt to nobody."""
    tallies: Mapping[str, Text] = field(default_factory=dict)
    """What `Game.tally` counts, by its names, in the order of a page."""
    groups: Mapping[Text, tuple[str, ...]] = field(default_factory=dict)
    """Headings under which a form folds the options, by their names; without any all are under one."""
    page: Callable[[Mapping[str, Json]], Mapping[str, Any]] = lambda values: {}
    """What the module of the game in the browser needs to say, from the value of every option."""
