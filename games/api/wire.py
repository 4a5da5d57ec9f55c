"""The schemas of the games in the OpenAPI document: rules, views, events, commands and deals as typed unions.

A serializer refers to one by `component_field("Command")`; `add_to_document`, a hook of the generator,
defines them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

import msgspec
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games import texts
from games.play import proposals
from games.play.wire import MatchFrame, OpenWindow
from ludocards.engine import wire
from ludocards.engine.cards import DECKS
from ludocards.engine.game import Game
from ludocards.engine.registry import GAMES
from ludocards.engine.wire import (
    COUNT,
    SEAT,
    TEXT,
    WHOLE,
    Schema,
    array_schema,
    nullable_schema,
    record_schema,
    values_schema,
    with_tag,
)
from ludopoli.webhooks.kinds import kind_label

NONCES = {**array_schema(nullable_schema(TEXT)), "description": "by seat; null where the seat sent none"}

IS_TRUE = {"type": "boolean", "description": "true, or left out"}

PROPOSALS = values_schema(*proposals.RULES)
SHOWN: Schema = {**array_schema(TEXT), "description": "the cards that are shown"}
CARDS = {wire.card_schema(deck)["pattern"] for deck in DECKS.values()}
"""The patterns of the cards of each deck."""


def _when(happens: str, event: Schema) -> Schema:
    """Return the schema of an event with a description of when it happens."""
    return {**event, "description": happens}


SITE_EVENTS: dict[str, Schema] = {
    "committed": _when(
        "the deal is committed to, before its cards; the first deal also has `shuffle` and `nonces`",
        record_schema({"deal": COUNT, "commitment": TEXT}, {"shuffle": COUNT, "nonces": NONCES}),
    ),
    "revealed": _when(
        "the deal is over, and its seed public: the shuffle can be checked",
        record_schema({"deal": COUNT, "seed": TEXT}),
    ),
    "timed_out": _when("the clock plays for this seat; its command follows", record_schema({"seat": SEAT})),
    "away": _when(
        "from now on a bot plays for this person; `by` is the seat that has lent theirs to it",
        record_schema({"seat": SEAT}, {"by": SEAT}),
    ),
    "left": _when(
        "the person got up; the seat is free when the match is over",
        record_schema({"seat": SEAT}, {"removed": IS_TRUE}),
    ),
    "returned": _when(
        "the person plays again; with `by` the table waits for them",
        record_schema({"seat": SEAT}, {"by": SEAT}),
    ),
    "substituted": _when(
        "somebody else has the seat: a director's substitute, or a person in the place of a bot",
        record_schema({"seat": SEAT, "name": TEXT}, {"same": IS_TRUE}),
    ),
    "paused": _when(
        "a downtime of this length has postponed every running clock",
        record_schema({"ms": COUNT}),
    ),
    "stopped": _when(
        "nobody may play: by the host, since nobody is at the match, or as its players have agreed",
        record_schema({}, {"because": values_schema("nobody", "agreed")}),
    ),
    "resumed": _when(
        "the match goes on after a stop of this length",
        record_schema({"ms": COUNT}),
    ),
    "broken_off": _when(
        "the match is aborted: the deal in play does not count, and there are no places",
        record_schema({}, {"because": values_schema("nobody", "agreed")}),
    ),
    "listening": _when(
        "the only person at the table wishes to hear the bots first, in an open window",
        record_schema({"seat": SEAT}),
    ),
    "proposed": _when(
        "a player proposes something; a claim shows the cards of the hand",
        record_schema({"seat": SEAT, "what": PROPOSALS}, {"cards": SHOWN}),
    ),
    "agreed": _when(
        "a player or a bot agrees to the proposal",
        record_schema({"seat": SEAT, "what": PROPOSALS}),
    ),
    "declined": _when(
        "somebody declines, which ends the proposal",
        record_schema({"seat": SEAT, "what": PROPOSALS}),
    ),
    "undone": _when(
        "everything since the last card of this seat counts no more",
        record_schema({"seat": SEAT}),
    ),
}
"""The events that the site adds to those of every game."""

WINDOW = "the open window, in which all seats to act may act at once"
OPEN: Schema = {"additionalProperties": True}
"""Allows further fields in the parts that `allOf` combines to an object."""

ID: Schema = {"type": "string", "format": "uuid"}
TIME: Schema = {"type": "string", "format": "date-time"}
CODE: Schema = {"type": "string", "description": "the code of a table"}
GAME: Schema = values_schema(*GAMES)
MATCH = {"match": ID, "table": CODE, "game": GAME}
RESULT = record_schema(
    {
        "seat": SEAT,
        "name": TEXT,
        "bot": {"type": "boolean"},
        "side": COUNT,
        "score": WHOLE,
        "place": COUNT,
        "left": {"type": "boolean"},
        "gain": nullable_schema(WHOLE),
    }
)
RESULTS = {"rated": {"type": "boolean"}, "results": array_schema(RESULT)}
CHALLENGE: Schema = {"$ref": "#/components/schemas/ChallengeShape"}
HAPPENINGS: dict[str, Schema] = {
    "match_started": record_schema(MATCH),
    "match_finished": record_schema({**MATCH, **RESULTS}),
    "match_annulled": record_schema(MATCH),
    "match_restored": record_schema(MATCH),
    "challenge": CHALLENGE,
    "challenge_accepted": CHALLENGE,
    "challenge_declined": CHALLENGE,
    "challenge_withdrawn": CHALLENGE,
}
"""The data of each kind of line in the stream of an account."""


def component_field(component: str) -> type[serializers.JSONField]:
    """A field whose schema is a component of the document."""

    class Typed(serializers.JSONField):
        pass

    return extend_schema_field(component_reference(component))(Typed)


def component_reference(component: str) -> Schema:
    return {"$ref": f"#/components/schemas/{component}"}


def add_to_document(result: dict[str, Any], **_kwargs: Any) -> dict[str, Any]:
    """Define the components that `component_field` names."""
    result["components"]["schemas"] |= components()
    return result


def components() -> dict[str, Schema]:
    """The schemas of the games by name.

    Each game has a view of its own, which names it. Whatever names no game has one schema over all of them: a
    verb or a kind may have other fields in another game, and a client could not tell of which game it is.
    """
    games = GAMES.values()
    views = {game.name: f"{component_name(game.name)}View" for game in games}
    cards = {_card_name(game): wire.card_schema(game.deck) for game in games}
    shared = {
        **_tagged("do", "Command", {game.name: wire.command_schemas(game) for game in games}),
        **_tagged("do", "Action", {game.name: _actions(game) for game in games}),
        **_tagged("kind", "Event", {game.name: _events(game) for game in games}),
        **_tagged("code", "Duty", {game.name: wire.duty_schemas(game) for game in games}),
        "Rules": _over_games({game.name: wire.rules_schema(game.presets, game.options) for game in games}),
        "PresetValues": _over_games({game.name: _preset_values(game) for game in games}),
        "Deal": _over_games({game.name: _deal(game) for game in games}),
    }
    return {
        **_of_match(),
        **cards,
        "Card": {"anyOf": [component_reference(name) for name in cards]},
        **{views[game.name]: _view(game) for game in games},
        "View": {**tagged_union("game", views), "description": "a match as its viewer may know it"},
        **shared,
        **_lines(),
    }


def _tagged(tag: str, what: str, of_games: Mapping[str, Mapping[str, Schema]]) -> dict[str, Schema]:
    """A component for each value of the tag, over the games that have it, and their union, called `what`."""
    values = dict.fromkeys(value for schemas in of_games.values() for value in schemas)
    members = {
        _name("", value, what): _over_games(
            {game: schemas[value] for game, schemas in of_games.items() if value in schemas}
        )
        for value in values
    }
    return {**members, what: tagged_union(tag, _tags(tag, members))}


def _view(game: Game[Any, Any]) -> Schema:
    """The view of a game. The choices among what it lists by card are a pattern, since the models of
    openapi-generator fail on an enumeration in an array in an object."""
    view: Schema = _with_cards(wire.view_schema(game), _card_name(game))
    for field in view["properties"].values():
        match field:
            case {"additionalProperties": {"items": {"enum": choices}} as listed}:
                listed["items"] = {"type": "string", "pattern": f"^({'|'.join(choices)})$"}
    return view


def _over_games(schemas: Mapping[str, Schema]) -> Schema:
    """The schema of an object that these games have, whose fields say in which of them they mean what."""
    [whole, *_] = schemas.values()
    fields: dict[str, dict[str, Schema]] = {}
    for game, schema in schemas.items():
        for name, field in _with_cards(schema["properties"], "Card").items():
            fields.setdefault(name, {})[game] = field
    return {
        **whole,
        **_said(schemas, GAMES),
        "properties": {
            name: _as_component({**_either(of_games.values()), **_said(of_games, schemas)})
            for name, of_games in fields.items()
        },
        "required": [
            name for name in fields if all(name in schema["required"] for schema in schemas.values())
        ],
    }


def _either(schemas: Iterable[Schema]) -> Schema:
    """A schema under which all is valid that one of these allows, without their descriptions."""
    ways = [
        {name: part for name, part in way.items() if name != "description"}
        for schema in schemas
        for way in schema.get("oneOf", [schema])
    ]
    distinct = [way for n, way in enumerate(ways) if way not in ways[:n]]
    if len(distinct) == 1:
        return distinct[0]
    if all("enum" in way for way in distinct):
        return values_schema(*dict.fromkeys(value for way in distinct for value in way["enum"]))
    return {"anyOf": distinct}


def _said(of_games: Mapping[str, Schema], of: Collection[str]) -> Schema:
    """The descriptions of a schema, with the games where not all of these have it, or say the same."""
    said: dict[str, list[str]] = {}
    for game, schema in of_games.items():
        said.setdefault(schema.get("description", ""), []).append(game)
    if len(said) > 1 or len(of_games) < len(of):
        text = "; ".join(f"in {', '.join(games)}: {text}".removesuffix(": ") for text, games in said.items())
    else:
        [text] = said
    return {"description": text} if text else {}


def _of_match() -> dict[str, Schema]:
    """The schemas of a match as its viewer may know it, and of its parts, from their types."""
    types = [MatchFrame, OpenWindow]
    _, parts = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    found = {name: {**_as_component(part), "additionalProperties": False} for name, part in parts.items()}
    state, window = found.pop("MatchFrame"), found.pop("OpenWindow")
    del state["additionalProperties"]
    for name in window_names():
        found[component_name(name)] = window
        state["properties"][name] = {
            "allOf": [component_reference(component_name(name))],
            "description": WINDOW,
        }
    return {**found, "StateShape": state}


def _as_component(schema: Any) -> Any:
    """Return the schema of a type without a title, and with nothing but a description beside a reference."""
    if isinstance(schema, list):
        return [_as_component(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    described = {name: _as_component(each) for name, each in schema.items() if name != "title"}
    if "$ref" not in described:
        return described
    named = {"$ref": described["$ref"]}
    return {"allOf": [named], "description": said} if (said := described.get("description")) else named


def window_names() -> list[str]:
    """The keys under which games publish the windows that they open."""
    return sorted({game.window_name for game in GAMES.values()} - {""})


def _events(game: Game[Any, Any]) -> dict[str, Schema]:
    """The events of a game and those of the site, by kind, with their `seq`."""
    of_site = {kind: with_tag("kind", kind, schema) for kind, schema in SITE_EVENTS.items()}
    return {
        kind: _also(event, {"seq": COUNT}, {})
        for kind, event in {**wire.event_schemas(game), **of_site}.items()
    }


def _preset_values(game: Game[Any, Any]) -> Schema:
    """The value of every option under a preset; null where it is none of the choices that a form offers."""
    presets = [texts.preset_values(game.name, preset) for preset in game.presets]
    return record_schema(
        {
            option.name: nullable_schema({**option.schema})
            if any(values[option.name] is None for values in presets)
            else {**option.schema}
            for option in game.options
        }
    )


def _card_name(game: Game[Any, Any]) -> str:
    return f"{component_name(game.deck.name)}Card"


def _with_cards(schema: Any, component: str) -> Any:
    """A schema in which every card is a reference to this component."""
    if isinstance(schema, list):
        return [_with_cards(each, component) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if schema.get("pattern") in CARDS:
        return component_reference(component)
    return {name: _with_cards(each, component) for name, each in schema.items()}


def _lines() -> dict[str, Schema]:
    """The lines of the two streams, by the value of `t`."""
    ways_of_match = {"state": "StateShape", "events": "EventsFrame"}
    lines = {
        _name("Match", t, "Line"): {
            "allOf": [component_reference(whole), with_tag("t", t, {**record_schema({}), **OPEN})]
        }
        for t, whole in ways_of_match.items()
    }
    account = record_schema(
        {
            "id": COUNT,
            "name": TEXT,
            "tables": array_schema(CODE),
            "matches": array_schema(record_schema(MATCH)),
            "challenges": array_schema(component_reference("ChallengeShape")),
        }
    )
    return {
        **lines,
        "AccountStateLine": with_tag("t", "state", account),
        **account_lines(HAPPENINGS),
        "MatchLine": tagged_union("t", {t: _name("Match", t, "Line") for t in ways_of_match}),
        "EventsFrame": {
            "allOf": [
                component_reference("StateShape"),
                {**record_schema({"events": array_schema(component_reference("Event"))}), **OPEN},
            ]
        },
    }


def account_lines(happenings: Mapping[str, Schema]) -> dict[str, Schema]:
    """The lines of these happenings, and `AccountLine`, the union of these and the state."""
    lines = {
        _name("Account", kind, "Line"): with_tag(
            "t", kind, record_schema({"id": COUNT, "at": TIME, "data": data})
        )
        for kind, data in happenings.items()
    }
    return {**lines, "AccountLine": tagged_union("t", {"state": "AccountStateLine", **_tags("t", lines)})}


def webhook_operations(happenings: Mapping[str, Schema]) -> dict[str, Any]:
    """The `webhooks` of the document: what is sent to a webhook for each kind, given its data."""
    return {kind: {"post": _delivery(kind, data)} for kind, data in happenings.items()}


SEQUENCE = {**COUNT, "description": "the number among the deliveries of this webhook, from 1 without a gap"}
LINE_ID = {
    **nullable_schema(COUNT),
    "description": "the `id` of the event in the stream of the account; null for what only webhooks get",
}


def _delivery(kind: str, data: Schema) -> dict[str, Any]:
    body = with_tag(
        "type", kind, record_schema({"sequence": SEQUENCE, "timestamp": TIME, "id": LINE_ID, "data": data})
    )
    return {
        "operationId": f"{kind}_webhook",
        "tags": ["webhooks"],
        "summary": kind_label(kind),
        "security": [],
        "parameters": [
            {
                "name": name,
                "in": "header",
                "required": True,
                "description": said,
                "schema": {"type": "string"},
            }
            for name, said in DELIVERY_HEADERS.items()
        ],
        "requestBody": {"required": True, "content": {"application/json": {"schema": body}}},
        "responses": {"2XX": {"description": "It has arrived. After any other answer it is sent again."}},
    }


DELIVERY_HEADERS = {
    "webhook-id": "the `id` of the delivery, the same when it is sent again",
    "webhook-timestamp": "the time of this attempt, in seconds since 1970",
    "webhook-signature": "`v1,<Base64>`: the HMAC-SHA256 of `<id>.<timestamp>.<body>` by its secret "
    "(standardwebhooks.com)",
}


def _deal(game: Game[Any, Any]) -> Schema:
    """The schema of a deal in a record, with its actions."""
    cards = array_schema(wire.card_schema(game.deck))
    actions = array_schema(component_reference("Action"))
    return record_schema({"dealer": SEAT, "hands": array_schema(cards), "stock": cards, "actions": actions})


def _actions(game: Game[Any, Any]) -> dict[str, Schema]:
    """The actions of a deal in a record: the commands, with their seats, and the end of a window."""
    done: dict[str, Schema] = {"at": TIME, "ms": COUNT}
    commands = {
        verb: _also(command, {"seat": SEAT}, done) for verb, command in wire.command_schemas(game).items()
    }
    return {**commands, "timeout": _also(with_tag("do", "timeout", record_schema({})), {}, done)}


def _also(schema: Schema, required: dict[str, Schema], optional: dict[str, Schema]) -> Schema:
    return {
        **schema,
        "properties": {**schema["properties"], **required, **optional},
        "required": [*schema["required"], *required],
    }


def tagged_union(tag: str, members: dict[str, str]) -> Schema:
    """A union of components, distinguished by the value of a field."""
    mapping = {value: component_reference(name)["$ref"] for value, name in members.items()}
    return {
        "oneOf": [component_reference(name) for name in members.values()],
        "discriminator": {"propertyName": tag, "mapping": mapping},
    }


def _tags(tag: str, named: dict[str, Schema]) -> dict[str, str]:
    return {schema["properties"][tag]["const"]: name for name, schema in named.items()}


def _name(game: str, word: str, what: str) -> str:
    return game + component_name(word) + what


def component_name(word: str) -> str:
    """A name in the style of components: `no_trump` becomes `NoTrump`."""
    return "".join(part.title() for part in word.split("_"))
