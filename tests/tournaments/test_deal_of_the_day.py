"""The deal of the day: the same for everybody, also for guests; closed to those who have not played it."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from games.archive.finished_matches import played_as
from games.models import Event as MatchEvent
from games.models import Match, Table
from ludocards.engine.registry import GAMES
from ludopoli.accounts.models import User
from ludopoli.http import pictures
from ludopoli.text import zones
from tests.games.playing import play_first_commands
from tournaments import actions, deal_of_the_day, selectors
from tournaments.models import DealOfTheDay, Event, TournamentTable
from tournaments.running import sequencer

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_rates", "_nothing_kept")]

NOON = datetime(2026, 11, 28, 11, tzinfo=UTC)


@pytest.fixture
def anna() -> User:
    return User.objects.create_user("Anna", password=None)


@pytest.fixture
def vito() -> User:
    return User.objects.create_user("Vito", password=None)


def played(person: User, now: datetime = NOON) -> TournamentTable:
    """Play the day's deal to its end."""
    mine = actions.play_deal_of_the_day(person, now)
    assert mine is not None
    assert mine.table is not None
    assert mine.table.match_id is not None
    play_first_commands(mine.table.match_id, 10_000)
    sequencer.advance_event(mine.round.event_id, now + timedelta(seconds=20))
    mine.refresh_from_db()
    return mine


@pytest.mark.parametrize("ago", range(len(deal_of_the_day.games_of_days())))
def test_everybody_has_the_same_deal_of_the_days_game(ago: int, anna: User, vito: User) -> None:
    day = NOON - timedelta(days=ago)
    tables = [played(person, day) for person in (anna, vito)]
    event = Event.objects.get()
    assert event.game == deal_of_the_day.game_of_day(day.date())
    assert {tuple(table.labels) for table in tables} == {("1a",)}
    hands = {
        json.dumps(each) for each in MatchEvent.objects.filter(kind="dealt").values_list("sealed", flat=True)
    }
    assert len(hands) == 1
    results = [deal_of_the_day.day_result(person, day.date()) for person in (anna, vito)]
    assert [each is not None and each.players for each in results] == [2, 2]


def test_a_program_plays_it_too(anna: User) -> None:
    client = APIClient()
    client.force_authenticate(anna)
    begun, again = (client.post("/api/v1/deal-of-the-day/").json() for _ in range(2))
    mine = TournamentTable.objects.get()
    assert mine.table is not None
    assert [each["table"]["table"] for each in (begun, again)] == [mine.table.code] * 2


def test_a_result_is_compared_with_those_who_have_finished(anna: User, vito: User) -> None:
    actions.play_deal_of_the_day(vito, NOON)
    played(anna)
    result = deal_of_the_day.day_result(anna, NOON.date())
    assert result is not None
    assert (result.place, result.players) == (1, 1)
    assert deal_of_the_day.day_result(vito, NOON.date()) is None


def test_nobody_is_called_where_nobody_directs(anna: User) -> None:
    event = played(anna, timezone.now()).round.event
    page = signed_in(anna).get(event.get_absolute_url()).content.decode()
    assert "/reclamo/" not in page


def test_the_games_take_turns() -> None:
    games = deal_of_the_day.games_of_days()
    days = [NOON.date() + timedelta(days=n) for n in range(len(games))]
    assert len(games) > 3
    assert {deal_of_the_day.game_of_day(day) for day in days} == {*games} <= {*GAMES}


def test_a_day_has_one_deal_and_a_person_plays_it_once(anna: User) -> None:
    mine = played(anna)
    assert not anna.notices.exists(), "nobody has to be told that they are playing"
    again = actions.play_deal_of_the_day(anna, NOON + timedelta(minutes=5))
    assert again == mine
    tomorrow = actions.play_deal_of_the_day(anna, NOON + timedelta(days=1))
    assert tomorrow != mine
    assert [each.day.isoformat() for each in DealOfTheDay.objects.order_by("day")] == [
        "2026-11-28",
        "2026-11-29",
    ]


def test_it_ends_with_its_day_and_counts_for_nothing_else(anna: User) -> None:
    mine = played(anna)
    sequencer.advance_event(mine.round.event_id, NOON + timedelta(hours=14))
    event = Event.objects.get()
    assert event.status == Event.Status.FINISHED
    assert not event.rated
    assert selectors.trophies_of(anna, anna) == []
    for past in (False, True):
        assert not selectors.calendar_events(anna, past=past).exists()


