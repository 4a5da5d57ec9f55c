"""The list of people around, in the lobby and at tables: who is on it, for whom, and until when."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from channels.exceptions import StopConsumer
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Seat, Table, Visit
from games.pages.lobby_socket import LobbyConsumer
from games.play import actions, doorbell, lobby, online, selectors
from ludopoli.accounts import guests, preferences, privacy
from ludopoli.accounts import people as circle
from ludopoli.accounts.models import User
from tests.notices.conftest import friends

RULES = {"preset": "classico"}
NOBODY = AnonymousUser()


@pytest.fixture(autouse=True)
def _empty_lobby() -> Iterator[None]:
    online._sockets.clear()
    yield
    online._sockets.clear()


class Process:
    """A web process whose pulse beats when the test says so, at a time that the test sets."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        self.notes = online.Notes()
        monkeypatch.setattr("games.play.online.time.monotonic", lambda: self.now)

    def beat(self, after: float = 0) -> None:
        self.now += after
        self.notes.note()


@pytest.fixture
def process(monkeypatch: pytest.MonkeyPatch) -> Process:
    return Process(monkeypatch)


def visit(*visitors: User) -> None:
    for person in visitors:
        Visit.objects.create(user=person, seen_at=timezone.now())


def attend(table: Table, person: User) -> None:
    table.seats.filter(user=person).update(socket="here", touched_at=timezone.now())


def opened(host: User, **options: Any) -> Table:
    """A table whose host is present."""
    table = actions.open_table(host, game="tressette", rules=RULES, players=4, **options)
    attend(table, host)
    return table


def seen_by(reader: selectors.Reader) -> list[tuple[str, str]]:
    return [(each.user.username, each.where) for each in online.people_for(reader)]


# ---- who is there


def test_people_seeking_company_come_first_then_the_lobby_then_players(people: list[User]) -> None:
    anna, bruno, carla, dario, elena = people
    visit(anna, bruno, elena)
    opened(carla)
    playing = opened(dario)
    actions.fill_with_bots(dario, playing)
    assert seen_by(NOBODY) == [
        ("Carla", "waiting"),
        ("Anna", "lobby"),
        ("Bruno", "lobby"),
        ("Elena", "lobby"),
        ("Dario", "playing"),
    ]
    friends(anna, elena)
    assert seen_by(anna)[:2] == [("Elena", "lobby"), ("Carla", "waiting")], "friends first, oneself never"
    assert len(lobby.site_counts().present) == 5


def test_accounts_are_listed_before_guests(people: list[User]) -> None:
    visit(guests.create_guest("Alba"), people[4])
    assert seen_by(NOBODY) == [("Elena", "lobby"), ("Alba °", "lobby")]


def test_seats_at_private_tables_and_tournaments_are_not_shown(people: list[User]) -> None:
    anna, bruno, carla, dario, _elena = people
    opened(anna, private=True)
    Table.objects.filter(pk=opened(bruno).pk).update(hosted=True)
    joinable = opened(carla, private=True, joinable=True)
    alone = actions.quick_game(dario, game="tressette", rules=RULES, players=4)
    attend(alone, dario)
    assert [(each.user, each.table) for each in online.people_for(NOBODY)] == [(carla, joinable)]


def test_a_player_at_a_private_table_is_shown_only_in_the_lobby(people: list[User]) -> None:
    opened(people[0], private=True)
    visit(people[0])
    assert seen_by(NOBODY) == [("Anna", "lobby")]


def test_blocked_people_do_not_see_each_other(people: list[User]) -> None:
    anna, bruno, *_ = people
    visit(anna)
    opened(bruno)
    circle.block(anna, bruno)
    assert (seen_by(anna), seen_by(bruno)) == ([], [])
    assert len(seen_by(people[2])) == 2


def test_people_who_opted_out_are_not_shown(people: list[User]) -> None:
    anna, bruno, carla, *_ = people
    visit(anna, carla)
    opened(bruno)
    for hidden in (anna, bruno):
        preferences.change_settings(hidden, {"in_lobby": False})
    preferences.change_settings(carla, {"in_lobby": True, "quiet": True})
    assert seen_by(NOBODY) == [("Carla", "lobby")]


