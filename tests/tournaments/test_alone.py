"""A tournament at once, of one person and bots."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from rest_framework.test import APIClient

from games.archive.finished_matches import played_as
from games.models import Match, Result, Table
from games.people.profiles import match_history
from games.people.results import score_match
from games.play.selectors import name_at_seat
from games.texts import bot_name
from ludopoli.accounts.models import User
from tests.refusals import refused
from tests.tournaments.evening import Evening
from tournaments import access, actions, selectors
from tournaments.deal_of_the_day import games_of_days
from tournaments.models import Event, TournamentTable
from tournaments.running.seating import seats_at

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_rates")]

NOON = datetime(2026, 11, 28, 11, tzinfo=UTC)


@pytest.fixture
def anna() -> User:
    return User.objects.create_user("Anna", password=None)


@pytest.mark.parametrize("game", games_of_days())
def test_every_round_begins_at_once_and_has_all_players(game: str, anna: User) -> None:
    event = actions.play_with_bots(anna, game, NOON)
    tables = TournamentTable.objects.filter(round__event=event)
    assert (event.game, event.status, event.rounds.count()) == (game, Event.Status.RUNNING, 1)
    entries = event.entries.count()
    assert entries == 8
    assert sorted(number for each in tables for number in each.places) == [*range(1, entries + 1)]
    mine = selectors.my_table(anna, event)
    assert mine is not None
    assert mine in tables


@pytest.mark.parametrize("game", ["briscola", "tressette"])
def test_a_bot_has_one_name_in_lists_and_at_its_table(game: str, anna: User) -> None:
    tonight = Evening(actions.play_with_bots(anna, game, NOON), anna, NOON)
    tonight.begin_round()
    sheet = selectors.event_sheet(tonight.event)
    listed = [name for entry in sheet.entries.values() for name in selectors.member_names(entry)]
    assert len({*listed}) == len(listed), "no other bot has it"
    for table in sheet.tables(1):
        assert table.table is not None
        assert table.table.match is not None
        names = [sheet.seated_name(*at) for at in seats_at(sheet.state, table)]
        assert {*names} < {*listed}
        assert sorted(" – ".join(map(sheet.name, table.places)).split(" – ")) == sorted(names)
        assert [name_at_seat(seat) for seat in table.table.seats.all()] == names
        assert [played_as(table.table.match, seat) for seat in range(len(names))] == names
    tonight.to_the_end()
    score_match(Match.objects.filter(table__seats__user=anna)[0].pk)
    latest, *_ = match_history(anna, anna, size=1).matches
    assert {each.said for each in latest.seated} < {*listed}


def test_no_two_numbers_give_one_name() -> None:
    assert len({bot_name(number) for number in range(-60, 60)}) == 120


def test_it_is_played_to_the_standings_and_counts_for_nobody(anna: User) -> None:
    tonight = Evening(actions.play_with_bots(anna, "briscola", NOON), anna, NOON)
    assert actions.play_with_bots(anna, "tressette", NOON + timedelta(minutes=1)) == tonight.event
    tonight.begin_round()
    event = tonight.to_the_end()
    assert event.rounds.count() == 3
    assert {*event.entries.values_list("place", flat=True)} == {*range(1, 9)}
    assert not Result.objects.filter(user=anna, rated=True).exists()
    assert selectors.trophies_of(anna, anna) == []
    assert actions.play_with_bots(anna, now=tonight.now) != event


def test_nobody_else_knows_of_it(anna: User, client: Client) -> None:
    event = actions.play_with_bots(anna, now=NOON)
    vito = User.objects.create_user("Vito", password=None)
    address = event.get_absolute_url()
    for reader in (None, vito):
        if reader:
            client.force_login(reader)
        assert client.get(address).status_code == 404
        assert event.name not in client.get("/tornei/").content.decode()
        assert event not in selectors.calendar_events(reader or client.get("/tornei/").wsgi_request.user)
        assert not access.may_know(reader or client.get("/tornei/").wsgi_request.user, event)
    assert not Table.objects.filter(tournament__round__event=event, private=False).exists()
    client.force_login(anna)
    page = client.get(address)
    assert page.status_code == 200
    assert "/reclamo/" not in page.content.decode(), "nobody directs it"
    assert not anna.notices.filter(read_at=None).exists(), "nobody has to be told that they are playing"
    assert event in selectors.calendar_events(anna)


def test_one_tap_on_the_page_of_tournaments_leads_to_the_table(client: Client) -> None:
    page = client.get("/tornei/").content.decode()
    assert 'action="/tornei/bot/"' in page
    assert "Mancano Tarocchi siciliani e Whist: " in page, "and why"
    at = client.post("/tornei/bot/", {"game": "scopone"}, follow=True)
    event = Event.objects.get()
    assert event.alone is not None
    assert event.alone.is_guest
    mine = selectors.my_table(event.alone, event)
    assert mine is not None
    assert mine.table is not None
    assert at.redirect_chain[-1][0] == f"/tavolo/{mine.table.code}/"
    assert client.post("/tornei/bot/", {"game": "nothing"}).status_code == 302, "the one that is being played"


def test_a_program_plays_one_too(anna: User) -> None:
    client = APIClient()
    client.force_authenticate(anna)
    begun = client.post("/api/v1/tournament-with-bots/", {"game": "briscola"}, format="json")
    assert (begun.status_code, begun.json()["game"], begun.json()["rated"]) == (201, "briscola", False)
    own = client.get(f"/api/v1/tournaments/{begun.json()['code']}/me/").json()
    assert own["table"] is not None
    assert APIClient().post("/api/v1/tournament-with-bots/").status_code == 401


def test_a_game_of_long_matches_is_refused(anna: User) -> None:
    with refused("no_game"):
        actions.play_with_bots(anna, "whist", NOON)
