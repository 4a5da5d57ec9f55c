"""Federations: clubs that belong to one by the consent of both sides, and licences of their members."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db.models import ForeignObjectRel, QuerySet
from django.urls import reverse

from clubs import actions, claims, csv_lists, federations, licence_lists
from clubs.licences import LicenceBook, LicenceStatus, age_category, licence_status
from clubs.models import Affiliation, Club, Federation, Licence, Member
from ludopoli.accounts import privacy
from ludopoli.accounts.models import User
from ludopoli.notices.models import Notice
from ludopoli.text import zones
from tests.clubs.conftest import Named, client_of, federated, joined, licensed, listed
from tests.refusals import refused

AGES = [["Giovani", 17], ["Adulti", 64], ["Veterani", None]]
TODAY = zones.site_day()


@pytest.fixture
def nino(named: Named) -> User:
    return named("Nino")


@pytest.fixture
def salento(nino: User, club: Club) -> Federation:
    return federated(nino, club, age_categories=AGES)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("slug", "Con Spazi"),
        ("slug", ""),
        ("age_day", "02-30"),
        ("age_categories", [["Giovani", 17], ["Giovani", 20]]),
        ("age_categories", [["Adulti", 64], ["Giovani", 17]]),
        ("age_categories", [["Tutti", None], ["Giovani", 17]]),
        ("organisers", []),
    ],
)
def test_a_value_that_does_not_work_is_named(nino: User, field: str, value: object) -> None:
    with refused("bad_federation", field=field):
        federations.create_federation(nino, **{"name": "Salento", "slug": "salento", field: value})


def test_an_address_is_given_once(salento: Federation, rosalia: User) -> None:
    for slug in ("salento", "nuova"):
        with refused("slug_taken"):
            federations.create_federation(rosalia, name="Altra", slug=slug)


def test_a_club_belongs_to_a_federation_once_both_sides_agree(
    nino: User, rosalia: User, club: Club, named: Named
) -> None:
    federation = federations.create_federation(nino, name="Salento", slug="salento")
    with refused("not_club_owner"):
        federations.ask_to_affiliate(nino, club, federation)
    federations.ask_to_affiliate(rosalia, club, federation)
    assert federations.ask_to_affiliate(rosalia, club, federation).status == Affiliation.Status.ASKED
    with refused("not_federation_organiser"):
        federations.invite_club(rosalia, federation, club)
    assert federations.invite_club(nino, federation, club).status == Affiliation.Status.MEMBER
    with refused("not_club_owner"):
        federations.end_affiliation(named("Estranea"), federation, club)
    federations.end_affiliation(rosalia, federation, club)
    assert not federation.affiliations.exists()


def test_each_side_is_notified_of_what_the_other_wishes(nino: User, rosalia: User, club: Club) -> None:
    federation = federations.create_federation(nino, name="Salento", slug="salento")
    federations.invite_club(nino, federation, club)
    federations.invite_club(nino, federation, club)
    federations.ask_to_affiliate(rosalia, club, federation)
    federations.end_affiliation(nino, federation, club)
    told = Notice.objects.filter(kind="club_federation").order_by("pk")
    assert [(each.user.username, each.text) for each in told.select_related("user")] == [
        ("Rosalia", "Salento: Circolo Garibaldi è invitato a farne parte."),
        ("Nino", "Salento: Circolo Garibaldi ora ne fa parte."),
        ("Rosalia", "Salento: Circolo Garibaldi non ne fa parte."),
    ]


def test_a_private_club_belongs_to_no_federation(nino: User, rosalia: User, club: Club) -> None:
    federation = federations.create_federation(nino, name="Salento", slug="salento")
    actions.change_club(rosalia, club, private=True)
    with refused("concealed_club"):
        federations.invite_club(nino, federation, Club.objects.get())


def test_a_federation_keeps_an_organiser(salento: Federation, nino: User, named: Named) -> None:
    with refused("last_organiser"):
        federations.remove_organiser(nino, salento, nino)
    federations.add_organiser(nino, salento, named("Pia"))
    federations.remove_organiser(named("Pia"), salento, nino)
    with refused("not_federation_organiser"):
        federations.delete_federation(nino, salento)


def test_an_owner_of_its_oldest_club_inherits_a_federation(
    salento: Federation, nino: User, rosalia: User
) -> None:
    privacy.delete_person(nino)
    assert [*salento.organisers.all()] == [rosalia]
    privacy.delete_person(rosalia)
    assert not Federation.objects.exists()


def test_a_line_of_a_clubs_list_has_a_licence_with_an_account_or_without(
    salento: Federation, club: Club, rosalia: User, named: Named
) -> None:
    mario = licensed(salento, listed(club, rosalia, "Mario Rossi", card="12"), "F-1", born=1950)
    anna = licensed(salento, joined(named("Anna"), club), "F-2")
    assert (mario.line.user, anna.line.user) == (None, named("Anna"))
    with refused("already_licensed"):
        licensed(salento, mario.line, "F-3")
    with refused("licence_taken", number="f-1"):
        licensed(salento, listed(club, rosalia, "Ugo Neri"), "f-1")
    with refused("no_member"):
        federations.issue_licence(
            salento.organisers.get(), salento, club, "Nessuno", number="9",
            valid_from=TODAY, valid_until=TODAY,
        )  # fmt: skip


@pytest.mark.parametrize(
    ("field", "value"),
    [("number", " "), ("born", 1899), ("born", "1950"), ("valid_until", date(2019, 1, 1))],
)
def test_a_wrong_licence_is_refused(
    salento: Federation, club: Club, rosalia: User, field: str, value: object
) -> None:
    with refused("bad_licence", field=field):
        licensed(salento, listed(club, rosalia, "Mario Rossi"), **{"number": "1", field: value})  # type: ignore[arg-type]


def test_a_licence_is_valid_from_its_first_day_to_its_last(
    salento: Federation, club: Club, rosalia: User
) -> None:
    days = {"valid_from": date(2026, 1, 1), "valid_until": date(2026, 12, 31)}
    licence = licensed(salento, listed(club, rosalia, "Mario Rossi"), "1", **days)
    found = [
        licence_status(licence, day)
        for day in (date(2025, 12, 31), date(2026, 1, 1), date(2026, 12, 31), date(2027, 1, 1))
    ]
    assert found == ["not_yet", "valid", "valid", "expired"]
    assert licence_status(licence, TODAY.replace(year=2026), club.pk + 1) == LicenceStatus.OTHER_CLUB
    assert licence_status(None, TODAY) == LicenceStatus.UNKNOWN


def test_the_licences_of_a_club_end_when_it_leaves(salento: Federation, club: Club, rosalia: User) -> None:
    licence = licensed(salento, listed(club, rosalia, "Mario Rossi"), "1")
    federations.end_affiliation(rosalia, salento, club)
    licence.refresh_from_db()
    assert licence_status(licence, TODAY) == LicenceStatus.EXPIRED


def test_a_licence_follows_a_person_into_another_club(
    salento: Federation, club: Club, nino: User, rosalia: User
) -> None:
    other = actions.create_club(rosalia, name="Circolo Mazzini")
    federations.invite_club(nino, salento, other)
    federations.ask_to_affiliate(rosalia, other, salento)
    before = listed(club, rosalia, "Mario Rossi")
    licensed(salento, before, "1")
    after = listed(other, rosalia, "Rossi Mario")
    federations.move_licence(nino, salento, "1", other, "Mario Rossi")
    lines = (before.pk, after.pk)
    actions.remove_member(rosalia, before)
    book = LicenceBook(salento)
    assert {book.of_person(each, None) for each in lines} == {Licence.objects.get()}


def test_nothing_names_a_line_that_has_become_another(
    salento: Federation, club: Club, nino: User, rosalia: User, named: Named
) -> None:
    """A line of the former club, too: what was played there counts by `former_lines`."""
    other = actions.create_club(rosalia, name="Circolo Mazzini")
    federations.invite_club(nino, salento, other)
    federations.ask_to_affiliate(rosalia, other, salento)
    line, own = listed(club, rosalia, "Mario Rossi"), joined(named("Calogero"), club)
    elsewhere = listed(other, rosalia, "Mario Rossi")
    licence = licensed(salento, own, "1")
    federations.move_licence(nino, salento, "1", other, "Mario Rossi")
    second = licensed(salento, line, "2")
    claims.offer_line(rosalia, own, line)
    with refused("two_people"):
        claims.claim_line(named("Calogero"), line)
    second.delete()
    claims.claim_line(named("Calogero"), line)
    licence.refresh_from_db()
    assert (licence.line, licence.former_lines) == (elsewhere, [line.pk])
    assert LicenceBook(salento).of_person(line.pk, None) == licence
    everything = Member._meta.get_fields(include_hidden=True)
    related = [each for each in everything if isinstance(each, ForeignObjectRel)]
    assert {str(each.field) for each in related} == {
        "clubs.Licence.line", "tournaments.Member.club_line", "tournaments.Penalty.club_line",
    }, "the places that `merge_lines` and `move_line` rewrite"  # fmt: skip


def test_a_licence_that_moved_within_a_club_has_no_former_line_of_its_own(
    salento: Federation, club: Club, nino: User, rosalia: User, named: Named
) -> None:
    line, own = listed(club, rosalia, "Mario Rossi"), joined(named("Calogero"), club)
    licence = licensed(salento, own, "1")
    federations.move_licence(nino, salento, "1", club, "Mario Rossi")
    claims.offer_line(rosalia, own, line)
    claims.claim_line(named("Calogero"), line)
    licence.refresh_from_db()
    assert (licence.line, licence.former_lines) == (line, [])


def test_what_a_federation_does_until_two_lines_are_one_stays(
    salento: Federation, club: Club, nino: User, rosalia: User, named: Named, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it acts first, the lines wait for it: here it moves one licence and issues another meanwhile."""
    provincial = federated(named("Turiddu"), club, name="Lecce", slug="lecce")
    line, own = listed(club, rosalia, "Mario Rossi"), joined(named("Calogero"), club)
    elsewhere = listed(club, rosalia, "Ugo Neri")
    moved, waits = licensed(salento, own, "1"), QuerySet.select_for_update
    claims.offer_line(rosalia, own, line)

    def act_first(rows: QuerySet[Any], *args: Any, **kwargs: Any) -> QuerySet[Any]:
        if rows.model is Federation:
            monkeypatch.undo()
            federations.move_licence(nino, salento, "1", club, "Ugo Neri")
            licensed(provincial, own, "2")
        return waits(rows, *args, **kwargs)

    monkeypatch.setattr(QuerySet, "select_for_update", act_first)
    claims.claim_line(named("Calogero"), line)
    moved.refresh_from_db()
    assert (moved.line, moved.former_lines) == (elsewhere, [line.pk])
    assert Licence.objects.get(number="2").line == line


