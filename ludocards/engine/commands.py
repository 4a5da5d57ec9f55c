"""All commands of a game, numbered: the actions of a learning machine.

The number of a command is its place in `commands_of`. It depends on the game, its rules and the number of
players alone, and stays the same within a major version of the library.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations, product
from typing import Any

from ludocards.engine.cards import Deck
from ludocards.engine.game import Command, Game, Json
from ludocards.engine.once import once
from ludocards.engine.wire import Schema


def commands_of(game: Game[Any, Any], rules: Any, players: int) -> tuple[Command, ...]:
    """Every command that may ever be legal under these rules, each once, in an order that stays.

    A list of cards in a command is a set: it is here once, in the order of the deck. A card that the rules
    leave out of the pack keeps its number.
    """
    return action_space(game, rules, players).commands


@dataclass(frozen=True, slots=True)
class ActionSpace:
    """The commands of a game under its rules, and the number of each."""

    commands: tuple[Command, ...]
    numbers: Mapping[Command, int]

    def number_of(self, command: Command) -> int:
        """The number of a command, in whatever order it lists its cards; raises `KeyError` for any other."""
        return self.numbers[without_order(command)]

    def legal_numbers(self, game: Game[Any, Any], state: Any, seat: int) -> list[int]:
        """The numbers of the commands that a seat may give now, in ascending order."""
        return sorted(map(self.number_of, game.every(state, seat)))

    def legal_mask(self, game: Game[Any, Any], state: Any, seat: int) -> bytearray:
        """The action mask of a state: for each command 1 if the seat may give it now, else 0."""
        mask = bytearray(len(self.commands))
        for number in self.legal_numbers(game, state, seat):
            mask[number] = 1
        return mask


@lru_cache(maxsize=16)
def action_space(game: Game[Any, Any], rules: Any, players: int) -> ActionSpace:
    """The numbered commands of a game, made once for the same rules."""
    possible = game.possible(rules, players)
    return _numbered(tuple(schema_commands(game) if possible is None else possible))


def _make_numbered(commands: tuple[Command, ...]) -> ActionSpace:
    return ActionSpace(commands, {without_order(each): number for number, each in enumerate(commands)})


_numbered = once(_make_numbered, most=16)


def without_order(command: Command) -> Command:
    """The command with its lists sorted, to compare it with others: the lists of a command are sets."""
    fields = (
        (name, tuple(sorted(it, key=str)) if isinstance(it, tuple) else it) for name, it in command.fields
    )
    return Command(command.do, tuple(fields))


# ---- from the schemas


def schema_commands(
    game: Game[Any, Any], known: Mapping[str, Mapping[str, Sequence[Json]]] | None = None
) -> Iterator[Command]:
    """Yield the commands that the schemas of a game allow, verb by verb.

    `known` has, by verb and field, the values that rules leave of those of the schema; an optional field
    without values is left out. Raises `ValueError` for a field whose values have no bound.
    """
    for verb, schema in game.wire.commands.items():
        narrowed = (known or {}).get(verb, {})
        fields: list[list[dict[str, Json]]] = []
        for name, of in schema["properties"].items():
            values = narrowed[name] if name in narrowed else _values(of, game.deck, f"{verb}.{name}")
            absent: list[dict[str, Json]] = [] if name in schema["required"] else [{}]
            fields.append([*absent, *({name: value} for value in values)])
        for chosen in product(*fields):
            yield Command.of(verb, **{name: value for field in chosen for name, value in field.items()})


def _values(schema: Schema, deck: Deck, name: str) -> Iterable[Json]:
    match schema:
        case {"enum": values}:
            return list(values)
        case {"pattern": pattern}:
            return [code for code in deck.cards if re.fullmatch(pattern, code)]
        case {"type": "boolean"}:
            return (False, True)
        case {"type": "integer", "minimum": least, "maximum": most}:
            return range(least, most + 1, schema.get("multipleOf", 1))
        case {"type": "array", "items": items, "maxItems": most}:
            values = [*_values(items, deck, name)]
            sizes = range(schema.get("minItems", 0), most + 1)
            return chain.from_iterable(combinations(values, size) for size in sizes)
    raise ValueError(f"{name} has no bound: its game needs `possible`")
