"""Friends, following and blocking through the API: the same as on the pages, and access to them."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import pytest
from rest_framework.test import APIClient

from ludopoli.accounts import people
from ludopoli.accounts.models import Tie, User
from ludopoli.accounts.people import ACTIONS_AT_ONCE
from ludopoli.http import throttle

Clients = Callable[..., APIClient]
NOTHING = {"friend": False, "asked": False, "asks_me": False, "follow": False, "block": False}
MINE = "/api/v1/me/people/"


def test_mutual_requests_make_friends_until_one_ends_it(client_of: Clients) -> None:
    anna, bruno = client_of("Anna", "people"), client_of("Bruno", "people")
    for _ in range(2):  # the second request changes nothing
        asked = anna.put(f"{MINE}friends/bruno/")
        assert (asked.status_code, asked.json()) == (200, {"name": "Bruno", **NOTHING, "asked": True})
    assert bruno.get(MINE).json()["asking"] == ["Anna"]
    assert bruno.put(f"{MINE}friends/Anna/").json()["friend"]
    assert anna.get(MINE).json()["friends"] == ["Bruno"]
    assert anna.delete(f"{MINE}friends/Bruno/").json() == {"name": "Bruno", **NOTHING}
    assert not Tie.objects.exists()


def test_a_request_is_withdrawn_or_declined_at_the_same_address(client_of: Clients) -> None:
    anna, bruno = client_of("Anna", "people"), client_of("Bruno", "people")
    for who in (anna, bruno):
        anna.put(f"{MINE}friends/Bruno/")
        assert who.delete(f"{MINE}friends/{'Bruno' if who is anna else 'Anna'}/").status_code == 200
        assert not Tie.objects.exists()


def test_a_block_ends_following_and_rules_out_requests(client_of: Clients) -> None:
    anna, _bruno = client_of("Anna", "people"), client_of("Bruno")
    assert anna.put(f"{MINE}following/Bruno/").json()["follow"]
    blocked = anna.put(f"{MINE}blocked/Bruno/").json()
    assert (blocked["block"], blocked["follow"]) == (True, False)
    for what in ("friends", "following"):
        refused = anna.put(f"{MINE}{what}/Bruno/")
        assert (refused.status_code, refused.json()["code"]) == (409, "blocked")
    assert anna.delete(f"{MINE}blocked/Bruno/").json() == {"name": "Bruno", **NOTHING}
    anna.put(f"{MINE}following/Bruno/")
    assert not anna.delete(f"{MINE}following/Bruno/").json()["follow"]


@pytest.mark.parametrize(
    ("name", "status", "code"),
    [("Nobody", 404, "no_person"), ("Anna", 409, "yourself"), ("Ospite 1234", 409, "guest")],
)
def test_people_who_cannot_be_befriended(client_of: Clients, name: str, status: int, code: str) -> None:
    User.objects.create(username="Ospite 1234", is_guest=True)
    refused = client_of("Anna", "people").put(f"{MINE}friends/{name}/")
    assert (refused.status_code, refused.json()["code"]) == (status, code)


@pytest.mark.parametrize("what", ["friends", "following", "blocked"])
def test_other_scopes_do_not_cover_friends(client_of: Clients, anybody: APIClient, what: str) -> None:
    client_of("Bruno")
    path = f"{MINE}{what}/Bruno/"
    for scope in ("read", "play", "organise"):
        for refused in (client_of("Anna", scope).put(path), client_of("Anna", scope).delete(path)):
            assert (refused.status_code, refused.json()["code"]) == (403, "no_scope")
    assert anybody.put(path).status_code == 401
    assert not Tie.objects.exists()


@pytest.mark.parametrize("fields", [{"is_guest": True}, {"is_bot": True}])
def test_guests_and_bot_accounts_have_no_friends(client_of: Clients, fields: dict[str, bool]) -> None:
    client_of("Bruno")
    program = client_of("Robot", "people")
    User.objects.filter(username="Robot").update(**fields)
    refused = program.put(f"{MINE}friends/Bruno/")
    assert (refused.status_code, refused.json()["code"]) == (403, "own_account")
    assert not Tie.objects.exists()


def test_pages_and_programs_share_one_rate(client_of: Clients, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttle, "time", SimpleNamespace(monotonic=lambda: 0.0))  # no allowance is regained
    anna = client_of("Anna", "people")
    bruno = User.objects.create(username="Bruno")
    answers = [anna.put(f"{MINE}following/Bruno/") for _ in range(ACTIONS_AT_ONCE + 1)]
    assert [answer.status_code for answer in answers] == [200] * ACTIONS_AT_ONCE + [429]
    assert answers[-1]["Retry-After"]
    anna_herself = User.objects.get(username="Anna")
    anna.force_login(anna_herself)
    assert anna.post("/amici/non-seguire/", {"name": "Bruno"}, format="multipart").status_code == 429
    assert people.ties_between(anna_herself, bruno).follow
