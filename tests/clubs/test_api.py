"""Clubs for programs."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from clubs import actions
from clubs.models import Club
from ludopoli.accounts.models import User
from tests.clubs.conftest import Named, client_of, joined, listed

API = "/api/v1/clubs/"


def ask(client: Client, method: str, path: str, data: Any = None) -> Any:
    sent = {} if method == "get" else {"data": data or {}, "content_type": "application/json"}
    return getattr(client, method)(f"{API}{path}", **sent)


def test_a_club_from_its_foundation_to_its_end(rosalia: User, named: Named) -> None:
    owner, other = client_of(rosalia), client_of(named("Calogero"))
    made = ask(owner, "post", "", {"name": "Circolo Garibaldi", "categories": ["prima"]})
    assert made.status_code == 201
    code = made.json()["code"]
    assert made["Location"] == f"{API}{code}/"
    assert [each["code"] for each in ask(other, "get", "?q=garib").json()["results"]] == [code]
    assert ask(other, "post", f"{code}/ask/").json()["role"] == "asking"
    [asking] = ask(owner, "get", f"{code}/members/?asking=true").json()["results"]
    assert asking["account"] == "Calogero"
    accepted = ask(owner, "post", f"{code}/members/{asking['number']}/accept/").json()
    assert accepted["role"] == "member"
    changed = ask(
        owner, "patch", f"{code}/members/{asking['number']}/", {"role": "owner", "category": "prima"}
    )
    assert (changed.json()["role"], changed.json()["category"]) == ("owner", "prima")
    assert ask(owner, "post", f"{code}/leave/").status_code == 204
    assert ask(owner, "patch", f"{code}/", {"name": "Altro"}).json()["code"] == "not_club_director"
    assert ask(other, "patch", f"{code}/", {"name": "Altro"}).json()["name"] == "Altro"
    assert ask(other, "delete", f"{code}/").status_code == 204
    assert ask(other, "get", f"{code}/").status_code == 404


def test_the_link_joins_a_private_club(club: Club, rosalia: User, named: Named) -> None:
    actions.change_club(rosalia, club, private=True)
    listed(club, rosalia, "Mario Rossi", card="0113")
    owner, other = client_of(rosalia), client_of(named("Calogero"))
    assert ask(other, "get", f"{club.code}/").status_code == 404
    secret = ask(owner, "get", f"{club.code}/link/").json()["secret"]
    assert ask(other, "post", f"{club.code}/join/", {"secret": "abc"}).json()["code"] == "bad_link"
    asks = ask(other, "post", f"{club.code}/join/", {"secret": secret, "card": "0113"}).json()
    assert asks["role"] == "asking"
    [request] = ask(owner, "get", f"{club.code}/members/?asking=true").json()["results"]
    assert request["asks_for"] == club.members.get(card="0113").number
    joined = ask(owner, "post", f"{club.code}/members/{request['number']}/accept/").json()
    assert (joined["account"], joined["card"], joined["role"]) == ("Calogero", "0113", "member")
    assert ask(owner, "post", f"{club.code}/link/").json()["secret"] != secret


def test_a_list_is_tried_before_it_is_stored(club: Club, rosalia: User) -> None:
    owner, text = client_of(rosalia), "nome,tessera\nMario Rossi,0113\n,0114\n"
    tried = ask(owner, "post", f"{club.code}/members/list/", {"text": text}).json()
    assert [(each["line"], each["outcome"]) for each in tried["lines"]] == [(2, "new"), (3, "wrong")]
    assert club.members.count() == 1
    assert ask(owner, "post", f"{club.code}/members/list/", {"text": text, "store": True}).json()["stored"]
    assert club.members.count() == 2


def test_only_directors_read_names_and_cards_of_members_with_accounts(
    club: Club, rosalia: User, named: Named
) -> None:
    listed(club, rosalia, "Mario Rossi", card="0113")
    joined(named("Calogero"), club, "0113")
    for name, shown in (("Rosalia", ("Mario Rossi", "0113")), ("Calogero", ("", ""))):
        rows = ask(client_of(named(name)), "get", f"{club.code}/members/").json()["results"]
        assert (rows[1]["name"], rows[1]["card"]) == shown


@pytest.mark.parametrize("path", ["members/", "link/", "leaderboards/tressette/"])
def test_strangers_read_nothing_of_a_club_s_own(club: Club, named: Named, path: str) -> None:
    assert ask(Client(), "get", f"{club.code}/{path}").status_code == 401
    assert ask(client_of(named("Turiddu")), "get", f"{club.code}/{path}").status_code == 403


def test_the_leaderboard_of_a_club_has_its_members(club: Club, rosalia: User) -> None:
    found = ask(client_of(rosalia), "get", f"{club.code}/leaderboards/tressette/").json()
    assert (found["game"], found["results"]) == ("tressette", [])
    assert ask(client_of(rosalia), "get", f"{club.code}/leaderboards/dama/").json()["code"] == "no_game"
