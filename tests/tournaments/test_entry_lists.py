"""Entries from a CSV file: what each line does, what is wrong with it, and entering them once."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import translation

from clubs import csv_lists
from clubs.models import Club
from clubs.roster import LineOutcome
from clubs.signals import list_changed
from ludopoli.accounts.models import User
from tests.refusals import refused
from tests.tournaments.conftest import NewEvening
from tests.tournaments.evening import Evening
from tests.tournaments.test_pages import browser
from tournaments import actions, selectors
from tournaments.models import Event, Member

PAIRS = """nome;tessera;compagno;tessera compagno
Mario Rossi;0113;Lia Verdi;0114
Ugo Neri;;Nora Bianchi;0120
"""


@pytest.fixture(autouse=True)
def _in_english() -> Any:
    with translation.override("en"):
        yield


@pytest.fixture
def door(evening: NewEvening) -> Evening:
    """An evening at real tables that nobody has entered yet."""
    return evening(venue="real", settings={"rounds": 2, "deals": 1})


def outcomes(text: str, event: Event) -> list[tuple[int, str, str]]:
    """The entries with their first lines, their outcomes, and the codes of what is wrong."""
    lines = actions.read_list(event, text)
    return [(each.line, each.outcome.value, each.problem.code if each.problem else "") for each in lines]


def entered(event: Event) -> list[tuple[str, ...]]:
    return [
        (entry.name, *(f"{each.name}/{each.card}" for each in entry.members.all()))
        for entry in event.entries.order_by("number").prefetch_related("members")
    ]


@pytest.mark.parametrize("delimiter", [";", ",", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_any_spreadsheet_s_file_is_read(door: Evening, delimiter: str, encoding: str) -> None:
    written = PAIRS.replace("Ugo Neri", "Nicolò D’Angiò").replace(";", delimiter).replace("\n", "\r\n")
    text = csv_lists.decode_file(written.encode(encoding))
    actions.import_entries(door.organiser, door.event, text, now=door.now)
    assert entered(door.event) == [
        ("", "Mario Rossi/0113", "Lia Verdi/0114"),
        ("", "Nicolò D’Angiò/", "Nora Bianchi/0120"),
    ]


def test_storing_the_same_list_twice_changes_nothing(door: Evening) -> None:
    for _time in range(2):
        actions.import_entries(door.organiser, door.event, PAIRS, now=door.now)
    assert outcomes(PAIRS, door.event) == [(2, "same", ""), (3, "same", "")]
    assert door.event.entries.count() == 2
    assert not User.objects.filter(is_named=True).exists(), "names need no accounts"


def test_two_lines_of_a_group_are_a_pair(door: Evening) -> None:
    text = "nome,coppia\nMario,1\nLia,2\nUgo,1\nNora,2\nSolo,3\n"
    assert outcomes(text, door.event) == [(2, "new", ""), (3, "new", ""), (6, "wrong", "bad_member")]
    actions.import_entries(door.organiser, door.event, text, now=door.now)
    assert entered(door.event) == [("", "Mario/", "Ugo/"), ("", "Lia/", "Nora/")]


def test_a_team_is_a_group_with_its_name(evening: NewEvening) -> None:
    on = evening(venue="real", format="robin", unit="team", settings={"deals": 1})
    text = "nome;squadra\n" + "".join(f"Persona {at};{'Leoni' if at < 5 else 'Tori'}\n" for at in range(9))
    actions.import_entries(on.organiser, on.event, text, now=on.now)
    assert [(each.name, each.members.count()) for each in on.event.entries.all()] == [
        ("Leoni", 5), ("Tori", 4),
    ]  # fmt: skip


def test_doubles_and_bad_names_are_left_out(door: Evening) -> None:
    text = PAIRS + "Mario Rossi;0113;Altri;\nPiero;;;\nPia;;Che merda;\n;9;Rita;\n"
    assert outcomes(text, door.event) == [
        (2, "new", ""), (3, "new", ""), (4, "wrong", "listed_twice"), (5, "wrong", "bad_member"),
        (6, "wrong", "bad_words"), (7, "wrong", "bad_member_name"),
    ]  # fmt: skip
    actions.import_entries(door.organiser, door.event, text, now=door.now)
    assert door.event.entries.count() == 2


def test_somebody_who_is_in_with_another_partner_is_wrong(door: Evening) -> None:
    actions.import_entries(door.organiser, door.event, PAIRS, now=door.now)
    other = "nome;tessera;compagno\nMario Rossi;0113;Rita\n"
    assert outcomes(other, door.event) == [(2, "wrong", "already_entered")]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "roster_columns"),
        ("città\nPalermo\n", "roster_columns"),
        ("nome\n\n", "roster_empty"),
        ("nome\n" + "x" * 200_000, "roster_format"),
        ("nome\n" + "Mario\n" * 5001, "roster_lines"),
    ],
)
def test_what_is_no_list_is_refused(door: Evening, text: str, code: str) -> None:
    with refused(code):
        actions.read_list(door.event, text)


def test_five_thousand_lines_fill_the_event_and_no_more(door: Evening) -> None:
    Event.objects.filter(pk=door.event.pk).update(capacity=30)
    text = "nome,compagno\n" + "".join(f"Persona {at},Compagno {at}\n" for at in range(5000))
    found = actions.import_entries(door.organiser, door.fresh(), text, now=door.now)
    assert len(found) == 5000
    assert [each.outcome for each in found].count(LineOutcome.NEW) == 30
    assert {each.problem.code for each in found if each.problem} == {"event_full"}
    assert door.event.entries.count() == 30


def test_lists_are_for_real_tables(tonight: Evening) -> None:
    with refused("not_real"):
        actions.read_list(tonight.event, PAIRS)


def test_only_directors_import(door: Evening, club: list[User]) -> None:
    with refused("not_director"):
        actions.import_entries(club[0], door.event, PAIRS)


# ---- the club's list


@pytest.fixture
def of_club(door: Evening, club: list[User]) -> Club:
    found = Club.objects.create(name="Circolo Garibaldi", categories=["prima", "seconda"])
    for number, (name, card, user) in enumerate(
        [("Mario Rossi", "0113", club[0]), ("Lia Verdi", "0114", None), ("Ugo Neri", "0115", None)], start=1
    ):
        found.members.create(
            number=number, name=name, card=card, user=user, category="prima", since=door.now,
            role="member",
        )  # fmt: skip
    Event.objects.filter(pk=door.event.pk).update(club=found)
    door.fresh()
    return found


def test_the_club_s_list_completes_its_members(door: Evening, of_club: Club, club: list[User]) -> None:
    text = "tessera;tessera 2\n0113;0114\n0199;0115\n"
    assert outcomes(text, door.event) == [(2, "new", ""), (3, "wrong", "bad_member_name")]
    actions.import_entries(door.organiser, door.event, text, now=door.now)
    first, second = Member.objects.filter(event=door.event).order_by("place")
    assert (first.user, first.name, first.card, first.category) == (club[0], "", "0113", "prima")
    assert (second.user, second.name, second.card) == (None, "Lia Verdi", "0114")
    by_name = "nome;compagno\nUgo Neri;Rita\n"
    actions.import_entries(door.organiser, door.event, by_name, now=door.now)
    assert [each.card for each in Member.objects.filter(event=door.event, name="Ugo Neri")] == ["0115"]


def test_a_name_that_does_not_say_who_is_meant_is_asked_about_as_at_the_door(
    door: Evening, of_club: Club
) -> None:
    """As `several_people` and `similar_person`, unless the line is known to name somebody new."""
    of_club.members.create(number=9, name="Lia Verdi", card="0200", since=door.now)
    text = "nome;tessera;compagno\nLia Verdi;;Ugo Nero\nUgo Neri;0115;Pia Blu\nMario Rossi;77;Gino Bo\n"
    lines = actions.read_list(door.event, text)
    assert [[each.code for each in line.asks] for line in lines] == [
        ["several_people", "similar_person"], [], [],
    ]  # fmt: skip
    assert "Lia Verdi, 0114, Lia Verdi, 0200" in str(lines[0].problem)
    client, address = browser(door.organiser), reverse("console-list", args=[door.event.code])
    page = client.post(address, {"text": text}).content.decode()
    assert page.count('name="homonym"') == 1
    assert [page.count(f">{each}</span>") for each in ("on the list", "new person")] == [1, 5]
    client.post(address, {"text": text, "confirm": "1", "homonym": ["2"]})
    assert entered(door.event) == [
        ("", "Lia Verdi/", "Ugo Nero/"),
        ("", "Ugo Neri/0115", "Pia Blu/"),
        ("", "Mario Rossi/77", "Gino Bo/"),
    ]


def test_a_number_that_the_club_does_not_have_hides_nobody_whose_name_says_enough(
    door: Evening, of_club: Club
) -> None:
    """A club may know no numbers, and a federation's file have them: nobody is asked who Ugo Neri is."""
    ugo = of_club.members.get(name="Ugo Neri")
    of_club.members.update(card="")
    of_club.members.create(number=9, name="Lia Verdi", card="0200", since=door.now)
    text = "nome;tessera;compagno;tessera compagno\nNeri Ugo;77;Mario Rossi;\nLia Verdi;78;Ugo Nero;\n"
    lines = actions.read_list(door.event, text)
    assert [[each.code for each in line.asks] for line in lines] == [[], ["similar_person", "similar_person"]]
    actions.import_entries(door.organiser, door.event, text, now=door.now)
    member = Member.objects.get(event=door.event, card="77")
    assert (member.line, member.category) == (ugo, "prima")
    corrected = {member.place: actions.Named("Neri Ugo", "77", "seconda")}
    actions.correct_entry(door.organiser, member.entry, corrected, now=door.now)
    member = Member.objects.get(event=door.event, card="77")
    assert (member.line, member.category) == (ugo, "seconda")


