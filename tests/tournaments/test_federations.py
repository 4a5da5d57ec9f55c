"""Federations: licences at the door, phases whose best go on, and one ranking of all."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs import actions as clubs
from clubs import federations
from clubs.models import Club, Federation
from ludopoli.accounts.models import User
from tests.clubs.conftest import client_of, federated, joined, licensed
from tests.refusals import refused
from tests.snapshots import from_snapshot
from tests.tournaments.conftest import NewEvening
from tests.tournaments.evening import Evening
from tests.tournaments.test_club_history import played
from tests.tournaments.test_evening_files import sent
from tournaments import actions, club_records
from tournaments.actions import Named
from tournaments.entering import seat_links
from tournaments.entering.door import Door
from tournaments.entering.licence_checks import licences_in
from tournaments.models import Event, Member, Phase
from tournaments.series import seasons

ROUND = {"rounds": 1, "deals": 1}
AGES = [["Giovani", 25], ["Senior", None]]
BORN = {"Primo": 1950, "Sesto": 2010}
OF_GARIBALDI = ("Primo", "Secondo", "Terzo", "Quarto")
OF_MAZZINI = ("Quinto", "Sesto", "Settimo", "Ottavo")


def club_of(owner: User, name: str, members: tuple[str, ...]) -> Club:
    made = clubs.create_club(owner, name=name)
    rows = [f"{each};{number}" for number, each in enumerate(members, start=1)]
    clubs.import_members(owner, made, "\n".join(["nome;tessera", *rows]))
    return made


@pytest.fixture
@from_snapshot
def garibaldi(organiser: User) -> Club:
    return club_of(organiser, "Circolo Garibaldi", OF_GARIBALDI)


@pytest.fixture
@from_snapshot
def mazzini(organiser: User) -> Club:
    return club_of(organiser, "Circolo Mazzini", OF_MAZZINI)


@pytest.fixture
@from_snapshot
def federation(organiser: User, garibaldi: Club, mazzini: Club) -> Federation:
    """A federation of two clubs; their members have the licences F-1 to F-8, but the last has expired."""
    made = federated(organiser, garibaldi, mazzini, age_categories=AGES)
    lines = [*garibaldi.members.exclude(name=""), *mazzini.members.exclude(name="")]
    for number, line in enumerate(lines, start=1):
        fields = {"valid_until": date(2020, 12, 31)} if number == 8 else {}
        licensed(made, line, f"F-{number}", born=BORN.get(line.name), **fields)
    return made


Hold = Any


@pytest.fixture
def hold(evening: NewEvening, federation: Federation, organiser: User) -> Hold:
    """Announce an evening of pairs that counts for the federation: `hold(club, "club", days=7, …)`."""

    def hold(club: Club | None, level: str, *, days: float = 0, venue: str = "real", **how: Any) -> Evening:
        begun = evening(club=club, venue=venue, settings=ROUND)
        begun.event.starts_at += timedelta(days=days)
        begun.event.save(update_fields=["starts_at"])
        actions.set_phase(organiser, federation, begun.event, level=level, **how)
        return begun

    return hold


def pair(by: User, event: Event, first: str, second: str, **fields: Any) -> None:
    door = Door(event)
    people = [door.admit_person(each) for each in (first, second)]
    members = [each.user or Named(each.name, each.card, each.category) for each in people]
    actions.enter_members(by, event, members, **fields)


# ---- the door


@pytest.mark.parametrize("text", ["F-5", "quinto", "Quinto, F-5"])
def test_people_of_the_other_clubs_are_found_by_name_or_licence(
    hold: Hold, garibaldi: Club, mazzini: Club, text: str
) -> None:
    event = hold(garibaldi, "province").event
    pair(event.organiser, event, text, "1")
    foreign, own = event.members.order_by("place")
    assert (foreign.line, foreign.card) == (mazzini.members.get(name="Quinto"), "F-5")
    assert (own.line, own.card) == (garibaldi.members.get(name="Primo"), "1")


def test_a_member_is_found_by_the_number_of_the_licence_too(hold: Hold, garibaldi: Club) -> None:
    event = hold(garibaldi, "province").event
    pair(event.organiser, event, "F-2", "F-1")
    assert [each.line.name for each in event.members.order_by("place") if each.line] == ["Secondo", "Primo"]


def test_if_a_number_is_a_members_and_a_licence_the_name_decides(
    hold: Hold, federation: Federation, garibaldi: Club, mazzini: Club, organiser: User
) -> None:
    federations.change_licence(organiser, federation, "F-5", number="1")
    event = hold(garibaldi, "province").event
    pair(organiser, event, "Quinto, 1", "1", homonym=True)
    assert {each.line.name for each in event.members.all() if each.line} == {"Quinto", "Primo"}


def test_people_are_entered_in_their_category_by_age(hold: Hold, garibaldi: Club) -> None:
    event = hold(garibaldi, "province").event
    pair(event.organiser, event, "Primo", "Sesto")
    assert [each.category for each in event.members.order_by("place")] == ["Senior", "Giovani"]


@pytest.mark.parametrize(
    ("who", "level", "status"),
    [
        ("Ottavo", "province", "expired"),
        ("Tizio Nuovo", "province", "unknown"),
        ("Quinto", "club", "other_club"),
        ("Quinto", "province", "valid"),
        ("Primo", "club", "valid"),
    ],
)
def test_the_director_decides_about_people_without_a_valid_licence(
    hold: Hold, garibaldi: Club, who: str, level: str, status: str
) -> None:
    event = hold(garibaldi, level).event
    if status != "valid":
        with refused("licence_not_valid") as caught:
            pair(event.organiser, event, who, "Secondo")
        assert who in str(caught.value.details["names"])
        assert "Secondo" not in str(caught.value.details["names"])
    pair(event.organiser, event, who, "Secondo", unlicensed=True)
    assert [each.status for each in licences_in(event)] == [status, "valid"]


def test_the_form_at_the_door_offers_the_choice(hold: Hold, garibaldi: Club, organiser: User) -> None:
    event = hold(garibaldi, "province").event
    address, sent = reverse("console-act", args=[event.code, "enter"]), {"first": "Ottavo", "second": "1"}
    html = client_of(organiser).post(address, sent, headers={"Accept": "text/html"}).content.decode()
    assert "Ottavo (scaduta)" in html
    assert 'name="unlicensed"' in html
    client_of(organiser).post(address, {**sent, "unlicensed": "1"})
    assert event.entries.count() == 1


def test_an_evening_of_no_federation_asks_for_no_licence(evening: NewEvening, garibaldi: Club) -> None:
    begun = evening(club=garibaldi, venue="real", settings=ROUND)
    pair(begun.organiser, begun.event, "Primo", "Tizio Nuovo")
    assert licences_in(begun.event) == []


def test_pages_show_a_name_anew_that_another_club_of_the_federation_has_changed(
    hold: Hold, garibaldi: Club, mazzini: Club, organiser: User
) -> None:
    begun = hold(garibaldi, "province")
    pair(organiser, begun.event, "F-5", "F-6")
    before = begun.fresh().revision
    clubs.change_member(organiser, mazzini.members.get(name="Quinto"), name="Quinto Neri")
    assert begun.fresh().revision > before


def test_events_that_are_over_are_written_only_if_their_pages_change(
    hold: Hold, garibaldi: Club, mazzini: Club, organiser: User
) -> None:
    """Not all of a federation for each change of a list."""
    theirs, others = hold(garibaldi, "province"), hold(garibaldi, "province")
    pair(organiser, theirs.event, "F-5", "F-6")
    past = [each.event.pk for each in (theirs, others)]
    Event.objects.filter(pk__in=past).update(status="finished")

    def revisions() -> list[int]:
        return [each.fresh().revision for each in (theirs, others)]

    before = revisions()
    quinto = mazzini.members.get(name="Quinto")
    clubs.change_member(organiser, quinto, name="Quinto Neri")
    clubs.add_member(organiser, mazzini, "Nuova Socia")
    assert revisions() == [before[0] + 1, before[1]]
    clubs.remove_member(organiser, quinto)
    assert revisions() == [before[0] + 2, before[1]]


def test_a_hall_of_fame_has_only_the_clubs_own_people(hold: Hold, garibaldi: Club, organiser: User) -> None:
    begun = hold(garibaldi, "province")
    pair(organiser, begun.event, "F-5", "F-6")
    pair(organiser, begun.event, "1", "2")
    played(begun)
    found = club_records.club_records(garibaldi, organiser)
    assert {each.person.name for each in found} == {"Primo", "Secondo"}


# ---- phases


def phase(event: Event) -> Phase:
    return Phase.objects.select_related("event", "leads_to").get(event=event)


def test_only_organisers_let_events_of_their_clubs_count(
    hold: Hold, evening: NewEvening, garibaldi: Club, federation: Federation, club: list[User]
) -> None:
    begun = hold(garibaldi, "club")
    with refused("not_federation_organiser"):
        actions.set_phase(club[0], federation, begun.event, level="club")
    federations.add_organiser(begun.organiser, federation, club[0])
    foreign = evening(venue="real", settings=ROUND)
    with refused("bad_phase", field="event"):
        actions.set_phase(club[0], federation, foreign.event, level="club")


def test_an_event_leads_only_to_a_later_one_of_a_higher_level(
    hold: Hold, garibaldi: Club, federation: Federation, organiser: User
) -> None:
    first, later = hold(garibaldi, "club").event, hold(garibaldi, "province", days=7).event
    with refused("bad_phase", field="leads_to"):
        actions.set_phase(organiser, federation, later, level="province", leads_to=first, best=1)
    with refused("bad_phase", field="best"):
        actions.set_phase(organiser, federation, first, level="club", leads_to=later)
    actions.set_phase(organiser, federation, first, level="club", leads_to=later, best=2)
    with refused("bad_phase", field="level"):
        actions.set_phase(organiser, federation, later, level="club")


@pytest.fixture
@from_snapshot
def two_phases(hold: Hold, garibaldi: Club, mazzini: Club, organiser: User) -> tuple[Event, Event, Evening]:
    """Two club phases that are over, of each of which the best pair goes on to the final."""
    final = hold(garibaldi, "final", days=7)
    events = []
    for club, people in ((garibaldi, OF_GARIBALDI), (mazzini, OF_MAZZINI)):
        begun = hold(club, "club", leads_to=final.event, best=1)
        pair(organiser, begun.event, people[0], people[1])
        pair(organiser, begun.event, people[2], people[3], unlicensed=True)
        events.append(played(begun))
    return events[0], events[1], final


def names_in(event: Event) -> set[tuple[str, ...]]:
    entries = event.entries.exclude(status__in=("removed", "withdrawn"))
    return {
        tuple(each.line.name for each in entry.members.order_by("place") if each.line) for entry in entries
    }


def winners(event: Event) -> tuple[str, ...]:
    members = Member.objects.filter(event=event, entry__place=1).order_by("place")
    return tuple(each.line.name for each in members if each.line)


def test_the_best_of_each_phase_are_entered_in_the_next(
    two_phases: tuple[Event, Event, Evening], federation: Federation, organiser: User
) -> None:
    *before, final = two_phases
    for event in before:
        for entered in (1, 0):  # a second time changes nothing
            assert len(actions.carry_over_best(organiser, federation, event.code)) == entered
    assert names_in(final.event) == {winners(event) for event in before}


def test_whoever_does_not_go_on_is_replaced_by_the_next(
    two_phases: tuple[Event, Event, Evening], federation: Federation, organiser: User
) -> None:
    event, _other, final = two_phases
    [entry] = actions.carry_over_best(organiser, federation, event.code)
    actions.remove_entry(organiser, entry, "Non può venire", final.now)
    first, second = event.entries.order_by("place")
    actions.carry_over_best(organiser, federation, event.code, [first.number, 99])
    assert actions.qualified_entries(phase(event)) == [second]
    assert winners(event) not in names_in(final.event)
    assert len(names_in(final.event)) == 1


def test_nobody_goes_on_from_an_event_that_is_not_over_or_into_one_that_has_begun(
    hold: Hold,
    garibaldi: Club,
    federation: Federation,
    organiser: User,
    two_phases: tuple[Event, Event, Evening],
) -> None:
    event, other, final = two_phases
    open_still = hold(garibaldi, "club", leads_to=final.event, best=1)
    with refused("not_over"):
        actions.carry_over_best(organiser, federation, open_still.event.code)
    for each in (event, other):
        actions.carry_over_best(organiser, federation, each.code)
    final.event.started_at = final.now
    final.event.save(update_fields=["started_at"])
    with refused("event_running"):
        actions.carry_over_best(organiser, federation, event.code)


def test_the_best_go_on_to_an_event_on_the_site_with_their_accounts_or_by_a_link(
    hold: Hold, garibaldi: Club, federation: Federation, organiser: User, club: list[User]
) -> None:
    final = hold(garibaldi, "province", days=7, venue="online").event
    begun = hold(garibaldi, "club", leads_to=final, best=2)
    pair(organiser, begun.event, "Primo", "Secondo")
    pair(organiser, begun.event, "Terzo", "Tizio Nuovo di Castellammare", unlicensed=True)
    event = played(begun)
    joined(club[0], garibaldi, "1")
    own = actions.register_entry(club[0], final, partner=club[1])
    final.members.update(club_line=None)
    assert len(actions.carry_over_best(organiser, federation, event.code)) == 1, "the account is in by itself"
    own.delete()
    assert len(actions.carry_over_best(organiser, federation, event.code)) == 1
    assert actions.carry_over_best(organiser, federation, event.code) == []
    by_link = {*seat_links.seats_with_links(final)}
    assert {each.user.username for each in by_link if each.user} == {
        "Secondo °",
        "Terzo °",
        "Tizio Nuovo di Cast °",
    }
    [with_account] = {*final.members.all()} - by_link
    assert (with_account.user, with_account.line.card) == (club[0], "1")


# ---- the ranking


def points_of(federation: Federation) -> dict[str, int]:
    [season] = seasons.season_history(federation.ranking).seasons
    return {line.name: line.points for division in season.divisions for line in division.lines}


def test_one_ranking_counts_the_events_of_all_clubs(
    two_phases: tuple[Event, Event, Evening], federation: Federation, organiser: User
) -> None:
    *before, final = two_phases
    for event in before:
        actions.carry_over_best(organiser, federation, event.code)
    played(final)
    found = points_of(federation)
    assert {*found} == {*OF_GARIBALDI, *OF_MAZZINI}
    assert found[winners(final.event)[0]] == 25 + 25, "of the club phase, and the final"


def test_a_person_who_changes_clubs_keeps_their_points(
    two_phases: tuple[Event, Event, Evening], federation: Federation, mazzini: Club, organiser: User
) -> None:
    before = points_of(federation)
    clubs.add_member(organiser, mazzini, "Primo Rossi")
    federations.move_licence(organiser, federation, "F-1", mazzini, "Primo Rossi")
    event = two_phases[0]
    line = event.members.get(card="1").line
    assert line is not None
    clubs.remove_member(organiser, line)
    assert sorted(points_of(federation).values()) == sorted(before.values())


def test_an_account_without_a_line_at_the_host_counts_by_its_licence(
    hold: Hold, federation: Federation, garibaldi: Club, mazzini: Club, organiser: User, club: list[User]
) -> None:
    anna = club[0]
    licensed(federation, joined(anna, mazzini), "F-9")
    begun = hold(garibaldi, "province")
    pair(organiser, begun.event, "Anna", "1")
    pair(organiser, begun.event, "2", "3")
    played(begun)
    assert {*points_of(federation)} == {"Anna", "Primo", "Secondo", "Terzo"}


def test_an_evening_that_was_held_before_finds_its_people_on_the_lists_of_all_clubs(
    evening: NewEvening, federation: Federation, garibaldi: Club, mazzini: Club, organiser: User
) -> None:
    begun = evening(club=garibaldi, venue="real", settings=ROUND)
    for people in (("Quinto", "F-5"), ("Primo", "1")), (("Sesto", ""), ("Tizio Nuovo", "")):
        actions.enter_members(organiser, begun.event, [Named(*each) for each in people])
    actions.set_phase(organiser, federation, played(begun), level="province")
    lines = [each.line for each in begun.event.members.order_by("entry", "place")]
    quinto, sesto = (mazzini.members.get(name=name) for name in ("Quinto", "Sesto"))
    assert lines == [quinto, garibaldi.members.get(name="Primo"), sesto, None]
    assert {*points_of(federation)} == {"Quinto", "Primo", "Sesto"}


def test_an_evening_from_a_laptop_counts_for_the_people_of_all_clubs(
    evening: NewEvening, federation: Federation, garibaldi: Club, organiser: User
) -> None:
    begun = evening(venue="real", settings=ROUND)
    for people in (("Quinto", "F-5"), ("Primo", "1")), (("Sesto", ""), ("Secondo", "F-2")):
        actions.enter_members(organiser, begun.event, [Named(*each) for each in people])
    played(begun)
    file, *_results = sent(begun)
    brought = actions.import_evening(organiser, file, garibaldi)
    assert isinstance(brought, Event)
    actions.set_phase(organiser, federation, brought, level="province")
    assert {*points_of(federation)} == {"Quinto", "Primo", "Sesto", "Secondo"}


def test_organisers_set_the_rules_of_the_ranking(
    hold: Hold, garibaldi: Club, federation: Federation, organiser: User, club: list[User]
) -> None:
    hold(garibaldi, "club")
    ranking = federation.ranking
    with refused("not_organiser"):
        actions.change_series(club[0], ranking, best=3)
    page = reverse("change-series", args=[ranking.code])
    assert client_of(organiser).get(page).status_code == 200
    assert actions.change_series(organiser, ranking, best=3).best == 3
    assert str(getattr(actions.person_in_series(ranking, "F-1"), "name", "")) == "Primo"


# ---- the page, the file, the API


def do(by: User, act: str, **fields: str) -> int:
    return client_of(by).post(reverse("phase-act", args=["salento", act]), fields).status_code


def test_organisers_put_tournaments_on_the_calendar_and_carry_the_best_over(
    two_phases: tuple[Event, Event, Evening], federation: Federation, organiser: User, club: list[User]
) -> None:
    event, _other, final = two_phases
    page = federation.get_absolute_url()
    shown = client_of(organiser).get(page).content.decode()
    assert "Iscrivi i migliori" in shown
    assert event.get_absolute_url() in shown
    assert "Iscrivi i migliori" not in client_of(club[0]).get(page).content.decode()
    assert do(club[0], "carry", event=event.code) == 422
    assert not final.event.entries.exists()
    assert do(organiser, "carry", event=event.code) == 302
    assert final.event.entries.count() == 1
    address = f"https://ludopoli.example{event.get_absolute_url()}"
    assert do(organiser, "set", event=address, level="province", leads_to=final.event.code, best="2") == 302
    assert Phase.objects.get(event=event).best == 2
    assert do(organiser, "set", event="nessuno", level="club") == 422
    assert do(organiser, "remove", event=event.code) == 302
    assert not Phase.objects.filter(event=event).exists()


def test_the_file_says_who_played_which_round(
    hold: Hold, garibaldi: Club, organiser: User, club: list[User], federation: Federation
) -> None:
    begun = hold(garibaldi, "province")
    pair(organiser, begun.event, "1", "F-5")
    pair(organiser, begun.event, "2", "3")
    begun.start()
    entry = begun.event.entries.get(number=1)
    actions.substitute_member(organiser, entry, 1, Named("Sesto", "F-6"), "Al posto", now=begun.now)
    [table] = begun.tables()
    actions.enter_scores(organiser, table, {table.labels[0]: (8, 3)}, now=begun.now)
    address = reverse("federation-csv", args=["salento"])
    assert client_of(club[0]).get(address).status_code == 403
    answer = client_of(organiser).get(address).content.decode("utf-8-sig")
    rows = [line.split(";") for line in answer.splitlines()]
    at = {name: rows[0].index(name) for name in ("Nome", "Numero della tessera federale", "Circolo", "Turno")}
    assert sorted([row[each] for each in at.values()] for row in rows[1:]) == [
        ["Primo", "F-1", "Circolo Garibaldi", "1"],
        ["Secondo", "F-2", "Circolo Garibaldi", "1"],
        ["Sesto", "F-6", "Circolo Mazzini", "1"],
        ["Terzo", "F-3", "Circolo Garibaldi", "1"],
    ]
    program = "/api/v1/federations/salento/results/"
    assert client_of(club[0]).get(program).status_code == 403
    heading, *lines = client_of(organiser).get(program).content.decode().splitlines()
    assert heading.startswith("day,tournament,level,host,round,table,name,licence,club,")
    assert sorted(line.split(",")[7] for line in lines) == ["F-1", "F-2", "F-3", "F-6"]


def test_the_console_lists_the_licences_that_are_to_be_checked_first(
    hold: Hold, garibaldi: Club, organiser: User
) -> None:
    event = hold(garibaldi, "province").event
    pair(organiser, event, "1", "Ottavo", unlicensed=True)
    desk = client_of(organiser).get(reverse("console", args=[event.code])).content.decode()
    address = reverse("console-licences", args=[event.code])
    assert address in desk
    html = client_of(organiser).get(address).content.decode()
    assert html.index("Ottavo") < html.index("Primo")


def test_programs_read_federations(
    two_phases: tuple[Event, Event, Evening], federation: Federation, garibaldi: Club, client: Client
) -> None:
    assert client.get("/api/v1/federations/").json()["results"][0]["clubs"] == 2
    whole = client.get("/api/v1/federations/salento/").json()
    assert whole["members"] == [garibaldi.code, Club.objects.get(name="Circolo Mazzini").code]
    assert whole["ranking"] == federation.ranking.code
    phases = client.get("/api/v1/federations/salento/tournaments/").json()["results"]
    final = two_phases[2].event.code
    assert [(each["level"], each["leads_to"]) for each in phases] == [
        ("club", final), ("club", final), ("final", None),
    ]  # fmt: skip
    assert client.get("/api/v1/federations/salento/licences/").status_code == 401
    read = client_of(federation.organisers.get()).get("/api/v1/federations/salento/licences/").json()
    assert {each["number"]: each["born"] for each in read["results"]}["F-1"] == 1950
