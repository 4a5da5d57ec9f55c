"""The torneo del giorno: open all day, one person and bots at each table, the same cards for all."""

from __future__ import annotations

import json

from django.test import Client

from games.models import Event as MatchEvent
from games.models import Match
from ludopoli.accounts.models import User
from tests.refusals import refused
from tests.tournaments.conftest import NewEvening
from tournaments import actions, selectors
from tournaments.models import Event

Status = Event.Status


def test_the_torneo_del_giorno_is_open_until_it_closes(evening: NewEvening, club: list[User]) -> None:
    """Each table has one person and bots; all begin when they like, and play the same cards."""
    tonight = evening(
        format="daily", settings={"deals": 1, "instances": 1, "minutes": 600}, check_in_minutes=0
    )
    assert tonight.until(tonight.event.starts_at).status == Status.RUNNING, "others may still come"
    for person in club[:2]:
        actions.register_entry(person, tonight.event, now=tonight.now)
    tonight.play()
    assert [len(each.deals) for number in (1, 2) for each in tonight.tables(number)] == [1, 1]
    actions.register_entry(club[2], tonight.event, now=tonight.now)
    [mine] = tonight.tables(3)
    assert mine.labels == ["1a"]
    hands = {
        json.dumps(each) for each in MatchEvent.objects.filter(kind="dealt").values_list("sealed", flat=True)
    }
    assert len(hands) == 1
    with refused("already_entered"):
        actions.register_entry(club[2], tonight.event, now=tonight.now)
    tonight.at(minutes=601)
    assert tonight.play().status == Status.FINISHED
    assert len(selectors.standings_of_event(tonight.event)) == 3


def test_the_torneo_del_giorno_is_on_the_home_page_while_open(evening: NewEvening, client: Client) -> None:
    tonight = evening(format="daily", settings={"deals": 1, "minutes": 600})

    def is_in_todays_list() -> bool:
        section = client.get("/").text.partition('aria-labelledby="oggi"')[2].partition("</section>")[0]
        assert section
        return f'<a href="{tonight.event.get_absolute_url()}">{tonight.event.name}</a>' in section

    assert not is_in_todays_list()
    tonight.until(tonight.event.starts_at)
    assert is_in_todays_list()
    tonight.at(minutes=601)
    assert not is_in_todays_list()


def test_a_table_of_the_torneo_del_giorno_waits_for_its_player(evening: NewEvening, club: list[User]) -> None:
    """There is no clock and no check-in: nobody is kept waiting, so no bot takes the seat."""
    tonight = evening(format="daily", settings={"deals": 1, "minutes": 600})
    actions.register_entry(club[0], tonight.event, now=tonight.now)
    tonight.until(tonight.event.starts_at)
    [mine] = tonight.tables(1)
    assert mine.table is not None
    match = mine.table.match
    assert match is not None
    assert (match.away, match.deadline_at) == ([], None)
    tonight.at(hours=9)
    match.refresh_from_db()
    assert (match.away, match.status) == ([], Match.Status.PLAYING)
    changed = actions.change_event(
        tonight.organiser, tonight.event, name="Il torneo di oggi", now=tonight.now
    )
    assert (changed.move_seconds, changed.check_in_minutes) == (None, 0)
    tonight.at(hours=1)
    match.refresh_from_db()
    assert match.status == Match.Status.ABANDONED, "when the day is over nobody waits any more"
    assert tonight.at(seconds=1).status == Status.FINISHED


def test_the_clock_of_a_torneo_del_giorno_cannot_be_set_later(evening: NewEvening, club: list[User]) -> None:
    tonight = evening(format="daily", settings={"deals": 1})
    for field, value in {"move_seconds": 20, "check_in_minutes": 30}.items():
        with refused("bad_event", field=field):
            actions.change_event(tonight.organiser, tonight.event, **{field: value})  # type: ignore[arg-type]
    assert (tonight.fresh().move_seconds, tonight.event.check_in_minutes) == (None, 0)
    actions.change_event(tonight.organiser, tonight.event, format="arena", move_seconds=20)
    assert tonight.fresh().move_seconds == 20
