"""A substitute plays from their round on: page, log, files and histories say who played which round."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.urls import reverse
from django.utils import translation

from clubs import actions as clubs
from clubs.models import Member as ClubMember
from ludopoli.accounts.models import User
from tests.snapshots import from_snapshot
from tests.tournaments.conftest import NewEvening
from tests.tournaments.evening import Evening
from tests.tournaments.test_pages import browser, words
from tests.tournaments.test_real_tables import enter
from tournaments import actions, club_records, forgetting, selectors
from tournaments.evenings import evening_files
from tournaments.models import Entry, Event, Member
from tournaments.outlets import files, journal
from tournaments.series import seasons


@pytest.fixture(autouse=True)
def _in_english() -> Any:
    with translation.override("en"):
        yield


@pytest.fixture
@from_snapshot
def hall(evening: NewEvening) -> Evening:
    """An evening of a club with two pairs by name, in the first of three rounds of one deal."""
    on = evening(venue="real", format="danish", settings={"rounds": 3, "deals": 1})
    held = clubs.create_club(on.organiser, name="Circolo Garibaldi")
    on.event.club = held
    on.event.save()
    for card, name in enumerate(("Mario", "Lia", "Ugo", "Nora", "Rita"), start=1):
        ClubMember.objects.create(club=held, number=card + 1, card=str(card), name=name, since=on.now)
    text = "nome,compagno\nMario,Lia\nUgo,Nora\n"
    actions.import_entries(on.organiser, on.event, text, now=on.now)
    on.start()
    return on


def mario(on: Evening) -> Entry:
    return on.event.entries.get(number=1)


def play_round(on: Evening) -> None:
    [table] = on.tables()
    enter(on, table, (8, 3))
    on.begin_round()


def substitute(on: Evening, name: str, place: int = 1) -> None:
    who = actions.Named(name)
    actions.substitute_member(on.organiser, mario(on), place, who, "va a casa", now=on.now)


def played(on: Evening, round_: int) -> list[str]:
    sheet = selectors.event_sheet(on.fresh(), whole=True)
    return [selectors.member_name(each) for each in sheet.players_in(1, round_)]


def test_who_has_played_a_round_stays_its_player(hall: Evening) -> None:
    play_round(hall)
    substitute(hall, "Rita")
    assert (played(hall, 1), played(hall, 2)) == (["Mario", "Lia"], ["Mario", "Rita"])
    former = Member.everybody.get(event=hall.event, last_round__isnull=False)
    assert (selectors.member_name(former), former.first_round, former.last_round) == ("Lia", 1, 1)


def test_before_the_first_score_of_a_round_it_is_the_substitutes(hall: Evening) -> None:
    substitute(hall, "Rita")
    assert played(hall, 1) == ["Mario", "Rita"]
    assert not Member.everybody.filter(last_round__isnull=False).exists()


def test_after_the_first_score_the_substitute_plays_from_the_next_round_on(hall: Evening) -> None:
    [table] = hall.tables()
    first = hall.event.entries.get(number=table.places[0])
    actions.write_scores(None, first, table, {table.labels[0]: [8, 3]}, now=hall.now)
    substitute(hall, "Rita")
    assert (played(hall, 1), played(hall, 2)) == (["Mario", "Lia"], ["Mario", "Rita"])


def test_one_substitute_may_follow_another_and_the_first_come_back(hall: Evening) -> None:
    for name in ("Rita", "Lia"):
        play_round(hall)
        substitute(hall, name)
    assert [played(hall, n)[1] for n in (1, 2, 3)] == ["Lia", "Rita", "Lia"]


@pytest.fixture
def over(hall: Evening) -> Evening:
    """The evening to its end: Rita has played for Lia from the second round on."""
    play_round(hall)
    substitute(hall, "Rita")
    play_round(hall)
    play_round(hall)
    assert hall.event.is_over
    return hall


SAID = "Lia (round 1), Rita (from round 2 on)"


def test_the_page_says_who_played_which_round(over: Evening) -> None:
    assert SAID in words(browser().get(over.event.get_absolute_url()).content.decode())
    desk = browser(over.organiser).get(reverse("console-entry", args=[over.event.code, 1]))
    assert "Lia round 1" in words(desk.content.decode())


def test_the_log_names_both_as_long_as_they_are_known(over: Evening) -> None:
    def lines() -> list[str]:
        return [each.said for each in journal.read_log(over.event, over.organiser)]

    assert "Entry 1: Rita took the place of Lia from round 2 on" in lines()
    former = Member.everybody.get(last_round__isnull=False)
    actions.forget_person(over.organiser, mario(over), former.place, last_round=former.last_round)
    assert "Entry 1: Rita took the place of Somebody from round 2 on" in lines()
    assert "Lia" not in words(browser().get(over.event.get_absolute_url()).content.decode())


def test_files_have_the_people_of_each_table(over: Evening) -> None:
    [_standings, tables, *_more] = files.result_sheets(over.event, over.organiser)
    names = [each.name for each in tables.headings]
    rows = [dict(zip(names, map(str, row), strict=True)) for row in tables.rows]
    its = [next(each for each in row["players"].split(" / ") if "Mario" in each) for row in rows]
    assert its == ["Mario – Lia", "Mario – Rita", "Mario – Rita"]
    assert {"1", "2"} <= {*rows[0]["cards"].split(" / ")}
    assert {"1", "5"} <= {*rows[1]["cards"].split(" / ")}


def test_the_history_of_both_has_the_evening_with_their_rounds(over: Evening) -> None:
    found = {}
    for name in ("Lia", "Rita", "Mario"):
        line = ClubMember.objects.get(name=name)
        [one] = club_records.history_of_line(line, over.organiser)
        found[name] = (one.first_round, one.last_round)
    assert found == {"Lia": (1, 1), "Rita": (2, None), "Mario": (1, None)}
    lia = ClubMember.objects.get(name="Lia")
    address = reverse("club-member", args=[lia.club.code, lia.number])
    assert "round 1" in words(browser(over.organiser).get(address).content.decode())


def test_a_series_and_the_club_count_an_evening_for_those_who_played_half_of_it(hall: Evening) -> None:
    series = actions.create_series(hall.organiser, name="Campionato", club=hall.event.club)
    Event.objects.filter(pk=hall.event.pk).update(series=series)
    for _round in (1, 2):
        play_round(hall)
    substitute(hall, "Rita")
    play_round(hall)

    def counted(**rules: str) -> set[str]:
        actions.change_series(hall.organiser, series, **rules)
        [season] = seasons.season_history(series).seasons
        return {line.name for line in season.divisions[0].lines} & {"Mario", "Lia", "Rita"}

    assert counted() == {"Mario", "Lia"}
    assert counted(credit="last") == {"Mario", "Rita"}
    assert counted(credit="each") == {"Mario", "Lia", "Rita"}
    assert hall.event.club is not None
    records = club_records.club_records(hall.event.club, hall.organiser)
    assert {each.person.name for each in records} == {"Mario", "Lia", "Ugo", "Nora"}


def test_a_name_is_forgotten_with_the_others(over: Evening) -> None:
    ClubMember.objects.exclude(name="").delete()
    assert "Lia" in {each.name for each in forgetting.forgettable_people(over.event)}
    over.at(days=400)
    forgetting.forget_due_names(over.now)
    over.at(days=8)
    forgetting.forget_due_names(over.now)
    assert {each.name for each in Member.everybody.filter(event=over.event)} == {""}


def test_the_file_of_an_evening_brings_both_along(over: Evening, club: list[User]) -> None:
    document = evening_files.evening_document(over.event)
    over.event.delete()
    again = actions.import_evening(club[0], json.dumps(document).encode())
    assert isinstance(again, Event)
    sheet = selectors.event_sheet(again, whole=True)
    names = [[selectors.member_name(each) for each in sheet.players_in(1, n)] for n in (1, 2)]
    assert names == [["Mario", "Lia"], ["Mario", "Rita"]]