def test_whose_number_no_line_has_is_nobody_on_the_list_unless_somebody_imports_them(
    door: Evening, of_club: Club
) -> None:
    """A guest with the number of another club stays one when a member of the same name is listed."""
    door.enter([actions.Named("Rosa Blu", "B-77"), actions.Named("Ugo Neri", "B-78")])
    of_club.members.filter(name="Ugo Neri").update(card="")
    of_club.members.create(number=9, name="Rosa Blu", since=door.now)
    list_changed.send(Club, club=of_club, lines=[])
    assert {each.line for each in Member.objects.filter(event=door.event)} == {None}


def test_a_category_is_spelt_as_the_club_s_and_else_as_on_the_first_line(
    door: Evening, of_club: Club
) -> None:
    text = "nome;categoria;compagno\nPino;terza;Pia\nGino;PRIMA;Gia\nRino;Terza;Ria\n"
    assert outcomes(text, door.event) == [(2, "new", ""), (3, "new", ""), (4, "new", "")]
    actions.import_entries(door.organiser, door.event, text, now=door.now)
    assert {each.category for each in Member.objects.all()} == {"terza", "prima", ""}


def test_who_has_taken_the_deals_is_not_on_the_list(door: Evening, of_club: Club, club: list[User]) -> None:
    text = "tessera;tessera 2\n0113;0114\n"
    actions.change_event(door.organiser, door.event, settings={"rounds": 2, "deals": 1, "duplicate": True})
    actions.add_director(door.organiser, door.fresh(), club[0])
    assert outcomes(text, door.fresh())[0] == (2, "new", "")
    actions.take_deals(club[0], door.event, now=door.now)
    assert outcomes(text, door.fresh())[0] == (2, "wrong", "has_watched")
    actions.import_entries(door.organiser, door.event, text, now=door.now)
    assert not door.event.members.filter(user=club[0]).exists()
    page = browser(door.organiser).post(reverse("console-list", args=[door.event.code]), {"text": text})
    assert f"{club[0].username} has watched these deals" in page.content.decode()


