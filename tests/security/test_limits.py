"""Limits that hold against races, refusals of one line in the log, and caching of personal responses."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.test import Client

from ludopoli.accounts.models import User
from ludopoli.api.models import Token
from ludopoli.base import logs
from ludopoli.site import asgi
from ludopoli.webhooks.models import Webhook
from ludopoli.work import sending
from tests.proofs import proven

# ---- sockets


def opened(at_once: dict[str, int], most: int, settings: Any) -> list[int | None]:
    """Open sockets from some addresses at once; return the code that closed each, `None` if it stays open."""
    settings.SOCKETS_PER_ADDRESS = most

    async def run() -> list[int | None]:
        over = asyncio.Event()

        async def stays(_scope: object, _receive: object, _send: object) -> None:
            await over.wait()

        limited, closed = asgi.bounded(stays), []

        async def one(address: str) -> None:
            said: list[int] = []

            async def send(message: dict[str, Any]) -> None:
                said.append(message["code"])

            scope = {"type": "websocket", "client": [address, 1], "headers": []}
            await limited(scope, None, send)
            closed.append(said[0] if said else None)

        tasks = [asyncio.create_task(one(each)) for each, many in at_once.items() for _ in range(many)]
        await asyncio.sleep(0)  # each of them comes as far as it can
        over.set()
        await asyncio.gather(*tasks)
        await one("10.0.0.1")  # closed sockets no longer count
        return closed

    return asyncio.run(run())


def test_sockets_per_address_are_limited(settings: Any) -> None:
    closed = opened({"10.0.0.1": 5, "10.0.0.2": 2, "2001:db8::1": 2, "2001:db8::2": 2}, 3, settings)
    assert closed.count(4429) == 2 + 1, "an IPv6 address counts with its block"
    assert closed[-1] is None


# ---- limits on the number of objects


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "fields", "model"),
    [
        ("/account/token/", {"name": "x", "scopes": ["read"]}, Token),
        ("/account/webhook/", {"url": "https://example.org/", "kinds": ["match_finished"]}, Webhook),
    ],
)
def test_limits_are_counted_under_a_lock_on_the_account(
    path: str, fields: dict[str, Any], model: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lock makes simultaneous requests count one after the other; SQLite has one writer anyway."""
    client = proven(User.objects.create_user("Anna"))
    done: list[str] = []
    lock, count = QuerySet.select_for_update, QuerySet.count

    def locked(rows: Any, *args: Any, **options: Any) -> Any:
        done.append(f"lock {rows.model.__name__}")
        assert connection.in_atomic_block
        return lock(rows, *args, **options)

    def counted(rows: Any) -> int:
        done.append(f"count {rows.model.__name__}")
        return count(rows)

    monkeypatch.setattr(QuerySet, "select_for_update", locked)
    monkeypatch.setattr(QuerySet, "count", counted)
    monkeypatch.setattr(sending, "addresses_of_host", lambda *_: [])  # no look-up of the host
    client.post(path, fields)
    assert f"count {model.__name__}" in done, done
    assert done.index("lock User") < done.index(f"count {model.__name__}")


# ---- the log


@pytest.fixture
def lines() -> Iterator[list[str]]:
    logged: list[str] = []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            logged.append(self.format(record))

    handler = Kept()
    handler.addFilter(logs.OneLine())
    root = logging.getLogger()
    root.addHandler(handler)
    yield logged
    root.removeHandler(handler)


@pytest.mark.django_db
def test_a_refusal_logs_one_line(client: Client, lines: list[str]) -> None:
    assert client.get("/tornei/?pagina=x").status_code == 400
    assert client.get("/tavoli/%00/").status_code == 400
    assert lines
    assert not [line for line in lines if "\n" in line], lines


# ---- personal responses


@pytest.mark.django_db
def test_personal_answers_are_not_cached_publicly(client: Client) -> None:
    client.force_login(User.objects.create_user("Anna", password=None))
    for path in ("/", "/tavoli/", "/account/settings/", "/api/v1/me/", "/api/v1/tables/", "/nowhere/"):
        answer = client.get(path)
        kept = answer["Cache-Control"]
        assert "private" in kept or "no-store" in kept, (path, kept)
        assert "public" not in kept
        varies = {each.strip() for each in answer["Vary"].split(",")}
        assert {"Cookie", "Accept-Language"} <= varies, (path, varies)
        assert not path.startswith("/api/") or "Authorization" in varies


def test_public_answers_may_be_cached(client: Client) -> None:
    assert "public" in client.get("/api/v1/openapi/?format=json")["Cache-Control"]
