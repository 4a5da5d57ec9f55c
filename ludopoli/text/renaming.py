"""A person's name in stored JSON that programs are sent: feeds, and deliveries of webhooks."""

from __future__ import annotations

import json
import re
from typing import Any

from django.db.models import Q

NAMES = {"name", "names", "who", "from", "to", "by"}
"""The keys under which a text may be the name of a person."""

PROSE = {"text", "content"}
"""The keys of texts that are written out, and may contain names."""


def rows_with(column: str, name: str) -> Q:
    """The rows whose JSON in this column may contain a name, as it is or with escaped letters."""
    return Q(**{f"{column}__icontains": name}) | Q(**{f"{column}__icontains": json.dumps(name)[1:-1]})


def rename_in_json(value: Any, former: str, name: str, key: str = "") -> Any:
    """Return the JSON value of a key, with another name for the person."""
    match value:
        case dict():
            return {each: rename_in_json(inner, former, name, each) for each, inner in value.items()}
        case list():
            return [rename_in_json(inner, former, name, key) for inner in value]
        case str() if key in NAMES and value == former:
            return name
        case str() if key in PROSE:
            return replace_name(value, former, name)
    return value


def replace_name(text: str, former: str, name: str) -> str:
    """Replace a name in a text where it is no part of another word."""
    return re.sub(rf"(?<!\w){re.escape(former)}(?!\w)", lambda _: name, text)
