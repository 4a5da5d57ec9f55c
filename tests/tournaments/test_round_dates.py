"""Rounds on further days: when they are paired, who is in them, and where their dates are shown."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import icalendar
import pytest
from django.test import Client
from django.utils import timezone, translation
from rest_framework.test import APIClient

from ludopoli.accounts.models import User
from ludopoli.http.refusals import ActionRefused
from tests.snapshots import from_snapshot
from tests.tournaments.conftest import NewEvening
from tests.tournaments.evening import Evening
from tournaments import actions, selectors
from tournaments.models import Event, Round
from tournaments.outlets.calendar_file import calendar_response, single_event
from tournaments.templatetags.tournaments import when

pytestmark = pytest.mark.usefixtures("_nothing_kept")

TWO_EVENINGS = {"first": "swiss", "first_rounds": 1, "then": "knockout", "then_best": 2, "deals": 1}


@pytest.fixture
@from_snapshot
def tonight(evening: NewEvening) -> Evening:
    """Four pairs at real tables: a round tonight, the best two in a week."""
    tonight = evening(format="stages", venue="real", settings=TWO_EVENINGS)
    in_a_week = tonight.event.starts_at + timedelta(days=7)
    actions.change_event(tonight.organiser, tonight.event, round_dates={2: in_a_week}, now=tonight.now)
    people = [actions.Named(f"P{number}") for number in range(8)]
    tonight.fresh()
    tonight.enter(*zip(people[::2], people[1::2], strict=True))
    return tonight


def play_first_evening(tonight: Evening) -> None:
    tonight.start()
    for table in tonight.tables():
        scores = [11 - max(table.places) / 2, max(table.places) / 2]
        rows = {label: [int(scores[0]), 11 - int(scores[0])] for label in table.labels}
        actions.enter_scores(tonight.organiser, table, rows, now=tonight.now)
    tonight.at(seconds=1)


def test_a_round_on_a_further_day_is_paired_an_hour_before_it(tonight: Evening) -> None:
    play_first_evening(tonight)
    date = tonight.event.round_dates[2]
    assert tonight.round.number == 1
    assert tonight.fresh().wake_at == date - timedelta(hours=1), "nothing looks at it for a week"
    tonight.until(date - timedelta(minutes=61))
    assert tonight.round.number == 1
    tonight.until(date - timedelta(minutes=60))
    assert tonight.round.number == 2
    assert (tonight.round.status, tonight.round.starts_at) == (Round.Status.DRAWN, date)
    tonight.until(date)
    assert tonight.round.status == Round.Status.DRAWN, "at real tables a director begins it"
    tonight.begin_round()
    assert tonight.round.status == Round.Status.PLAYING


def test_rounds_on_several_days_are_shown_with_their_days(tonight: Evening) -> None:
    play_first_evening(tonight)
    page = Client().get(tonight.event.get_absolute_url()).content.decode()
    with translation.override("it"):
        assert when(tonight.round.starts_at, "moment") in page


def test_whoever_cannot_come_on_the_second_evening_makes_room_for_the_next(tonight: Evening) -> None:
    play_first_evening(tonight)
    tonight.until(tonight.event.round_dates[2] - timedelta(hours=2))
    best, _second, third, _last = [line.entrant for line in selectors.standings_of_event(tonight.event)]
    leaving = tonight.event.entries.get(number=best)
    actions.remove_entry(tonight.organiser, leaving, "non può", now=tonight.now)
    tonight.until(tonight.event.round_dates[2])
    [final] = tonight.tables()
    assert best not in final.places
    assert third in final.places


def test_a_date_that_is_put_forward_pairs_the_round(tonight: Evening) -> None:
    play_first_evening(tonight)
    soon = tonight.now + timedelta(minutes=30)
    actions.change_event(tonight.organiser, tonight.event, round_dates={2: soon}, now=tonight.now)
    assert (tonight.round.number, tonight.round.starts_at) == (2, soon)


def test_players_see_when_it_goes_on(tonight: Evening, club: list[User]) -> None:
    pair: list[User | actions.Named | str] = [actions.Named("Rita"), club[0]]
    tonight.enter(pair)
    play_first_evening(tonight)
    client = Client()
    client.force_login(club[0])
    page = client.get(tonight.event.get_absolute_url()).content.decode()
    assert "Il prossimo turno è" in page


def test_nobody_enters_once_the_second_evening_is_paired(tonight: Evening) -> None:
    play_first_evening(tonight)
    tonight.until(tonight.event.round_dates[2])
    with pytest.raises(ActionRefused) as refused:
        tonight.enter([actions.Named("Rita"), actions.Named("Rino")])
    assert refused.value.code == "late_closed"


def test_an_event_that_ends_early_waits_for_no_date(tonight: Evening) -> None:
    play_first_evening(tonight)
    actions.call_last_round(tonight.organiser, tonight.event, now=tonight.now)
    assert tonight.fresh().status == Event.Status.FINISHED


@pytest.mark.parametrize(
    "dates",
    [[7], {1: timedelta(days=1)}, {2: timedelta(days=-1)}, {2: timedelta(days=3), 3: timedelta(days=2)},
     {2: timedelta(days=800)}, {"2": timedelta(days=1)}],
)  # fmt: skip
def test_dates_that_do_not_follow_each_other_are_refused(tonight: Evening, dates: Any) -> None:
    if isinstance(dates, dict):
        dates = {number: tonight.event.starts_at + later for number, later in dates.items()}
    with pytest.raises(ActionRefused) as refused:
        actions.change_event(tonight.organiser, tonight.event, round_dates=dates, now=tonight.now)
    assert refused.value.details["field"] == "round_dates"


def test_each_day_is_in_the_calendar_file_and_on_the_page(tonight: Evening) -> None:
    file = icalendar.Calendar.from_ical(calendar_response(single_event(tonight.event), "x").content)
    first, second = [dict(each.items()) for each in file.walk("VEVENT")]
    assert second["UID"] == str(first["UID"]).replace("@", "-2@")
    assert second["DTSTART"].dt == tonight.event.round_dates[2].replace(microsecond=0)
    assert str(second["SUMMARY"]).endswith(", turno 2")
    page = Client().get(tonight.event.get_absolute_url()).content.decode()
    assert "Turno 2:" in page


def test_the_api_reads_and_sets_them(tonight: Evening) -> None:
    client = APIClient()
    client.force_login(tonight.organiser)
    at = f"/api/v1/tournaments/{tonight.event.code}/"
    [known] = client.get(at).json()["round_dates"]
    assert known["round"] == 2
    later = (tonight.event.starts_at + timedelta(days=8)).isoformat()
    answer = client.patch(at, {"round_dates": [{"round": 2, "starts_at": later}]}, format="json")
    assert answer.status_code == 200, answer.content
    assert tonight.fresh().round_dates[2] == tonight.event.starts_at + timedelta(days=8)


def test_an_event_that_is_held_again_has_its_dates_as_many_days_later(tonight: Evening) -> None:
    rome, later = ZoneInfo("Europe/Rome"), timedelta(days=28)  # by the clock on the wall, in March, too
    again = tonight.event.starts_at.astimezone(rome) + later
    [made] = actions.repeat_event(tonight.organiser, tonight.event, [again], tonight.now)
    assert made.round_dates[2].astimezone(rome) == tonight.event.round_dates[2].astimezone(rome) + later


def test_the_form_has_a_place_for_each_date(tonight: Evening) -> None:
    client = Client()
    client.force_login(tonight.organiser)
    page = client.get(f"/tornei/{tonight.event.code}/direzione/modifica/").content.decode()
    local = timezone.localtime(tonight.event.round_dates[2]).strftime("%Y-%m-%dT%H:%M")
    assert f'value="{local}"' in page
