"""What a socket could not send for a trouble of the database, it sends after the next ping."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.db import OperationalError

from games.models import Match, Seat, Table
from games.play import actions, consumers, doorbell, frames, live, sockets
from ludopoli.accounts.models import User
from ludopoli.http.throttle import Bucket
from ludopoli.text import times
from ludopoli.work.threads import in_thread
from tests.communicator import PatientCommunicator

AWAY = OperationalError("server closed the connection unexpectedly")


def once(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, but its first call fails as when the database goes away."""
    calls = iter([AWAY])

    def called(*args: Any, **named: Any) -> Any:
        for failure in calls:
            raise failure
        return function(*args, **named)

    return called


def seated() -> tuple[list[User], Table]:
    people = [User.objects.create_user(name, password=None) for name in ("Anna", "Bruno", "Carla", "Dario")]
    table = actions.open_table(people[0], game="tressette", rules={"preset": "classico"}, players=4)
    return people, table


def all_sit(people: list[User], table: Table) -> None:
    for seat, person in enumerate(people[1:], start=1):
        actions.take_seat(person, table, seat)


async def until_pong(socket: PatientCommunicator) -> list[str]:
    """Ping, and return the kinds of frames that come until the answer, or until a refusal."""
    await socket.send_json_to({"t": "ping"})
    kinds: list[str] = []
    while not {"pong", "error"} & {*kinds}:
        kinds.append((await socket.receive_json_from(5))["t"])
    return kinds


@pytest.mark.parametrize(
    ("where", "name"), [(live, "at_least"), (consumers.actions, "note_socket_open"), (frames, "frame_text")]
)
async def test_a_match_that_could_not_be_sent_comes_with_the_next_ping(
    where: Any, name: str, monkeypatch: pytest.MonkeyPatch, transactional_db: None
) -> None:
    async def lost(*_: object) -> None:
        """No bell rings: only the pings are left."""

    monkeypatch.setattr(consumers.TableConsumer, "doorbell", lost)
    people, table = await sync_to_async(seated)()
    socket = await opened(table, people[0])
    await in_thread(all_sit, people, table)  # after what the socket does: SQLite has one writer
    monkeypatch.setattr(where, name, once(getattr(where, name)))
    if name == "note_socket_open":
        await sync_to_async(table.seats.filter(number=0).update)(socket="")
    assert "error" in await until_pong(socket)
    assert "state" in await until_pong(socket)
    await socket.disconnect()


async def opened(table: Table, person: User) -> PatientCommunicator:
    socket = PatientCommunicator(consumers.TableConsumer.as_asgi(), f"/ws/table/{table.code}/")
    socket.scope |= {"user": person, "cookies": {}, "url_route": {"kwargs": {"code": table.code}}}
    assert (await socket.connect())[0]
    while (await socket.receive_json_from(5))["t"] != "chat":
        pass
    return socket


@pytest.mark.parametrize("move_seconds", [20, None])
async def test_a_page_that_is_open_is_no_person_until_it_is_touched(
    move_seconds: int | None, transactional_db: None
) -> None:
    people, table = await sync_to_async(seated)()
    await Table.objects.filter(pk=table.pk).aupdate(move_seconds=move_seconds)
    socket = await opened(table, people[0])
    await until_pong(socket)
    present = Seat.objects.filter(Seat.are_present(times.now()), table=table)
    assert not await present.aexists()
    await socket.send_json_to({"t": "touched"})
    answers = await until_pong(socket)
    assert ("table" in answers) is (move_seconds is None), "without a clock, with those who touch nothing"
    assert await present.aget() == await table.seats.aget(user=people[0])
    await socket.disconnect()
    assert not await present.aexists()


