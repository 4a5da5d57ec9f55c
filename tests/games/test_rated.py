"""Rated matches: which seats make a match casual, and how much of the match each person played."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import datetime, timedelta

from games import tasks
from games.fairplay import quits
from games.models import Match, Rating, Result
from games.people import results
from games.play import actions, live, selectors
from ludopoli.accounts.models import User
from tests.games.ladder import everything
from tests.games.playing import play_on

NewMatch = Callable[..., Match]
DEAL = {"preset": "classico", "match_end": {"deals": 1}, "accuse_window": 0}
"""A deal without accuse, which are decisions, too: each seat takes ten."""


# ---- which seats make a match casual


def robots(owner: User, count: int = 1) -> list[User]:
    """Make bot accounts of one owner."""
    return [
        User.objects.create(username=f"Robot {at} di {owner}", is_bot=True, owner=owner)
        for at in range(count)
    ]


def begin(host: User, *others: User) -> Match:
    """Begin a match at a public table where bot accounts count."""
    table = actions.open_table(host, game="tressette", rules=DEAL, players=4, programs="rated")
    for seat, who in enumerate(others, start=1):
        actions.take_seat(who, table, seat)
    table.refresh_from_db()
    assert table.match is not None
    return table.match


def test_another_owners_bot_counts(people: list[User]) -> None:
    assert begin(*people[:3], *robots(people[4])).rated


def test_a_match_with_ones_own_bot_is_not_rated(people: list[User]) -> None:
    assert not begin(*people[:3], *robots(people[0])).rated


def test_two_bots_of_one_owner_are_not_rated(people: list[User]) -> None:
    assert not begin(*people[:2], *robots(people[4], 2)).rated


def test_bots_of_two_owners_are_rated(people: list[User]) -> None:
    assert begin(*people[:2], *robots(people[3]), *robots(people[4])).rated


def test_a_match_that_others_never_see_is_casual_and_its_table_says_so(
    match: NewMatch, people: list[User]
) -> None:
    row = match(watchable=False)
    assert not row.rated
    assert selectors.table_frame(row.table, people[0])["casual"]


# ---- how much of the match each person played


def scored(match: Match) -> list[Result]:
    tasks.score_match(str(match.pk))
    return list(Result.objects.filter(match=match).order_by("seat"))


def leave(match: Match, people: list[User], *seats: int) -> None:
    for seat in seats:
        actions.leave_table(people[seat], match.table)


def come_back(match: Match, *seats: int) -> None:
    for seat in seats:
        actions.reclaim_seat(match.pk, seat)


def test_coming_back_for_the_last_trick_gains_nothing(match: NewMatch, people: list[User]) -> None:
    row = match(rules=DEAL)
    leave(row, people, 0, 1)
    play_on(row, 36)
    come_back(row, 0, 1)
    play_on(row)
    first, second, *stayed = scored(row)
    assert (first.absent, second.absent) == (True, True)
    for seat in (first, second):
        assert seat.gain is not None
        assert seat.gain <= 0
        assert not seat.won
    assert [seat.absent for seat in stayed] == [False, False]
    assert all(seat.gain is not None and seat.gain >= 0 for seat in stayed), "their partners never lose"


def test_returning_for_the_last_trick_counts_as_leaving(match: NewMatch, people: list[User]) -> None:
    row = match(rules=DEAL)
    leave(row, people, 0)
    play_on(row, 36)
    come_back(row, 0)
    play_on(row)
    assert [seat.left for seat in scored(row)] == [True, False, False, False]
    assert quits.quit_step_of(people[0]).left == 1


def test_leaving_the_seat_to_the_clock_counts_as_leaving(
    match: NewMatch, people: list[User], clock: list[datetime]
) -> None:
    clock[0] -= timedelta(hours=1)
    row = match(rules=DEAL, move_seconds=10, bank_seconds=0)
    while 2 not in (now := live.load_match(row.pk)).row.away:
        seat = now.to_act()[0]
        if seat == 2:
            assert now.row.deadline_at is not None
            clock[0] = now.row.deadline_at + timedelta(seconds=2)
            actions.time_out(row.pk)
        else:
            actions.submit_command(
                row.pk, seat, now.game.legal(now.state, seat)[0], uuid.uuid4().hex, now.version
            )
    play_on(row, 30)
    come_back(row, 2)
    play_on(row)
    assert [(seat.absent, seat.left) for seat in scored(row)] == [
        *((False, False), (False, False), (True, True), (False, False))
    ]
    assert quits.quit_step_of(people[2]).left == 1


def test_a_short_absence_changes_nothing(match: NewMatch, people: list[User]) -> None:
    row = match(rules=DEAL)
    leave(row, people, *range(4))
    play_on(row, 4)
    come_back(row, *range(4))
    play_on(row)
    for seat in scored(row):
        assert (seat.absent, seat.left) == (False, False)
        assert seat.gain is not None
        assert (seat.gain > 0) == seat.won


def test_getting_up_before_the_last_trick_does_not_save_the_partner(
    match: NewMatch, people: list[User]
) -> None:
    """Otherwise a losing player would get up to save their partner's rating."""
    row = match(rules=DEAL)
    play_on(row, 36)
    leave(row, people, *range(4))
    play_on(row)
    seats = scored(row)
    assert {seat.left for seat in seats} == {True}, "it is leaving all the same"
    for seat in seats:
        assert not seat.absent
        assert seat.gain is not None
        assert (seat.gain < 0) == (seat.place > 1)
    assert quits.quit_step_of(people[0]).left == 1


def test_a_rebuild_counts_decisions_alike(match: NewMatch, people: list[User]) -> None:
    row = match(rules=DEAL)
    leave(row, people, 2)
    play_on(row, 30)
    come_back(row, 2)
    play_on(row)
    scored(row)
    once = everything()
    results.rebuild_results("tressette")
    assert everything() == once
    assert Rating.objects.count() == 4
