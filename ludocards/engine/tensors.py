"""The view of a seat as numbers for learning machines, laid out by the schema of the view.

The layout depends on the game and the number of players alone. It is made from `wire.view_schema`, so that a
new game has one, and the numbers come from the view, so that they cannot know more than the seat.

| in the view | in the tensor |
|---|---|
| a card, a seat, a side, one of some words | a 1 at its place: in the deck, from seat 0, in the schema |
| a list of cards | a 1 for each card, by its place in the deck; then, likewise, its place in the list |
| a list of words | a 1 for each |
| true and false | 1 and 0 |
| a number | the same number |
| a list of numbers or seats | one after the other; of more than there are players, the first ones |
| a list of objects | one after the other, the last ones of a longer list; each after a 1 |
| what may be null or absent | after a 1 if it is there |

The places in a list of cards are from 1, divided by the cards of the deck. A list of tricks has room for all
of a deal, other objects for as many as the deck has cards. Left out are the lines of the sheet, of which
`totals` has the sum, texts without a fixed set of values (the phase shows in the action mask), and mappings,
which list what may be said with each card: so does the mask.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ludocards.engine.game import Game, Json
from ludocards.engine.wire import SEAT, SIDE, Schema, view_schema

LEFT_OUT = ("sheet",)

Write = Callable[[list[float], int, Json], None]
"""Writes a value into the tensor from this place on."""


@dataclass(frozen=True, slots=True)
class TensorField:
    """A run of numbers in the tensor of a view, and their meaning."""

    name: str
    """The path in the view, such as `trick.cards`; `tricks[3].winner` in a list."""
    start: int
    size: int
    meaning: str


@dataclass(frozen=True, slots=True)
class _Part:
    """How values of a schema are written: `fields` start from 0."""

    size: int
    write: Write
    fields: tuple[TensorField, ...]


@dataclass(frozen=True, slots=True)
class ViewLayout:
    """The layout of the tensors of a game for so many players."""

    size: int
    fields: tuple[TensorField, ...]
    players: int
    write: Write

    def tensor_of(self, view: Mapping[str, Json], seat: int) -> list[float]:
        """The view of a seat as numbers; first which seat it is."""
        out = [0.0] * self.size
        out[seat] = 1.0
        self.write(out, self.players, view)
        return out


@lru_cache(maxsize=32)
def view_layout(game: Game[Any, Any], players: int) -> ViewLayout:
    """The layout of the tensors of a game, made once for the same number of players."""
    schema = view_schema(game)
    kept = {name: of for name, of in schema["properties"].items() if name not in LEFT_OUT}
    whole = _Layouts([*game.deck.cards], players).part_of({**schema, "properties": kept}, "")
    viewer = TensorField("", 0, players, "the seat whose view it is: a 1 at its place")
    return ViewLayout(players + whole.size, (viewer, *_moved(whole.fields, players)), players, whole.write)


def _moved(fields: Sequence[TensorField], start: int) -> list[TensorField]:
    return [TensorField(each.name, start + each.start, each.size, each.meaning) for each in fields]


@dataclass(frozen=True, slots=True)
class _Layouts:
    """Makes the parts of a layout from their schemas."""

    cards: Sequence[str]
    players: int

    def part_of(self, schema: Schema, name: str, about: str = "") -> _Part:
        """`about` describes the value, if it says more than the schema."""
        about = about or schema.get("description", "")
        match schema:
            case {"pattern": _}:
                return _one_of(self.cards, name, about)
            case {"enum": values}:
                return _one_of(values, name, about)
            case {"oneOf": [some, {"type": "null"}]}:
                return _if_there(self.part_of(some, name, about), name)
            case {"type": "boolean"}:
                return _number(name, about or "1 if true")
            case {"type": "integer"} if schema in (SEAT, SIDE):
                return _one_of(range(self.players), name, about)
            case {"type": "integer"}:
                return _number(name, about or "the number")
            case {"type": "object", "properties": properties}:
                return self._record(properties, schema["required"], name)
            case {"type": "array", "items": {"pattern": _}}:
                return _card_list(self.cards, name, about)
            case {"type": "array", "items": {"enum": values}}:
                return _some_of(values, name, about)
            case {"type": "array", "items": items}:
                return self._rows(items, name, about)
        return _Part(0, lambda out, start, value: None, ())

    def _record(self, properties: Mapping[str, Schema], required: Sequence[str], name: str) -> _Part:
        """The parts of an object, one after the other."""
        places: dict[str, tuple[int, Write]] = {}
        fields: list[TensorField] = []
        size = 0
        for key, of in properties.items():
            path = f"{name}.{key}" if name else key
            part = self.part_of(of, path)
            if part.size:
                part = part if key in required else _if_there(part, path)
                places[key] = size, part.write
                fields += _moved(part.fields, size)
                size += part.size

        def write(out: list[float], start: int, value: Json) -> None:
            for key, held in value.items():
                if key in places:
                    place, write_part = places[key]
                    write_part(out, start + place, held)

        return _Part(size, write, tuple(fields))

    def _rows(self, items: Schema, name: str, about: str) -> _Part:
        """A list of objects, numbers or seats: a row for each."""
        is_objects = items.get("type") == "object"
        is_trick = is_objects and "seats" in items["properties"]
        room = (
            len(self.cards) // self.players if is_trick else len(self.cards) if is_objects else self.players
        )
        rows = [self.part_of(items, f"{name}[{row}]") for row in range(room)]
        if is_objects:
            rows = [_if_there(part, f"{name}[{row}]") for row, part in enumerate(rows)]
        size = rows[0].size
        fields = [field for row, part in enumerate(rows) for field in _moved(part.fields, row * size)]
        if not is_objects and size == 1:
            fields = [TensorField(name, 0, room, about or "a number for each")]

        def write(out: list[float], start: int, value: Json) -> None:
            kept = value[-room:] if is_objects else value[:room]
            for row, held in enumerate(kept):
                rows[row].write(out, start + row * size, held)

        return _Part(room * size, write, tuple(fields))


def _number(name: str, about: str) -> _Part:
    def write(out: list[float], start: int, value: Json) -> None:
        out[start] = float(value)

    return _Part(1, write, (TensorField(name, 0, 1, about),))


def _one_of(values: Sequence[Json], name: str, about: str) -> _Part:
    places = {value: place for place, value in enumerate(values)}

    def write(out: list[float], start: int, value: Json) -> None:
        out[start + places[value]] = 1.0

    return _Part(len(places), write, (_field(name, about, "a 1 at its place", values),))


def _some_of(values: Sequence[Json], name: str, about: str) -> _Part:
    each = _one_of(values, name, about)

    def write(out: list[float], start: int, value: Json) -> None:
        for held in value:
            each.write(out, start, held)

    return _Part(each.size, write, (_field(name, about, "a 1 for each", values),))


def _card_list(cards: Sequence[str], name: str, about: str) -> _Part:
    there, size = _some_of(cards, name, about), len(cards)
    places = {card: place for place, card in enumerate(cards)}

    def write(out: list[float], start: int, value: Json) -> None:
        there.write(out, start, value)
        for turn, card in enumerate(value):
            out[start + size + places[card]] = (turn + 1) / size

    order = TensorField(name, size, size, "the place of each card in the list, by the place in the deck")
    return _Part(2 * size, write, (*there.fields, order))


def _field(name: str, about: str, how: str, values: Sequence[Json]) -> TensorField:
    listed = ", ".join(map(str, values))
    return TensorField(name, 0, len(values), ": ".join(filter(None, (about, f"{how} among {listed}"))))


def _if_there(part: _Part, name: str) -> _Part:
    """A part that may be null or absent, after a 1 if it is there."""

    def write(out: list[float], start: int, value: Json) -> None:
        if value is not None:
            out[start] = 1.0
            part.write(out, start + 1, value)

    return _Part(part.size + 1, write, (TensorField(name, 0, 1, "1 if there"), *_moved(part.fields, 1)))
