"""Events that a club holds: who may enter them, who knows of those of a private club, and who meets whom."""

from __future__ import annotations

from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from clubs import actions as clubs
from clubs.models import Club
from games.play.sockets import CLOSED_UNKNOWN
from ludopoli.accounts.models import User
from tests.api.events import announced
from tests.clubs.conftest import client_of, joined, socket_of
from tests.refusals import refused
from tests.tournaments.conftest import NewEvening
from tests.tournaments.evening import Evening
from tournaments import actions, chronicle
from tournaments.console.forms import EventForm
from tournaments.entering import seat_links
from tournaments.models import Event
from tournaments.outlets.consumers import EventConsumer
from tournaments.running import rated


@pytest.fixture
def garibaldi(organiser: User) -> Club:
    """A club that Ugo owns."""
    made = clubs.create_club(organiser, name="Circolo Garibaldi")
    return made


@pytest.fixture
def hidden(garibaldi: Club, organiser: User, club: list[User], evening: NewEvening) -> Evening:
    """An event of a private club with Anna, of whom the pair of Anna and Bruno has entered, and Carla is
    invited."""
    clubs.change_club(organiser, garibaldi, private=True)
    joined(club[0], garibaldi)
    garibaldi.refresh_from_db()
    series = actions.create_series(organiser, name="Campionato")
    tonight = evening(name="Serata nascosta", club=garibaldi, series=series)
    tonight.pairs(club, 1)
    actions.invite_to_event(organiser, tonight.event, club[2])
    return tonight


def test_only_members_enter_an_event_for_members(
    garibaldi: Club, club: list[User], evening: NewEvening
) -> None:
    event = evening(club=garibaldi, access="club").event
    for person in club[:3]:
        joined(person, garibaldi)
    clubs.ask_to_join(club[3], garibaldi)
    with refused("club_only"):
        actions.register_entry(club[4], event, partner=club[0])
    with refused("club_only"):
        actions.register_entry(club[0], event, partner=club[3])
    actions.register_entry(club[0], event, partner=club[1])


def test_directors_let_others_into_an_event_for_members(
    garibaldi: Club, organiser: User, club: list[User], evening: NewEvening
) -> None:
    tonight = evening(club=garibaldi, access="club", unit="single", format="arena")
    actions.invite_to_event(organiser, tonight.event, club[0])
    actions.register_entry(club[0], tonight.event)
    [entry] = tonight.enter([club[1]])
    assert entry.let_in


def test_a_club_s_directors_hold_events_for_it(
    garibaldi: Club, organiser: User, club: list[User], evening: NewEvening
) -> None:
    event = evening().event
    for wrong in ({"club": None, "access": "club"}, {"club": "garibaldi"}):
        with refused("bad_event", field="club"):
            actions.change_event(organiser, event, **wrong)
    actions.change_event(organiser, event, club=garibaldi, access="club")
    member = joined(club[0], garibaldi)
    with refused("bad_event"):
        actions.create_event(
            club[0], name="Altro", game="tressette", rules={"preset": "classico"}, players=4, format="swiss",
            starts_at=event.starts_at, club=garibaldi,
        )  # fmt: skip
    clubs.set_role(organiser, member, "owner")
    clubs.leave_club(organiser, garibaldi)
    actions.change_event(organiser, event.__class__.objects.get(), name="Ancora")


def test_whoever_holds_events_for_a_club_runs_its_championship(
    garibaldi: Club, organiser: User, club: list[User], evening: NewEvening
) -> None:
    series = actions.create_series(organiser, name="Campionato", club=garibaldi)
    member = joined(club[0], garibaldi)
    with refused("not_organiser"):
        actions.change_series(club[0], series, best=3)
    assert not EventForm(club[0]).own_series
    clubs.set_role(organiser, member, "director")
    tonight = evening(club=garibaldi, series=series)
    assert EventForm(club[0]).own_series.keys() == {series.code}
    next_week = tonight.event.starts_at + timedelta(weeks=1)
    [again] = actions.repeat_event(club[0], tonight.event, [next_week], now=tonight.now)
    assert (again.organiser, again.series) == (club[0], series)
    actions.change_series(club[0], series, best=3)
    with refused("bad_event", field="club"):
        actions.change_series(club[0], series, club=None)


def test_an_event_for_members_is_not_rated(garibaldi: Club, evening: NewEvening) -> None:
    assert rated.is_event_rated(evening(club=garibaldi).event)
    assert not rated.is_event_rated(evening(club=garibaldi, access="club").event)
    garibaldi.private = True
    assert not rated.is_event_rated(evening(club=garibaldi).event)


LISTS = ("/", "/tornei/", "/tornei/calendario.ics", "/api/v1/tournaments/")


