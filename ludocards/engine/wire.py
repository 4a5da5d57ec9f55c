"""JSON Schemas (draft 2020-12) of what a game sends and accepts: its view, events, commands and rules.

The engine never reads them. The API's OpenAPI document publishes them, generated clients take their types
from them, and the conformance suite validates every match against them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ludocards.engine.cards import Deck
from ludocards.engine.game import Game, Json, Option

Schema = dict[str, Json]

WHOLE: Schema = {"type": "integer"}
COUNT: Schema = {"type": "integer", "minimum": 0}
TEXT: Schema = {"type": "string"}
SEAT: Schema = {**COUNT, "description": "a seat, from 0 in playing order"}
SIDE: Schema = {**COUNT, "description": "a side; the seat where everybody plays alone"}


TYPES = {bool: "boolean", int: "integer", str: "string"}


def values_schema(*values: bool | int | str) -> Schema:
    """One of these values, which are all of one type; booleans accept both true and false."""
    kind = type(values[0])
    return {"type": TYPES[kind]} if kind is bool else {"type": TYPES[kind], "enum": [*values]}


def range_schema(least: int, most: int, step: int = 1) -> Schema:
    """A whole number within limits."""
    multiple = {"multipleOf": step} if step > 1 else {}
    return {"type": "integer", "minimum": least, "maximum": most, **multiple}


def array_schema(of: Schema) -> Schema:
    return {"type": "array", "items": of}


def mapping_schema(of: Schema) -> Schema:
    """An object with arbitrary keys, whose values all have one schema."""
    return {"type": "object", "additionalProperties": of}


def nullable_schema(schema: Schema) -> Schema:
    return {"oneOf": [schema, {"type": "null"}]}


def record_schema(required: Mapping[str, Schema], optional: Mapping[str, Schema] | None = None) -> Schema:
    """An object with these properties and no others."""
    return {
        "type": "object",
        "properties": {**required, **(optional or {})},
        "required": [*required],
        "additionalProperties": False,
    }


def card_schema(deck: Deck) -> Schema:
    """The code of a card."""
    codes = sorted(deck.cards, key=len, reverse=True)
    return {"type": "string", "pattern": f"^({'|'.join(codes)})$", "description": f"a card of {deck.name}"}


def captured_schema(deck: Deck) -> Schema:
    """The event of cards taken from the table."""
    return record_schema({"seat": SEAT, "side": SIDE, "cards": array_schema(card_schema(deck))})


def drawn_schema(deck: Deck) -> Schema:
    """The event of cards drawn from the stock, which only their player sees (`match.draw`)."""
    return record_schema(
        {"seat": SEAT, "count": COUNT, "stock": COUNT}, {"cards": array_schema(card_schema(deck))}
    )


MORE: Schema = {**COUNT, "description": "the cards for each player in a later dealing of the same deal"}
"""A field of `dealt` in games that deal more cards later in the same deal (`match.deal_more`)."""

PHASES = "`deal` before the cards are dealt, `play`, `over`, or another phase of the game"

TEAMS = {
    **array_schema(nullable_schema(COUNT)),
    "description": "by seat the team of this deal; null while it is not known",
}
"""The teams of a deal, as far as the viewer knows them."""
PAST_TEAMS = {**array_schema(COUNT), "description": "by seat the team of that deal"}


@dataclass(frozen=True, slots=True)
class Wire:
    """The parts of the schemas that are specific to one game."""

    sheet: Schema
    """A line of the score sheet."""
    commands: Mapping[str, Schema]
    """The fields of each command by its verb, without `do`."""
    has_tricks: bool = True
    """True if cards are taken in tricks; if not, keys of the game's own show the cards on the table."""
    has_teams: bool = False
    """True if every deal has teams of its own, regardless of the sides of the score (`Game.teams`)."""
    view: Mapping[str, Schema] = field(default_factory=dict)
    """The keys of the view besides the common ones."""
    sometimes: Mapping[str, Schema] = field(default_factory=dict)
    """Like `view_schema`, for keys that depend on the rules, the phase or the viewer."""
    named: tuple[str, ...] = ()
    """Keys of the view that name a card publicly while somebody still holds it, such as a called card."""
    events: Mapping[str, Schema] = field(default_factory=dict)
    """The fields of each kind of event that only this game has, without `kind`."""
    adds: Mapping[str, tuple[Mapping[str, Schema], Mapping[str, Schema]]] = field(default_factory=dict)
    """The fields that the game adds to a common event: required ones and optional ones."""
    duties: Mapping[str, Schema] = field(default_factory=dict)
    """The details of each refusal that `Game.duty` may return, by its code."""
    missed: tuple[str, ...] = ()
    """The kinds of event that a review may find missing: a player could have caused them and did not."""


def with_fields(schema: Schema, fields: Mapping[str, Schema]) -> Schema:
    """An object's schema with further required fields."""
    return {
        **schema,
        "properties": {**schema["properties"], **fields},
        "required": [*schema["required"], *fields],
    }