async def test_a_connection_that_is_one_too_many_costs_no_more(
    monkeypatch: pytest.MonkeyPatch, transactional_db: None
) -> None:
    people, table = await sync_to_async(seated)()
    monkeypatch.setattr(sockets, "process_bucket", lambda _who: Bucket(rate=0, burst=0))
    monkeypatch.setattr(consumers.TableConsumer, "_table", fails)
    socket = PatientCommunicator(consumers.TableConsumer.as_asgi(), f"/ws/table/{table.code}/")
    socket.scope |= {"user": people[0], "cookies": {}, "url_route": {"kwargs": {"code": table.code}}}
    assert (await socket.connect())[0]
    assert await socket.receive_output(5) == {"type": "websocket.close", "code": sockets.CLOSED_ABUSE}
    await socket.wait(5)
    assert socket.output_queue.empty()


def fails(*_: object, **__: object) -> None:
    raise AWAY


async def hangs(*_: object, **__: object) -> None:
    await asyncio.Future()


@pytest.mark.parametrize("broken", [None, fails, hangs])
async def test_nothing_is_kept_of_a_socket_that_has_gone(
    broken: Callable[..., Any] | None, monkeypatch: pytest.MonkeyPatch, transactional_db: None
) -> None:
    """Its seat is announced as lost to its own group, too."""
    layer: Any = get_channel_layer()
    people, table = await sync_to_async(seated)()
    before = {*layer.channels, *layer.groups}
    socket = await opened(table, people[0])
    assert {*layer.channels, *layer.groups} > before
    if broken is fails:
        monkeypatch.setattr(consumers.actions, "note_socket_closed", fails)
    elif broken is hangs:
        monkeypatch.setattr(consumers.TableConsumer, "disconnect", hangs)
    await socket.disconnect(timeout=0.1 if broken is hangs else 5)  # and then cancelled, as Daphne does it
    assert {*layer.channels, *layer.groups} <= before


async def test_a_bell_of_the_match_before_does_not_bring_that_match_back(transactional_db: None) -> None:
    """A process whose Redis was slow rings late, when others have begun the next match."""
    people, table = await sync_to_async(seated)()
    socket = await opened(table, people[0])
    await in_thread(all_sit, people, table)  # after what the socket does: SQLite has one writer
    await sync_to_async(table.refresh_from_db)()
    before = table.match_id
    assert before is not None

    def next_match(over: uuid.UUID) -> None:
        assert actions.abort_match(over) is not None
        for person in people:
            actions.request_rematch(person, table, True)

    await in_thread(next_match, before)
    await sync_to_async(table.refresh_from_db)()
    assert table.match_id != before
    await until_pong(socket)
    version = (await live.at_least(before)).version
    await get_channel_layer().group_send(
        doorbell.table_group(table.pk), {"type": "doorbell", "match": str(before), "version": version}
    )
    await socket.send_json_to({"t": "ping"})
    shown = []
    while (frame := await socket.receive_json_from(5))["t"] != "pong":
        shown.append(frame.get("match"))
    assert str(before) not in shown
    await socket.disconnect()


async def test_a_reader_with_a_gap_too_large_for_events_is_sent_the_seats_as_well(
    monkeypatch: pytest.MonkeyPatch, transactional_db: None
) -> None:
    """The events that they miss may say that a bot plays for somebody."""

    async def lost(*_: object) -> None:
        """No bell rings: only the pings are left."""

    people, table = await sync_to_async(seated)()
    await sync_to_async(User.objects.update)(is_new=False)  # so that their clocks run
    await sync_to_async(all_sit)(people, table)
    socket = await opened(table, people[0])
    monkeypatch.setattr(consumers.TableConsumer, "doorbell", lost)
    monkeypatch.setattr(live, "KEPT_EVENTS", 1)

    def go_away() -> Match:
        match = Match.objects.get(table=table)
        for hours in range(1, 7):
            assert actions.time_out(match.pk, times.now() + timedelta(hours=hours)) is not None
        match.refresh_from_db()
        assert match.away
        return match

    match = await in_thread(go_away)
    await socket.send_json_to({"t": "ping"})
    frames: list[dict[str, Any]] = []
    while not frames or frames[-1]["t"] != "pong":
        frames.append(await socket.receive_json_from(5))
    assert [frame["t"] for frame in frames] == ["state", "table", "pong"]
    away = [seat["seat"] for seat in frames[1]["table"]["seats"] if seat["state"] == "away"]
    assert away == sorted(match.away)
    await socket.disconnect()
