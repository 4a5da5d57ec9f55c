"""Addresses read in one world after another, as far as the worlds can differ there.

Worlds differ in stored data, so a second world repeats the queries of each response, which costs a thirtieth
of the response. Only where a query has another result, or the response was made of a match in memory, is the
address requested again.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from django.db import connection, transaction
from django.test import Client

from games.play import live
from ludopoli.base import sharing
from tests.security.conftest import forget_rates
from tests.security.matrix import ask, outcome
from tests.security.queries import Queries, Rows
from tournaments.pages import fragments

NEVER_TWICE = re.compile(
    rb'(?:csrfmiddlewaretoken|ticket)" value="[^"]*"|data-promise="[^"]*"\s+data-commitment="[^"]*"'
    rb'|csrfToken[^,]*|nonce="[^"]*"|"(?:used_|read_|exported_)?at": ?"[^"]*"'
    rb'|"left_ms": ?\d+|data-now="[^"]*"|>[^<]*</time>|id="guest-name" name="name" value="[^"]*"'
)
"""The parts of a response that always differ: tokens, times, and the name proposed to a guest."""

COMPARED = (
    "Content-Type",
    "ETag",
    "Last-Modified",
    "Location",
    "Retry-After",
    "Vary",
    "Cache-Control",
    "Link",
)

Response = tuple[Any, ...]
"""A response's word in the table of access, its body, its status, and the headers that are `COMPARED`."""


def read(client: Client, path: str) -> Response:
    forget_rates()
    answer = ask(client, "GET", path, {})
    content, body = answer.getvalue(), without_times(answer)
    is_same = body == content  # if not, the ETag depends on a token or a time
    compared = [name for name in COMPARED if name != "ETag" or is_same]
    return outcome(answer), body, answer.status_code, *(answer.get(name) for name in compared)


def without_times(answer: Any) -> bytes:
    """Return what a response says, without what is never twice the same."""
    content: bytes = answer.getvalue()
    if content.startswith(b"PK"):  # a workbook, which says when it was made
        with ZipFile(BytesIO(content)) as book:
            content = b"".join(
                book.read(each) for each in book.namelist() if not each.startswith("docProps/")
            )
    return NEVER_TWICE.sub(b"", content)


class Remembered(OrderedDict[Any, live.Live]):
    """The matches in memory, which notes whether somebody has looked for one."""

    is_used = False

    def get(self, *arguments: Any) -> Any:
        self.is_used = True
        return super().get(*arguments)


@dataclass
class Source:
    """The data that a response was made of."""

    queries: Queries
    used_memory: bool
    results: list[Rows]


class Readings:
    """Requests by name, each a client and a path, that are read in one world after another."""

    def __init__(self, requests: Mapping[str, tuple[Client, str]]) -> None:
        self.requests = requests
        self.first: dict[str, Response] = {}
        self._sources: dict[str, Source] = {}

    def read(self) -> dict[str, Response]:
        """Return all responses in the world of now. What they write, and their cookies, are undone."""
        if not self.first:
            self.first = {name: self._read_first(name) for name in self.requests}
            for source in self._sources.values():
                source.results = source.queries.results()
            return self.first
        return {name: self._read_again(name) for name in self.requests}

    def _read_first(self, name: str) -> Response:
        queries, memory = Queries(), Remembered(live._kept)
        sharing.forget_shared_results()  # otherwise another response would have asked its queries
        fragments._kept.clear()
        with pytest.MonkeyPatch.context() as patched, connection.execute_wrapper(queries):
            patched.setattr(live, "_kept", memory)
            response = self._respond(name)
        self._sources[name] = Source(queries, memory.is_used, [])
        return response

    def _read_again(self, name: str) -> Response:
        source = self._sources[name]
        if source.used_memory or source.queries.results() != source.results:
            sharing.forget_shared_results()
            return self._respond(name)
        return self.first[name]

    def _respond(self, name: str) -> Response:
        client, path = self.requests[name]
        cookies = copy(client.cookies)
        with transaction.atomic():
            response = read(client, path)
            transaction.set_rollback(True)
        client.cookies = cookies
        return response


def differences(one: dict[str, Response], other: dict[str, Response]) -> list[str]:
    """Return the addresses whose responses differ, each with the first difference."""
    assert one.keys() == other.keys()
    return [f"{path}: {_parting(one[path], other[path])}" for path in one if one[path] != other[path]]


def _parting(one: Response, other: Response) -> str:
    if one[:2] == other[:2] or len(one) == 1:
        return f"{one[0]} {one[2:]} and {other[0]} {other[2:]}"
    at = next((at for at, (a, b) in enumerate(zip(one[1], other[1], strict=False)) if a != b), 0)
    return f"…{one[1][max(0, at - 60) : at + 40]!r} and …{other[1][max(0, at - 20) : at + 40]!r}"
