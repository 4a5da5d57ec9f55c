"""The rules of a table: the name of a preset, and the options that differ from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from ludocards.engine import wire
from ludocards.engine.game import Json, Option, Refused

R = TypeVar("R", bound=Any)
"""A frozen dataclass with a field `preset` and one for each option."""


def option_of_choices(name: str, *choices: Json) -> Option:
    accepted = [(type(choice), choice) for choice in choices]
    return Option(name, choices, lambda value: (type(value), value) in accepted, wire.values_schema(*choices))


def read_rules(
    game: str,
    presets: Mapping[str, R],
    options: Sequence[Option],
    data: Json,
    **values: Callable[[Json], Any],
) -> R | Refused:
    """Read rules from `{"preset": …, option: …}`; `values` converts the JSON of single fields."""
    if not isinstance(data, dict):
        return Refused("bad_rules", "rules are an object: a preset and what differs from it")
    chosen = dict(data)
    preset = chosen.pop("preset", next(iter(presets)))
    if not isinstance(preset, str) or preset not in presets:
        return Refused("bad_rules", f"the presets are {', '.join(presets)}", {"option": "preset"})
    for name, value in chosen.items():
        option = next((option for option in options if option.name == name), None)
        if option is None:
            return Refused("bad_rules", f"{game} has no option {name!r:.40}", {"option": name})
        if not option.accepts(value):
            return Refused("bad_rules", f"no such value for the option {name}", {"option": name})
    named = {option.field: chosen[option.name] for option in options if option.name in chosen}
    made = {field: make(named[field]) for field, make in values.items() if field in named}
    return replace(presets[preset], **named | made)
