"""The access matrix: the site must agree with `access.txt`, the table of who may open which address.

An address that is not in the table fails the test. The addresses name the private data of somebody who plays
at a private table. The words for responses are `ok`, `door` (sign in), `sign-up`, `again` (confirm the
password again), `there` (redirected to another page of the site), or the status of the refusal. Methods that
an address accepts from nobody (405) have no line.

What is read at the addresses of `routes_to_read` is compared with the table in `test_side_channels.py`, where
every role reads all of them.
"""

from __future__ import annotations

import pytest
from django.contrib import admin
from django.template import Template
from django.test import Client
from django.urls import reverse

from tests.security.matrix import ASYNCHRONOUS, Belongings, fields, found, lines, routes_to_read, table
from tests.security.world import World

pytestmark = pytest.mark.usefixtures("bare_requests")

PARTS = ["account", "api", ""]
"""The prefixes of three parts of the table, the last for all the rest; three tests run faster than one."""


def part_of(route: str) -> str:
    return next(part for part in PARTS if route.startswith(part))


@pytest.mark.parametrize("part", PARTS)
def test_the_access_table_holds_for_every_role(
    world: World, part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if part != "account":  # every role reads the other pages in `test_side_channels.py`
        monkeypatch.setattr(Template, "_render", lambda *_: "")
    observed, bodies, belongings = [], fields(world), Belongings(world)
    read_elsewhere = {f"GET /{route}" for route in routes_to_read()}
    for method, route in lines():
        here = part_of(route) == part and f"{method} /{route}" not in read_elsewhere
        if here and route not in ASYNCHRONOUS:
            outcomes = found(world, method, route, bodies.get(route, {}), belongings)
            if set(outcomes) != {"405"}:
                observed.append(" ".join([method, f"/{route}", *outcomes]))
    expected = [
        line
        for line in table()
        if part_of(line.split()[1][1:]) == part and " ".join(line.split()[:2]) not in read_elsewhere
    ]
    assert sorted(observed) == sorted(expected)


def test_the_access_table_names_addresses_tested_elsewhere() -> None:
    routes = {route for _method, route in lines()}
    assert routes >= ASYNCHRONOUS
    assert len(table()) == len({tuple(line.split()[:2]) for line in table()})


@pytest.mark.parametrize("role", ["anonymous", "guest", "player", "other", "staff"])
def test_the_admin_site_is_for_staff(world: World, role: str) -> None:
    client: Client = world.client(role)
    expected = {"anonymous": 302, "staff": 200}.get(role, 403)
    pages = [
        reverse("admin:index"),
        *(
            reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
            for model in admin.site._registry
        ),
    ]
    for page in pages:
        answer = client.get(page, follow=False)
        while answer.status_code == 302 and answer["Location"].startswith("/admin/login/"):
            answer = client.get(answer["Location"])
        assert answer.status_code == expected, page
