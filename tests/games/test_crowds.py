"""A table is read once for all strangers who watch it, and separately for everybody who has a part in it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import AnonymousUser

from games.models import Table
from games.play import actions, consumers, selectors, table_frames
from ludopoli.accounts.models import User
from tests.communicator import PatientCommunicator

CROWD = 5
Frames = Callable[[], list[Any]]


@pytest.fixture
def readers(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Those for whom the table has been read."""
    found: list[Any] = []
    read = selectors.table_frame

    def noted(table: Table, user: Any) -> dict[str, Any]:
        found.append(user.pk)
        return read(table, user)

    monkeypatch.setattr(selectors, "table_frame", noted)
    return found


def opened() -> tuple[User, User, Table]:
    host, friend = (User.objects.create_user(name, password=None) for name in ("Anna", "Bruno"))
    table = actions.open_table(host, game="tressette", rules={"preset": "classico"}, players=4)
    return host, friend, table


async def connected(user: User | AnonymousUser, table: Table) -> PatientCommunicator:
    socket = PatientCommunicator(consumers.TableConsumer.as_asgi(), f"/ws/table/{table.code}/")
    socket.scope |= {"user": user, "cookies": {}, "url_route": {"kwargs": {"code": table.code}}}
    assert (await socket.connect())[0]
    while (await socket.receive_json_from(5))["t"] != "chat":
        pass
    return socket


async def next_table(socket: PatientCommunicator, revision: int) -> dict[str, Any]:
    """The frame of the table at this revision or a later one."""
    while (frame := await socket.receive_json_from(5))["t"] != "table" or frame["rev"] < revision:
        pass
    shown: dict[str, Any] = frame["table"]
    return shown


async def test_a_change_is_read_once_for_all_strangers(readers: list[Any], transactional_db: None) -> None:
    host, friend, table = await sync_to_async(opened)()
    everybody: list[User | AnonymousUser] = [host, friend, *[AnonymousUser()] * CROWD]
    sockets = [await connected(user, table) for user in everybody]
    now = await sync_to_async(Table.objects.get)(pk=table.pk)
    readers.clear()
    await sync_to_async(actions.take_seat)(friend, now, 2)
    mine, theirs, *strangers = [await next_table(socket, now.revision + 1) for socket in sockets]
    assert [frame["me"] for frame in (mine, theirs, *strangers)] == [0, 2, *[None] * CROWD]
    assert (mine["host"], theirs["host"]) == (True, False)
    assert all(frame == strangers[0] for frame in strangers)
    assert [seat["name"] for seat in strangers[0]["seats"]][:3] == ["Anna", "", "Bruno"]
    assert readers.count(None) == 1
    for socket in sockets:
        await socket.disconnect()


async def test_a_reading_that_is_forgotten_while_somebody_waits_begins_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Another table takes its place among those that are kept."""
    stored = {"one": 1, "two": 1}
    gates = {code: asyncio.Event() for code in stored}
    begun: asyncio.Queue[str] = asyncio.Queue()

    async def shown_to(user: Any, code: str, language: str) -> table_frames.ShownTable:
        table = Table(code=code, revision=stored[code])
        begun.put_nowait(code)
        await gates[code].wait()
        return table_frames.ShownTable(table, 0, {}, "{}")

    monkeypatch.setattr(table_frames, "shown_to", shown_to)
    monkeypatch.setattr(table_frames, "_reading", {})
    monkeypatch.setattr(table_frames, "MAX_FRAMES", 1)

    def wait(code: str, revision: int) -> asyncio.Task[table_frames.ShownTable]:
        return asyncio.create_task(
            table_frames.shown_from_shared_read(AnonymousUser(), code, "it", revision, 0)
        )

    waiting = [wait("one", 1)]
    assert await begun.get() == "one"
    stored["one"] = 2
    waiting += [wait("one", 2), wait("two", 1)]
    assert await begun.get() == "two"
    for gate in gates.values():
        gate.set()
    shown = await asyncio.gather(*waiting)
    assert [each.table.revision for each in shown] == [1, 2, 1]