def test_the_licence_goes_with_the_line_and_the_year_of_birth_with_it(
    salento: Federation, club: Club, rosalia: User
) -> None:
    line = listed(club, rosalia, "Mario Rossi")
    licensed(salento, line, "1", born=1950)
    actions.remove_member(rosalia, line)
    assert not Licence.objects.exists()


@pytest.mark.parametrize(
    ("born", "day", "category"),
    [
        (2009, date(2026, 12, 31), "Giovani"),
        (2009, date(2027, 1, 1), "Adulti"),
        (1962, date(2026, 1, 1), "Adulti"),
        (1961, date(2026, 1, 1), "Veterani"),
        (None, date(2026, 1, 1), ""),
    ],
)
def test_categories_by_age_follow_the_year_of_the_day_of_reference(
    salento: Federation, born: int | None, day: date, category: str
) -> None:
    assert age_category(salento, born, day) == category


def test_nobody_changes_category_between_two_days_of_reference(salento: Federation) -> None:
    salento.age_day = "09-01"
    season = [date(2026, 9, 1), date(2026, 12, 31), date(2027, 8, 31)]
    assert {age_category(salento, 2009, day) for day in season} == {"Giovani"}
    assert age_category(salento, 2009, date(2027, 9, 1)) == "Adulti"


