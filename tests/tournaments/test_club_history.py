"""The history of a club's members: the line of its list is the person, with or without an
account."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.test import Client

from clubs import actions as clubs
from clubs import claims
from clubs.models import Club
from ludopoli.accounts.models import User
from tests.clubs.conftest import client_of, federated, joined, licensed, listed
from tests.refusals import refused
from tests.snapshots import from_snapshot, made_first, rows_so_far
from tests.tournaments.conftest import NewEvening
from tests.tournaments.evening import Evening
from tournaments import actions, club_records, selectors
from tournaments.models import Event, Member, Penalty, Series
from tournaments.outlets import files
from tournaments.series import seasons
from tournaments.templatetags import tournaments as tags

SIXTEEN = [f"Socio {letter}" for letter in "ABCDEFGHILMNOPQR"]


@pytest.fixture
@from_snapshot
def garibaldi(organiser: User) -> Club:
    """A club with sixteen members who have a number and no account."""
    made = clubs.create_club(organiser, name="Circolo Garibaldi", categories=["prima"])
    rows = [f"{name};{number:03};prima" for number, name in enumerate(SIXTEEN, start=1)]
    clubs.import_members(organiser, made, "\n".join(["nome;tessera;categoria", *rows]))
    return made


@pytest.fixture
def series(organiser: User, garibaldi: Club) -> Series:
    return actions.create_series(organiser, name="Campionato", points=(10, 6, 3, 1), club=garibaldi)


def played(begun: Evening) -> Event:
    """Play an evening of a round to the end: the first side wins each table, by less from one to the next."""
    begun.start()
    for table in begun.tables():
        scores = {table.labels[0]: (11 - table.number + 1, table.number - 1)}
        actions.enter_scores(begun.organiser, table, scores, now=begun.now)
    assert begun.fresh().status == Event.Status.FINISHED
    return begun.event


@pytest.fixture
def by_number(evening: NewEvening, garibaldi: Club, series: Series) -> Any:
    """Hold an evening of the series with the sixteen members, entered by their numbers alone."""
    before = rows_so_far()

    def make(**fields: Any) -> Event:
        options = {"venue": "real", "settings": {"rounds": 1, "deals": 1}, **fields}
        begun = evening(club=garibaldi, series=series, **options)
        rows = [f"{number:03};{number + 1:03}" for number in range(1, 17, 2)]
        actions.import_entries(
            begun.organiser, begun.event, "\n".join(["tessera 1;tessera 2", *rows]), now=begun.now
        )
        return played(begun)

    def hold(**fields: Any) -> Event:
        return made_first(before, repr(fields), partial(make, **fields))

    return hold


def lines_of(series: Series) -> dict[str, int]:
    return {
        line.name: line.points
        for season in seasons.season_history(series).seasons
        for division in season.divisions
        for line in division.lines
    }


def test_a_season_counts_members_without_an_account(by_number: Any, series: Series, garibaldi: Club) -> None:
    for _evening in range(2):
        by_number()
    assert sorted(lines_of(series)) == SIXTEEN
    assert sum(lines_of(series).values()) == 2 * 2 * (10 + 6 + 3 + 1)
    page = Client().get(f"/tornei/serie/{series.code}/").content.decode()
    assert "Non ha ancora giocato nessuno" not in page
    assert "Socio A" in page
    fame = Client().get(f"{garibaldi.get_absolute_url()}albo/").content.decode()
    assert "<span>Socio " in fame
    [season] = [Client().get(f"/api/v1/series/{series.code}/").json()["season"]]
    assert {line["name"] for line in season} == {*SIXTEEN}


def test_people_entered_before_they_were_listed_are_found_on_the_list(
    evening: NewEvening, series: Series, garibaldi: Club, organiser: User
) -> None:
    begun = evening(club=garibaldi, series=series, venue="real", settings={"rounds": 1, "deals": 1})
    text = "tessera 1;nome 1;nome 2\n0201;Zoe Rossi;Ugo Neri\n;Pia Blu;Leo Gialli\n"
    actions.import_entries(organiser, begun.event, text, now=begun.now)
    played(begun)
    assert lines_of(series) == {}
    listed(garibaldi, organiser, "Rossi Zoe", card="0201")
    listed(garibaldi, organiser, "Blu Pìa")
    listed(garibaldi, organiser, "Leo Gialli", card="0203")
    listed(garibaldi, organiser, "Leo Gialli", card="0204", homonym=True)
    assert {*lines_of(series)} == {"Rossi Zoe", "Blu Pìa", "Leo Gialli"}, "of two, the one who was there"


def test_stored_events_are_linked_to_the_lists(by_number: Any, series: Series, garibaldi: Club) -> None:
    by_number()
    before = lines_of(series)
    Member.objects.update(club_line=None)
    assert lines_of(series) == {}
    import_module("tournaments.migrations.0007_link_stored_members").link_stored_members(apps, None)
    assert lines_of(series) == before


def test_an_account_that_joins_as_a_line_has_its_history(
    by_number: Any, series: Series, garibaldi: Club, club: list[User]
) -> None:
    event = by_number()
    winner = event.entries.get(place=1).members.get(place=0)
    anna = club[0]
    assert selectors.trophies_of(anna, anna) == []
    joined(anna, garibaldi, winner.card)
    assert [each.place for each in selectors.trophies_of(anna, anna)] == [1]
    assert "Anna" in lines_of(series)
    assert len(lines_of(series)) == 16
    second = by_number()
    assert second.members.get(card=winner.card).user == anna
    assert len(lines_of(series)) == 16, "one person, entered by number and by account"
    clubs.leave_club(anna, garibaldi)
    assert "Anna" not in lines_of(series), "the line stays the club's"
    assert len(lines_of(series)) == 16


def test_who_leaves_and_joins_again_keeps_one_season(
    evening: NewEvening, series: Series, garibaldi: Club, club: list[User]
) -> None:
    for _time in range(2):
        for each in club[:4]:
            joined(each, garibaldi)
        begun = evening(club=garibaldi, series=series, venue="real", settings={"rounds": 1, "deals": 1})
        begun.enter(club[:2], club[2:4])
        played(begun)
        clubs.leave_club(club[0], garibaldi)
    joined(club[0], garibaldi)
    assert lines_of(series) == {"Anna": 20, "Bruno": 20, "Carla": 12, "Dario": 12}


def test_an_account_s_line_and_one_of_the_list_become_one_person(
    by_number: Any, evening: NewEvening, series: Series, garibaldi: Club, club: list[User], organiser: User
) -> None:
    event = by_number()
    line, federation = garibaldi.members.get(card="001"), federated(organiser, garibaldi)
    for each in club[:4]:
        joined(each, garibaldi)
    own = garibaldi.members.get(user=club[0])
    licence = licensed(federation, own, "L1")
    begun = evening(club=garibaldi, series=series, venue="real", settings={"rounds": 1, "deals": 1})
    begun.enter(club[:2], club[2:4])
    played(begun)
    Penalty.objects.create(series=series, number=1, club_line=own, points=3, reason="x", at=begun.now)
    before = lines_of(series)
    claims.offer_line(organiser, own, line)
    claims.claim_line(club[0], line)
    licence.refresh_from_db()
    assert licence.line == line
    after = lines_of(series)
    assert after.pop("Anna") == before.pop("Anna") + before.pop("Socio A")
    assert after == before
    assert event.members.get(card="001").club_line == begun.event.members.get(user=club[0]).club_line
    bruno, other = garibaldi.members.get(user=club[1]), garibaldi.members.get(card="002")
    begun.event.members.filter(user=club[2]).update(club_line=other)
    claims.offer_line(organiser, bruno, other)
    with refused("two_people"):
        claims.claim_line(club[1], other)


def test_an_organiser_takes_points_from_a_member_without_an_account(
    by_number: Any, series: Series, organiser: User
) -> None:
    by_number()
    before = lines_of(series)
    actions.take_points(
        organiser, series, actions.person_in_series(series, "003"), 2, "Assente senza avvisare"
    )
    assert lines_of(series) == {**before, "Socio C": before["Socio C"] - 2}
    page = Client().get(f"/tornei/serie/{series.code}/").content.decode()
    assert "Socio C" in page[page.index('id="penalita"') :]
    with refused("no_person"):
        actions.person_in_series(series, "999")


def test_files_have_the_numbers_of_the_list(by_number: Any, series: Series, organiser: User) -> None:
    event = by_number()
    line = f"/tornei/serie/{series.code}/classifica.csv"
    own, strangers = (each.get(line).content.decode() for each in (client_of(organiser), Client()))
    assert "Socio A" in own
    assert "001" in own
    assert "Socio A" in strangers
    assert "001" not in strangers
    program = f"/api/v1/series/{series.code}/results/"
    headings = [
        each.get(program).content.decode().splitlines()[0] for each in (client_of(organiser), Client())
    ]
    assert headings == [
        "season,division,place,name,card,category,points,penalty,played",
        "season,division,place,name,points,penalty,played",
    ]
    Member.objects.update(card="", category="")
    assert "001" in files.results_csv(event, organiser)


def test_a_member_s_page_and_the_records_of_a_club(
    by_number: Any, garibaldi: Club, club: list[User], organiser: User
) -> None:
    event = by_number()
    line = event.entries.get(place=1).members.get(place=0).line
    assert line is not None
    page, api = f"{garibaldi.get_absolute_url()}soci/{line.number}/", f"/api/v1/clubs/{garibaldi.code}/"
    assert client_of(club[0]).get(page).status_code == 403
    joined(club[0], garibaldi)
    anna = client_of(club[0])
    html = anna.get(page).content.decode()
    assert event.name in html
    assert line.name in html
    [won] = anna.get(f"{api}members/{line.number}/tournaments/").json()["results"]
    assert (won["event"], won["place"]) == (event.code, 1)
    first = anna.get(f"{api}records/").json()["results"][0]
    assert (first["won"], first["played"], first["account"]) == (1, 1, None)
    assert client_of(club[1]).get(f"{api}records/").json()["code"] == "not_club_member"


def test_a_club_of_real_tables_has_a_leaderboard_of_its_lines(
    by_number: Any, evening: NewEvening, garibaldi: Club, organiser: User
) -> None:
    """By the share of the field that each has beaten, a tie counting half, from the third evening on."""
    address = f"{garibaldi.get_absolute_url()}classifica/"
    page = client_of(organiser).get(address)
    assert "Ai tavoli veri" not in page.content.decode()
    event = by_number()
    ranking = club_records.club_ranking(garibaldi, organiser)
    first, last = (event.entries.get(place=place).members.get(place=0).line for place in (1, 8))
    beaten = {each.person.line: each.beaten for each in ranking}
    assert (beaten[first], beaten[last], sum(beaten.values())) == (100, 0, 50 * len(SIXTEEN))
    assert not any(each.is_ranked for each in ranking)
    event.entries.filter(place=8).update(place=7)
    [*_others, last] = club_records.club_ranking(garibaldi, organiser)
    assert last.beaten == 7, "half of one of seven"
    for _evening in range(2):
        by_number()
    ranking = club_records.club_ranking(garibaldi, organiser)
    assert all(each.is_ranked for each in ranking)
    html = client_of(organiser).get(address).content.decode()
    shown = html[html.index('id="serate"') :]
    at = [shown.index(f"<span>{each.person.name}</span>") for each in ranking]
    assert at == sorted(at)


def test_only_members_are_ranked_at_real_tables_a_page_at_a_time(
    evening: NewEvening, garibaldi: Club, club: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    for each in club[:4]:
        joined(each, garibaldi)
    begun = evening(club=garibaldi, venue="real", settings={"rounds": 1, "deals": 1})
    begun.enter(club[:2], club[2:4])
    played(begun)
    clubs.leave_club(club[3], garibaldi)
    ranked = [each.person.name for each in club_records.club_ranking(garibaldi, club[0])]
    assert {*ranked} == {"Anna", "Bruno", "Carla"}
    records = club_records.club_records(garibaldi, club[0])
    assert {each.person.name for each in records} == {*ranked, "Dario"}
    monkeypatch.setattr(tags, "RANKED_ON_A_PAGE", 2)
    shown = []
    for number in ("1", "2"):
        sent = {"periodo": "sempre", "pagina": number}
        html = client_of(club[0]).get(f"{garibaldi.get_absolute_url()}classifica/", sent).content.decode()
        section = html[html.index('id="serate"') :]
        assert "periodo=sempre&amp;pagina=" in section
        shown.append([each for each in ranked if f"<span>{each}</span>" in section])
    assert shown == [ranked[:2], ranked[2:]]


def test_whoever_is_off_the_list_stays_in_the_table_without_a_name(
    by_number: Any, series: Series, garibaldi: Club, organiser: User
) -> None:
    by_number()
    before = lines_of(series)
    clubs.remove_member(organiser, garibaldi.members.get(card="003"))
    assert lines_of(series) == before, "the name by which they were entered is not forgotten yet"
    Member.objects.update(name="")
    left = lines_of(series)
    assert left.pop("Qualcuno") == before["Socio C"]
    assert left == {name: points for name, points in before.items() if name != "Socio C"}
