"""Absent people at friendly tables: their seats are lent to bots, taken back, and freed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Event, Match, Seat, Table
from games.play import actions, live, selectors
from ludopoli.accounts.models import User
from tests.games.playing import on_turn, play_on, submit
from tests.games.test_joining import now_of
from tests.refusals import refused

NewMatch = Callable[..., Match]

FRIENDS = {"private": True, "move_seconds": None}
"""A private table without a clock, at which nobody is away by waiting."""


def connect(match: Match, *seats: int) -> None:
    """Open a page for each of these seats, and leave the other seats without one."""
    everywhere = Seat.objects.filter(table=match.table_id)
    everywhere.update(socket="")
    for number in seats:
        everywhere.filter(number=number).update(socket=f"page of {number}")


def away(match: Match) -> list[int]:
    found: list[int] = live.load_match(match.pk).row.away
    return found


def may(match: Match, reader: User) -> list[list[str]]:
    return [seat["may"] for seat in selectors.table_frame(now_of(match.table), reader)["seats"]]


def turn_of(match: Match, seat: int) -> None:
    while live.load_match(match.pk).to_act() != (seat,):
        play_on(match, 1)


def test_the_others_lend_an_absent_seat_to_a_bot_and_play_on(match: NewMatch) -> None:
    begun = match(seated=2, **FRIENDS)
    connect(begun, 0)
    turn_of(begun, 1)
    assert live.load_match(begun.pk).row.bot_due_at is None, "the match waits"
    actions.lend_seat(begun.pk, 0, 1)
    assert away(begun) == [1]
    assert live.load_match(begun.pk).row.bot_due_at is not None
    turn_of(begun, 0)
    told = Event.objects.get(match=begun, kind="away")
    assert told.public == {"seat": 1, "by": 0}


def test_a_lent_seat_is_taken_back_and_the_match_waits_again(match: NewMatch) -> None:
    begun = match(seated=2, **FRIENDS)
    connect(begun, 0)
    actions.lend_seat(begun.pk, 0, 1)
    actions.wait_for_absent(begun.pk, 0, 1)
    assert away(begun) == []
    assert Event.objects.get(match=begun, kind="returned").public == {"seat": 1, "by": 0}


def test_seats_are_lent_only_where_nothing_counts_and_nobody_sits(
    match: NewMatch, people: list[User]
) -> None:
    rated = match()
    connect(rated, 0)
    with refused("not_friendly"):
        actions.lend_seat(rated.pk, 0, 1)
    with refused("not_friendly"):
        actions.wait_for_absent(rated.pk, 0, 1)
    begun = match(**FRIENDS)
    connect(begun, 0, 1)
    with refused("not_absent"):
        actions.lend_seat(begun.pk, 0, 1)
    Table.objects.filter(pk=begun.table_id).update(changed_at=timezone.now() - timedelta(hours=1))
    actions.lend_seat(begun.pk, 0, 1)  # nobody touches the page that is open
    for seat in (0, 4, -1):
        with refused("no_seat"):
            actions.lend_seat(begun.pk, 0, seat)
    with refused("not_lent"):
        actions.wait_for_absent(begun.pk, 0, 2)
    actions.leave_table(people[3], begun.table)
    with refused("not_lent"):  # they have got up
        actions.wait_for_absent(begun.pk, 0, 3)


def test_whoever_returns_and_touches_a_card_is_back(match: NewMatch) -> None:
    begun = match(seated=2, **FRIENDS)
    connect(begun, 0)
    actions.lend_seat(begun.pk, 0, 1)
    turn_of(begun, 0)
    _, command = on_turn(begun)
    card = live.load_match(begun.pk).state.hands[1][0].code
    touched = command.__class__("play", (("card", card),))
    with refused("not_your_turn"):
        submit(begun, 1, touched)
    assert away(begun) == [], "although the card could not be played"


def test_the_table_says_what_may_be_done_about_whom(match: NewMatch, people: list[User]) -> None:
    begun = match(**FRIENDS)
    connect(begun, 0, 2)
    assert may(begun, people[0]) == [[], ["lend", "send_away"], [], ["lend", "send_away"]]
    assert may(begun, people[2]) == [[], ["lend"], [], ["lend"]]
    assert may(begun, people[4]) == [[]] * 4
    actions.lend_seat(begun.pk, 2, 3)
    assert may(begun, people[2])[3] == ["wait"]
    connect(begun, 2)
    assert may(begun, people[2])[0] == ["lend"], "the host stays the host during a match"
    rated = match()
    connect(rated, 0)
    assert may(rated, people[0]) == [[]] * 4


def test_the_table_says_where_somebody_is(match: NewMatch, people: list[User], clock: list[datetime]) -> None:
    begun = match(**FRIENDS)
    connect(begun, 0, 2)
    Seat.objects.filter(table=begun.table_id).update(seen_at=clock[0])
    Seat.objects.filter(table=begun.table_id, number__in=[1, 2]).update(carried_by="a link")
    actions.leave_table(people[3], now_of(begun.table))

    def where(reader: User) -> list[tuple[str, datetime | None, bool, bool]]:
        seats = selectors.table_frame(now_of(begun.table), reader)["seats"]
        return [(each["state"], each["since"], each["got_up"], each["moving"]) for each in seats]

    here = ("here", None, False, False)
    assert where(people[0]) == [
        here, ("lost", clock[0], False, True), here, ("away", clock[0], True, False),
    ]  # fmt: skip
    assert where(people[4])[1] == ("lost", None, False, False), "only for the people at the table"
    clock[0] += Seat.CARRIED_FOR
    assert not where(people[0])[1][3], "the link works no more"


def test_the_host_sends_somebody_away_who_is_absent(
    match: NewMatch, people: list[User], clock: list[datetime]
) -> None:
    begun = match(joinable=True, **FRIENDS)
    connect(begun, 0, 2)
    Seat.objects.filter(table=begun.table_id, number=1).update(seen_at=clock[0])
    with refused("just_left"):
        actions.send_away(people[0], begun.table, 1)
    with refused("not_joined"):  # they are there
        actions.send_away(people[0], begun.table, 2)
    with refused("not_host"):
        actions.send_away(people[2], begun.table, 1)
    clock[0] += timedelta(minutes=2)
    actions.send_away(people[0], begun.table, 1)
    row = live.load_match(begun.pk).row
    assert (row.players[1]["user"], bool(row.players[1]["bot"])) == (None, True)
    with refused("sent_away"):
        actions.take_seat(people[1], now_of(begun.table), 1)
    actions.take_seat(people[4], now_of(begun.table), 1)  # a friend takes the bot's seat


def test_before_and_after_a_match_an_absent_seat_is_freed(match: NewMatch, people: list[User]) -> None:
    begun = match(rules={"preset": "classico", "match_end": {"deals": 1}}, **FRIENDS)
    play_on(begun)
    connect(begun, 1)
    actions.send_away(people[1], begun.table, 0)  # the host is absent
    table = now_of(begun.table)
    assert table.status == Table.Status.OPEN
    assert table.host == people[1]
    assert table.seats.get(number=0).is_free


def test_a_rated_match_keeps_the_seats_of_absent_people(match: NewMatch, people: list[User]) -> None:
    rated = match()
    connect(rated, 0)
    with refused("not_joined"):
        actions.send_away(people[0], rated.table, 1)


@pytest.mark.parametrize("verb", ["lend", "wait"])
def test_programs_lend_seats_too(match: NewMatch, people: list[User], client: Client, verb: str) -> None:
    begun = match(seated=2, **FRIENDS)
    connect(begun, 0)
    if verb == "wait":
        actions.lend_seat(begun.pk, 0, 1)
    client.force_login(people[0])

    def post(sent: dict[str, Any]) -> Any:
        return client.post(f"/api/v1/matches/{begun.pk}/{verb}/", sent, content_type="application/json")

    assert post({"seat": 1}).status_code == 200
    assert away(begun) == ([1] if verb == "lend" else [])
    assert post({"seat": "x"}).status_code == 400
