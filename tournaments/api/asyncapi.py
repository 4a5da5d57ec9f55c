"""The AsyncAPI document: the frames of the sockets, the lines of the streams, and what webhooks get.

It is made of the types of the frames and of the OpenAPI document, whose schemas it shares.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, get_args
from urllib.parse import urlsplit

import msgspec
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.views.decorators.http import require_safe

from games.api.wire import DELIVERY_HEADERS, component_reference
from games.play import wire
from ludocards.engine.wire import TEXT, Schema, array_schema, record_schema
from ludopoli.api.document import document_response, generate_document, making
from ludopoli.notices.consumers import UnreadFrame
from ludopoli.webhooks.kinds import KINDS
from tournaments.outlets.consumers import ConsoleFrame, EventFrame

Messages = dict[str, dict[str, Any]]

LINK = re.compile(r"\[([^\]]+)\]\([^)]+\)")
"""A link of Markdown, which leads nowhere outside `docs/`."""


@dataclass(frozen=True)
class DocumentedSocket:
    """The address of a socket, the frames that it sends, and the commands that it takes."""

    address: str
    about: str
    frames: Any
    commands: Any = None


SOCKETS = {
    "table": DocumentedSocket(
        "/ws/table/{code}/",
        "a table and its match, for players and spectators",
        wire.PlayFrame,
        wire.PlayCommand,
    ),
    "lobby": DocumentedSocket("/ws/lobby/", "the lists of tables", wire.LobbyFrame, wire.LobbyCommand),
    "event": DocumentedSocket("/ws/event/{code}/", "what changes in a tournament", EventFrame),
    "console": DocumentedSocket("/ws/event/{code}/console/", "the same, for its directors", ConsoleFrame),
    "notices": DocumentedSocket("/ws/notices/", "the unread notices of an account", UnreadFrame),
}
STREAMS = {
    "match_stream": ("/api/v1/matches/{match}/stream/", "MatchLine"),
    "account_stream": ("/api/v1/me/stream/", "AccountLine"),
}
"""The address of each stream, and the union of its lines in the OpenAPI document."""

PARAMETERS = {"code": "the code of the table or tournament", "match": "the id of the match"}


@require_safe
def asyncapi_document(request: HttpRequest) -> HttpResponse:
    """The document as JSON. It is the same for everybody."""
    with making:
        made = _rendered(translation.get_language() or "")
    return document_response(request, made, "application/json", "asyncapi.json")


@lru_cache(maxsize=4)
def _rendered(language: str) -> bytes:
    made = make_document(generate_document(language))
    return json.dumps(made, ensure_ascii=False, separators=(",", ":")).encode()


def make_document(openapi: Mapping[str, Any]) -> dict[str, Any]:
    """Return the AsyncAPI document beside an OpenAPI document."""
    schemas = dict(openapi["components"]["schemas"])
    schemas["TableShown"] = _table_shown(schemas["TableShape"])
    channels = [
        DocumentedChannel(name, socket.address, socket.about, "sockets", *_frames(socket, schemas))
        for name, socket in SOCKETS.items()
    ]
    for name, (address, union) in STREAMS.items():
        about = openapi["paths"][address]["get"]["summary"]
        channels.append(DocumentedChannel(name, address, about, "streams", _lines(union, schemas)))
    about = "an address that its owner has added at `/account/webhook/`, or an app"
    channels.append(DocumentedChannel("webhook", None, about, "webhooks", _deliveries(openapi["webhooks"])))
    messages = {key: message for each in channels for key, message in (each.sent | each.taken).items()}
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": openapi["info"]["title"],
            "version": openapi["info"]["version"],
            "license": {"name": openapi["info"]["license"]["name"]},
        },
        "defaultContentType": "application/json",
        "servers": _servers(),
        "channels": {each.name: each.described() for each in channels},
        "operations": {key: each for channel in channels for key, each in channel.operations()},
        "components": {
            "messages": messages,
            "schemas": {name: _in_asyncapi(schemas[name]) for name in sorted(_used(messages, schemas))},
        },
    }


@dataclass(frozen=True)
class DocumentedChannel:
    """A channel of the document, with the messages that the site sends there, and those that it takes."""

    name: str
    address: str | None
    about: str
    server: str
    sent: Messages
    taken: Messages = field(default_factory=dict)

    def described(self) -> dict[str, Any]:
        names = re.findall(r"{(\w+)}", self.address or "")
        return {
            "address": self.address,
            "description": self.about,
            **({"servers": [{"$ref": f"#/servers/{self.server}"}]} if self.address else {}),
            "parameters": {name: {"description": PARAMETERS[name]} for name in names},
            "messages": {key: {"$ref": f"#/components/messages/{key}"} for key in self.sent | self.taken},
        }

    def operations(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """The site's operations in the channel, by name."""
        for action, messages in (("send", self.sent), ("receive", self.taken)):
            if messages:
                channel = f"#/channels/{self.name}"
                yield (
                    f"{action}_{self.name}",
                    {
                        "action": action,
                        "channel": {"$ref": channel},
                        "messages": [{"$ref": f"{channel}/messages/{key}"} for key in messages],
                    },
                )


