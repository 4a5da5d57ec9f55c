"""Names are kept for members of the club as long as they are on its list, for others until the time that
the event's page states from the beginning, and nobody's for longer than they like."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from clubs import actions as clubs
from clubs.models import Club
from ludopoli.accounts.models import User
from ludopoli.notices.models import Notice
from tests.clubs.conftest import client_of, listed
from tests.refusals import refused
from tests.tournaments.conftest import NewEvening
from tests.tournaments.evening import Evening
from tests.tournaments.test_club_history import played
from tournaments import actions, forgetting, selectors
from tournaments.models import Event, Member
from tournaments.outlets import notice_kinds

DAY = timedelta(days=1)


@pytest.fixture
def garibaldi(organiser: User) -> Club:
    made = clubs.create_club(organiser, name="Circolo Garibaldi")
    listed(made, organiser, "Mario Rossi", card="0113")
    return made


@pytest.fixture
def at_the_door(evening: NewEvening, garibaldi: Club) -> Evening:
    """An evening at real tables with a member of the club and three others, none with an account."""
    begun = evening(club=garibaldi, venue="real", settings={"rounds": 1, "deals": 1})
    actions.import_entries(
        begun.organiser,
        begun.event,
        "tessera 1;nome 1;nome 2\n0113;;Ugo Neri\n;Pia Blu;Leo Gialli\n",
        now=begun.now,
    )
    return begun


def names(event: Event) -> set[str]:
    members = Member.objects.filter(event=event).select_related("club_line__user", "user", "entry")
    return {selectors.member_name(each) for each in members}


def pass_days(begun: Evening, days: int) -> None:
    """Let the days pass with what is due on each."""
    for _day in range(days):
        begun.at(days=1)
        forgetting.forget_due_names(begun.now)


ALL = {"Mario Rossi", "Ugo Neri", "Pia Blu", "Leo Gialli"}


@pytest.mark.parametrize("ending", ["played", "cancelled"])
def test_names_stay_until_the_stated_time_whatever_the_status(at_the_door: Evening, ending: str) -> None:
    if ending == "played":
        played(at_the_door)
    else:
        actions.cancel_event(at_the_door.organiser, at_the_door.event, "Manca la luce", now=at_the_door.now)
        at_the_door.fresh()
    assert names(at_the_door.event) == ALL
    pass_days(at_the_door, 29)
    assert names(at_the_door.event) == ALL
    pass_days(at_the_door, 2)
    assert names(at_the_door.event) == {"Mario Rossi", "Qualcuno"}
    assert at_the_door.event.log.filter(what="names_forgotten").count() == 1
    clubs.remove_member(at_the_door.organiser, garibaldi_of(at_the_door).members.get(card="0113"))
    assert names(at_the_door.event) == {"Qualcuno"}


def garibaldi_of(begun: Evening) -> Club:
    assert begun.event.club is not None
    return begun.event.club


def test_the_time_is_the_event_s_own(evening: NewEvening, organiser: User, at_the_door: Evening) -> None:
    page = Client().get(at_the_door.event.get_absolute_url()).content.decode()
    assert "per 30 giorni dopo la fine" in page
    with refused("names_stated"):
        actions.change_event(organiser, at_the_door.event, names_days=365)
    actions.change_event(organiser, at_the_door.event, names_days=10)
    later = evening(venue="real", names_days=365)
    assert "per 365 giorni dopo la fine" in Client().get(later.event.get_absolute_url()).content.decode()
    played(at_the_door)
    pass_days(at_the_door, 11)
    assert names(at_the_door.event) == {"Mario Rossi", "Qualcuno"}


def test_directors_are_reminded_a_week_before(at_the_door: Evening) -> None:
    played(at_the_door)
    reminders = Notice.objects.filter(kind=notice_kinds.NAMES_DUE.key)
    pass_days(at_the_door, 22)
    assert not reminders.exists()
    pass_days(at_the_door, 2)
    assert [each.user for each in reminders] == [at_the_door.organiser]
    page = client_of(at_the_door.organiser).get(f"{at_the_door.event.get_absolute_url()}direzione/")
    assert "risultati.xlsx" in page.content.decode()


def test_nothing_is_forgotten_before_a_week_after_the_reminder(at_the_door: Evening) -> None:
    played(at_the_door)
    at_the_door.at(days=300)  # the site was down
    forgetting.forget_due_names(at_the_door.now)
    assert names(at_the_door.event) == ALL
    pass_days(at_the_door, 7)
    assert names(at_the_door.event) == {"Mario Rossi", "Qualcuno"}


def test_one_person_is_forgotten_alone(at_the_door: Evening, club: list[User]) -> None:
    entry = at_the_door.event.entries.get(number=2)
    director = at_the_door.organiser
    with refused("not_over"):
        actions.forget_person(director, entry, 0)
    played(at_the_door)
    with refused("not_director"):
        actions.forget_person(club[0], entry, 0)
    before = {each.number: each.place for each in at_the_door.event.entries.all()}
    page = f"{at_the_door.event.get_absolute_url()}direzione/iscritti/2/"
    client = client_of(director)
    assert "restano" in client.get(page).content.decode()
    client.post(f"{page}dimentica/", {"place": "0"})
    assert names(at_the_door.event) == {*ALL, "Qualcuno"} - {"Pia Blu"}
    assert {each.number: each.place for each in at_the_door.event.entries.all()} == before
    api = f"/api/v1/tournaments/{at_the_door.event.code}/entries/2/forget/"
    done = client.post(api, {"position": 1}, content_type="application/json")
    assert [each["name"] for each in done.json()["members"]] == ["Qualcuno", "Qualcuno"]


def test_a_member_is_forgotten_in_all_the_club_s_events(
    at_the_door: Evening, garibaldi: Club, club: list[User]
) -> None:
    played(at_the_door)
    line = garibaldi.members.get(card="0113")
    client = client_of(at_the_door.organiser)
    page = f"{garibaldi.get_absolute_url()}soci/{line.number}/"
    assert "dimentica/" in client.get(page).content.decode()
    answer = client.post(f"{page}dimentica/")
    assert answer["Location"] == f"{garibaldi.get_absolute_url()}soci/"
    assert names(at_the_door.event) == {*ALL, "Qualcuno"} - {"Mario Rossi"}
    assert not garibaldi.members.filter(card="0113").exists()
    other = listed(garibaldi, at_the_door.organiser, "Zoe Greco")
    api = f"/api/v1/clubs/{garibaldi.code}/members/{other.number}/forget/"
    json = "application/json"
    assert client_of(club[0]).post(api, content_type=json).json()["code"] == "not_club_member"
    assert client.post(api, content_type=json).status_code == 204
    assert not garibaldi.members.filter(name="Zoe Greco").exists()


def test_an_evening_that_comes_later_keeps_its_names_from_then_on(at_the_door: Evening) -> None:
    played(at_the_door)
    Event.objects.update(finished_at=at_the_door.now - 400 * DAY)
    forgetting.forget_due_names(at_the_door.now)
    pass_days(at_the_door, 20)
    assert names(at_the_door.fresh()) == ALL
