"""Bodies with values that do not belong there: every address refuses or understands them, and none breaks."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from hypothesis import given
from hypothesis import settings as examples

from tests.foreign import changed
from tests.security.conftest import forget
from tests.security.matrix import ASYNCHRONOUS, address, fields, lines, values
from tests.security.world import World

pytestmark = pytest.mark.usefixtures("bare_requests")

EACH = 3
"""Bodies for each address; by hand also with 70."""


def test_no_changed_body_breaks_an_address(world: World) -> None:
    """The test client raises what a view does not catch."""
    bodies, client = fields(world), world.client("player")
    writes = [(method, route) for method, route in lines() if method in ("POST", "PUT", "PATCH")]
    for method, route in writes:
        if route not in ASYNCHRONOUS and bodies.get(route):
            path = address(route, values(world, route))
            send_changed(getattr(client, method.lower()), path, bodies[route])


def send_changed(ask: Callable[..., Any], path: str, valid: dict[str, Any]) -> None:
    @examples(max_examples=EACH, database=None)
    @given(changed(valid))
    def send(body: Any) -> None:
        forget()
        with transaction.atomic():
            answer = ask(path, json.dumps(body), content_type="application/json")
            transaction.set_rollback(True)
        assert answer.status_code < 500, (path, body)

    send()
