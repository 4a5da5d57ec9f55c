"""Absent people do not win: bots play in their place, out of competition, or nobody does."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from games import tasks
from games.archive import monthly_files
from games.models import Match, Result, Standing
from games.play import live
from ludopoli.accounts import privacy
from ludopoli.accounts.models import User
from tests.tournaments.conftest import NewEvening
from tests.tournaments.evening import Evening
from tournaments import actions, selectors
from tournaments.models import Entry, Event, Member
from tournaments.pages.display import EventShown


def begin(tonight: Evening, club: Sequence[User], *absent: User, pairs: int = 4) -> list[Entry]:
    """Enter everybody, check in all but the absent, and begin the first round."""
    entries = tonight.pairs(club, pairs)
    tonight.at(hours=2, minutes=50)
    for at, entry in enumerate(entries):
        present = [person for person in club[2 * at : 2 * at + 2] if person not in absent]
        if len(present) == 2:
            actions.check_in_entry(tonight.organiser, entry, now=tonight.now)
        else:
            for person in present:
                actions.check_in(person, tonight.event, now=tonight.now)
    tonight.until(tonight.event.starts_at)
    tonight.begin_round()
    return entries


def end(tonight: Evening) -> dict[int, int | None]:
    """Play the event to the end, and return the place of each entry."""
    tonight.to_the_end()
    return dict(tonight.event.entries.values_list("number", "place"))


def score_matches() -> None:
    for match in Match.objects.filter(status="finished").order_by("finished_at", "pk"):
        tasks.score_match(str(match.pk))


def test_absentees_have_no_place_and_the_others_move_up(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    entries = begin(tonight, club, *club[:2])
    places = end(tonight)
    assert places.pop(entries[0].number) is None
    assert {*places.values()} == {1, 2, 3}
    assert not any(selectors.trophies_of(person, person) for person in club[:2])
    assert all(selectors.trophies_of(person, person) for person in club[2:8])
    [(entry, _name)] = EventShown(selectors.event_sheet(tonight.event)).out_of_competition
    assert entry == entries[0]


def test_absentees_have_neither_results_nor_statistics(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    begin(tonight, club, *club[:2])
    end(tonight)
    score_matches()
    assert not Result.objects.filter(user__in=club[:2]).exists()
    assert not Standing.objects.filter(user__in=club[:2]).exists()
    against = Result.objects.filter(match__results__user=None).exclude(user=None)
    assert against.exists()
    assert {each.gain for each in against} == {None}, "who has met bots in their place is not rated"


def test_an_absentee_who_is_forgotten_leaves_the_matches_and_the_archive(
    evening: NewEvening, club: list[User], settings: Any, tmp_path: Path
) -> None:
    settings.VAR_DIR = tmp_path
    tonight, former = evening(), club[0].username
    begin(tonight, club, *club[:2])
    end(tonight)
    score_matches()
    assert any(former in str(row.players) for row in Match.objects.all())
    Match.objects.update(finished_at=datetime(2026, 3, 10, tzinfo=UTC))
    april = datetime(2026, 4, 1, tzinfo=UTC)
    monthly_files.write_volume("2026-03")
    assert monthly_files.months_due(april) == []
    privacy.delete_person(club[0])
    assert not any(former in str(row.players) for row in Match.objects.all())
    assert monthly_files.months_due(april) == ["2026-03"]


def test_an_absent_partner_has_no_trophy(evening: NewEvening, club: list[User]) -> None:
    tonight = evening(settings={"rounds": 1})
    entries = begin(tonight, club, club[1], pairs=2)
    places = end(tonight)
    score_matches()
    assert places[entries[0].number] is not None, "one of the two has played"
    assert selectors.trophies_of(club[0], club[0])
    assert not selectors.trophies_of(club[1], club[1])
    assert Result.objects.filter(user=club[0]).get().partner is None


def test_checking_in_and_letting_a_bot_play_earns_no_place(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    entries = begin(tonight, club)
    for number in (1, 2):
        for table in tonight.tables(number):
            assert table.table is not None and table.table.match is not None  # noqa: PT018
            match = table.table.match
            for person in club[:2]:
                if (seat := match.seat_of(person.pk)) is not None:
                    Match.objects.filter(pk=match.pk).update(away=[*match.away, seat])
                    match.refresh_from_db()
            live.empty_cache()
        tonight.play()
        tonight.begin_round()
    assert end(tonight)[entries[0].number] is None


def test_an_arrival_during_the_first_round_competes(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    entries = begin(tonight, club, club[0])
    actions.check_in(club[0], tonight.event, now=tonight.now)
    assert end(tonight)[entries[0].number] is not None


def test_the_withdrawn_have_no_place_but_their_results_count_for_opponents(
    evening: NewEvening, club: list[User]
) -> None:
    tonight = evening()
    entries = begin(tonight, club)
    tonight.play()
    for person in club[:2]:
        actions.withdraw_from_event(person, tonight.event, now=tonight.now)
    places = end(tonight)
    assert places.pop(entries[0].number) is None
    assert sorted(place for place in places.values() if place is not None) == [1, 2, 3]


def test_absentees_may_rest_until_they_come(evening: NewEvening, club: list[User]) -> None:
    tonight = evening(settings={"absent": "rest", "odd": "bye"})
    entries = begin(tonight, club, *club[:2])
    drawn = {number for table in tonight.tables(1) for number in table.places}
    assert entries[0].number not in drawn
    for person in club[:2]:
        actions.check_in(person, tonight.event, now=tonight.now)
    tonight.play()
    assert entries[0].number in {number for table in tonight.tables(2) for number in table.places}
    assert end(tonight)[entries[0].number] is not None


@pytest.mark.parametrize("absent", ["bots", "rest"])
@pytest.mark.parametrize("format", ["robin", "mitchell", "danish", "groups"])
def test_every_format_ends_without_the_absentees(
    evening: NewEvening, club: list[User], format: str, absent: str
) -> None:
    extra = {"rounds": 2} if format in ("mitchell", "danish") else {}
    if format == "groups":
        extra = {"groups": 2, "through": 1}
    tonight = evening(format=format, settings={"deals": 1, "absent": absent, **extra})
    entries = begin(tonight, club, *club[:2])
    places = end(tonight)
    assert places.pop(entries[0].number) is None
    assert None not in places.values()
    assert min(place for place in places.values() if place) == 1
    resting = {number for each in tonight.event.rounds.all() for number in each.byes}
    if absent == "rest":
        assert not Member.objects.filter(event=tonight.event, user__in=club[:2], bot_moves__gt=0).exists()
        assert entries[0].number not in resting


@pytest.mark.parametrize("absent", ["bots", "rest"])
@pytest.mark.parametrize("seed", range(4))
def test_bots_eliminate_nobody_from_a_knockout(
    evening: NewEvening, club: list[User], absent: str, seed: int
) -> None:
    tonight = evening(format="knockout", settings={"deals": 1, "absent": absent})
    entries = begin(tonight, club, *club[2 * seed : 2 * seed + 2])
    gone = entries[seed].number
    places = end(tonight)
    assert gone not in {number for table in tonight.tables(2) for number in table.places}
    assert places.pop(gone) is None
    assert 1 in places.values()


def test_a_round_waits_a_while_for_two_present_entries(evening: NewEvening, club: list[User]) -> None:
    tonight = evening(settings={"absent": "rest"})
    tonight.pairs(club)
    assert tonight.until(tonight.event.starts_at).status == Event.Status.RUNNING
    for person in club[:4]:
        actions.check_in(person, tonight.event, now=tonight.now)
    tonight.at(minutes=5)
    assert len(tonight.tables(1)) == 1
    nobody = evening(settings={"absent": "rest"})
    nobody.pairs(club)
    nobody.until(nobody.event.starts_at)
    assert nobody.at(minutes=16).status == Event.Status.CANCELLED
