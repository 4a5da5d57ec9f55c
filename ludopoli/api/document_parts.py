"""A part of the OpenAPI document: the operations of a tag, with all that they refer to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from django.http import Http404
from django.utils.text import slugify

REFERENCE = re.compile(r"#/components/(\w+)/([\w.-]+)")


def part_about(document: Mapping[str, Any], slug: str) -> dict[str, Any]:
    """Return the part of a document that describes the operations of a tag, and all that these refer to.

    Raises `Http404` if there is no such tag.
    """
    tag = next((tag for tag in document["tags"] if slugify(tag["name"]) == slug), None)
    if tag is None:
        raise Http404
    version = document["info"]["version"]
    part = {
        "openapi": document["openapi"],
        "info": {"title": f"Ludopoli API: {tag['name']}", "version": version},
        "servers": document["servers"],
        "tags": [tag],
    }
    for kind in ("paths", "webhooks"):
        tagged = {
            name: {method: each for method, each in methods.items() if tag["name"] in each["tags"]}
            for name, methods in document[kind].items()
        }
        part[kind] = {name: methods for name, methods in tagged.items() if methods}
    return {**part, "components": _components(document["components"], part)}


def _components(known: Mapping[str, Any], part: Any) -> dict[str, Any]:
    """Return the components that a part of a document refers to, also through others."""
    found: dict[str, dict[str, Any]] = {"securitySchemes": known["securitySchemes"]}
    open_parts = [part]
    while open_parts:
        for kind, name in _references(open_parts.pop()):
            if name not in found.setdefault(kind, {}):
                found[kind][name] = known[kind][name]
                open_parts.append(known[kind][name])
    return found


def _references(part: Any) -> Iterator[tuple[str, str]]:
    """Yield the kinds and names of the components that a part refers to, also in discriminators."""
    match part:
        case Mapping():
            for each in part.values():
                yield from _references(each)
        case list() | tuple():
            for each in part:
                yield from _references(each)
        case str() if found := REFERENCE.fullmatch(part):
            yield found[1], found[2]
