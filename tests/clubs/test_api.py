"""Clubs for programs."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from clubs import actions
from clubs.api.files import EXPORT_EXAMPLE
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


def test_directors_take_the_list_as_a_file_and_owners_all_that_the_club_has(
    club: Club, rosalia: User, named: Named
) -> None:
    listed(club, rosalia, "Mario Rossi", card="0113", category="prima")
    joined(named("Calogero"), club)
    owner, member = client_of(rosalia), client_of(named("Calogero"))
    answer = ask(owner, "get", f"{club.code}/members/file/")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    heading, *lines = answer.content.decode().splitlines()
    assert heading == "name,card,category,account,role,since"
    assert [line.split(",")[:5] for line in lines if "Mario" in line] == [
        ["Mario Rossi", "0113", "prima", "", "member"]
    ]
    assert ask(owner, "get", f"{club.code}/members/file/?excel=true").content.startswith(b"\xef\xbb\xbf")
    read = ask(owner, "post", f"{club.code}/members/list/", {"text": answer.content.decode(), "store": False})
    assert {line["outcome"] for line in read.json()["lines"] if line["name"] == "Mario Rossi"} == {"same"}
    everything = ask(owner, "get", f"{club.code}/export/").json()
    assert (everything["code"], len(everything["members"])) == (club.code, 3)
    for path in ("members/file/", "export/"):
        assert ask(member, "get", f"{club.code}/{path}").status_code == 403
        assert ask(Client(), "get", f"{club.code}/{path}").status_code == 401


def test_a_line_is_claimed_by_its_person_and_given_by_a_director(
    club: Club, rosalia: User, named: Named
) -> None:
    mario, lia = (listed(club, rosalia, name, card=card) for name, card in (("Mario", "1"), ("Lia", "2")))
    own, other = (joined(named(name), club) for name in ("Calogero", "Turiddu"))
    calogero, turiddu, director = (client_of(named(name)) for name in ("Calogero", "Turiddu", "Rosalia"))
    members = f"{club.code}/members/"
    assert ask(calogero, "post", f"{members}{mario.number}/claim/").json()["asks_for"] == mario.number
    for reader, shown in ((calogero, mario.number), (turiddu, None), (director, mario.number)):
        rows = {each["number"]: each for each in ask(reader, "get", members).json()["results"]}
        assert rows[own.number]["asks_for"] == shown
    [asking] = ask(director, "get", f"{members}?asking=true").json()["results"]
    assert asking["number"] == own.number
    accept = f"{members}{own.number}/accept/"
    assert ask(director, "post", accept, {"asks_for": lia.number}).json()["code"] == "asks_other"
    assert ask(turiddu, "post", accept).json()["code"] == "not_club_director"
    became = ask(director, "post", accept, {"asks_for": mario.number}).json()
    assert (became["number"], became["account"], became["card"]) == (mario.number, "Calogero", "1")
    assert ask(turiddu, "post", f"{members}{mario.number}/claim/").json()["code"] == "no_member"
    offer, claim = f"{members}{other.number}/offer/", f"{members}{lia.number}/claim/"
    for refuse in (lambda: ask(turiddu, "delete", claim), lambda: ask(director, "delete", offer)):
        assert ask(director, "post", offer, {"line": lia.number}).json()["offered"] == lia.number
        assert refuse().status_code == 204
        other.refresh_from_db()
        assert other.asks_for is None
    ask(director, "post", offer, {"line": lia.number})
    ask(director, "patch", f"{members}{other.number}/", {"card": "3"})
    assert ask(turiddu, "post", claim).json()["code"] == "two_people"
    ask(director, "patch", f"{members}{other.number}/", {"card": ""})
    assert ask(turiddu, "post", claim).json()["account"] == "Turiddu"
    assert not club.members.filter(pk__in=[own.pk, other.pk]).exists()


def test_whoever_is_accepted_is_asked_whether_they_are_a_line(
    club: Club, rosalia: User, named: Named
) -> None:
    line, asking = listed(club, rosalia, "Mario Rossi"), actions.ask_to_join(named("Calogero"), club)
    accept = f"{club.code}/members/{asking.number}/accept/"
    for _time in range(2):
        sent = ask(client_of(rosalia), "post", accept, {"line": line.number}).json()
        assert (sent["role"], sent["offered"]) == ("member", line.number)
    assert ask(client_of(rosalia), "post", accept, {"line": 99}).json()["code"] == "no_member"
    other = listed(club, rosalia, "Calogero Blu")
    assert ask(client_of(rosalia), "post", accept, {"line": other.number}).json()["code"] == "asks_other"


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


def test_the_location_has_one_name_in_refusals_and_in_the_export(club: Club, rosalia: User) -> None:
    owner = client_of(rosalia)
    date = {"title": "Assemblea", "starts_at": timezone.now().isoformat()}
    assert ask(owner, "post", f"{club.code}/dates/", date | {"location": "Bar"}).status_code == 201
    for method, path, sent in (
        ("post", "", {"name": "Altro"}),
        ("patch", f"{club.code}/", {}),
        ("post", f"{club.code}/dates/", date),
        ("patch", f"{club.code}/dates/1/", {}),
    ):
        refused = ask(owner, method, path, sent | {"location": "x" * 200}).json()
        assert refused["details"] == {"field": "location"}
        assert "location" in refused["detail"]
    exported = ask(owner, "get", f"{club.code}/export/").json()
    assert exported["dates"][0]["location"] == "Bar"
    assert {*EXPORT_EXAMPLE} <= {*exported}
