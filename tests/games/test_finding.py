"""Finding a table: by game, clock, strength and friends; bots keep seats until people come."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Match, Rating, Seat, Table
from games.play import actions, waiting_times
from games.play.actions import Wish
from ludocards.bots.levels import DEFAULT_POLICY
from ludopoli.accounts import people as acquaintances
from ludopoli.accounts.models import Tie, User
from tests.refusals import refused


def opened(host: User, game: str = "tressette", clock: str = "normal") -> Table:
    move, bank = actions.CLOCKS[clock] or (None, 0)
    rules, players = {"tressette": ({"preset": "classico"}, 4), "whist": ({"preset": "andata"}, 4)}[game]
    table = actions.open_table(
        host, game=game, rules=rules, players=players, move_seconds=move, bank_seconds=bank
    )
    return table


def found(person: User, wish: Wish, **options: str) -> Table:
    table = actions.find_seat(person, wish, **options)
    return table


def rate(person: User, shown: int) -> None:
    Rating.objects.create(
        user=person, game="tressette", mu=0, sigma=1, shown=shown, spread=50, matches=20, listed=True
    )


def test_a_table_is_found_by_its_game_and_clock(people: list[User]) -> None:
    anna, bruno, carla, dario, elena = people
    slow, fast, whist = opened(anna, clock="slow"), opened(bruno, clock="fast"), opened(carla, "whist")
    assert found(dario, Wish(game="tressette", clock="fast")) == fast
    assert found(elena, Wish(game="whist")) == whist
    assert found(elena, Wish(clock="slow")) == slow


def test_a_table_where_somebody_is_present_comes_first(people: list[User]) -> None:
    anna, bruno, carla, dario, _elena = people
    left, here = opened(anna), opened(bruno)
    Seat.objects.filter(user__in=[anna, bruno]).update(socket="live")
    Table.objects.update(changed_at=timezone.now() - Seat.PRESENT_FOR)
    actions.touch_seat(here, bruno)
    assert found(carla, Wish(game="tressette")) == here
    here.seats.update(socket="")
    assert found(dario, Wish(game="tressette")) == left, "the one that has waited longest"


def left_long_ago(table: Table, *, is_open: bool = False) -> None:
    """Nobody has touched a page of the table for long; one may be open."""
    long_ago = timezone.now() - Seat.WAITING_FOR
    seen_at = timezone.now() if is_open else long_ago
    Table.objects.filter(pk=table.pk).update(created_at=long_ago, changed_at=long_ago)
    sitters = table.seats.filter(user__isnull=False)
    sitters.update(socket="live" if is_open else "", seen_at=seen_at, touched_at=long_ago)


@pytest.mark.parametrize("is_open", [False, True])
def test_nobody_is_led_to_a_table_that_everybody_has_left(
    client: Client, people: list[User], is_open: bool
) -> None:
    """They would wait alone, or with bots play against somebody who is away."""
    anna, bruno, carla, dario, _elena = people
    empty = opened(anna)
    left_long_ago(empty, is_open=is_open)
    at_once = "You can sit down with others at once."
    assert at_once not in client.get("/tavoli/", headers={"Accept-Language": "en"}).content.decode()
    table = found(bruno, Wish(game="tressette"), bots=DEFAULT_POLICY)
    assert table != empty
    left_long_ago(table, is_open=is_open)
    own = found(carla, Wish(game="tressette"))
    assert own not in (empty, table)
    assert at_once in client.get("/tavoli/", headers={"Accept-Language": "en"}).content.decode()
    assert found(dario, Wish(game="tressette")) == own


def test_a_table_of_people_about_as_strong(people: list[User]) -> None:
    anna, bruno, carla, dario, _elena = people
    strong, near = opened(anna), opened(bruno)
    rate(anna, 1900)
    rate(bruno, 1550)
    rate(carla, 1500)
    assert found(carla, Wish(game="tressette", similar=True)) == near
    assert found(dario, Wish(game="tressette", similar=True)) == strong, "who has no rating plays with all"


def test_a_table_where_a_friend_sits(people: list[User]) -> None:
    anna, bruno, carla, *_ = people
    opened(anna)
    of_bruno = opened(bruno)
    acquaintances.befriend(carla, bruno)
    acquaintances.befriend(bruno, carla)
    assert Tie.objects.filter(kind=Tie.Kind.FRIEND).exists()
    assert found(carla, Wish(friends=True)) == of_bruno


def test_bots_keep_the_seats_of_a_new_table_until_people_come(people: list[User]) -> None:
    anna, bruno, *_ = people
    table = found(anna, Wish(game="tressette", clock="fast"), bots=DEFAULT_POLICY)
    table.refresh_from_db()
    assert (table.status, table.joinable, table.private, table.move_seconds) == ("playing", True, False, 10)
    assert found(bruno, Wish(game="tressette")) == table, "instead of another table with bots"
    assert table.seats.filter(coming=bruno).exists(), "from the next deal on"


@pytest.mark.parametrize(
    ("wish", "bots", "code"),
    [
        (Wish(game="poker"), "", "no_game"),
        (Wish(clock="eternal"), "", "bad_clock"),
        (Wish(), "campione", "no_level"),
    ],
)
def test_wishes_that_cannot_be_met(people: list[User], wish: Wish, bots: str, code: str) -> None:
    with refused(code):
        actions.find_seat(people[0], wish, bots=bots)
    assert not Table.objects.exists()


def test_the_estimate_is_half_of_the_waits_and_none_without_enough_of_them(people: list[User]) -> None:
    now = timezone.now()
    assert waiting_times.waiting_minutes("tressette") is None
    for minutes in (1, 2, 4, 9, 30):
        table = Table.objects.create(
            game="tressette", rules={"preset": "classico"}, players=4, status="closed"
        )
        Table.objects.filter(pk=table.pk).update(created_at=now - timedelta(minutes=minutes))
        for rematch in range(2):
            row = Match.objects.create(
                table=table, game="tressette", rules=table.rules, missed=[0] * 4, bank_ms=[0] * 4,
                snapshot={}, players=[{"user": person.pk, "bot": ""} for person in people[:4]],
            )  # fmt: skip
            Match.objects.filter(pk=row.pk).update(started_at=now + timedelta(hours=rematch))
    assert waiting_times.waiting_minutes("tressette") == 4


def test_the_lobby_is_a_waiting_room(client: Client, people: list[User]) -> None:
    client.force_login(people[0])
    page = client.get("/tavoli/", headers={"Accept-Language": "en"}).content.decode()
    assert "/giocate/" in page
    assert "you start with bots right away" in page
    sent = {"clock": "fast", "bots": DEFAULT_POLICY}
    answer = client.post("/tavoli/trova/", sent)
    table = Table.objects.get(host=people[0])
    assert answer.url.endswith(f"/tavolo/{table.code}/")  # type: ignore[attr-defined]
    assert table.status == Table.Status.PLAYING