def test_a_person_exports_their_own_licences(
    salento: Federation, club: Club, rosalia: User, named: Named
) -> None:
    licensed(salento, joined(named("Anna"), club), "7", born=1980)
    exported = privacy.export_person(named("Anna"))["clubs"]["licences"]
    assert [(each["number"], each["born"]) for each in exported] == [("7", 1980)]


def page_of(person: User, name: str, *args: str) -> str:
    return client_of(person).get(reverse(name, args=["salento", *args])).content.decode()


def do(by: User, name: str, act: str, /, **fields: str) -> int:
    return client_of(by).post(reverse(name, args=["salento", act]), fields).status_code


def test_a_federation_is_founded_and_joined_on_its_pages(nino: User, rosalia: User, club: Club) -> None:
    assert client_of(nino).get(reverse("federations")).status_code == 200
    fields = {"name": "Federazione Salentina", "slug": "salento", "age_day": "1/9"}
    ages = "Giovani, 17\n\nAdulti, 64\nVeterani"
    assert (
        client_of(nino).post(reverse("new-federation"), {**fields, "age_categories": ages}).status_code == 302
    )
    made = Federation.objects.get()
    assert (made.age_categories, made.age_day) == (AGES, "09-01")
    changing = page_of(nino, "change-federation")
    assert all(each in changing for each in ("Giovani, 17\nAdulti, 64\nVeterani", 'value="1/9"'))
    address = f"https://ludopoli.example/circoli/{club.code}/"
    assert do(nino, "federation-act", "invite", club=address) == 302
    assert "è invitato" in page_of(rosalia, "federation")
    assert do(rosalia, "federation-act", "ask", club=club.code) == 302
    assert club.name in client_of(nino).get(made.get_absolute_url()).content.decode()
    assert made.name in client_of(rosalia).get(club.get_absolute_url()).content.decode()


