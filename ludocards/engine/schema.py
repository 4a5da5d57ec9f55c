"""The JSON Schema (draft 2020-12) of the record, made from the commands and rules of the games.

`python -m ludocards.engine schema` prints it, with the games that `LUDOPOLI_GAMES` adds; the one for the
catalogue's own games is `ludocards/record.schema.json`. It describes the form only: the referee checks that
the cards make a pack and that the moves are legal.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ludocards.engine import wire
from ludocards.engine.game import Game
from ludocards.engine.record import FORMAT
from ludocards.engine.wire import COUNT, SEAT, TEXT, Schema, array_schema

TIMES: Schema = {
    "at": {**TEXT, "description": "ISO time"},
    "ms": {**COUNT, "description": "thinking time in milliseconds"},
}


def of_record(games: Iterable[Game[Any, Any]]) -> Schema:
    """The schema of a record of one of these games."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A match of cards, {FORMAT}",
        "type": "object",
        "required": ["format", "game", "players", "deals"],
        "properties": {"format": {"const": FORMAT}},
        "oneOf": [_match(game) for game in games],
    }


def _match(game: Game[Any, Any]) -> Schema:
    cards = {**array_schema(wire.card_schema(game.deck)), "uniqueItems": True}
    fewest, most = min(game.players), max(game.players)
    deal = {
        "type": "object",
        "required": ["dealer", "hands", "actions"],
        "properties": {
            "dealer": {**SEAT, "maximum": most - 1},
            "hands": {**array_schema(cards), "minItems": fewest, "maxItems": most},
            "stock": cards,
            "actions": array_schema({"oneOf": [*_actions(game, most)]}),
        },
    }
    return {
        "title": game.name,
        "properties": {
            "game": {"const": game.name},
            "rules": {**wire.rules_schema(game.presets, game.options), "required": []},
            "players": {**array_schema(TEXT), "minItems": fewest, "maxItems": most},
            "deals": array_schema(deal),
        },
    }


def _actions(game: Game[Any, Any], players: int) -> Iterable[Schema]:
    """The schemas of all actions: the commands of seats, and the timeout of the clock."""
    seat = {"seat": {**SEAT, "maximum": players - 1}}
    for schema in wire.command_schemas(game).values():
        yield {
            **schema,
            "properties": {**seat, **schema["properties"], **TIMES},
            "required": ["seat", *schema["required"]],
        }
    yield wire.with_tag("do", "timeout", wire.record_schema({}, TIMES))
