"""The same event again next Thursday: with everything that was set up for it, also for several weeks."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from clubs import actions as clubs
from ludopoli.accounts.models import User
from ludopoli.notices.models import Notice
from tests.clubs.conftest import joined
from tests.refusals import refused
from tests.tournaments.conftest import NewEvening
from tests.tournaments.evening import Evening
from tests.tournaments.test_pages import browser
from tournaments import actions
from tournaments.models import Event

ROME = ZoneInfo("Europe/Rome")
PLAYED: list[dict[str, Any]] = [
    {},
    {"venue": "real", "format": "mitchell", "settings": {"rounds": 3, "deals": 4}},
    {"format": "robin", "settings": {"deals": 2}, "unit": "team", "sealed": True},
    {"format": "knockout", "settings": {"deals": 2}, "venue": "real"},
    {"format": "arena", "settings": {"deals": 2}, "unit": "pair"},
    {"format": "stages", "settings": {"deals": 2}},
    {"game": "briscola", "rules": {"preset": "classico"}, "settings": {"rounds": 3}},
    {"format": "daily", "settings": {}, "unit": "single"},
]


def next_week(on: Evening) -> datetime:
    return on.event.starts_at + timedelta(weeks=1)


def again(on: Evening, *starts: datetime) -> list[Event]:
    return actions.repeat_event(on.organiser, on.event, starts or [next_week(on)], now=on.now)


@pytest.mark.parametrize("fields", PLAYED)
def test_everything_of_the_play_is_taken_over(evening: NewEvening, fields: dict[str, Any]) -> None:
    tonight = evening(
        description="Premi: un salame", capacity=16, clubs_apart=1, quiet=False, round_minutes=40, **fields
    )
    [made] = again(tonight)
    taken = {
        *actions.FIXED,
        *actions.ALWAYS,
        "capacity",
        "access",
        "rated",
        "guests",
        "move_seconds",
        "sealed",
    }
    for name in taken:
        assert getattr(made, name) == getattr(tonight.event, name), name
    assert made.code != tonight.event.code
    assert made.secret != tonight.event.secret
    assert not made.entries.exists()


def test_the_people_who_run_it_come_along(evening: NewEvening, club: list[User]) -> None:
    tonight = evening(access="invited")
    actions.add_director(tonight.organiser, tonight.event, club[0])
    actions.invite_to_event(tonight.organiser, tonight.event, club[1])
    actions.show_hands(tonight.organiser, tonight.event, club[2])
    [made] = again(tonight)
    assert [made.organiser, *made.officers.all()] == [tonight.organiser, club[0]]
    assert [each.user for each in made.invitees.all()] == [club[1]]
    assert list(made.onlookers.all()) == [club[2]]


def test_a_director_who_repeats_it_organises_it(evening: NewEvening, club: list[User]) -> None:
    series = actions.create_series(evening().organiser, name="Campionato")
    tonight = evening(series=series)
    actions.add_director(tonight.organiser, tonight.event, club[0])
    [made] = actions.repeat_event(club[0], tonight.event, [next_week(tonight)], now=tonight.now)
    assert (made.organiser, list(made.officers.all())) == (club[0], [tonight.organiser])
    assert made.series is None, "only the organiser of a series decides what counts for it"
    [own] = again(tonight)
    assert own.series == series


def test_others_cannot_repeat_it(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    with refused("not_director"):
        actions.repeat_event(club[0], tonight.event, [next_week(tonight)], now=tonight.now)


@pytest.mark.parametrize("over", ["finished", "cancelled", "archived"])
def test_an_event_that_is_over_is_held_again(evening: NewEvening, over: str) -> None:
    tonight = evening()
    Event.objects.filter(pk=tonight.event.pk).update(status=over, last_round=1)
    tonight.fresh()
    [made] = again(tonight)
    assert not made.is_over
    assert made.last_round is None


def test_people_can_enter_as_long_before_it(evening: NewEvening) -> None:
    tonight = evening()
    ahead = tonight.event.starts_at - tonight.event.registers_at
    later = next_week(tonight)
    [made] = again(tonight, later)
    assert made.registers_at == later - ahead
    assert made.status == Event.Status.ANNOUNCED


def test_it_is_announced_again_as_it_was_whatever_its_evening_was_like(
    evening: NewEvening, club: list[User]
) -> None:
    """Begun early, put off, shortened: none of it is what the next evening is to be."""
    tonight = evening(check_in_minutes=20, settings={"rounds": 3, "deals": 4})
    announced = tonight.event.starts_at
    tonight.pairs(club, 4)
    tonight.at(minutes=1)
    actions.start_event(tonight.organiser, tonight.fresh(), now=tonight.now)
    actions.reopen_registration(tonight.organiser, tonight.fresh(), "troppo presto", 7, now=tonight.now)
    tonight.at(minutes=3)
    actions.start_event(tonight.organiser, tonight.fresh(), now=tonight.now)
    tonight.begin_round()
    actions.change_length(tonight.organiser, tonight.fresh(), deals=2, now=tonight.now)
    tonight.fresh()
    [proposed] = actions.coming_starts(tonight.event, tonight.now)
    assert abs(proposed - announced - timedelta(weeks=1)) < timedelta(seconds=1)
    [made] = again(tonight, announced + timedelta(weeks=1))
    assert (made.check_in_minutes, made.settings["deals"], made.announced) == (20, 4, {})
    assert tonight.event.settings["deals"] == 2


def test_an_event_that_is_moved_is_held_again_at_its_new_hour(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    tonight.pairs(club, 4)
    actions.start_event(tonight.organiser, tonight.event, now=tonight.now)
    actions.reopen_registration(tonight.organiser, tonight.fresh(), "troppo presto", 7, now=tonight.now)
    later = tonight.now + timedelta(hours=30)
    actions.change_event(tonight.organiser, tonight.fresh(), starts_at=later, now=tonight.now)
    assert actions.coming_starts(tonight.fresh(), tonight.now) == [later + timedelta(weeks=1)]


def begun_too_early(evening: NewEvening, club: list[User], **fields: Any) -> Evening:
    """An evening of three rounds of four deals that began too early with two, and takes entries again."""
    tonight = evening(settings={"rounds": 3, "deals": 4}, **fields)
    tonight.pairs(club, 4)
    actions.start_event(tonight.organiser, tonight.fresh(), now=tonight.now)
    actions.change_length(tonight.organiser, tonight.fresh(), deals=2, now=tonight.now)
    actions.reopen_registration(tonight.organiser, tonight.fresh(), "troppo presto", 7, now=tonight.now)
    tonight.fresh()
    return tonight


@pytest.mark.parametrize(
    "length", [{"rounds": 5}, {"deals": 6}, {"rounds": 5, "deals": 6}], ids=["rounds", "deals", "both"]
)
def test_a_length_that_is_set_before_play_is_the_one_announced(
    evening: NewEvening, club: list[User], length: dict[str, Any]
) -> None:
    tonight = begun_too_early(evening, club)
    actions.change_length(tonight.organiser, tonight.event, **length, now=tonight.now)
    event = tonight.fresh()
    [made] = again(tonight, tonight.now + timedelta(weeks=1))
    assert (made.settings, made.rules) == (event.settings, event.rules)
    assert length.items() <= made.settings.items()


@pytest.mark.parametrize(
    "play",
    [
        {"format": "robin"},
        {"deals": 8},
        {"game": "briscola", "rules": {"preset": "classico"}},
        {"format": "daily", "unit": "single"},
    ],
    ids=["format", "deals", "game", "alone"],
)
def test_a_play_that_is_set_anew_before_it_begins_is_held_again(
    evening: NewEvening, club: list[User], play: dict[str, Any]
) -> None:
    tonight = begun_too_early(evening, club)
    tonight.event.entries.all().delete()
    actions.change_event(tonight.organiser, tonight.event, **play, now=tonight.now)
    event = tonight.fresh()
    [made] = again(tonight, tonight.now + timedelta(weeks=1))
    for name in (*actions.FIXED, "move_seconds"):
        assert getattr(made, name) == getattr(event, name), name


def test_hours_are_those_of_one_announcement(evening: NewEvening, club: list[User]) -> None:
    """Entries open before an evening, and its further days are after it, whatever was put off."""
    tonight = evening()
    starts = tonight.now + timedelta(days=6)
    hours = {"starts_at": starts, "registers_at": starts - timedelta(days=1)}
    actions.change_event(tonight.organiser, tonight.event, **hours, now=tonight.now)
    tonight.enter(*zip(club[::2], club[1::2], strict=True))
    actions.start_event(tonight.organiser, tonight.fresh(), now=tonight.now)
    second = {"round_dates": {2: tonight.now + timedelta(days=2)}}
    actions.change_event(tonight.organiser, tonight.fresh(), **second, now=tonight.now)
    tonight.fresh()
    [made] = again(tonight, starts + timedelta(weeks=1))
    assert (made.starts_at - made.registers_at, made.round_dates) == (timedelta(days=1), {})

    actions.reopen_registration(tonight.organiser, tonight.fresh(), "troppo presto", 7, now=tonight.now)
    tomorrow = {"starts_at": tonight.now + timedelta(hours=20)}
    actions.change_event(tonight.organiser, tonight.fresh(), **tomorrow, now=tonight.now)
    tonight.fresh()
    [made] = again(tonight, starts + timedelta(weeks=1))
    assert made.starts_at - made.registers_at == timedelta(hours=20)
    assert made.round_dates[2] - made.starts_at == timedelta(days=2) - timedelta(hours=20)


def test_a_club_is_notified_once_of_several_evenings(evening: NewEvening, club: list[User]) -> None:
    tonight = evening()
    circolo = clubs.create_club(tonight.organiser, name="Circolo del giovedì")
    joined(club[0], circolo)
    Event.objects.filter(pk=tonight.event.pk).update(club=circolo)
    tonight.fresh()
    before = Notice.objects.filter(user=club[0]).count()
    made = again(tonight, *(next_week(tonight) + timedelta(weeks=week) for week in range(4)))
    assert {each.club for each in made} == {circolo}
    assert Notice.objects.filter(user=club[0]).count() == before + 1


@pytest.mark.parametrize("count", [0, 13])
def test_so_many_evenings_at_a_time(evening: NewEvening, count: int) -> None:
    tonight = evening()
    starts = [next_week(tonight) + timedelta(days=day) for day in range(count)]
    with refused("bad_starts"):
        actions.repeat_event(tonight.organiser, tonight.event, starts, now=tonight.now)


def test_an_evening_that_has_passed_is_refused(evening: NewEvening) -> None:
    tonight = evening()
    with refused("bad_starts"):
        again(tonight, tonight.now - timedelta(days=1))


def test_if_one_of_them_is_refused_none_is_announced(evening: NewEvening) -> None:
    tonight = evening()
    with refused("bad_event"):
        again(tonight, next_week(tonight), tonight.now + timedelta(days=500))
    assert Event.objects.count() == 1


# ---- the coming evenings, without a database


def test_it_begins_at_the_same_hour_though_the_clocks_have_changed() -> None:
    held = Event(starts_at=datetime(2026, 10, 22, 21, tzinfo=ROME))
    now = datetime(2026, 10, 23, 9, tzinfo=ROME)
    starts = actions.coming_starts(held, now, times=3, weeks_apart=2)
    assert [each.astimezone(ROME).hour for each in starts] == [21, 21, 21]
    assert [each.astimezone(ROME).day for each in starts] == [29, 12, 26]


@pytest.mark.parametrize(("days", "day"), [(0, 8), (6, 8), (7, 15), (20, 22)])
def test_the_next_one_is_on_the_same_day_of_the_week(days: int, day: int) -> None:
    held = Event(starts_at=datetime(2026, 1, 1, 21, tzinfo=UTC))
    [start] = actions.coming_starts(held, datetime(2026, 1, 1, 21, tzinfo=UTC) + timedelta(days=days))
    assert start.astimezone(UTC).day == day


# ---- the page


def test_the_page_announces_the_evenings_that_are_left_ticked(evening: NewEvening) -> None:
    tonight = evening(venue="real")
    page = f"/tornei/{tonight.event.code}/direzione/ancora/"
    desk = browser(tonight.organiser)
    shown = desk.get(page, {"times": "4", "weeks": "1"})
    starts = shown.context["starts"]
    assert shown.content.decode().count('name="when"') == 4
    answer = desk.post(page, {"when": [starts[0].isoformat(), starts[2].isoformat()]}, follow=True)
    assert "2 tournaments have been announced." in answer.content.decode()
    made = Event.objects.exclude(pk=tonight.event.pk).order_by("starts_at")
    assert [each.starts_at for each in made] == [starts[0], starts[2]]


def test_the_page_asks_for_an_evening(evening: NewEvening) -> None:
    tonight = evening()
    answer = browser(tonight.organiser).post(
        f"/tornei/{tonight.event.code}/direzione/ancora/", {"when": ["x"]}
    )
    assert answer.status_code == 422
    assert "from 1 to 12 evenings" in answer.content.decode()


def test_a_new_tournament_of_a_club_can_start_from_an_earlier_one(evening: NewEvening) -> None:
    tonight = evening()
    circolo = clubs.create_club(tonight.organiser, name="Circolo del giovedì")
    Event.objects.filter(pk=tonight.event.pk).update(club=circolo)
    page = browser(tonight.organiser).get("/tornei/nuovo/", {"circolo": circolo.code}).content.decode()
    assert f"/tornei/{tonight.event.code}/direzione/ancora/" in page
    assert timezone.now() < tonight.event.starts_at