def test_organisers_issue_change_and_withdraw_licences(
    salento: Federation, nino: User, rosalia: User, club: Club
) -> None:
    listed(club, rosalia, "Mario Rossi", card="12")
    sent = {"club": club.code, "person": "12", "number": "F-1", "born": "1950"}
    days = {"valid_from": "2026-01-01", "valid_until": "2026-12-31"}
    assert do(nino, "licence-act", "issue", **sent, **days) == 302
    page = page_of(nino, "federation-licences")
    assert "Mario Rossi" in page
    assert "1950" in page
    other = client_of(nino).get(reverse("federation-licences", args=["salento"]), {"q": "nessuno"})
    assert "Mario Rossi" not in other.content.decode()
    wrong = {"licence": "F-1", "number": "F-1", "born": "abc", **days}
    assert do(nino, "licence-act", "change", **wrong) == 422
    assert do(nino, "licence-act", "change", **{**wrong, "number": "F-2", "born": ""}) == 302
    assert Licence.objects.get().born is None
    assert do(rosalia, "licence-act", "withdraw", licence="F-2") == 403
    assert do(nino, "licence-act", "withdraw", licence="F-2") == 302
    assert not Licence.objects.exists()


def test_only_organisers_see_a_year_of_birth(
    salento: Federation, rosalia: User, nino: User, club: Club
) -> None:
    licensed(salento, listed(club, rosalia, "Mario Rossi"), "F-1", born=1951)
    assert client_of(rosalia).get(reverse("federation-licences", args=["salento"])).status_code == 403
    assert "1951" not in page_of(rosalia, "federation")
    assert "1951" in page_of(nino, "federation-licences")


# ---- lists from files

SEASON = (date(2026, 1, 1), date(2026, 12, 31))


def read(federation: Federation, text: str) -> list[tuple[str, str]]:
    """Return the outcome of each line of a list, and the code of what is wrong with it."""
    lines = licence_lists.read_licences(text, federation, SEASON)
    return [(each.outcome, each.problem.code if each.problem else "") for each in lines]


