"""A read of the API has an ETag if, and only if, the document promises one."""

from __future__ import annotations

import re

import pytest

from tests.api.document import DOCUMENT
from tests.security.conftest import forget
from tests.security.matrix import ASYNCHRONOUS, outcomes_of, values
from tests.security.world import World, address

pytestmark = pytest.mark.usefixtures("bare_requests")

READERS = ("player", "other", "staff")
PROMISED = {
    path: "304" in operations["get"]["responses"]
    for path, operations in DOCUMENT["paths"].items()
    if "get" in operations
}


def path_of(route: str) -> str:
    return "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", route)


def test_reads_have_an_etag_where_the_document_promises_one(world: World) -> None:
    words = {reader: outcomes_of(reader) for reader in READERS}
    tagged = dict.fromkeys(map(path_of, ASYNCHRONOUS), False)
    for route in words["player"]:
        reader = next((reader for reader in READERS if words[reader][route] == "ok"), None)
        if reader and path_of(route) in PROMISED:
            forget()
            answer = world.client(reader).get(address(route, values(world, route)))
            tagged[path_of(route)] = answer.has_header("ETag")
    assert tagged == {path: PROMISED[path] for path in tagged}
    assert len(tagged) > 100