def test_real_names_entered_by_directors_are_not_shown(people: list[User]) -> None:
    visit(User.objects.create(username="Mario Rossi °", is_guest=True, is_named=True))
    assert seen_by(NOBODY) == []


async def test_leaving_is_noted_even_while_redis_is_unreachable() -> None:
    lobby = LobbyConsumer()  # without a channel layer: whatever needs it fails
    lobby.channel_name = "a"
    online.record_presence("a", 1)
    with pytest.raises(StopConsumer):
        await lobby.websocket_disconnect({"code": 1006})
    assert online._sockets == {}


def test_bot_accounts_and_deleted_accounts_are_not_shown(people: list[User]) -> None:
    anna, bruno, *_ = people
    visit(User.objects.create(username="Robot", is_bot=True, owner=bruno), anna)
    privacy.delete_person(anna)
    assert seen_by(NOBODY) == []
    assert not Visit.objects.filter(user=anna).exists()


@pytest.mark.parametrize("change", [{"socket": ""}, {"touched_at": timezone.now() - Seat.PRESENT_FOR}])
def test_a_seat_counts_while_its_player_is_present(people: list[User], change: dict[str, Any]) -> None:
    """Both is needed: a socket, and a page that was touched lately."""
    table = opened(people[0])
    Table.objects.update(changed_at=timezone.now() - Seat.PRESENT_FOR)
    assert seen_by(NOBODY) == [("Anna", "waiting")]
    table.seats.update(**change)
    assert seen_by(NOBODY) == []


def test_a_page_of_the_lobby_counts_until_it_has_rested(people: list[User], process: Process) -> None:
    online.record_presence("socket", people[0].pk)
    process.beat()
    rest = Seat.PRESENT_FOR.total_seconds()
    process.beat(after=rest - 1)
    assert seen_by(NOBODY) == [("Anna", "lobby")]
    process.beat(after=online.CHANGES_EVERY)
    assert seen_by(NOBODY) == []
    online.record_presence("socket", people[0].pk)
    process.beat(after=online.CHANGES_EVERY)
    assert seen_by(NOBODY) == [("Anna", "lobby")]


def test_the_latest_of_several_seats_counts(people: list[User]) -> None:
    first, second = opened(people[0]), opened(people[0])
    Seat.objects.filter(table=second, number=0).update(touched_at=timezone.now() - timedelta(seconds=30))
    assert [each.table for each in online.people_for(NOBODY)] == [first]


def test_the_list_costs_three_queries_at_any_size(people: list[User]) -> None:
    for person in people[1:]:
        opened(person)
    visit(*people)
    with CaptureQueriesContext(connection) as queries:
        assert len(online.people_for(people[0])) == 4
    assert len(queries) == 3


# ---- coming and going


