"""The schemas of the formats in the OpenAPI document: the settings of each, and an event by its format.

`add_to_document`, a hook of the generator, derives them from the options of the formats.
"""

from __future__ import annotations

from typing import Any

from games.api.wire import OPEN, capitalised, reference, tagged
from ludocards.engine.wire import Schema, array, between, one_of, record, with_tag
from tournaments.formats.catalog import FORMATS, Format, Option

EVENT, FIELDS = "EventShape", "EventFields"
BY_FORMAT = ("format", "settings")
"""The fields of an event whose types depend on its format."""


def add_to_document(result: dict[str, Any], **_kwargs: Any) -> dict[str, Any]:
    """Define the settings that `typed` refers to, and make events a union, tagged by the format."""
    schemas = result["components"]["schemas"]
    for format in FORMATS.values():
        options = {option.name: schema(option) for option in format.all_options}
        schemas[_settings(format)] = {**record(options), "description": "every option of the format"}
        schemas[f"{_settings(format)}Input"] = {**record({}, options), "description": "some of the options"}
    schemas["SettingsInput"] = {"anyOf": [reference(f"{_settings(each)}Input") for each in FORMATS.values()]}
    schemas |= _events(schemas[EVENT])
    return result


def schema(option: Option) -> Schema:
    """Return the schema of the values that an option accepts."""
    if option.some:
        return {**array(one_of(*option.choices)), "uniqueItems": True}
    return one_of(*option.choices) if option.choices else between(option.low, option.high)


def _events(event: Schema) -> dict[str, Schema]:
    """Return the schemas of the shared fields, of the event of each format, and of their union."""
    shared = {
        **event,
        "properties": {name: each for name, each in event["properties"].items() if name not in BY_FORMAT},
        "required": [name for name in event["required"] if name not in BY_FORMAT],
    }
    found = {f"{capitalised(each.name)}Tournament": _event(each) for each in FORMATS.values()}
    return {FIELDS: shared, **found, EVENT: tagged("format", dict(zip(FORMATS, found, strict=True)))}


def _event(format: Format) -> Schema:
    own = with_tag("format", format.name, record({"settings": reference(_settings(format))}))
    return {"allOf": [reference(FIELDS), {**own, **OPEN}]}


def _settings(format: Format) -> str:
    return f"{capitalised(format.name)}Settings"
