"""Newcomers who take a bot's seat and then idle are sent away, by the host or by the clock."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from games.archive import finished_matches
from games.models import Match, Table
from games.play import actions, clock, live, selectors
from ludocards.engine import referee
from ludopoli.accounts.models import User
from tests.games.playing import play_on
from tests.games.test_joining import THREE_DEALS, Quick, match_of, now_of, play
from tests.refusals import refused


def joined(people: list[User], table: Table) -> Match:
    """Let Bruno join the quick game, where he has seat 2 from the second deal on; return the match."""
    actions.take_seat(people[1], table, 2)
    play(table, deals=1)
    match = match_of(table)
    assert match.seat_of(people[1].pk) == 2
    return match


def test_the_host_sends_a_newcomer_away_and_plays_on_without_a_clock(
    people: list[User], quick: Quick
) -> None:
    anna, bruno, *_ = people
    table = quick(level="principiante")
    joined(people, table)
    actions.send_away(anna, table, 2)
    match = match_of(table)
    seat = table.seats.get(number=2)
    assert (match.status, match.seat_of(bruno.pk), match.players[2]["bot"]) == (
        Match.Status.PLAYING,
        None,
        "principiante",
    )
    assert (seat.user, seat.bot) == (None, "principiante")
    while live.load_match(match.pk).to_act() != (0,):
        play_on(match, decisions=1)
    assert match_of(table).deadline_at is None
    play(table, deals=2)
    assert referee.judge_record(json.dumps(finished_matches.record_of(match.pk))).json["ok"]


def test_the_only_bot_comes_back_at_its_own_level(people: list[User], quick: Quick) -> None:
    anna, bruno, *_ = people
    table = quick(game="briscola", players=2, level="principiante", rules={"match_end": {"deals": 3}})
    actions.take_seat(bruno, table, 1)
    play(table, deals=1)
    actions.send_away(anna, table, 1)
    assert match_of(table).players[1]["bot"] == table.seats.get(number=1).bot == "principiante"


def test_a_dismissed_newcomer_cannot_rejoin_the_match(people: list[User], quick: Quick) -> None:
    anna, bruno, carla, *_ = people
    table = quick()
    joined(people, table)
    actions.send_away(anna, table, 2)
    with refused("sent_away"):
        actions.take_seat(bruno, now_of(table), 1)
    actions.take_seat(carla, now_of(table), 2)  # others do
    play(table, deals=1)
    assert match_of(table).seat_of(carla.pk) == 2
    play(table, deals=1)
    actions.take_seat(bruno, now_of(table), 1)  # that match is over


def test_only_the_host_dismisses_and_only_newcomers_are_dismissed(people: list[User], quick: Quick) -> None:
    anna, bruno, carla, *_ = people
    table = quick()
    joined(people, table)
    with refused("not_host"):
        actions.send_away(bruno, table, 0)
    with refused("not_host"):
        actions.send_away(carla, table, 2)
    for seat in (0, 1):
        with refused("not_joined"):
            actions.send_away(anna, table, seat)
    with refused("no_seat"):
        actions.send_away(anna, table, 7)
    actions.leave_table(anna, table)
    with refused("not_host"):  # they have got up
        actions.send_away(anna, table, 2)
    friends = actions.open_table(anna, game="tressette", rules=THREE_DEALS, players=4, private=True)
    actions.take_seat(bruno, friends, 1)
    actions.fill_with_bots(anna, friends)
    friends.seats.filter(number=1).update(socket="a page")
    with refused("not_joined"):  # they have played from the beginning
        actions.send_away(anna, friends, 1)


def test_the_host_sees_who_may_be_dismissed(people: list[User], quick: Quick, client: Client) -> None:
    anna, bruno, *_ = people
    table = quick()
    joined(people, table)
    frame = selectors.table_frame(now_of(table), anna)
    assert [seat["joined"] for seat in frame["seats"]] == [False, False, True, False]

    def send_away() -> Any:
        return client.post(
            f"/tavolo/{table.code}/congeda/",
            {"seat": 2},
            content_type="application/json",
            headers={"accept": "application/json"},
        )

    client.force_login(bruno)
    answer = send_away()
    assert (answer.status_code, answer.json()["code"]) == (403, "not_host")
    client.force_login(anna)
    assert send_away().json()["ok"]
    assert not any(seat["joined"] for seat in selectors.table_frame(now_of(table), anna)["seats"])


@pytest.mark.parametrize("is_new", [False, True])
def test_after_one_missed_turn_a_newcomers_seat_returns_to_the_bot(
    people: list[User], quick: Quick, is_new: bool
) -> None:
    bruno = people[1]
    bruno.is_new = is_new
    bruno.save(update_fields=["is_new"])
    table = quick()
    match = joined(people, table)
    while live.load_match(match.pk).to_act() != (2,):
        play_on(match, decisions=1)
    row = match_of(table)
    assert row.deadline_at is not None
    assert row.turn_at is not None
    assert row.deadline_at - row.turn_at <= timedelta(minutes=2), "no five minutes of reserve besides"
    actions.time_out(row.pk, row.deadline_at + clock.GRACE * 2)
    row = match_of(table)
    assert (row.seat_of(bruno.pk), row.people, row.status) == (None, 1, Match.Status.PLAYING)
    assert table.seats.get(number=2).bot
    actions.take_seat(bruno, now_of(table), 2)  # they may come again


def test_a_newcomer_left_alone_keeps_the_seat_like_anyone(people: list[User], quick: Quick) -> None:
    anna, bruno, *_ = people
    table = quick()
    match = joined(people, table)
    actions.leave_table(anna, table)
    while live.load_match(match.pk).to_act() != (2,):
        play_on(match, decisions=1)
    row = match_of(table)
    assert row.deadline_at is not None
    actions.time_out(row.pk, row.deadline_at + clock.GRACE * 2)
    row = match_of(table)
    assert (row.seat_of(bruno.pk), row.status) == (2, Match.Status.PLAYING)