def with_tag(tag: str, value: str, schema: Schema) -> Schema:
    """An object's schema with a first field added that always has this value."""
    constant = {"type": "string", "const": value}
    return {
        **schema,
        "properties": {tag: constant, **schema["properties"]},
        "required": [tag, *schema["required"]],
    }


def command_schemas(game: Game[Json, Json]) -> dict[str, Schema]:
    """The commands of a game by verb."""
    return {verb: with_tag("do", verb, schema) for verb, schema in game.wire.commands.items()}


def duty_schemas(game: Game[Json, Json]) -> dict[str, Schema]:
    """The duties of a seat on turn (`Game.duty`), by code."""
    return {code: with_tag("code", code, schema) for code, schema in game.wire.duties.items()}


def view_schema(game: Game[Json, Json]) -> Schema:
    """The view of a match."""
    cards = array_schema(card_schema(game.deck))
    seats = {**array_schema(SEAT), "description": "the seat of each card"}
    trick = {"leader": SEAT, "seats": seats, "cards": cards}
    tricks = {
        "trick": record_schema(trick),
        "tricks": array_schema(record_schema({**trick, "winner": SEAT})),
        "taken": {**array_schema(COUNT), "description": "by side, the tricks of this deal"},
    }
    common = {
        "phase": {**TEXT, "description": PHASES},
        "players": COUNT,
        "sides": array_schema(SIDE),
        "deal": COUNT,
        "dealer": SEAT,
        "to_act": {**array_schema(SEAT), "description": "the seats on turn"},
        "counts": {**array_schema(COUNT), "description": "by seat, the cards in hand"},
        **(tricks if game.wire.has_tricks else {}),
        **({"teams": TEAMS} if game.wire.has_teams else {}),
        "sheet": array_schema(_with_totals(_line(game))),
        "totals": {**array_schema(WHOLE), "description": "by side, the score of the match"},
        "places": {
            **nullable_schema(array_schema(COUNT)),
            "description": "by side, from 1, when the match is over",
        },
    }
    own = {"hand": {**cards, "description": "the viewer's cards in the order dealt; absent for a spectator"}}
    whole = record_schema({**common, **game.wire.view}, {**own, **game.wire.sometimes})
    return with_tag("game", game.name, whole)


def _line(game: Game[Json, Json]) -> Schema:
    """A line of the sheet; if every deal has teams of its own, it has those of its deal."""
    line = game.wire.sheet
    return with_fields(line, {"teams": PAST_TEAMS}) if game.wire.has_teams else line


def _with_totals(line: Schema) -> Schema:
    totals = {**array_schema(WHOLE), "description": "the score after this deal"}
    optional = {name: schema for name, schema in line["properties"].items() if name not in line["required"]}
    return record_schema(
        {**{name: line["properties"][name] for name in line["required"]}, "totals": totals}, optional
    )


def event_schemas(game: Game[Json, Json]) -> dict[str, Schema]:
    """The events of a game by kind, as viewers receive them."""
    cards = array_schema(card_schema(game.deck))
    totals = array_schema(WHOLE)
    line = _line(game)
    tricks: dict[str, tuple[Mapping[str, Schema], Mapping[str, Schema]]] = {
        "taken": ({"seat": SEAT, "side": SIDE, "trick": COUNT, "leader": SEAT, "cards": cards}, {}),
    }
    common: dict[str, tuple[Mapping[str, Schema], Mapping[str, Schema]]] = {
        "dealt": ({"deal": COUNT, "dealer": SEAT, "counts": array_schema(COUNT)}, {"hand": cards}),
        **({"teamed": ({"teams": TEAMS}, {})} if game.wire.has_teams else {}),
        "played": ({"seat": SEAT, "card": card_schema(game.deck)}, {}),
        **(tricks if game.wire.has_tricks else {}),
        "scored": (
            {"deal": COUNT, "totals": totals, **{n: line["properties"][n] for n in line["required"]}},
            {name: schema for name, schema in line["properties"].items() if name not in line["required"]},
        ),
        "finished": (
            {"totals": totals, "places": array_schema(COUNT)},
            {"conceded": SEAT, "by_default": SEAT},
        ),
    }
    nothing: tuple[Mapping[str, Schema], Mapping[str, Schema]] = ({}, {})
    shared = {
        kind: record_schema(
            {**always, **game.wire.adds.get(kind, nothing)[0]},
            {**maybe, **game.wire.adds.get(kind, nothing)[1]},
        )
        for kind, (always, maybe) in common.items()
    }
    return {kind: with_tag("kind", kind, schema) for kind, schema in {**shared, **game.wire.events}.items()}


def rules_schema(presets: Iterable[str], options: Iterable[Option]) -> Schema:
    """A preset's name and any options that differ from it."""
    return record_schema(
        {"preset": values_schema(*presets)}, {option.name: {**option.schema} for option in options}
    )