def test_visits_are_written_together_and_pages_are_notified(
    people: list[User], process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    rung: list[bool] = []
    monkeypatch.setattr(doorbell, "ring_lobby", lambda: rung.append(True))
    for number, person in enumerate(people):
        online.record_presence(f"socket {number}", person.pk)
    online.record_presence("another tab", people[0].pk)
    with CaptureQueriesContext(connection) as queries:
        process.beat()
    assert (len(seen_by(NOBODY)), len(rung), len(queries)) == (5, 1, 3)
    online.record_absence("another tab")
    with CaptureQueriesContext(connection) as queries:
        process.beat(after=1)
    assert len(queries) == 0, "the same people are there"


def test_changes_are_batched(people: list[User], process: Process) -> None:
    online.record_presence("first", people[0].pk)
    process.beat()
    online.record_presence("second", people[1].pk)
    process.beat(after=1)
    assert len(seen_by(NOBODY)) == 1
    process.beat(after=online.CHANGES_EVERY)
    assert len(seen_by(NOBODY)) == 2


def test_people_who_leave_are_not_listed(people: list[User], process: Process) -> None:
    anna, bruno, *_ = people
    online.record_presence("anna", anna.pk)
    online.record_presence("bruno", bruno.pk)
    process.beat()
    online.record_absence("bruno")
    process.beat(after=online.CHANGES_EVERY)
    assert seen_by(NOBODY) == [("Anna", "lobby")]
    online.record_absence("anna")
    process.beat(after=online.CHANGES_EVERY)
    assert not Visit.objects.exists()
    with CaptureQueriesContext(connection) as queries:
        process.beat(after=online.NOTED_EVERY)
    assert len(queries) == 0, "an empty lobby costs nothing"


def test_leaving_one_process_may_leave_another_connection(people: list[User], process: Process) -> None:
    online.record_presence("here", people[0].pk)
    process.beat()
    Visit.objects.update(seen_at=timezone.now() + timedelta(seconds=1))  # noted by the other process since
    online.record_absence("here")
    process.beat(after=online.CHANGES_EVERY)
    assert seen_by(NOBODY) == [("Anna", "lobby")]


def test_a_note_of_a_dead_process_expires(people: list[User], process: Process) -> None:
    visit(*people[:2])
    Visit.objects.filter(user=people[0]).update(seen_at=timezone.now() - lobby.VISIT_HOLDS)
    assert seen_by(NOBODY) == [("Bruno", "lobby")]
    online.record_presence("socket", people[2].pk)
    process.beat()
    assert {*Visit.objects.values_list("user", flat=True)} == {people[1].pk, people[2].pk}


# ---- the page and the API


def test_the_lobby_lists_people_and_invites_them(people: list[User], client: Client) -> None:
    anna, bruno, carla, *_ = people
    visit(bruno)
    theirs = opened(carla)
    client.force_login(anna)
    page = client.get("/tavoli/").content.decode()
    assert "/giocatori/Bruno/" in page
    assert f'href="/tavolo/{theirs.code}/"' in page
    assert 'value="Bruno"' not in page, "there is no table to invite to"
    mine = opened(anna)
    assert 'value="Bruno"' in client.get("/tavoli/elenco/").content.decode()
    answer = client.post(f"/tavolo/{mine.code}/invita/", {"name": "Bruno", "back": "lobby"})
    assert answer["Location"] == "/tavoli/"
    assert mine.invitations.get().person == bruno
    assert "Bruno" not in client.get("/tavoli/elenco/?n=4").content.decode()


def test_a_profile_says_where_its_person_is(people: list[User], client: Client) -> None:
    anna, bruno, *_ = people
    theirs = opened(bruno)
    way = f'href="/tavolo/{theirs.code}/"'
    assert way not in client.get("/giocatori/Bruno/").content.decode(), "only for people signed in"
    client.force_login(anna)
    assert way in client.get("/giocatori/Bruno/").content.decode()
    circle.block(bruno, anna)
    assert way not in client.get("/giocatori/Bruno/").content.decode()


def test_a_guest_can_be_challenged_while_they_are_here(people: list[User], client: Client) -> None:
    client.force_login(people[0])
    User.objects.filter(pk=people[1].pk).update(is_guest=True)
    challenge, why = "/tavoli/?sfida=Bruno#apri", "Si può sfidare un ospite mentre è qui."
    away = client.get("/giocatori/Bruno/").content.decode()
    visit(people[1])
    here = client.get("/giocatori/Bruno/").content.decode()
    assert [(challenge in page, why in page) for page in (away, here)] == [(False, True), (True, False)]


def test_an_empty_lobby_suggests_what_to_do(db: None, client: Client) -> None:
    page = client.get("/tavoli/", headers={"Accept-Language": "en"}).content.decode()
    assert "Nobody else is here just now, but the bots always are" in page


def test_the_invitation_dialog_offers_people_in_the_lobby(people: list[User], client: Client) -> None:
    anna, bruno, carla, *_ = people
    table = opened(anna)
    visit(bruno, anna)
    opened(carla)
    client.force_login(anna)
    offered = client.get(f"/tavolo/{table.code}/amici/").json()["people"]
    assert [(each["name"], each["in_lobby"]) for each in offered] == [("Bruno", True)]


def test_programs_get_the_same_list(people: list[User], client: Client) -> None:
    anna, bruno, *_ = people
    visit(bruno)
    table = opened(anna)
    received = client.get("/api/v1/around/").json()
    assert received == {
        "results": [
            {"name": "Anna", "guest": False, "friend": False, "where": "waiting", "table": table.code},
            {"name": "Bruno", "guest": False, "friend": False, "where": "lobby", "table": None},
        ],
        "next": None,
    }
