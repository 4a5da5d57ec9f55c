"""The list that pages of the lobby poll without a socket: what readers share, and what is their own."""

from __future__ import annotations

import re
import weakref
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Seat, Table, Visit
from games.play import actions
from ludopoli.accounts import people as circle
from ludopoli.accounts.models import User
from ludopoli.base import sharing

RULES = {"preset": "classico"}


def opened(host: User, **options: Any) -> Table:
    table = actions.open_table(host, game="tressette", rules=RULES, players=4, **options)
    Seat.objects.filter(user=host).update(touched_at=timezone.now(), socket="here")
    return table


def reader(person: User | None = None) -> Client:
    client = Client()
    if person is not None:
        client.force_login(person)
    return client


def fetched(by: Client, query: str = "", language: str = "it") -> str:
    return by.get(f"/tavoli/elenco/{query}", headers={"Accept-Language": language}).content.decode()


def test_a_second_reader_reads_no_table_again(people: list[User]) -> None:
    opened(people[0])
    fetched(reader())
    with CaptureQueriesContext(connection) as captured:
        fetched(reader())
    assert len(captured) == 0


def test_a_change_is_in_the_list_a_second_later(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(sharing.time, "monotonic", lambda: now)
    fetched(reader())
    table = opened(people[0])
    assert table.code not in fetched(reader())
    now += 1.0
    assert table.code in fetched(reader())


def test_no_list_is_older_than_a_second(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    """Also one that is made while another one is shared: a page that fetched it would miss the change."""
    now = 1000.0
    monkeypatch.setattr(sharing.time, "monotonic", lambda: now)
    fetched(reader(), "?n=9")
    now += 0.9
    table = opened(people[0])
    fetched(reader())
    now += 0.9
    assert f'data-key="{table.code}"' in fetched(reader())


def test_lists_that_are_too_old_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(sharing.time, "monotonic", lambda: now)
    shared = sharing.Shared(lambda name: {name}, 1.0)
    kept = [weakref.ref(shared(name)) for name in ("one", "another")]
    now += 1.0
    shared("a third")
    assert [each() for each in kept] == [None, None]


def test_a_page_shows_a_change_at_once(people: list[User]) -> None:
    fetched(reader())
    assert opened(people[0]).code in reader().get("/tavoli/").content.decode()


@pytest.mark.parametrize("first", ["Anna", "nobody"])
def test_the_way_back_to_a_seat_is_shown_to_its_person_only(people: list[User], first: str) -> None:
    anna = people[0]
    table = opened(anna)
    readers = {"Anna": reader(anna), "nobody": reader()}
    pages = {name: fetched(readers[name]) for name in sorted(readers, key=lambda name: name != first)}
    assert f"/tavolo/{table.code}/siediti/" not in pages["Anna"]
    assert f"/tavolo/{table.code}/siediti/" in pages["nobody"]


def test_a_private_table_is_shown_to_nobody_even_after_its_host_has_looked(people: list[User]) -> None:
    anna = people[0]
    table = opened(anna, private=True)
    for each in (reader(anna), reader(people[1]), reader()):
        assert table.code not in fetched(each)


def test_blocked_people_do_not_see_each_other_in_a_list_that_others_fetched(people: list[User]) -> None:
    anna, bruno, carla, *_ = people
    for person in (anna, bruno):
        Visit.objects.create(user=person, seen_at=timezone.now())
    assert "/giocatori/Bruno/" in fetched(reader(carla))
    circle.block(anna, bruno)
    assert "/giocatori/Bruno/" not in fetched(reader(anna))
    assert "/giocatori/Anna/" not in fetched(reader(bruno))
    assert "/giocatori/Bruno/" in fetched(reader(carla))


def test_only_the_host_sees_invitations_to_the_table(people: list[User]) -> None:
    anna, bruno, carla, *_ = people
    table = opened(anna, private=True)
    Visit.objects.create(user=bruno, seen_at=timezone.now())
    assert f"/tavolo/{table.code}/invita/" in fetched(reader(anna))
    for each in (reader(carla), reader()):
        page = fetched(each)
        assert "/giocatori/Bruno/" in page
        assert table.code not in page


def test_people_at_hosted_tables_are_not_around(people: list[User]) -> None:
    table = opened(people[0])
    Table.objects.filter(pk=table.pk).update(hosted=True)
    assert "/giocatori/Anna/" not in fetched(reader(people[1]))


def test_forms_have_the_token_of_their_reader(people: list[User]) -> None:
    anna, bruno, *_ = people
    table = opened(anna)
    client = Client(enforce_csrf_checks=True)
    client.force_login(bruno)
    fetched(reader())
    [token] = re.findall(r'csrfmiddlewaretoken" value="([^"]*)"', fetched(client))
    assert client.post(f"/tavolo/{table.code}/siediti/", {"csrfmiddlewaretoken": token}).status_code == 302


def test_readers_of_two_languages_share_no_texts(people: list[User]) -> None:
    opened(people[0])
    assert "Siediti" in fetched(reader())
    page = fetched(reader(), language="en")
    assert "Sit down" in page
    assert "Siediti" not in page


def test_readers_with_different_filters_share_no_list(people: list[User]) -> None:
    listed = f'data-key="{opened(people[0]).code}"'
    assert listed in fetched(reader(), "?gioco=tressette")
    assert listed not in fetched(reader(), "?gioco=whist")
    assert listed in fetched(reader(), "?posti=liberi")
    assert listed in fetched(reader(), "?n=1")
    assert listed not in fetched(reader(), "?n=0")
