"""A list of members from a file: what each line does, what is wrong with it, and storing it once."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from clubs import actions, csv_lists, roster
from clubs.models import Club, Member
from clubs.roster import LineOutcome
from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from ludopoli.moderation import sanctions
from ludopoli.text import letters
from tests.clubs.conftest import Named, joined, listed
from tests.refusals import refused

LIST = """nome;tessera;categoria
Mario Rossi;0113;prima
Lia Verdi;0114;
Ugo Neri;;seconda
"""


def outcomes(text: str, club: Club) -> list[tuple[int, str, str]]:
    """The lines with their outcomes, and the codes of what is wrong."""
    lines = roster.read_roster(text, club, club.members.all())
    return [(each.line, each.outcome.value, each.problem.code if each.problem else "") for each in lines]


@pytest.mark.parametrize("delimiter", [";", ",", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_any_spreadsheet_s_file_is_read(club: Club, delimiter: str, encoding: str) -> None:
    written = LIST.replace("Ugo Neri", "Nicolò D’Angiò").replace(";", delimiter).replace("\n", "\r\n")
    text = csv_lists.decode_file(written.encode(encoding))
    lines = roster.read_roster(text, club, [])
    assert [(each.name, each.card, each.category) for each in lines] == [
        ("Mario Rossi", "0113", "prima"),
        ("Lia Verdi", "0114", ""),
        ("Nicolò D’Angiò", "", "seconda"),
    ]


def test_a_picture_is_no_list() -> None:
    with refused("roster_encoding"):
        csv_lists.decode_file(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "roster_columns"),
        ("Mario Rossi;0113\n", "roster_columns"),
        ("tessera;categoria\n0113;prima\n", "roster_columns"),
        ("nome;tessera\n\n;;\n", "roster_empty"),
        ("nome\n" + "x\n" * 5001, "roster_lines"),
        ("nome\n" + "x" * 200_000, "roster_format"),
    ],
)
def test_a_list_that_cannot_be_read_is_refused_as_a_whole(club: Club, text: str, code: str) -> None:
    with refused(code):
        roster.read_roster(text, club, club.members.all())


def test_surnames_may_have_a_column_of_their_own(club: Club) -> None:
    lines = roster.read_roster("Cognome,Nome\nRossi,Mario\n", club, [])
    assert lines[0].name == "Mario Rossi"


def test_every_line_says_what_is_wrong_with_it(club: Club) -> None:
    text = (
        "nome;tessera;categoria\n"
        "Mario Rossi;0113;prima\n"
        ";0114;prima\n"
        "Lia Verdi;0113;prima\n"
        "Ugo Neri;;terza\n"
        "\n"
        "Ida Bianchi;;\n"
        "ida bianchi;;\n"
        f"Gino Gialli;{'9' * 21};\n"
    )
    assert outcomes(text, club) == [
        (2, "new", ""),
        (3, "wrong", "bad_member_name"),
        (4, "wrong", "listed_twice"),
        (5, "new", ""),
        (7, "new", ""),
        (8, "wrong", "listed_twice"),
        (9, "wrong", "bad_card"),
    ]


def test_two_people_of_one_name_are_told_apart_by_their_cards(club: Club) -> None:
    assert [each[1] for each in outcomes("nome;tessera\nMario Rossi;1\nMario Rossi;2\n", club)] == ["new"] * 2


def test_a_line_about_a_member_changes_the_member(club: Club, rosalia: User) -> None:
    listed(club, rosalia, "Mario Rosi", card="0113")
    listed(club, rosalia, "Lia Verdi", card="0114")
    listed(club, rosalia, "Ugo Neri", category="prima")
    assert outcomes(LIST, club) == [(2, "changed", ""), (3, "same", ""), (4, "changed", "")]
    actions.import_members(rosalia, club, LIST)
    people = club.members.exclude(user=rosalia).values_list("name", "card", "category")
    assert sorted(people) == [
        ("Lia Verdi", "0114", ""),
        ("Mario Rossi", "0113", "prima"),
        ("Ugo Neri", "", "seconda"),
    ]


def test_a_list_changes_no_account_and_no_role(club: Club, rosalia: User, named: Named) -> None:
    listed(club, rosalia, "Mario Rossi", card="0113")
    member = joined(named("Calogero"), club, "0113")
    actions.set_role(rosalia, member, "director")
    actions.import_members(rosalia, club, LIST)
    member.refresh_from_db()
    assert (member.user, member.role, member.category) == (named("Calogero"), "director", "prima")


def test_what_is_wrong_is_left_out_and_the_rest_is_stored(club: Club, rosalia: User) -> None:
    lines = actions.import_members(rosalia, club, LIST + "Ida Bianchi;0113;\n")
    assert [each.outcome for each in lines] == [LineOutcome.NEW] * 3 + [LineOutcome.WRONG]
    assert club.members.count() == 4
    numbers = [*club.members.values_list("number", flat=True)]
    assert numbers == [1, 2, 3, 4]


def test_the_same_list_twice_makes_nobody_twice(club: Club, rosalia: User) -> None:
    for _ in range(2):
        lines = actions.import_members(rosalia, club, LIST)
    assert {each.outcome for each in lines} == {LineOutcome.SAME}
    assert club.members.count() == 4


def test_a_club_has_room_for_a_whole_list_and_no_more(
    club: Club, rosalia: User, django_assert_max_num_queries: object
) -> None:
    names = "nome\n" + "".join(f"Persona {at}\n" for at in range(1, csv_lists.MOST_LINES))
    actions.import_members(rosalia, club, names)
    with refused("club_full"):
        actions.import_members(rosalia, club, "nome\nPersona 0\n")
    assert club.members.count() == csv_lists.MOST_LINES


def test_a_column_that_the_list_lacks_stays_as_it_is(club: Club, rosalia: User) -> None:
    listed(club, rosalia, "Mario Rossi", card="0113", category="prima")
    assert outcomes("nome;tessera\nMario Rossi;0113\n", club) == [(2, "same", "")]
    assert outcomes("nome;categoria\nMario Rossi;seconda\n", club) == [(2, "changed", "")]
    assert outcomes("nome\nmario rossi\nLia Verdi\n", club) == [(2, "changed", ""), (3, "new", "")]
    actions.import_members(rosalia, club, "nome;categoria\nMario Rossi;\n")
    changed = club.members.get(name="Mario Rossi")
    assert (changed.card, changed.category) == ("0113", "")


def test_a_name_that_several_members_have_needs_a_card(club: Club, rosalia: User) -> None:
    for card in ("1", "2"):
        listed(club, rosalia, "Mario Rossi", card=card)
    assert outcomes("nome\nMario Rossi\n", club) == [(2, "wrong", "named_alike")]
    assert outcomes("nome;tessera\nMario Rossi;2\nMario Rossi;3\n", club) == [(2, "same", ""), (3, "new", "")]


def test_the_muted_read_no_list(club: Club, rosalia: User) -> None:
    until = timezone.now() + timedelta(days=1)
    sanctions.impose_sanction(rosalia, sanctions.Sanction.Kind.MUTE, reason="Insulti", until=until)
    with refused("silenced"):
        actions.import_members(rosalia, club, LIST)
    assert club.members.count() == 1


cells = st.text(st.characters(exclude_categories=["Cs"]), max_size=25)


@given(st.lists(st.tuples(cells, cells, cells), min_size=1, max_size=8), st.randoms())
def test_lines_that_are_not_wrong_can_always_be_stored(
    rows: list[tuple[str, str, str]], chance: random.Random
) -> None:
    """Whatever a list says, its good lines fit each other and the members: no card and no person twice."""
    club = Club(categories=["prima"])
    known = [Member(name="Mario", card="1"), Member(name="Lia")]
    text = "nome\ttessera\tcategoria\n" + "".join("\t".join(row).replace('"', "") + "\n" for row in rows)
    try:
        lines = roster.read_roster(text, club, known)
    except ActionRefused:
        return
    good = [each for each in lines if each.outcome != LineOutcome.WRONG]
    cards = [each.card.casefold() for each in good if each.card]
    assert len(cards) == len({*cards})
    members = [id(each.member) for each in good if each.member is not None]
    assert len(members) == len({*members})
    assert all(each.name and len(each.category) <= 20 for each in good)
    assert len({letters.fold_text(each.category) for each in good} | {"prima"} - {""}) <= 21


def test_a_list_brings_the_categories_of_a_new_club(rosalia: User) -> None:
    club = actions.create_club(rosalia, name="Nuovo circolo")
    rows = [f"Socio {number};{number};{('A', 'b', 'Juniores')[number % 3]}" for number in range(62)]
    text = "\n".join(["nome;tessera;categoria", *rows, "Un altro;99;JUNIORES", "Ancora;98;x,y"])
    stored = actions.import_members(rosalia, club, text)
    assert [each.outcome.value for each in stored] == ["new"] * 63 + ["wrong"]
    club.refresh_from_db()
    assert sorted(club.categories) == ["A", "Juniores", "b"]
    assert club.members.get(card="99").category == "Juniores"
    many = "\n".join(["nome;categoria", *(f"Tale {number};categoria {number}" for number in range(20))])
    assert [each.outcome.value for each in actions.import_members(rosalia, club, many)].count("wrong") == 3
    club.refresh_from_db()
    assert len(club.categories) == 20


@pytest.mark.parametrize("name", ["Rossi Mario", "Mаriо Rossi", "Mar\u20d2io Rossi"], ids=ascii)
def test_a_member_is_known_by_a_name_that_looks_the_same(club: Club, rosalia: User, name: str) -> None:
    """With the surname first, in Cyrillic letters, with a sign that is hardly displayed."""
    listed(club, rosalia, "Mario Rossi")
    assert outcomes(f"nome\n{name}\n", club) == [(2, "changed", "")]
    assert outcomes(f"nome\nMario Rossi\n{name}\n", club) == [(2, "same", ""), (3, "wrong", "listed_twice")]


def test_a_member_is_known_in_any_case_and_without_accents(club: Club, rosalia: User) -> None:
    listed(club, rosalia, "Nicolò D’Angiò", category="prima")
    assert outcomes("nome;categoria\nNICOLO' D'ANGIO';prima\n", club) == [(2, "changed", "")]
    assert outcomes("nome\nNicolò\nnicolo'\n", club) == [(2, "new", ""), (3, "wrong", "listed_twice")]
