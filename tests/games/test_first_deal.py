"""The first deal of a new player: how much time it gives, to whom, and when it ends."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games import privacy
from games.models import Match, Table
from games.play import actions, clock, frames, live, wire
from games.play.actions import Accepted
from ludopoli.accounts.models import User
from tests.games.playing import deadline, next_turn_of, on_turn, play_on, submit

NewMatch = Callable[..., Match]

TWO_MINUTES = timedelta(seconds=clock.FIRST_DEAL)


@pytest.fixture
def newcomer(match: NewMatch, people: list[User]) -> Callable[..., tuple[Match, int]]:
    """A match whose first seat on turn plays their first deal: `newcomer(move_seconds=3)`."""

    def begin(**options: Any) -> tuple[Match, int]:
        User.objects.update(is_new=True)
        for person in people:
            person.refresh_from_db()
        row = match(**{"move_seconds": 3, "bank_seconds": 60, **options})
        return row, on_turn(row)[0]

    return begin


def first_deal_of(row: Match) -> wire.Clock:
    now = live.load_match(row.pk)
    clock_frame = frames.state_frame(now, None, now.row.turn_at or timezone.now())["clock"]
    assert clock_frame is not None
    return clock_frame


@pytest.mark.parametrize(("move", "bank", "limit"), [(3, 60, 120), (60, 300, 360)])
def test_moves_of_a_first_deal_may_take_the_reserve_or_two_minutes(
    newcomer: Callable[..., tuple[Match, int]], move: int, bank: int, limit: int
) -> None:
    row, seat = newcomer(move_seconds=move, bank_seconds=bank)
    shown = first_deal_of(row)
    assert (shown["seats"], shown["first_deal"], shown["move_ms"]) == ([seat], [seat], limit * 1000)
    assert row.turn_at is not None
    assert deadline(row) - row.turn_at == timedelta(seconds=limit)
    _, command = on_turn(row)
    submit(row, seat, command, now=deadline(row))
    assert live.load_match(row.pk).row.bank_ms == [bank * 1000] * 4, "nothing of it is spent"


def test_a_first_deal_does_not_wait_for_ever(newcomer: Callable[..., tuple[Match, int]]) -> None:
    """The clock plays two turns, as for anybody; then a bot has the seat until the player's next move."""
    row, _ = newcomer()
    turns: list[int] = []
    while not row.away:
        assert len(turns) < 8
        turns.append(on_turn(row)[0])
        assert row.turn_at is not None
        assert deadline(row) - row.turn_at == TWO_MINUTES
        assert actions.time_out(row.pk, deadline(row) + timedelta(seconds=2)) is not None
        row.refresh_from_db()
    assert turns.count(row.away[0]) == 2
    assert actions.reclaim_seat(row.pk, row.away[0]) == Accepted(row.version + 1)


def play_the_deal(row: Match, capture: Callable[..., Any]) -> None:
    for _ in range(50):
        with capture() as stored:
            play_on(row, 1)
        if live.load_match(row.pk).state.deal > 0:
            break
    for then in stored:
        then()


def test_the_first_deal_ends_with_the_deal(
    newcomer: Callable[..., tuple[Match, int]],
    people: list[User],
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    row, _ = newcomer()
    leaver = (on_turn(row)[0] + 1) % 4
    actions.leave_table(people[leaver], row.table)
    play_the_deal(row, django_capture_on_commit_callbacks)
    still_new = [person.username for person in User.objects.filter(is_new=True)]
    assert {*still_new} == {people[leaver].username, "Elena"}, "who has left has not finished it"
    row = live.load_match(row.pk).row
    assert not any(row.is_first_deal(seat) for seat in range(4)), "nor do they have another one in this match"
    row = next_turn_of(row, *({*range(4)} - {leaver}))
    assert row.turn_at is not None
    assert deadline(row) - row.turn_at == timedelta(seconds=3 + 60), "the clock of the table runs"


def test_a_deal_against_bots_counts_as_the_first(
    match: NewMatch, people: list[User], django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    User.objects.filter(pk=people[0].pk).update(is_new=True)
    people[0].refresh_from_db()
    row = match(seated=1)
    play_the_deal(row, django_capture_on_commit_callbacks)
    assert not User.objects.get(pk=people[0].pk).is_new


def test_tournaments_and_programs_have_no_first_deal(
    newcomer: Callable[..., tuple[Match, int]], match: NewMatch, people: list[User]
) -> None:
    row, _ = newcomer()
    Table.objects.filter(pk=row.table_id).update(hosted=True)
    live.empty_cache()
    assert first_deal_of(next_turn_of(row, *range(4)))["first_deal"] == []
    User.objects.update(is_bot=True)
    for person in people:
        person.refresh_from_db()
    assert first_deal_of(match(programs=Table.Programs.RATED))["first_deal"] == []


def test_a_person_renamed_in_a_first_deal_keeps_the_new_name(
    newcomer: Callable[..., tuple[Match, int]],
) -> None:
    row, _ = newcomer()
    now = live.load_match(row.pk)
    while sum(now.game.view(now.state, None)["counts"]) > 1:
        play_on(row, 1)
        now = live.load_match(row.pk)
    renamed = User.objects.get(username="Anna")
    privacy.rename_in_games(renamed, "Fantasma")
    live.empty_cache()
    live.cache_version(now)  # of a process that has not heard of it
    seat = now.to_act()[0]
    last = now.game.legal(now.state, seat)[0]
    actions.submit_command(row.pk, seat, last, "last", now.version)
    row.refresh_from_db()
    [player] = [each for each in row.players if each["user"] == renamed.pk]
    assert (player["name"], player["new"]) == ("Fantasma", False)
