"""The pages of clubs."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs import actions
from clubs.models import Club, Member
from clubs.pages.forms import MemberForm
from ludopoli.accounts.models import User
from tests.clubs.conftest import Named, client_of, joined, listed


def page_of(client: Client, name: str, *args: Any) -> str:
    answer = client.get(reverse(name, args=args))
    assert answer.status_code == 200, answer
    return answer.content.decode()


def test_a_club_is_founded_found_and_joined(rosalia: User, named: Named) -> None:
    founder, newcomer = client_of(rosalia), client_of(named("Calogero"))
    sent = {"name": "Circolo Garibaldi", "place": "Lecce"}
    founded = founder.post(reverse("new-club"), sent)
    club = Club.objects.get()
    assert founded["Location"] == club.get_absolute_url()
    founder.post(reverse("change-club", args=[club.code]), {**sent, "categories": "prima, seconda"})
    club.refresh_from_db()
    assert club.categories == ["prima", "seconda"]
    assert "Circolo Garibaldi" in page_of(Client(), "clubs")
    for words, shown in (("garib", True), ("lecce", True), ("Milano", False)):
        assert (club.get_absolute_url() in newcomer.get("/circoli/", {"q": words}).content.decode()) == shown
    newcomer.post(reverse("club-act", args=[club.code, "ask"]))
    asking = club.members.get(role="asking")
    assert "Calogero" in page_of(founder, "club-members", club.code)
    founder.post(reverse("member-act", args=[club.code, asking.number, "accept"]))
    assert "Rosalia" in page_of(newcomer, "club-members", club.code)


def test_whoever_has_no_account_finds_the_way_to_a_club_of_their_own(club: Club) -> None:
    assert 'href="/account/iscriviti/?next=/circoli/nuovo/"' in Client().get("/circoli/").content.decode()


def test_a_club_is_left_at_the_end_of_its_page(club: Club, rosalia: User) -> None:
    page = page_of(client_of(rosalia), "club", club.code)
    leave = page.index(reverse("club-act", args=[club.code, "leave"]))
    assert page.rindex(reverse("club-act", args=[club.code, "delete"])) < leave


def test_the_categories_of_the_club_are_suggested(club: Club, rosalia: User) -> None:
    club.categories = ["prima", "più & meno"]
    field = str(MemberForm(club, listed(club, rosalia, "Turiddu", category="prima"))["category"])
    assert 'value="prima"' in field
    assert '<option value="più &amp; meno">' in field


def test_the_lines_of_a_form_are_those_of_its_template(club: Club, rosalia: User) -> None:
    form = MemberForm(club, listed(club, rosalia, "Mario & Lia", card="7", category="prima"))
    by_template = render_to_string("partials/fields.html", {"form": form})
    assert "".join(form.lines().split()) == "".join(by_template.split())


def test_a_form_that_is_refused_keeps_what_was_typed(club: Club, rosalia: User) -> None:
    page = reverse("change-club", args=[club.code])
    answer = client_of(rosalia).post(page, {"name": club.name, "categories": "x" * 21})
    assert answer.status_code == 422
    assert "x" * 21 in answer.content.decode()
    assert Club.objects.get().categories == club.categories


def test_the_link_opens_the_way_into_a_private_club(club: Club, rosalia: User, named: Named) -> None:
    actions.change_club(rosalia, club, private=True)
    stranger, link = client_of(named("Calogero")), reverse("club-invitation", args=[club.code, club.secret])
    assert stranger.get(club.get_absolute_url()).status_code == 404
    assert club.name not in page_of(stranger, "clubs")
    poster = Client().get(link).content.decode()
    assert reverse("account_signup") in poster
    assert "1 socio" in poster, "how many, and who runs it"
    assert rosalia.username in poster
    assert stranger.post(link)["Location"] == club.get_absolute_url()
    welcome = stranger.get(club.get_absolute_url()).content.decode()
    assert "Gioca a un tavolo del circolo" in welcome
    assert stranger.get(link)["Location"] == club.get_absolute_url()
    assert stranger.get(f"{link[:-2]}/").status_code == 404


def test_the_link_is_copied_and_a_new_one_asks_first(club: Club, rosalia: User) -> None:
    page = page_of(client_of(rosalia), "club", club.code)
    assert 'data-copy="link"' in page
    form = page.partition(reverse("club-act", args=[club.code, "renew-link"]))
    assert '<details class="fold">' in form[0][-500:]
    assert "non funzionano più" in form[2][:600]


def test_a_card_that_nobody_has_keeps_the_way_open(club: Club, rosalia: User, named: Named) -> None:
    listed(club, rosalia, "Mario Rossi", card="0113")
    stranger, link = client_of(named("Calogero")), reverse("club-invitation", args=[club.code, club.secret])
    refused = stranger.post(link, {"card": "7"})
    assert refused.status_code == 422
    assert 'value="7"' in refused.content.decode()
    assert not club.members.filter(user=named("Calogero")).exists()


def test_a_name_that_is_on_the_list_is_asked_about(club: Club, rosalia: User) -> None:
    listed(club, rosalia, "Mario Rossi")
    director, act = client_of(rosalia), reverse("club-act", args=[club.code, "add"])
    asked = director.post(act, {"name": "Rossi Mario"})
    assert asked.status_code == 422
    assert 'name="homonym"' in asked.content.decode()
    director.post(act, {"name": "Mario Rossi", "homonym": "1"})
    assert club.members.filter(name="Mario Rossi").count() == 2
    for name, card, status in (
        ("ROSALIA", "", 409),
        ("Lia", "0113", 201),
        ("Lia", "0114", 201),
        ("Lia", "", 409),
        ("Mаrio Rоssi", "", 409),  # with Cyrillic letters
    ):
        sent = {"name": name, "card": card}
        answer = director.post(f"/api/v1/clubs/{club.code}/members/", sent, "application/json")
        assert answer.status_code == status, (name, card)


def test_a_list_is_stored_when_its_preview_is_confirmed(club: Club, rosalia: User) -> None:
    director, address = client_of(rosalia), reverse("club-roster", args=[club.code])
    text = "nome;tessera;categoria\nMario Rossi;0113;prima\nLia Verdi;0114;a,b\n"
    seen = director.post(address, {"file": SimpleUploadedFile("soci.csv", text.encode())}).content.decode()
    assert "Mario Rossi" in seen
    assert "a,b" in seen
    assert club.members.count() == 1
    director.post(address, {"text": text, "confirm": "1"})
    assert [*club.members.exclude(user=rosalia).values_list("name", flat=True)] == ["Mario Rossi"]


@pytest.mark.parametrize("kind", ["club-members-excel", "club-members-csv"])
def test_the_list_is_taken_as_a_file_and_read_again(club: Club, rosalia: User, kind: str) -> None:
    listed(club, rosalia, "Mario Rossi", card="0113", category="prima")
    listed(club, rosalia, "Nicolò 8 Marzo")
    director = client_of(rosalia)
    taken = director.get(reverse(kind, args=[club.code]), headers={"Accept-Language": "it"})
    file = SimpleUploadedFile("soci.xlsx", taken.content)
    seen = director.post(reverse("club-roster", args=[club.code]), {"file": file})
    lines = {line.name: (line.outcome, line.card) for line, _problem in seen.context["lines"]}
    assert lines == {"": ("wrong", ""), "Mario Rossi": ("same", "0113"), "Nicolò 8 Marzo": ("same", "")}
    assert Client().get(reverse(kind, args=[club.code])).status_code == 302


def test_the_largest_list_is_confirmed(club: Club, rosalia: User) -> None:
    """The text of a form may grow when it is encoded, beyond what the address accepts."""
    seen = client_of(rosalia).post(
        reverse("club-roster", args=[club.code]),
        {"file": SimpleUploadedFile("soci.csv", b"nome\nLia\n")},
    )
    confirming = seen.content.decode().partition('name="text"')[0].rpartition("<form")[2]
    assert 'enctype="multipart/form-data"' in confirming


def test_somebody_who_is_no_member_any_more_is_said_to_be_gone(club: Club, rosalia: User) -> None:
    address = reverse("member-act", args=[club.code, 99, "remove"])
    gone = client_of(rosalia).post(address, headers={"accept": "application/json"})
    assert (gone.status_code, gone.json()["code"]) == (404, "no_member")


def test_strangers_do_not_learn_the_numbers_of_members(club: Club, named: Named) -> None:
    for number in (1, 99):
        address = reverse("member-act", args=[club.code, number, "remove"])
        refused = client_of(named("Calogero")).post(address, headers={"accept": "application/json"})
        assert refused.json()["code"] == "not_club_director"
        refused = client_of(named("Calogero")).delete(f"/api/v1/clubs/{club.code}/members/{number}/")
        assert refused.json()["code"] == "not_club_director"


def test_a_file_that_is_no_list_is_refused_with_the_reason(club: Club, rosalia: User) -> None:
    director, address = client_of(rosalia), reverse("club-roster", args=[club.code])
    for data in (b"\x00\x01\x02", b"a;b\n1;2\n", b"nome\n" + b"x" * 1_048_576):
        answer = director.post(address, {"file": SimpleUploadedFile("soci.csv", data)})
        assert answer.status_code == 422
        assert answer.context["form"].errors["file"]
        assert club.members.count() == 1


@pytest.mark.parametrize("page", ["club-roster", "change-club", "club-export"])
def test_what_directors_do_is_closed_to_members(club: Club, named: Named, page: str) -> None:
    joined(named("Calogero"), club)
    assert client_of(named("Calogero")).get(reverse(page, args=[club.code])).status_code == 403


@pytest.mark.parametrize("page", ["club-members", "club-leaderboard"])
def test_the_list_and_the_leaderboards_are_closed_to_strangers(club: Club, named: Named, page: str) -> None:
    assert client_of(named("Calogero")).get(reverse(page, args=[club.code])).status_code == 403


def test_members_see_accounts_and_directors_the_rest(club: Club, rosalia: User, named: Named) -> None:
    listed(club, rosalia, "Mario Rossi", card="0113")
    joined(named("Calogero"), club, "0113")
    listed(club, rosalia, "Lia Verdi", card="0114")
    for name, sees in (("Rosalia", True), ("Calogero", False)):
        page = page_of(client_of(named(name)), "club-members", club.code)
        assert "Lia Verdi" in page
        assert "Calogero" in page
        assert ("Mario Rossi" in page, "0113" in page, "0114" in page) == (sees, sees, sees)


@pytest.mark.parametrize("words", ["0113", "Mario"])
def test_members_find_nobody_by_what_they_do_not_see(
    club: Club, rosalia: User, named: Named, words: str
) -> None:
    listed(club, rosalia, "Mario Rossi", card="0113")
    joined(named("Calogero"), club, "0113")
    joined(named("Turiddu"), club)
    for name, finds in (("Rosalia", True), ("Turiddu", False)):
        answer = client_of(named(name)).get(reverse("club-members", args=[club.code]), {"q": words})
        assert ("Calogero" in answer.content.decode()) == finds


def test_many_members_and_requests_cost_no_page_more_queries(club: Club, rosalia: User, named: Named) -> None:
    director = client_of(rosalia)
    pages = [reverse(name, args=[club.code]) for name in ("club", "club-members", "club-leaderboard")]
    joined(named("Calogero"), club)
    listed(club, rosalia, "Mario Rossi", card="0113")
    actions.join_by_link(named("Mario"), club, club.secret, "0113")

    def queries() -> list[int]:
        counted = []
        for page in pages:
            director.get(page)
            with CaptureQueriesContext(connection) as captured:
                assert director.get(page).status_code == 200
            counted.append(len(captured))
        return counted

    few = queries()
    people = User.objects.bulk_create(User(username=f"Socio {n}", password="!") for n in range(70))
    Member.objects.bulk_create(
        Member(
            club=club,
            number=10 + n,
            user=people[n] if n < 70 else None,
            name=f"Persona {n}",
            since=club.created_at,
        )
        for n in range(140)
    )
    asking = User.objects.bulk_create(User(username=f"Persona {n}", password="!") for n in range(100, 110))
    Member.objects.bulk_create(
        Member(club=club, number=200 + n, user=user, role="asking", asks_for=110 + n, since=club.created_at)
        for n, user in enumerate(asking)
    )
    assert queries() == few
    assert "dice di essere Persona 109" in page_of(director, "club-members", club.code)


def test_the_owner_takes_everything_along_and_deletes_the_club(club: Club, rosalia: User) -> None:
    owner = client_of(rosalia)
    listed(club, rosalia, "Mario Rossi", card="0113")
    taken = json.loads(owner.get(reverse("club-export", args=[club.code])).content)
    assert taken["name"] == "Circolo Garibaldi"
    assert [(each["account"], each["name"], each["card"]) for each in taken["members"]] == [
        ("Rosalia", "", ""),
        (None, "Mario Rossi", "0113"),
    ]
    assert owner.post(reverse("club-act", args=[club.code, "delete"]))["Location"] == reverse("clubs")
    assert not Club.objects.exists()
    assert not Member.objects.exists()


def test_a_visitor_without_an_account_has_no_clubs(club: Club, rosalia: User, client: Client) -> None:
    """Members by name alone have no account either, and are nobody's."""
    listed(club, rosalia, "Mario Rossi")
    club.private = True
    club.save()
    for path in ("/circoli/", "/segnapunti/"):
        assert club.name not in client.get(path).content.decode(), path