def test_strangers_do_not_learn_of_an_event_of_a_private_club(hidden: Evening, club: list[User]) -> None:
    event, name = hidden.event, hidden.event.name
    assert event.series is not None
    page, api = event.get_absolute_url(), f"/api/v1/tournaments/{event.code}/"
    lists = (*LISTS, f"/tornei/serie/{event.series.code}/", f"/api/v1/series/{event.series.code}/")
    own = (
        page, f"{page}vivo/", f"{page}vivo/comune/", f"{page}iscritti/", f"{page}stampa/", f"{page}numeri/",
        f"{page}calendario.ics", f"{page}turni/1/", api, f"{api}entries/",
        f"{api}standings/", f"{api}hand/", f"{api}rounds/", f"{api}rounds/1/barometer/",
        f"{api}announcements/",
    )  # fmt: skip
    assert client_of(club[0]).get(page).status_code == 200  # it is kept in the process from now on
    strangers = (Client(), client_of(club[4]))
    for client in strangers:
        for path in lists:
            assert name not in client.get(path).content.decode(), path
        for path in own:
            assert client.get(path).status_code == 404, path
        heard = f"{page}vivo/comune/?fino={event.revision}"
        assert client.get(heard).status_code == 404
    assert client_of(club[4]).get(f"{page}direzione/").status_code == 404
    answer = client_of(club[4]).post(f"{page}iscriviti/", headers={"Accept": "application/json"})
    assert answer.status_code == 404


@pytest.mark.parametrize("who", [0, 1, 2], ids=["a member", "somebody who has entered", "an invited person"])
def test_its_people_find_an_event_of_a_private_club(hidden: Evening, club: list[User], who: int) -> None:
    client, event = client_of(club[who]), hidden.event
    assert event.club is not None
    for path in ("/tornei/", "/api/v1/tournaments/", f"/api/v1/tournaments/?club={event.club.code}"):
        assert event.name in client.get(path).content.decode(), path
    assert client.get(event.get_absolute_url()).status_code == 200
    assert client.get(f"{event.get_absolute_url()}vivo/comune/").status_code == 200


def test_the_winners_of_a_private_club_are_shown_to_its_people_only(
    hidden: Evening, club: list[User]
) -> None:
    hidden.enter(club[2:4])
    hidden.start()
    event = hidden.to_the_end()
    assert event.series is not None
    path = f"/tornei/serie/{event.series.code}/"
    for client, shows in ((Client(), False), (client_of(club[4]), False), (client_of(club[0]), True)):
        assert (event.name in client.get("/giocatori/Anna/").content.decode()) is shows
        assert (event.name in client.get(path).content.decode()) is shows


def test_the_tables_of_a_private_club_do_not_exist_for_others(hidden: Evening, club: list[User]) -> None:
    hidden.enter(club[2:4])
    hidden.start()
    [table] = hidden.tables()
    assert table.table is not None
    assert table.table.private
    stranger = client_of(club[4])
    assert stranger.get(f"/tavolo/{table.table.code}/").status_code == 404
    assert stranger.post(f"/tavolo/{table.table.code}/guarda/", {"seat": 0}).status_code == 404
    assert client_of(club[2]).get(f"/tavolo/{table.table.code}/").status_code == 200


def test_a_club_that_becomes_private_hides_the_tables_of_its_events(
    garibaldi: Club, organiser: User, club: list[User], begun_evening: NewEvening
) -> None:
    tonight = begun_evening(2, club=garibaldi)
    [table] = tonight.tables()
    assert table.table is not None
    stranger = client_of(club[4])
    assert table.table.code in stranger.get("/api/v1/tables/").content.decode()
    clubs.change_club(organiser, garibaldi, private=True)
    assert stranger.get(f"/tavolo/{table.table.code}/").status_code == 404
    for lists in ("/tavoli/", "/api/v1/tables/", "/api/v1/matches/"):
        assert table.table.code not in stranger.get(lists).content.decode(), lists


@pytest.mark.parametrize("end", ["left", "private"])
async def test_a_page_of_a_private_club_s_event_ends_with_the_membership(
    transactional_db: None, end: str
) -> None:
    def made() -> tuple[User, User, Club, Event]:
        rosalia, calogero = (User.objects.create(username=name) for name in ("Rosalia", "Calogero"))
        held = clubs.create_club(rosalia, name="Circolo Garibaldi", private=end != "private")
        if held.private:
            joined(calogero, held)
        return rosalia, calogero, held, announced(rosalia, club=held)

    def ended() -> None:
        if end == "left":
            clubs.leave_club(calogero, held)
        else:
            clubs.change_club(rosalia, held, private=True)

    rosalia, calogero, held, event = await sync_to_async(made)()
    address = f"/ws/event/{event.code}/"
    pages = [await socket_of(EventConsumer, address, event.code, who) for who in (calogero, rosalia)]
    for page in pages:
        assert (await page.receive_json_from(5))["t"] == "changed"
    await sync_to_async(ended)()
    assert (await pages[0].receive_json_from(5))["code"] == "no_event"
    assert (await pages[0].receive_output(5))["code"] == CLOSED_UNKNOWN
    await pages[0].disconnect()
    assert await pages[1].receive_nothing(0.1), "it still exists for members"
    await pages[1].disconnect()


