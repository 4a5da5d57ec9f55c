"""Ratings from tournaments: by comparison with other tables, and never from a closed circle."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from django.utils.translation import override

from games import tasks
from games.archive import finished_matches, monthly_files
from games.archive.headers import account_key
from games.models import Match, Rating, Result, Table
from games.people import results
from games.play import live
from ludocards.ratings import recompute
from ludocards.ratings.skill import Skill
from ludopoli.accounts.models import User
from tests.games.ladder import everything
from tests.snapshots import from_snapshot
from tests.tournaments.conftest import NewEvening
from tests.tournaments.evening import Evening
from tournaments import actions, selectors
from tournaments.pages.display import EventShown

ONE_ROUND = {"rounds": 1, "deals": 2}


def score_all() -> None:
    for match in Match.objects.filter(status="finished").order_by("finished_at", "pk"):
        tasks.score_match(str(match.pk))


def played(tonight: Evening, *, differently: int | None = None) -> list[Match]:
    """Play a round alike at all tables but one, if given, and score its matches."""
    rows = [table.table.match for table in tonight.tables() if table.table and table.table.match]
    for at, row in enumerate(rows):
        tonight.play_out(live.load_match(row.pk).row, pick=-1 if at == differently else 0)
    tonight.at(seconds=1)
    score_all()
    return [Match.objects.get(pk=row.pk) for row in rows]


def gains(row: Match) -> list[int | None]:
    return list(Result.objects.filter(match=row).order_by("seat").values_list("gain", flat=True))


def margin(row: Match) -> int:
    """Return the points by which side 0 leads, over all deals."""
    first, second = Result.objects.filter(match=row, seat__in=(0, 1)).order_by("seat")
    return first.points - second.points


@pytest.mark.parametrize("scoring", ["victory", "matchpoints", "cross", "match", "game"])
def test_equal_results_with_the_same_cards_gain_nothing(
    evening: NewEvening, club: list[User], scoring: str
) -> None:
    tonight = evening(settings={**ONE_ROUND, "scoring": scoring}).with_known_cards()
    tonight.pairs(club)
    tonight.start()
    for row in played(tonight):
        assert row.rated
        assert margin(row) != 0, "the table has a winner"
        assert gains(row) == [0, 0, 0, 0]


@pytest.fixture
@from_snapshot
def with_one_different(evening: NewEvening, club: list[User]) -> list[Match]:
    """The matches of a round at three tables, of which the first was played differently."""
    tonight = evening(settings=ONE_ROUND).with_known_cards()
    tonight.pairs(club, 6)
    tonight.start()
    return played(tonight, differently=0)


def test_doing_better_with_the_same_cards_gains_even_at_a_lost_table(
    with_one_different: list[Match],
) -> None:
    rows = with_one_different
    margins = [margin(row) for row in rows]
    assert margins[0] != margins[1]
    assert margins[1] == margins[2]
    for row, mine in zip(rows, margins, strict=True):
        others = [each for other, each in zip(rows, margins, strict=True) if other is not row]
        ahead = mine > sum(others) / len(others)
        first, second, *_ = gains(row)
        assert first is not None and second is not None  # noqa: PT018
        assert (first > 0 > second) if ahead else (first < 0 < second)


def test_where_each_table_has_its_own_cards_the_table_decides(begun_evening: NewEvening) -> None:
    tonight = begun_evening(settings={**ONE_ROUND, "duplicate": False})
    for row in played(tonight):
        places = Result.objects.filter(match=row).order_by("seat").values_list("place", "rank")
        assert all(place == rank for place, rank in places)


def test_single_players_are_compared_by_seat(evening: NewEvening, club: list[User]) -> None:
    tonight = evening(
        format="tables",
        game="whist",
        rules={"preset": "andata"},
        players=3,
        settings={"rounds": 1, "duplicate": True},
    )
    tonight.enter(*([person] for person in club[:6]))
    tonight.start()
    for row in played(tonight):
        assert row.rated
        assert len({*Result.objects.filter(match=row).values_list("place", flat=True)}) > 1
        assert gains(row) == [0, 0, 0]


def test_nothing_is_rated_before_the_last_table_is_over(begun_evening: NewEvening) -> None:
    tonight = begun_evening(settings=ONE_ROUND)
    tonight.play(tonight.tables()[0])
    score_all()
    assert not Result.objects.exists()


def test_a_rebuild_and_any_order_give_the_same_numbers(evening: NewEvening, club: list[User]) -> None:
    tonight = evening(settings={"rounds": 2, "deals": 2}).with_known_cards()
    tonight.pairs(club, 6)
    tonight.start()
    played(tonight, differently=1)
    tonight.begin_round()
    played(tonight, differently=2)
    once = everything()
    results.rebuild_results("tressette")
    assert everything() == once


def test_an_annulled_table_is_not_compared(with_one_different: list[Match]) -> None:
    """Otherwise losing on purpose at another table would help a friend, even after it was found out."""
    cheats, *others = with_one_different
    before = everything()
    assert all(gains(row) != [0, 0, 0, 0] for row in others)
    Match.objects.filter(pk=cheats.pk).update(annulled_at=timezone.now())
    results.rescore_match(cheats.pk)
    assert all(gains(row) == [0, 0, 0, 0] for row in others)
    annulled = everything()
    results.rebuild_results("tressette")
    assert everything() == annulled
    Match.objects.filter(pk=cheats.pk).update(annulled_at=None)
    results.rescore_match(cheats.pk)
    assert everything() == before


def test_a_rated_match_that_nobody_may_watch_is_open_once_the_round_is_over(
    begun_evening: NewEvening,
) -> None:
    tonight = begun_evening(settings={**ONE_ROUND, "duplicate": False}, spectators="closed")
    rows = [table.table.match for table in tonight.tables() if table.table and table.table.match]
    assert {row.rated for row in rows} == {True}
    assert not any(finished_matches.is_open_to(AnonymousUser(), row) for row in rows)
    ended = played(tonight)
    assert all(finished_matches.is_open_to(AnonymousUser(), row) for row in ended)


def test_a_record_names_the_event_the_round_and_the_table_and_the_places_compared(
    with_one_different: list[Match],
) -> None:
    for at, row in enumerate(with_one_different, start=1):
        record = finished_matches.record_of(row.pk)
        assert (record["event"], record["round"], record["table"]) == ("Torneo del giovedì", 1, at)
        own = (
            Result.objects.filter(match=row, seat__in=(0, 1)).order_by("seat").values_list("rank", flat=True)
        )
        assert record["result"].get("ranks", record["result"]["places"]) == [*own]
    Table.objects.update(private=True)
    assert "event" not in finished_matches.record_of(with_one_different[0].pk), "a link may be shared"


def test_the_archive_of_an_event_gives_the_ratings_of_the_site(
    with_one_different: list[Match], settings: Any, tmp_path: Path
) -> None:
    settings.VAR_DIR = tmp_path
    [month] = {f"{row.finished_at:%Y-%m}" for row in with_one_different}
    assert monthly_files.write_volume(month).matches == len(with_one_different)
    computed = recompute.recompute_ratings(monthly_files.directory())["tressette"].skills
    ratings = Rating.objects.filter(game="tressette").values_list("user", "mu", "sigma")
    assert computed == {account_key(user): Skill(mu, sigma) for user, mu, sigma in ratings}


# ---- closed circles


def rated(tonight: Evening) -> set[bool]:
    tonight.start()
    return {table.table.match.rated for table in tonight.tables() if table.table and table.table.match}


def test_an_open_event_is_rated(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    tonight.pairs(club)
    assert rated(tonight) == {True}


def test_an_event_by_invitation_is_casual(evening: NewEvening, club: list[User]) -> None:
    tonight = evening(access="invited")
    for person in club[:8]:
        actions.invite_to_event(tonight.organiser, tonight.event, person)
    for at in range(4):
        actions.register_entry(club[2 * at], tonight.event, partner=club[2 * at + 1], now=tonight.now)
        actions.accept_partner(club[2 * at + 1], tonight.event, now=tonight.now)
    assert rated(tonight) == {False}


def test_an_event_in_which_its_organiser_plays_is_casual(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    tonight.pairs(club, 3)
    tonight.enter([tonight.organiser, club[6]])
    assert rated(tonight) == {False}


def test_an_event_in_which_a_director_plays_is_casual(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    tonight.pairs(club)
    actions.add_director(tonight.organiser, tonight.event, club[0])
    assert rated(tonight) == {False}


def test_a_table_arranged_by_the_director_is_casual(evening: NewEvening, club: list[User]) -> None:
    tonight = evening(check_in_minutes=0)
    tonight.pairs(club, 6)
    tonight.until(tonight.event.starts_at)
    one, two, three = tonight.tables()
    actions.swap_entries(tonight.organiser, one, 0, two, 0, "because", tonight.now)
    tonight.begin_round()
    found = {each.pk: each.table.match.rated for each in tonight.tables() if each.table and each.table.match}
    assert found == {one.pk: False, two.pk: False, three.pk: True}


@pytest.mark.parametrize(
    "fields", [{"access": "rating", "rating_least": 4000}, {"guests": True}, {"capacity": 4}]
)
def test_late_entries_admitted_by_a_director_are_not_rated(
    evening: NewEvening, club: list[User], fields: dict[str, Any]
) -> None:
    tonight = evening(**fields)
    entries = tonight.pairs(club, 5)
    expected = {"access": [True] * 5, "guests": [False] * 5, "capacity": [False] * 4 + [True]}
    assert [entry.let_in for entry in entries] == expected[next(iter(fields))]
    tonight.start()
    for table in tonight.tables():
        assert table.table is not None
        let_in = any(entries[number - 1].let_in for number in table.places if number > 0)
        assert table.table.casual is let_in


def test_a_substitute_of_the_director_is_not_rated(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    entries = tonight.pairs(club)
    actions.substitute_member(tonight.organiser, entries[0], 0, club[8], "because", now=tonight.now)
    tonight.start()
    for table in tonight.tables():
        assert table.table is not None and table.table.match is not None  # noqa: PT018
        assert table.table.match.rated is (entries[0].number not in table.places)


def test_entries_before_the_entry_period_are_not_rated(evening: NewEvening, club: list[User]) -> None:
    """Otherwise an event that opens only when it begins would be a closed circle."""
    later = timezone.now() + timedelta(hours=3)
    tonight = evening(registers_at=later, starts_at=later)
    tonight.pairs(club)
    actions.start_event(tonight.organiser, tonight.event, now=tonight.now)
    tonight.begin_round()
    assert {table.table.match.rated for table in tonight.tables() if table.table and table.table.match} == {
        False
    }


@override("en")
def test_the_page_states_whether_the_event_is_rated(evening: NewEvening, club: list[User]) -> None:
    open_to_all, invited, directed, casual = (
        evening(),
        evening(access="invited"),
        evening(),
        evening(rated=False),
    )
    directed.enter([directed.organiser, club[0]])
    said = [
        EventShown(selectors.event_sheet(each.event)).rating
        for each in (open_to_all, invited, directed, casual)
    ]
    assert "by comparison" in said[0]
    assert "by invitation only" in said[1]
    assert "one of its directors" in said[2]
    assert len({*said}) == 4