@pytest.mark.parametrize("kind", ["excel", "csv"])
@pytest.mark.parametrize("unit", ["pair", "team"])
def test_the_entries_are_taken_as_a_file_and_read_again(evening: NewEvening, unit: str, kind: str) -> None:
    teams = {"format": "robin", "unit": "team"} if unit == "team" else {}
    on, other = (evening(venue="real", settings={"deals": 1}, **teams) for _time in range(2))
    for at in range(2):
        people = [actions.Named(f"Èva {at}{each}", f"01{at}{each}" if each else "") for each in range(4)]
        on.enter(people) if unit == "team" else on.enter(people[:2], people[2:])
        on.event.entries.filter(number=at + 1).update(name=f"8 Marzo {at}")
    taken = browser(on.organiser).get(
        reverse(f"console-entries-{kind}", args=[on.event.code]), headers={"Accept-Language": "it"}
    )
    text = csv_lists.decode_file(taken.content)
    lines = actions.import_entries(other.organiser, other.event, text, now=other.now)
    assert [each.problem for each in lines] == [None] * len(lines)
    assert entered(other.event) == entered(on.event)


# ---- pages


def test_a_list_is_shown_before_it_is_stored(door: Evening) -> None:
    client = browser(door.organiser)
    address = reverse("console-list", args=[door.event.code])
    assert "An Excel workbook or a CSV file" in client.get(address).content.decode()
    file = SimpleUploadedFile("serata.csv", (PAIRS + "Mario Rossi;0113;Rita;\n").encode())
    preview = client.post(address, {"file": file})
    page = preview.content.decode()
    assert "An earlier line has Mario Rossi already." in page
    assert not door.event.entries.exists(), "nothing is stored yet"
    client.post(address, {"text": preview.context["text"], "confirm": "1"})
    assert door.event.entries.count() == 2
    console = client.get(reverse("console", args=[door.event.code])).content.decode()
    assert "Nora Bianchi" in console


