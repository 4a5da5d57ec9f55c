"""An open page of the lobby is sent the lines that have changed, made once for all readers, and nothing that
the page would not show."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.http import QueryDict
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Seat, Table, Visit
from games.pages import listing, live_lobby, lobby_socket
from games.pages.live_lobby import LobbyReader
from games.play import actions, wire
from ludopoli.accounts import people as circle
from ludopoli.accounts.models import User
from ludopoli.work.threads import in_thread
from tests.communicator import PatientCommunicator
from tests.notices.conftest import friends

RULES = {"preset": "classico"}


def opened(host: User, **options: Any) -> Table:
    """A table whose host is present."""
    table = actions.open_table(host, game="tressette", rules=RULES, players=4, **options)
    Seat.objects.filter(user=host).update(touched_at=timezone.now(), socket="here")
    return table


def reader(person: User | None = None, query: str = "", language: str = "it") -> LobbyReader:
    wanted = listing.wanted_list(QueryDict(query))
    if person is None:
        return LobbyReader(None, "", language, wanted, sees_people=True)
    return LobbyReader(person.pk, person.username, language, wanted, sees_people=True)


def tables_for(who: LobbyReader) -> dict[str, str]:
    return {line.key: line.html for line in live_lobby.read_tables({who})[who].lines}


def people_for(who: LobbyReader) -> dict[str, str]:
    return {line.key: line.html for line in live_lobby.read_people({who})[who][0].lines}


# ---- who is shown what


def test_a_private_table_is_sent_to_nobody(people: list[User]) -> None:
    anna, bruno, *_ = people
    opened(anna, private=True)
    for who in (reader(anna), reader(bruno), reader()):
        assert tables_for(who) == {}
        assert not any("/tavolo/" in line and who.user_id != anna.pk for line in people_for(who).values())


def test_each_reader_is_sent_their_own_filter_and_language(people: list[User]) -> None:
    table = opened(people[0])
    for query, is_listed in (("", True), ("gioco=tressette", True), ("gioco=whist", False), ("n=0", False)):
        assert (table.code in tables_for(reader(query=query))) is is_listed
    assert "Siediti" in tables_for(reader())[table.code]
    assert "Sit down" in tables_for(reader(language="en"))[table.code]


def test_only_who_sits_at_a_table_is_led_back_to_it(people: list[User]) -> None:
    anna, bruno, *_ = people
    table = opened(anna)
    both = live_lobby.read_tables({reader(anna), reader(bruno)})
    [own], [others] = (both[reader(person)].lines for person in (anna, bruno))
    assert own.state != others.state
    assert f"/tavolo/{table.code}/siediti/" in others.html
    assert f"/tavolo/{table.code}/siediti/" not in own.html


def test_people_are_those_of_the_page(people: list[User]) -> None:
    """Friends first, nobody on the other side of a block, never oneself; the host alone can invite."""
    anna, bruno, carla, dario, elena = people
    for person in people:
        Visit.objects.create(user=person, seen_at=timezone.now())
    opened(dario, private=True)
    circle.block(anna, bruno)
    friends(carla, elena)
    assert [*people_for(reader(anna))] == ["Carla", "Dario", "Elena"]
    assert [*people_for(reader(bruno))] == ["Carla", "Dario", "Elena"]
    assert [*people_for(reader(carla))] == ["Elena", "Anna", "Bruno", "Dario"]
    assert [*people_for(reader())] == ["Anna", "Bruno", "Carla", "Dario", "Elena"]
    assert all("/invita/" in line for line in people_for(reader(dario)).values())
    assert not any("/invita/" in line for line in people_for(reader(elena)).values())


def test_more_people_than_a_page_names_are_counted(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_lobby, "MAX_PEOPLE", 2)
    for person in people[:4]:
        Visit.objects.create(user=person, seen_at=timezone.now())
    circle.block(people[0], people[3])
    for who, names, more in (
        (reader(), ["Anna", "Bruno"], 2),
        (reader(people[1]), ["Anna", "Carla"], 1),
        (reader(people[2]), ["Anna", "Bruno"], 1),
        (reader(people[0]), ["Bruno", "Carla"], 0),
    ):
        shown, counts = live_lobby.read_people({who})[who]
        assert [line.key for line in shown.lines] == names
        assert shown.rest == live_lobby.rest_of_people(True, more, "it")
        assert counts == live_lobby.counts_text(
            live_lobby.Counts(0, 0, 4 - (who.user_id is not None)), False, "it"
        )


def test_the_counts_are_those_of_the_page(people: list[User], client: Client) -> None:
    opened(people[0])
    opened(people[1])
    for person in (people[0], people[2]):
        client.force_login(person)
        page = client.get("/tavoli/", headers={"Accept-Language": "it"}).content.decode()
        [shown] = re.findall("data-counts>(.*?)</p>", page, re.DOTALL)
        assert live_lobby.read_people({reader(person)})[reader(person)][1] == " ".join(shown.split())


@pytest.mark.parametrize(("read", "most"), [(live_lobby.read_tables, 3), (live_lobby.read_people, 11)])
def test_a_thousand_readers_cost_as_many_queries_as_one(
    people: list[User], read: Callable[[set[LobbyReader]], object], most: int
) -> None:
    for person in people[:3]:
        opened(person)
    Visit.objects.create(user=people[4], seen_at=timezone.now())
    with CaptureQueriesContext(connection) as queries:
        read({*map(reader, people), reader(), reader(language="en"), reader(query="n=4")})
    assert len(queries) <= most


# ---- what is sent


def test_only_changed_lines_are_sent_and_readers_share_the_text(people: list[User]) -> None:
    first, second = opened(people[0]), opened(people[1])
    before = live_lobby.read_tables({reader()})[reader()]
    actions.take_seat(people[2], second, 1)
    third = opened(people[3])
    readers = {reader(), reader(people[4])}
    now = live_lobby.read_tables(readers)
    one, other = (lobby_socket._changes(wire.TablesFrame, before, now[who]) for who in readers)
    assert one is other
    frame = json.loads(one)
    assert {*frame["keys"]} == {first.code, second.code, third.code}
    assert frame["lines"].keys() == {second.code, third.code}
    assert listing.TOKEN not in one


async def connected(person: User | AnonymousUser, query: str = "", **have: Any) -> PatientCommunicator:
    socket = PatientCommunicator(lobby_socket.LobbyConsumer.as_asgi(), f"/ws/lobby/{query}")
    socket.scope |= {"user": person, "cookies": {}}
    assert (await socket.connect())[0]
    await socket.send_json_to({"t": "have", "tables": {}, **have})
    return socket


async def test_every_reader_is_sent_a_change(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_socket, "PAUSE", 0.0)
    anna, bruno = await sync_to_async(
        lambda: [User.objects.create_user(name) for name in ("Anna", "Bruno")]
    )()
    sockets = [await connected(bruno), await connected(AnonymousUser(), "?n=4")]
    for socket in sockets:
        assert (await socket.receive_json_from())["keys"] == []
    table = await in_thread(opened, anna)
    for socket in sockets:
        frame = await socket.receive_json_from()
        assert frame["t"] == "tables"
        assert frame["lines"].keys() == {table.code}
        await socket.disconnect()
    assert not lobby_socket.publisher.readers


async def test_a_page_is_sent_nothing_that_it_shows(transactional_db: None) -> None:
    anna = await sync_to_async(User.objects.create_user)("Anna")
    table = await in_thread(opened, anna)
    page = await sync_to_async(lambda: Client().get("/tavoli/").content.decode())()
    shown = dict(re.findall(r'<li class="tcard-live" data-key="(\w+)" data-state="(\w+)"', page))
    around = dict(re.findall(r'<li data-key="(\w+)" data-state="(\w+)"', page))
    assert [*shown], [*around] == ([table.code], ["Anna"])
    socket = await connected(AnonymousUser(), tables=shown, people=around)
    for kind, key in (("tables", table.code), ("people", "Anna")):
        frame = await socket.receive_json_from()
        assert (frame["t"], frame["keys"], frame["lines"]) == (kind, [key], {})
    assert (await socket.receive_json_from())["t"] == "counts"
    await socket.disconnect()


async def test_a_reading_that_fails_is_made_up_for(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby_socket, "PAUSE", 0.0)
    monkeypatch.setattr(lobby_socket, "AGAIN_AFTER", 0.0)
    monkeypatch.setattr(lobby_socket, "AT_LEAST_EVERY", 0.01)
    read, failures = live_lobby.read_tables, iter([OSError("away")])

    def failing(readers: Any) -> Any:
        for failure in failures:
            raise failure
        return read(readers)

    monkeypatch.setattr(live_lobby, "read_tables", failing)
    socket = await connected(AnonymousUser())
    assert (await socket.receive_json_from())["t"] == "tables"
    await socket.disconnect()