def test_a_list_issues_licences_and_renews_those_that_there_are(
    salento: Federation, club: Club, nino: User, rosalia: User, named: Named
) -> None:
    rossi = listed(club, rosalia, "Mario Rossi", card="12")
    listed(club, rosalia, "Ugo Neri")
    licensed(salento, rossi, "F-1", born=1950, valid_from=date(2025, 1, 1), valid_until=date(2025, 12, 31))
    text = "tessera federale;nome;nascita\nF-1;;\nF-2;Neri Ugo;31/12/1980\n"
    assert read(salento, text) == [("changed", ""), ("new", "")]
    assert Licence.objects.get().valid_until == date(2025, 12, 31), "it was only read"
    federations.import_licences(nino, salento, text, SEASON)
    assert read(salento, text) == [("same", ""), ("same", "")]
    stored = Licence.objects.values_list("number", "line__name", "born", "valid_from", "valid_until")
    assert [*stored] == [("F-1", "Mario Rossi", 1950, *SEASON), ("F-2", "Ugo Neri", 1980, *SEASON)]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("F-9;Nessuno;;", "no_member"),
        (";Ugo Neri;;", "bad_licence"),
        ("F-1;Ugo Neri;;", "licence_taken"),
        ("F-9;Mario Rossi;;", "already_licensed"),
        ("F-9;Luca Bianchi;;", "named_alike"),
        ("F-9;Ugo Neri;31/2/2026;", "bad_licence"),
        ("F-9;Ugo Neri;2027-01-01;", "bad_licence"),
        ("F-9;Ugo Neri;;Altro circolo", "no_member"),
    ],
)
def test_a_wrong_line_of_a_list_says_why_and_is_left_out(
    salento: Federation, club: Club, nino: User, rosalia: User, line: str, code: str
) -> None:
    licensed(salento, listed(club, rosalia, "Mario Rossi"), "F-1")
    for name, card in (("Ugo Neri", ""), ("Luca Bianchi", "3"), ("Luca Bianchi", "4")):
        listed(club, rosalia, name, card=card)
    text = f"licence;name;valid from;club\n{line}\n"
    assert read(salento, text) == [("wrong", code)]
    federations.import_licences(nino, salento, text, SEASON)
    assert Licence.objects.count() == 1


def test_a_list_says_nobody_twice(salento: Federation, club: Club, rosalia: User) -> None:
    listed(club, rosalia, "Ugo Neri")
    text = "licence,name\nF-1,Ugo Neri\nf-1,Ugo Neri\nF-2,Ugo Neri\n"
    assert read(salento, text) == [("new", ""), ("wrong", "licence_taken"), ("wrong", "already_licensed")]


def test_the_number_in_a_club_finds_its_member_there(
    salento: Federation, club: Club, nino: User, rosalia: User
) -> None:
    other = actions.create_club(rosalia, name="Circolo Mazzini")
    federations.invite_club(nino, salento, other)
    federations.ask_to_affiliate(rosalia, other, salento)
    for each in (club, other):
        listed(each, rosalia, "Mario Rossi", card="12")
    text = "licence,membership number,club\nF-1,12,circolo mazzini\nF-2,12,\n"
    assert read(salento, text) == [("new", ""), ("wrong", "no_member")]


def test_organisers_read_a_list_on_its_page_and_get_it_as_a_file(
    salento: Federation, nino: User, rosalia: User, club: Club
) -> None:
    page, browser = reverse("licence-list", args=["salento"]), client_of(nino)
    assert client_of(rosalia).get(page).status_code == 403
    listed(club, rosalia, "Ugo Neri", card="7")
    days = {"valid_from": "2026-01-01", "valid_until": "2026-12-31"}
    sent = SimpleUploadedFile("tessere.csv", b"licence;name\nF-1;Ugo Neri\nF-2;Nessuno\n")
    preview = browser.post(page, {**days, "file": sent})
    assert [line.outcome for line, _problem in preview.context["lines"]] == ["wrong", "new"]
    hidden = 'name="valid_until" value="2026-12-31" form="conferma"'
    assert hidden in " ".join(preview.content.decode().split())
    text = preview.context["text"]
    assert browser.post(page, {**days, "text": text, "confirm": "1"}).status_code == 302
    assert Licence.objects.get().valid_until == date(2026, 12, 31)
    file = browser.get(reverse("licences-csv", args=["salento"])).content
    assert read(salento, csv_lists.decode_file(file)) == [("same", "")]
    assert browser.post(page, {**days, "text": "nome\nUgo\n"}).status_code == 422
    assert browser.post(page, {"text": text}).status_code == 422