def test_a_file_that_is_no_text_is_refused(door: Evening) -> None:
    client = browser(door.organiser)
    file = SimpleUploadedFile("serata.csv", b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR")
    answer = client.post(reverse("console-list", args=[door.event.code]), {"file": file})
    assert answer.status_code == 422
    assert "This file is not a list." in answer.content.decode()


def test_the_preview_costs_the_same_for_any_list(door: Evening, django_assert_max_num_queries: Any) -> None:
    client = browser(door.organiser)
    address = reverse("console-list", args=[door.event.code])
    text = "nome,compagno\n" + "".join(f"Persona {at},Compagno {at}\n" for at in range(400))
    with django_assert_max_num_queries(25):
        client.post(address, {"text": text})


def test_a_director_enters_somebody_by_name_and_number(door: Evening) -> None:
    client = browser(door.organiser)
    sent = {
        "first": "Mario Rossi", "first-named": "1", "first-card": "0113",
        "second": "Lia Verdi", "second-named": "1",
    }  # fmt: skip
    client.post(reverse("console-act", args=[door.event.code, "enter"]), sent)
    assert entered(door.event) == [("", "Mario Rossi/0113", "Lia Verdi/")]
    entry = door.event.entries.get()
    assert selectors.entry_name(entry) == "Mario Rossi – Lia Verdi"
    actions.substitute_member(door.organiser, entry, 1, actions.Named("Rita Blu"), "absence", now=door.now)
    assert entered(door.event) == [("", "Mario Rossi/0113", "Rita Blu/")]