def test_a_seat_link_opens_an_event_of_a_private_club(
    garibaldi: Club, organiser: User, evening: NewEvening
) -> None:
    clubs.change_club(organiser, garibaldi, private=True)
    garibaldi.refresh_from_db()
    tonight = evening(club=garibaldi)
    [entry] = tonight.enter([actions.Named("Mario Rossi"), "circolo"])
    client, member = Client(), entry.members.get(place=0)
    page = tonight.event.get_absolute_url()
    assert client.get(f"{page}posto/niente/").status_code == 404
    assert member.user is not None
    token = seat_links.seat_token(tonight.event, member.user, tonight.now)
    assert client.get(f"{page}posto/{token}/", follow=True).status_code == 200
    assert client.post(f"{page}siediti/")["Location"] == page
    assert client.get(page).status_code == 200


@pytest.mark.parametrize("rounds", [0, 1])
def test_members_of_one_club_do_not_meet_in_the_first_rounds(
    garibaldi: Club, organiser: User, club: list[User], evening: NewEvening, rounds: int
) -> None:
    """Without the rule the upper half of the seeds meets the lower half: 1 and 3, 2 and 4."""
    tonight = evening(clubs_apart=rounds)
    entries = tonight.pairs(club)
    actions.set_seeds(organiser, tonight.event, [each.number for each in entries])
    for person in (club[1], club[4]):
        joined(person, garibaldi)
    tonight.start()
    assert ({1, 3} in [{*each.places} for each in tonight.tables()]) is (rounds == 0)
    assert chronicle.read_chronicle(tonight.fresh()).history().forbidden == frozenset()


def test_the_club_that_holds_an_event_keeps_nobody_apart(
    garibaldi: Club, club: list[User], evening: NewEvening
) -> None:
    tonight = evening(clubs_apart=1, club=garibaldi)
    tonight.pairs(club)
    for person in club[:8]:
        joined(person, garibaldi)
    assert chronicle.read_chronicle(tonight.fresh()).clubmates == frozenset()


@pytest.mark.parametrize("private", [False, True])
def test_a_club_that_is_deleted_ends_its_events(
    garibaldi: Club, organiser: User, club: list[User], evening: NewEvening, private: bool
) -> None:
    clubs.change_club(organiser, garibaldi, private=private)
    garibaldi.refresh_from_db()
    over, going = evening(name="Finita", club=garibaldi), evening(name="In gioco", club=garibaldi)
    over.pairs(club, 2)
    over.start()
    over.to_the_end()
    going.pairs(club, 2)
    going.start()
    [table] = going.tables()
    clubs.delete_club(organiser, garibaldi)
    states = dict(Event.objects.values_list("name", "status"))
    assert states == ({} if private else {"Finita": "finished", "In gioco": "cancelled"})
    assert table.table is not None
    table.table.refresh_from_db()
    assert table.table.status == "closed"
    assert not Event.objects.exclude(club=None).exists()


def test_the_form_offers_the_clubs_that_the_person_directs(
    garibaldi: Club, organiser: User, club: list[User]
) -> None:
    joined(club[0], garibaldi)
    client = client_of(organiser)
    html = client.get(f"/tornei/nuovo/?circolo={garibaldi.code}").content.decode()
    assert f'<option value="{garibaldi.code}" selected>' in html
    assert '<option value="club" selected>' in html
    plain = client_of(club[0]).get(f"/tornei/nuovo/?circolo={garibaldi.code}").content.decode()
    assert f'value="{garibaldi.code}"' not in plain
    assert '<option value="club"' not in plain


def test_the_hall_of_fame_has_the_winners(
    garibaldi: Club, organiser: User, evening: NewEvening, begun_evening: NewEvening
) -> None:
    tonight = begun_evening(2, name="La finale", club=garibaldi)
    tonight.to_the_end()
    evening(name="Non ancora", club=garibaldi)
    first = tonight.event.entries.get(place=1)
    names = [str(each.user) for each in first.members.all()]
    html = Client().get(f"{garibaldi.get_absolute_url()}albo/").content.decode()
    assert "La finale" in html
    assert "Non ancora" not in html
    assert " – ".join(names) in html
    assert html.count("1 vittoria") == 2
    [row] = Client().get(f"/api/v1/clubs/{garibaldi.code}/fame/").json()["results"]
    assert row["event"] == tonight.event.code
    assert row["podium"][0] == {"place": 1, "name": " – ".join(names)}
    clubs.change_club(organiser, garibaldi, private=True)
    assert Client().get(f"{garibaldi.get_absolute_url()}albo/").status_code == 404
    assert Client().get(f"/api/v1/clubs/{garibaldi.code}/fame/").status_code == 404
