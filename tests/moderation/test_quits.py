"""The ladder of penalties for leaving: each match left goes up a step; days and finished matches go down."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.fairplay import quits
from games.fairplay.quits import LADDER, Played, record
from games.models import Match, Table
from games.people import results
from games.play import actions, participation
from ludopoli.accounts.models import User
from ludopoli.moderation import sanctions
from ludopoli.text.times import format_utc
from tests.games.ladder import played, score
from tests.moderation.conftest import as_person
from tests.refusals import refused

NOW = timezone.make_aware(datetime(2026, 5, 1, 12))  # noqa: DTZ001  (made aware here)
RULES = {"game": "tressette", "rules": {"preset": "classico"}, "players": 4}


def history(*days_ago: tuple[float, bool]) -> list[Played]:
    return [(NOW - timedelta(days=days), left) for days, left in days_ago]


def table(user: User, **options: object) -> Table:
    opened = actions.open_table(user, **{**RULES, **options})  # type: ignore[arg-type]
    return opened


# ---- the ladder


def test_the_first_desertion_brings_a_warning_only() -> None:
    assert record(history((0, True)), NOW) == quits.QuitStep(1, None, 1, 1)


@pytest.mark.parametrize("times", range(2, 9))
def test_pauses_grow_with_every_desertion_up_to_the_longest(times: int) -> None:
    found = record(history(*[(0, True)] * times), NOW)
    assert found.until == NOW + LADDER[min(times, len(LADDER)) - 1]
    assert found.step == min(times, len(LADDER))


def test_a_pause_ends_on_time() -> None:
    twice = history((0, True), (0, True))
    assert record(twice, NOW + LADDER[1] - timedelta(seconds=1)).until is not None
    assert record(twice, NOW + LADDER[1]).until is None


def test_a_week_forgives_a_step_and_then_the_next() -> None:
    left = [(20.0, True)] * 3
    assert [record(history(*left), NOW - timedelta(days=20 - days)).step for days in (0, 6.9, 7, 14, 21)] == [
        *(3, 3, 2, 1, 0)
    ]


def test_five_matches_played_to_the_end_forgive_a_step() -> None:
    good = [(2 - n / 10, False) for n in range(5)]
    assert record(history((3, True), (3, True), *good[:4]), NOW).step == 2
    assert record(history((3, True), (3, True), *good), NOW).step == 1


def test_leaving_begins_the_count_of_good_matches_anew() -> None:
    good = [(5 - n / 10, False) for n in range(4)]
    assert record(history((6, True), *good, (4, True), (3, False)), NOW).step == 2


# ---- at the tables


def leave_rated(people: list[User], times: int) -> None:
    """Let Anna leave this many rated matches, just now."""
    for number in range(times):
        score(played(people[:4], at=timezone.now() - timedelta(seconds=10 - number), left=[0]))


def test_after_two_desertions_rated_tables_are_closed_until_a_stated_time(people: list[User]) -> None:
    leave_rated(people, 2)
    rated = table(people[1])
    until = quits.quit_step_of(people[0]).until
    assert until is not None
    with refused("paused", until=format_utc(until)):
        actions.take_seat(people[0], rated, 1)
    with refused("paused"):
        actions.open_table(people[0], **RULES)  # type: ignore[arg-type]
    actions.take_seat(people[2], rated, 1)  # the others may


def test_unrated_tables_stay_open_during_a_pause(people: list[User]) -> None:
    leave_rated(people, 2)
    for options in ({"private": True}, {"casual": True}):
        actions.take_seat(people[0], table(people[1], **options), 1)
    with_a_guest = table(User.objects.create(username="Ospite 1", is_guest=True))
    actions.take_seat(people[0], with_a_guest, 1)
    actions.open_table(people[0], **RULES, casual=True)  # type: ignore[arg-type]
    actions.quick_game(people[0], **RULES)  # type: ignore[arg-type]


def test_a_match_with_a_paused_player_is_not_rated(people: list[User]) -> None:
    """Anna opened the table before leaving the other matches."""
    opened = table(people[0])
    leave_rated(people, 2)
    for seat in (1, 2, 3):
        actions.take_seat(people[seat], opened, seat)
    opened.refresh_from_db()
    assert opened.match is not None
    assert not opened.match.rated


def test_getting_up_counts_at_once_and_returning_undoes_it(people: list[User]) -> None:
    opened = table(people[0])
    for seat in (1, 2, 3):
        actions.take_seat(people[seat], opened, seat)
    opened.refresh_from_db()
    assert opened.match is not None
    assert opened.match.rated
    assert quits.quit_step_of(people[0]).left == 0
    actions.leave_table(people[0], opened)
    assert quits.quit_step_of(people[0]).left == 1
    actions.reclaim_seat(opened.match.pk, 0)
    assert quits.quit_step_of(people[0]).left == 0


def test_who_was_taken_off_and_came_back_leaves_by_choice_after_that(people: list[User]) -> None:
    opened = table(people[0])
    for seat in (1, 2, 3):
        actions.take_seat(people[seat], opened, seat)
    opened.refresh_from_db()
    assert opened.match is not None
    actions.leave_table(people[0], opened, removed=True)
    assert participation.presences_of(opened.match)[0].removed
    actions.reclaim_seat(opened.match.pk, 0)
    actions.leave_table(people[0], opened)
    assert not participation.presences_of(opened.match)[0].removed
    assert quits.quit_step_of(people[0]).left == 1


def test_casual_matches_and_guests_do_not_count(people: list[User]) -> None:
    score(played(people[:4], at=timezone.now(), left=[0], rated=False))
    assert quits.quit_step_of(people[0]) == quits.QuitStep()
    assert not sanctions.sanctions_of(people[0]).exists()


def test_desertion_is_notified_once_despite_a_rebuild(people: list[User]) -> None:
    row, per_seat = played(people[:4], at=timezone.now(), left=[0])
    score((row, per_seat))
    score((row, per_seat))
    results.rerate_all_matches("tressette")
    [word] = sanctions.to_read(people[0])
    assert (word.kind, word.code, word.match) == ("told", quits.CODE, str(row.pk))
    people[0].refresh_from_db()
    assert people[0].warned
    assert not sanctions.to_read(people[2]), "the partner has done nothing"


def test_only_the_latest_notice_about_leaving_is_unread(people: list[User]) -> None:
    leave_rated(people, 3)
    [word] = sanctions.to_read(people[0])
    assert word.until == quits.quit_step_of(people[0]).until


def test_leaving_an_annulled_match_does_not_count(people: list[User]) -> None:
    row, per_seat = played(people[:4], at=timezone.now(), left=[0])
    score((row, per_seat))
    Match.objects.filter(pk=row.pk).update(annulled_at=timezone.now())
    results.rescore_match(row.pk)
    assert quits.quit_step_of(people[0]).left == 0


# ---- what is rated


def test_a_private_or_friendly_table_of_four_accounts_is_not_rated(people: list[User]) -> None:
    for options, rated in (({}, True), ({"private": True}, False), ({"casual": True}, False)):
        opened = table(people[0], **options)
        for seat in (1, 2, 3):
            actions.take_seat(people[seat], opened, seat)
        opened.refresh_from_db()
        assert opened.match is not None
        assert opened.match.rated is rated


def test_the_refusal_is_worded(people: list[User]) -> None:
    leave_rated(people, 2)
    opened = table(people[1])
    asked: dict[str, Any] = {"content_type": "application/json", "headers": {"Accept": "application/json"}}
    answer = as_person(people[0]).post(f"/tavolo/{opened.code}/siediti/", {"seat": 1}, **asked)
    assert answer.status_code == 403
    until = timezone.localtime(quits.quit_step_of(people[0]).until)
    assert answer.json()["code"] == "paused"
    assert f"{until:%H:%M}" in answer.json()["message"]
