"""The door of an evening: one field finds a member by part of a name, by number, or as the partner of last
time; and names that were entered can be corrected."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs import actions as clubs
from clubs.models import Club
from ludopoli.accounts.models import User
from tests.clubs.conftest import client_of, joined, listed
from tests.refusals import refused
from tests.tournaments.conftest import NewEvening
from tests.tournaments.evening import Evening
from tournaments import actions, selectors
from tournaments.actions import Named
from tournaments.entering.door import Door
from tournaments.models import Event, Member

LISTED = (
    "nome;tessera;categoria\nMario Rossi;0113;prima\nMaria Rosa;0114;\nUgo Neri;0125;\nZoë D’Angiò;0126;\n"
)


@pytest.fixture
def garibaldi(organiser: User, club: list[User]) -> Club:
    made = clubs.create_club(organiser, name="Circolo Garibaldi")
    clubs.import_members(organiser, made, LISTED)
    joined(club[0], made, "0125")  # Anna
    made.refresh_from_db()
    return made


@pytest.fixture
def door(evening: NewEvening, garibaldi: Club) -> Evening:
    return evening(club=garibaldi, venue="real", settings={"rounds": 1, "deals": 1})


@pytest.fixture
def director(door: Evening) -> Client:
    return client_of(door.organiser)


def enter(client: Client, event: Event, **sent: str) -> str:
    address = reverse("console-act", args=[event.code, "enter"])
    return client.post(address, sent, headers={"Accept": "text/html"}).content.decode()


def entered(event: Event) -> list[str]:
    entries = event.entries.order_by("number").prefetch_related("members__user", "members__club_line__user")
    return [selectors.entry_name(each) for each in entries]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Mario Rossi, 0113", "Mario Rossi"),
        ("0113", "Mario Rossi"),
        ("rio ros", "Mario Rossi"),
        ("rossi mario", "Mario Rossi"),
        ("dang", "Zoë D’Angiò"),
        ("0125", "Ugo Neri"),
        ("Anna", "Anna"),
    ],
)
def test_a_person_is_found_by_part_of_a_name_or_by_number(door: Evening, text: str, found: str) -> None:
    assert Door(door.event).find_person(text).name == found


def test_a_text_that_means_several_or_nobody_is_refused(door: Evening) -> None:
    with refused("several_people"):
        Door(door.event).find_person("mari")
    with refused("no_person"):
        Door(door.event).find_person("Pippo")


def test_one_field_enters_members_as_their_lines(door: Evening, director: Client, garibaldi: Club) -> None:
    enter(director, door.event, first="0113", second="neri")
    assert entered(door.event) == ["Mario Rossi – Anna"]
    mario, anna = door.event.members.order_by("place")
    assert (mario.card, mario.category, mario.line) == (
        "0113", "prima", garibaldi.members.get(card="0113"),
    )  # fmt: skip
    assert anna.user is not None
    assert anna.user.username == "Anna"
    page = enter(director, door.event, first="mari", second="Tizio Nuovo")
    assert "Mario Rossi, 0113" in page
    enter(director, door.event, first="rosa", second="Tizio Nuovo")
    assert entered(door.event)[1:] == ["Maria Rosa – Tizio Nuovo"]


def test_new_people_are_typed_straight_in_and_only_slips_are_asked_about(
    door: Evening, director: Client
) -> None:
    address = reverse("console-act", args=[door.event.code, "enter"])
    page = director.post(address, {"first": "Pina Blu", "second": "Gino Bo"}, follow=True).content.decode()
    assert entered(door.event) == ["Pina Blu – Gino Bo"]
    assert "autofocus" in page, "the form waits for the next pair"
    assert '-named"' not in page, "nobody is asked whether people are new"
    asked = enter(director, door.event, first="Tina Re", second="Rosi Mario")
    assert "Mario Rossi, 0113" in asked
    assert ("first-named" in asked, "second-named" in asked) == (False, True)
    enter(director, door.event, first="Tina Re", second="Rosi Mario", **{"second-named": "1"})
    assert entered(door.event)[1:] == ["Tina Re – Rosi Mario"]


def test_the_name_of_an_account_that_the_club_does_not_know_is_asked_about(
    door: Evening, director: Client, club: list[User]
) -> None:
    asked = enter(director, door.event, first="carla", second="Pina Blu")
    assert "account Carla" in asked
    assert ('name="first-named"' in asked, 'name="second-named"' in asked) == (True, False)
    assert not entered(door.event)
    enter(director, door.event, first="carla", second="Pina Blu", **{"first-named": "0"})
    enter(director, door.event, first="dario", second="Gino Bo", **{"first-named": "1"})
    assert [each.user for each in door.event.members.filter(place=0).order_by("entry")] == [club[2], None]
    entry = door.event.entries.get(number=2)
    substitute = reverse("console-entry-act", args=[door.event.code, 2, "substitute"])
    sent = {"place": "1", "name": "Bruno", "reason": "manca"}
    page = director.post(substitute, sent, headers={"Accept": "text/html"})
    assert page.status_code == 422
    assert '<option value="0">' in page.content.decode()
    director.post(substitute, {**sent, "name-named": "0"})
    assert entry.members.get(place=1).user == club[1]


def test_the_field_suggests_members_and_the_partner_of_last_time(
    door: Evening, director: Client, evening: NewEvening, garibaldi: Club, club: list[User]
) -> None:
    enter(director, door.event, first="0113", second="0126")
    later = evening(club=garibaldi, venue="real").event
    address = reverse("console-find", args=[later.code])
    assert director.get(address, {"q": "ma"}).json()["people"] == [
        {"text": "Maria Rosa, 0114", "entered": False, "partner": False, "licence": ""},
        {"text": "Mario Rossi, 0113", "entered": False, "partner": False, "licence": ""},
    ]
    beside = director.get(address, {"q": "", "con": "Mario Rossi, 0113"}).json()["people"]
    assert beside == [{"text": "Zoë D’Angiò, 0126", "entered": False, "partner": True, "licence": ""}]
    enter(director, later, first="0113", second="0126")
    assert director.get(address, {"q": "0113"}).json()["people"][0]["entered"] is True
    assert client_of(club[5]).get(address, {"q": "ma"}).status_code == 403
    api = f"/api/v1/tournaments/{later.code}/entries/"
    [found] = director.get(f"{api}find/", {"q": "0114"}).json()["results"]
    sent = {"members": [{"member": found["member"]}, {"name": "Anna"}]}
    made = director.post(f"{api}add/", sent, content_type="application/json").json()
    assert made["name"] == "Maria Rosa – Anna"


def test_a_substitute_s_field_suggests_members_as_the_door_does(door: Evening, director: Client) -> None:
    enter(director, door.event, first="0113", second="0126")
    page = director.get(reverse("console-entry", args=[door.event.code, 1])).content.decode()
    found = reverse("console-find", args=[door.event.code])
    assert f'data-find="{found}"' in page[page.index('id="sost"') :]
    assert "js/tournaments/console" in page


def test_names_of_entries_are_corrected(door: Evening, director: Client, club: list[User]) -> None:
    actions.enter_members(door.organiser, door.event, [Named("Maro Rosi"), Named("Pia Blu")], now=door.now)
    entry = door.event.entries.get()
    page = reverse("console-entry-act", args=[door.event.code, 1, "correct"])
    director.post(page, {"name-0": "Mario Rossi", "card-0": "0113", "name-1": "Pia Blu", "team": "I due"})
    member = Member.objects.get(entry=entry, place=0)
    assert member.line is not None
    assert member.line.card == "0113"
    entry.refresh_from_db()
    assert entry.name == "I due"
    api = f"/api/v1/tournaments/{door.event.code}/entries/1/correct/"
    sent = {"members": [{"position": 1, "name": "Pina Blu"}], "name": ""}
    done = director.post(api, sent, content_type="application/json").json()
    assert done["name"] == "Mario Rossi – Pina Blu"
    for late in (
        {"members": [{"position": 1, "name": "Ida Blu", "seen": "Pia Blu"}]},
        {"name": "Noi", "seen_name": "I due"},
    ):
        late_answer = director.post(api, late, content_type="application/json")
        assert (late_answer.status_code, late_answer.json()["code"]) == (409, "changed_meanwhile")
    kept = {"members": [{"position": 1, "name": "Pia Blu", "seen": "Pia Blu"}]}
    assert director.post(api, kept, content_type="application/json").json()["name"] == done["name"]
    with refused("possible_double"):
        actions.correct_entry(door.organiser, entry, {1: Named("Mario Rossi")})
    with refused("not_director"):
        actions.correct_entry(club[3], entry, {1: Named("Ida")})
    with refused("no_place"):
        actions.correct_entry(door.organiser, entry, {7: Named("Ida")})


def test_a_newcomer_s_category_is_typed_at_the_door_and_corrected(door: Evening, director: Client) -> None:
    """Of the club's categories and those with prizes of their own; a member's is on the list."""
    purse = {"prizes": [{"place": 1, "category": "Juniores", "thing": "un salame"}]}
    Event.objects.filter(pk=door.event.pk).update(purse=purse)
    page = enter(director, door.event, first="Tina Re", second="mari", **{"first-category": "Juniores"})
    assert ('value="Juniores"' in page, '<option value="prima">' in page) == (True, True)
    enter(director, door.event, first="Tina Re", second="0113", **{"first-category": "Juniores"})
    assert [each.category for each in door.event.members.order_by("place")] == ["Juniores", "prima"]
    names = {"name-0": "Tina Re", "card-0": "", "name-1": "Mario Rossi", "card-1": "0113"}
    address = reverse("console-entry-act", args=[door.event.code, 1, "correct"])
    director.post(address, {**names, "category-0": "Allievi", "category-1": "prima"})
    assert door.event.members.get(place=0).category == "Allievi"
    director.post(address, {**names, "category-0": "x, y", "category-1": "prima"})
    assert door.event.members.get(place=0).category == "Allievi"


def test_a_substitute_and_the_members_of_a_team_have_a_category_too(
    evening: NewEvening, door: Evening, director: Client, garibaldi: Club
) -> None:
    enter(director, door.event, first="0113", second="0126")
    page = director.get(reverse("console-entry", args=[door.event.code, 1])).content.decode()
    assert '<option value="prima">' in page[page.index('name="name-category"') :]
    address = reverse("console-entry-act", args=[door.event.code, 1, "substitute"])
    sent = {"place": "1", "name": "Tina Re", "name-category": "Juniores", "reason": "Zoë sta male"}
    director.post(address, sent)
    assert door.event.members.get(place=1).category == "Juniores"
    teams = evening(club=garibaldi, venue="real", format="robin", unit="team", settings={"deals": 1}).event
    text = "Pina Blu; Juniores\n0113; seconda\nGino Bo\nTina Re"
    page = enter(director, teams, team="Onda", members="Pina Blu; x, y\n0113\nGino Bo\nTina Re")
    assert "non può essere una categoria" in page
    enter(director, teams, team="Onda", members=text)
    assert [each.category for each in teams.members.order_by("place")] == ["Juniores", "prima", "", ""]


def test_a_program_enters_newcomers_with_a_category_also_as_substitutes(
    door: Evening, director: Client, garibaldi: Club
) -> None:
    mario, zoe = (garibaldi.members.get(card=card) for card in ("0113", "0126"))
    new = {"named": "Tina Re", "category": "Juniores"}
    api = f"/api/v1/tournaments/{door.event.code}/entries/"

    def send(path: str, **sent: object) -> Any:
        return director.post(f"{api}{path}/", sent, content_type="application/json")

    for wrong in ({"member": mario.number, "category": "prima"}, {**new, "name": "Carla"}, {}):
        assert send("add", members=[wrong, new]).json()["code"] == "bad_member"
    assert send("add", members=[{"member": mario.number}, new]).status_code == 201
    assert [each.category for each in door.event.members.order_by("place")] == ["prima", "Juniores"]
    for who in ({"member": zoe.number}, {"named": "Gino Bo", "category": "Allievi"}):
        assert send("1/substitute", position=1, reason="Tina sta male", **who).status_code == 200
    member = door.event.members.get(place=1)
    assert (member.name, member.category) == ("Gino Bo", "Allievi")
    assert send("1/substitute", position=1, reason="x", **{**new, "category": "x, y"}).json()["code"] == (
        "no_category"
    )


def test_who_is_put_on_the_list_later_is_found_at_once(door: Evening, garibaldi: Club) -> None:
    listed(garibaldi, door.organiser, "Gino Gialli", card="0127")
    assert Door(door.event).find_person("gial").card == "0127"
