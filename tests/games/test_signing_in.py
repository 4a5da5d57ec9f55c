"""A guest who signs in to an account during a game: the seat goes to the account."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.models import Match, Result, Table
from games.people import results
from games.play import actions
from ludopoli.accounts.models import User
from ludopoli.moderation.models import Sanction
from ludopoli.sockets import sessions
from tests.games.playing import play_first_commands, play_on

PASSWORD = "tre carte sul tavolo"


@pytest.fixture
def anna(db: None) -> User:
    return User.objects.create_user("Anna", password=PASSWORD)


def a_game(client: Client) -> tuple[Table, User]:
    """Open a quick game; return its table and the guest who plays it."""
    client.post("/tavoli/gioca/", {"game": "tressette"})
    table = Table.objects.latest("pk")
    Table.objects.filter(pk=table.pk).update(pace=0, rules={"preset": "classico", "match_end": {"deals": 1}})
    guest = table.seats.get(number=0).user
    assert guest is not None
    assert guest.is_guest
    return table, guest


def sign_in(client: Client) -> Any:
    return client.post("/account/accedi/", {"login": "Anna", "password": PASSWORD})


def test_the_seat_passes_to_the_account_in_the_middle_of_a_deal(client: Client, anna: User) -> None:
    table, guest = a_game(client)
    sign_in(client)
    table.refresh_from_db()
    assert (table.seats.get(number=0).user, table.host) == (anna, anna)
    match = Match.objects.get(table=table)
    assert match.seat_of(anna.pk) == 0
    assert match.seat_of(guest.pk) is None
    state = client.get(f"/api/v1/matches/{match.pk}/state/").json()
    assert len(state["view"]["hand"]) == 10


@pytest.mark.parametrize(
    ("door", "fields"),
    [
        ("accedi", {"login": "Anna", "password": PASSWORD}),
        ("iscriviti", {"username": "Nino", "email": "nino@example.org", "password1": PASSWORD}),
    ],
)
def test_the_sockets_of_the_guest_recheck_the_session_that_has_ended(
    client: Client, anna: User, monkeypatch: pytest.MonkeyPatch, door: str, fields: dict[str, str]
) -> None:
    """So the table of another tab is loaded again, and shows the account."""
    table, guest = a_game(client)
    rung: list[int] = []
    monkeypatch.setattr(sessions, "recheck_sessions", rung.append)
    former = client.session.session_key
    client.post(f"/account/{door}/", fields)
    assert guest.pk in rung
    assert not sessions.is_signed_in(str(former), guest.pk)
    assert fields.get("login", "Nino") in client.get(f"/tavolo/{table.code}/").content.decode()


def test_the_whole_match_counts_for_the_account(client: Client, anna: User) -> None:
    table, guest = a_game(client)
    match = Match.objects.get(table=table)
    play_on(match, decisions=8)
    sign_in(client)
    play_first_commands(match.pk)
    results.score_match(match.pk)
    theirs = Result.objects.get(match=match, user=anna)
    assert (theirs.rated, theirs.left, theirs.absent) == (False, False, False)
    assert not Result.objects.filter(user=guest).exists()


def test_a_bot_seat_reserved_for_the_guest_passes_to_the_account(client: Client, anna: User) -> None:
    client.post("/tavoli/gioca/", {"game": "tressette"})
    guest = User.objects.get(is_guest=True)
    host = User.objects.create_user("Carla")
    table = actions.quick_game(host, game="tressette", rules={"preset": "classico"}, players=4, joinable=True)
    actions.take_seat(guest, table, 2)
    sign_in(client)
    assert table.seats.get(number=2).coming == anna


def test_an_account_with_the_guests_seat_keeps_no_reserved_one(client: Client, anna: User) -> None:
    table, _guest = a_game(client)
    Table.objects.update(joinable=True)
    table.refresh_from_db()
    actions.take_seat(anna, table, 2)
    sign_in(client)
    assert table.seats.get(number=0).user == anna
    assert not table.seats.exclude(coming=None).exists()


def test_an_already_seated_account_gets_no_second_seat(client: Client, anna: User) -> None:
    table, guest = a_game(client)
    actions.take_seat(anna, table, 2)
    table.seats.filter(number=2).update(user=anna, bot="", coming=None)
    sign_in(client)
    assert table.seats.get(number=0).user == guest


def test_a_barred_account_takes_no_seat(client: Client, anna: User) -> None:
    table, guest = a_game(client)
    Sanction.objects.create(user=anna, kind=Sanction.Kind.BAN, reason="…")
    User.objects.filter(pk=anna.pk).update(warned=True)
    sign_in(client)
    assert table.seats.get(number=0).user == guest


def test_another_browser_brings_no_seat_along(client: Client, anna: User) -> None:
    table, guest = a_game(client)
    sign_in(Client())
    assert table.seats.get(number=0).user == guest


def test_a_seat_at_a_rated_match_stays_with_the_guest(client: Client, anna: User) -> None:
    """A guest's match is never rated; if it became rated, the seat would stay with the guest."""
    table, guest = a_game(client)
    Match.objects.filter(table=table).update(rated=True)
    sign_in(client)
    assert table.seats.get(number=0).user == guest


def hosted_by(person: User) -> int:
    return Table.objects.filter(host=person, seats__user=person).exclude(status=Table.Status.CLOSED).count()


def test_at_the_limit_of_tables_the_seat_passes_without_hosting(client: Client, anna: User) -> None:
    """The account plays on in the seat, but does not become the host."""
    most = actions.tables.MAX_OPEN_TABLES
    for _ in range(most):
        actions.open_table(anna, game="tressette", rules={"preset": "classico"}, players=4)
    table, _guest = a_game(client)
    sign_in(client)
    table.refresh_from_db()
    assert (table.seats.get(number=0).user, table.host) == (anna, None)
    match = Match.objects.get(table=table)
    play_on(match, decisions=3)
    assert match.seat_of(anna.pk) == 0
    assert hosted_by(anna) == most


def test_a_table_passes_to_a_player_below_the_limit(anna: User) -> None:
    bruno, carla = (User.objects.create_user(name) for name in ("Bruno", "Carla"))
    rules = {"game": "tressette", "rules": {"preset": "classico"}, "players": 4}
    for _ in range(actions.tables.MAX_OPEN_TABLES):
        actions.open_table(bruno, **rules)  # type: ignore[arg-type]
    table = actions.open_table(anna, **rules)  # type: ignore[arg-type]
    actions.take_seat(bruno, table, 1)
    actions.take_seat(carla, table, 2)
    actions.leave_table(anna, table)
    table.refresh_from_db()
    assert table.host == carla


def test_the_matches_of_a_guest_take_the_name_of_the_account(client: Client, db: None) -> None:
    """The one that is being played, and those that are over."""
    table, _guest = a_game(client)
    over = Match.objects.get(table=table)
    play_first_commands(over.pk)
    results.score_match(over.pk)
    client.post(f"/tavolo/{table.code}/ancora/")
    fields = {"username": "Carla", "email": "carla@example.org", "password1": PASSWORD}
    assert client.post("/account/iscriviti/", fields).status_code == 302
    names = [match.players[0]["name"] for match in Match.objects.all()]
    assert names == ["Carla", "Carla"]
