"""The schemas of tournaments in the OpenAPI document: the settings of each format, an event by its format,
and the lines about tournaments in the stream of an account.

`add_to_document`, a hook of the generator, derives those of the formats from their options.
"""

from __future__ import annotations

from typing import Any

from clubs.api.wire import CLUB_HAPPENINGS
from games.api.wire import (
    CODE,
    HAPPENINGS,
    OPEN,
    TIME,
    account_lines,
    component_name,
    component_reference,
    tagged_union,
    webhook_operations,
)
from ludocards.engine.wire import (
    COUNT,
    TEXT,
    WHOLE,
    Schema,
    array_schema,
    nullable_schema,
    range_schema,
    record_schema,
    values_schema,
    with_tag,
)
from ludopoli.webhooks.kinds import PING
from tournaments.api.shapes.base import HUNDREDTHS
from tournaments.formats.catalog import FORMATS, Format, FormatOption
from tournaments.outlets.feed import NEWS

EVENT, FIELDS = "EventShape", "EventFields"
BY_FORMAT = ("format", "settings")
"""The fields of an event whose types depend on its format."""

ENTRY: Schema = {**WHOLE, "description": "the number of an entry; below 0 a bot that fills up"}
IDENTITY = {"event": TEXT, "name": TEXT}
DRAWN = record_schema({"table": COUNT, "entries": array_schema(ENTRY), "code": nullable_schema(CODE)})
PLACE = record_schema({"place": COUNT, "entry": COUNT, "score": {**WHOLE, "description": HUNDREDTHS}})
EVENT_HAPPENINGS: dict[str, Schema] = {
    kind: record_schema({**IDENTITY, **facts})
    for kind, facts in {
        "event_entered": {"entry": COUNT, "names": array_schema(TEXT)},
        "event_started": {"entries": COUNT},
        "event_round_drawn": {"round": COUNT, "starts_at": TIME, "tables": array_schema(DRAWN)},
        "event_round_over": {"round": COUNT},
        "event_claimed": {"claim": COUNT, "round": COUNT, "table": COUNT, "by": nullable_schema(TEXT)},
        "event_finished": {"places": array_schema(PLACE)},
        "event_cancelled": {"reason": TEXT},
    }.items()
}
"""The data of the lines about tournaments in the stream of a director's account."""

BULLETIN = record_schema({**IDENTITY, "news": TEXT, "text": TEXT})
TRIAL = record_schema({"webhook": COUNT})
"""The data of what only webhooks get: a bulletin, and what the test button sends."""


def add_to_document(result: dict[str, Any], **_kwargs: Any) -> dict[str, Any]:
    """Define the settings that `typed` refers to, make events a union, and add the lines about them
    and the webhooks."""
    schemas = result["components"]["schemas"]
    for format in FORMATS.values():
        options = {option.name: schema(option) for option in format.all_options}
        schemas[_settings(format)] = {**record_schema(options), "description": "every option of the format"}
        schemas[f"{_settings(format)}Input"] = {
            **record_schema({}, options),
            "description": "some of the options",
        }
    schemas["SettingsInput"] = {
        "anyOf": [component_reference(f"{_settings(each)}Input") for each in FORMATS.values()]
    }
    happenings = HAPPENINGS | CLUB_HAPPENINGS | EVENT_HAPPENINGS
    schemas |= _events(schemas[EVENT]) | account_lines(happenings)
    result["webhooks"] = webhook_operations({**happenings, NEWS: BULLETIN, PING: TRIAL})
    return result


def schema(option: FormatOption) -> Schema:
    """Return the schema of the values that an option accepts."""
    if option.some:
        return {**array_schema(values_schema(*option.choices)), "uniqueItems": True}
    return values_schema(*option.choices) if option.choices else range_schema(option.low, option.high)


def _events(event: Schema) -> dict[str, Schema]:
    """Return the schemas of the shared fields, of the event of each format, and of their union."""
    shared = {
        **event,
        "properties": {name: each for name, each in event["properties"].items() if name not in BY_FORMAT},
        "required": [name for name in event["required"] if name not in BY_FORMAT],
    }
    found = {f"{component_name(each.name)}Tournament": _event(each) for each in FORMATS.values()}
    return {FIELDS: shared, **found, EVENT: tagged_union("format", dict(zip(FORMATS, found, strict=True)))}


def _event(format: Format) -> Schema:
    own = with_tag("format", format.name, record_schema({"settings": component_reference(_settings(format))}))
    return {"allOf": [component_reference(FIELDS), {**own, **OPEN}]}


def _settings(format: Format) -> str:
    return f"{component_name(format.name)}Settings"
