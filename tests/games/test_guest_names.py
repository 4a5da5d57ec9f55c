"""Guests have a name in their language, and may choose one once somebody else can see it."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Table
from games.play import actions
from ludopoli.accounts.models import User

pytestmark = pytest.mark.django_db


def opens_alone(client: Client, language: str = "it") -> tuple[User, Table]:
    client.post("/tavoli/gioca/", headers={"Accept-Language": language})
    return User.objects.get(pk=client.session["_auth_user_id"]), Table.objects.get()


@pytest.mark.parametrize(("language", "word"), [("it", "Ospite"), ("en", "Guest")])
def test_a_guest_is_named_in_their_language(client: Client, language: str, word: str) -> None:
    assert opens_alone(client, language)[0].username.startswith(f"{word} ")


def test_a_seated_guest_chooses_a_name_once(client: Client) -> None:
    guest, table = opens_alone(client)
    page, address = f"/tavolo/{table.code}/", f"/tavolo/{table.code}/nome/"
    assert f'value="{guest.username}"' in client.get(page).content.decode()
    refused = client.post(address, {"name": "Arbitro"}, headers={"Accept": "application/json"})
    assert refused.json()["code"] == "bad_person_name"
    revision = Table.objects.get().revision
    for name in ("Franca", "Carla"):
        client.post(address, {"name": name})
        guest.refresh_from_db()
        assert guest.username == "Franca °"
    assert Table.objects.get().revision == revision + 1
    assert 'id="name-dialog"' not in client.get(page).content.decode()


def test_a_guest_who_sits_down_with_others_is_asked(client: Client, people: list[User]) -> None:
    guest, _alone = opens_alone(client)
    table = actions.open_table(people[0], game="tressette", rules={}, players=4)
    assert 'id="name-dialog"' in client.get(f"/tavolo/{table.code}/").content.decode()
    client.post(f"/tavolo/{table.code}/siediti/", {"seat": "1", "name": "Franca"})
    seated = table.seats.get(number=1).user
    assert seated is not None
    assert (seated.pk, seated.username) == (guest.pk, "Franca °")


def test_nobody_else_is_renamed(client: Client, people: list[User]) -> None:
    table = actions.open_table(people[0], game="tressette", rules={}, players=4)
    client.force_login(people[0])
    client.post(f"/tavolo/{table.code}/nome/", {"name": "Franca"})
    assert not User.objects.filter(username__startswith="Franca").exists()
    assert 'id="name-dialog"' not in client.get(f"/tavolo/{table.code}/").content.decode()