def _servers() -> dict[str, dict[str, str]]:
    site = urlsplit(settings.SITE_URL)
    where = {"host": site.netloc, "pathname": settings.SITE_PATH.rstrip("/")}
    return {
        "sockets": {**where, "protocol": "wss" if site.scheme == "https" else "ws"},
        "streams": {**where, "protocol": site.scheme},
    }


def _frames(socket: DocumentedSocket, schemas: dict[str, Schema]) -> tuple[Messages, Messages]:
    """The frames of a socket and its commands; their types are added to the schemas.

    The frames of a match are those of its stream, where games say how they call their windows.
    """
    lines = schemas["MatchLine"]["discriminator"]["mapping"]
    found: list[Messages] = []
    for union in (socket.frames, socket.commands):
        kinds = get_args(union) or ((union,) if union else ())
        _, own = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
        messages = {}
        for kind in kinds:
            name = kind.__name__
            [tag] = own[name]["properties"]["t"]["enum"]
            about = " ".join(LINK.sub(r"\1", own[name].pop("description")).split())
            payload = component_reference(name)
            if kind in (wire.StateFrame, wire.EventsFrame):
                payload = {"$ref": lines[tag]}
                del own[name]
            messages[name] = _message(tag, about, payload)
        for name, schema in own.items():
            schemas.setdefault(name, schema)
        found.append(messages)
    sent, taken = found
    return sent, taken


def _table_shown(shape: Schema) -> Schema:
    """The schema of a table in frames, which has its rules in words alone."""
    pair = {**array_schema(TEXT), "minItems": 2, "maxItems": 2}
    fields = {**shape["properties"], "rules": array_schema(pair)}
    del fields["rules_said"]
    return {**shape, "properties": fields, "required": [*fields]}


def _lines(union: str, schemas: Mapping[str, Schema]) -> Messages:
    """The lines of a stream, whose union is in the OpenAPI document."""
    lines = schemas[union]["discriminator"]["mapping"]
    return {
        f"{union}_{tag}": _message(
            tag, "the state" if tag == "state" else str(KINDS.get(tag, tag)), {"$ref": ref}
        )
        for tag, ref in lines.items()
    }


def _deliveries(webhooks: Mapping[str, Any]) -> Messages:
    """The messages to webhooks, from the OpenAPI document."""
    headers = record_schema(
        {name: {**TEXT, "description": about} for name, about in DELIVERY_HEADERS.items()}
    )
    found = {}
    for kind, each in webhooks.items():
        body = each["post"]["requestBody"]["content"]["application/json"]["schema"]
        found[f"webhook_{kind}"] = {
            **_message(kind, each["post"]["summary"], _in_asyncapi(body)),
            "headers": headers,
        }
    return found


def _message(name: str, about: str, payload: Schema) -> dict[str, Any]:
    return {"name": name, "summary": about, "payload": payload}


def _in_asyncapi(schema: Any) -> Any:
    """A schema of OpenAPI as AsyncAPI writes it: a discriminator is the name of a field alone."""
    if isinstance(schema, list):
        return [_in_asyncapi(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if isinstance(tag := schema.get("discriminator"), dict) and "propertyName" in tag:
        schema = {**schema, "discriminator": tag["propertyName"]}
    return {key: _in_asyncapi(each) for key, each in schema.items()}


def _used(part: Any, schemas: Mapping[str, Schema]) -> set[str]:
    """The names of the schemas to which a part of the document refers, and those to which these refer."""
    names: set[str] = set()
    parts = [part]
    while parts:
        match parts.pop():
            case {"$ref": str(ref)}:
                name = ref.rpartition("/")[2]
                if name not in names:
                    names.add(name)
                    parts.append(schemas[name])
            case dict() as each:
                parts += each.values()
            case list() as each:
                parts += each
    return names