def test_whoever_has_not_played_sees_no_card_and_no_points(anna: User, vito: User, client: Client) -> None:
    mine = played(anna)
    assert mine.table is not None
    match, event = Match.objects.get(), mine.round.event
    hidden = [
        f"/partita/{match.pk}/",
        f"/partita/{match.pk}/record.json",
        f"/partita/{match.pk}/figura.png",
        f"{event.get_absolute_url()}smazzate/1a/",
        f"{event.get_absolute_url()}turni/1/1/",
        f"/api/v1/matches/{match.pk}/record/",
        "/tornei/oggi/risultato.png",
    ]
    own = deal_of_the_day.day_result(anna, NOON.date())
    assert own is not None
    sharing = signed_in(anna).generic("POST", f"/api/v1/matches/{match.pk}/share/")
    assert sharing.json()["code"] == "boards_closed"
    for reader in (client, signed_in(vito)):
        assert {address for address in hidden if reader.get(address).status_code == 200} == set()
        assert own.score not in reader.get(event.get_absolute_url()).content.decode()
        assert "readonly" not in reader.get("/tornei/oggi/").content.decode()
    sequencer.advance_event(event.pk, NOON + timedelta(hours=14))
    assert client.get(hidden[0]).status_code == client.get(hidden[3]).status_code == 200, (
        "when the day is over"
    )


# ---- the pages


def signed_in(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


def todays_tile(client: Client) -> str:
    section = (
        client.get("/").content.decode().partition('aria-labelledby="oggi"')[2].partition("</section>")[0]
    )
    [tile] = re.findall(r"<li[^>]*>(?:(?!</li>).)*La smazzata del giorno.*?</li>", section, re.DOTALL)
    return tile


def test_a_visitor_plays_it_from_the_first_page_and_shares_the_result(client: Client) -> None:
    """They become a guest; the list of today shows in turn the way to the deal, the table, the score."""
    assert 'href="/tornei/oggi/"' in todays_tile(client), "which says first what is played, and with whom"
    before = client.get("/tornei/oggi/", headers={"accept-language": "en"}).content.decode()
    assert 'action="/tornei/oggi/gioca/"' in before
    assert "there is no second try" in before
    assert not Event.objects.exists(), "looking at the page makes no event"
    table = client.post("/tornei/oggi/gioca/")
    [row] = Table.objects.all()
    assert table.headers["Location"] == f"/tavolo/{row.code}/"
    assert f'href="/tavolo/{row.code}/"' in todays_tile(client)
    at_the_table = client.get(f"/tavolo/{row.code}/").content.decode()
    assert "Torna al torneo" not in at_the_table
    assert "turno 1" not in at_the_table
    assert row.match_id is not None
    play_first_commands(row.match_id, 10_000)
    unscored = client.get("/tornei/oggi/").content.decode()
    assert 'http-equiv="refresh"' in unscored
    assert 'action="/tornei/oggi/gioca/"' not in unscored
    event = Event.objects.get()
    sequencer.advance_event(event.pk, timezone.now() + timedelta(seconds=20))
    guest = User.objects.get(is_guest=True)
    result = deal_of_the_day.day_result(guest, zones.site_day())
    assert result is not None
    tile = todays_tile(client)
    assert "data-done" in tile
    assert result.score in tile
    assert f"/tavolo/{row.code}/" not in client.get("/").content.decode(), "nothing waits there"
    assert 'data-result="/tornei/oggi/"' in client.get(f"/tavolo/{row.code}/").content.decode()
    page = client.get("/tornei/oggi/").content.decode()
    outcome = {1: "Hai vinto", 0: "Pari", -1: "Hai perso"}[(result.lead > 0) - (result.lead < 0)]
    assert f"{outcome}, {result.score}" in page
    [line] = re.findall(r"<textarea[^>]*>([^<]*)</textarea>", page)
    assert line.endswith(" http://testserver/tornei/oggi/")
    assert result.score in line
    picture = client.get("/tornei/oggi/risultato.png")
    assert picture.headers["Content-Type"] == "image/png"
    assert picture.content.startswith(b"\x89PNG")


def test_the_picture_of_a_result_has_no_card(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "_png", str.encode)
    played(anna, timezone.now())
    svg = signed_in(anna).get("/tornei/oggi/risultato.png").content.decode()
    assert "<use" not in svg
    match = Match.objects.get()
    for seat in range(len(match.players)):
        assert played_as(match, seat) in svg, "everybody by the name that they had at the table"


def test_the_score_says_who_has_won() -> None:
    def lead(game: str, *scores: int) -> int:
        return deal_of_the_day.DayResult(Event(game=game), scores, (), None, 1).lead

    assert (lead("scopone", 4, 3), lead("scopone", 3, 4), lead("scopone", 4, 4)) == (1, -1, 0)
    assert lead("traversone", 2, 3, 6) > 0 > lead("traversone", 6, 2, 3)
