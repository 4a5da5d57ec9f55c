"""The page of all tournaments, which no other event may be on."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone, translation

from ludopoli.accounts.models import User
from tests.tournaments.conftest import NewEvening
from tests.tournaments.test_pages import browser
from tournaments.actions import Named
from tournaments.templatetags.tournaments import remaining


def test_the_calendar_has_each_event_under_its_heading(
    club: list[User], evening: NewEvening, begun_evening: NewEvening
) -> None:
    assert "No tournaments announced yet" in browser().get("/tornei/").content.decode()
    over = begun_evening(2, name="Finito")
    over.to_the_end()
    evening(name="Aperto")
    daily = evening(name="Di oggi", format="daily", unit="single")
    daily.enter(club[:1], club[1:2])
    daily.until(daily.event.starts_at)
    html = browser().get("/tornei/").content.decode()
    shown = ("Di oggi", "Open for registration", "Aperto", "Finished", "Finito")
    order = [html.index(f">{each}<") for each in shown]
    assert order == sorted(order)
    assert "Aperto" not in browser().get("/tornei/?gioco=tarocchi").content.decode()
    assert "Aperto" in browser().get("/").content.decode()
    assert browser().get("/tornei/?pagina=0").status_code == 400


def test_an_event_in_which_somebody_plays_does_not_ask_them_to_take_part(
    club: list[User], evening: NewEvening
) -> None:
    four = evening(name="Aperto")
    four.pairs(club, 1)
    invitation, entered = "Take part in Aperto", "You are in Aperto"
    for reader, expected, other in (
        (club[0], entered, invitation),
        (club[2], invitation, entered),
        (None, invitation, entered),
    ):
        html = browser(reader).get("/tornei/").content.decode()
        assert expected in html
        assert other not in html


def test_entries_are_counted_as_what_they_are(club: list[User], evening: NewEvening) -> None:
    evening(name="Squadre", unit="team", format="robin").enter(club[:4], club[4:8])
    evening(name="Coppie").pairs(club, 1)
    html = " ".join(browser().get("/tornei/").content.decode().split())
    assert "2 teams" in html
    assert "1 pair" in html


def test_people_without_an_account_do_not_make_an_event_everybodys(
    club: list[User], evening: NewEvening
) -> None:
    evening(name="Aperto").enter([Named("Mario Rossi"), Named("Lia Verdi")])
    assert "Take part in Aperto" in browser().get("/tornei/").content.decode()


@pytest.mark.parametrize(
    ("left", "written"),
    [
        (timedelta(days=14, hours=1), "14 giorni"),
        (timedelta(days=1, hours=23), "47:00:00"),
        (timedelta(hours=2, minutes=4, seconds=5), "2:04:05"),
        (timedelta(minutes=4, seconds=4.2), "4:05"),
        (timedelta(seconds=-1), "0:00"),
    ],
)
def test_the_time_left_is_written_as_the_script_counts_it_down(
    monkeypatch: pytest.MonkeyPatch, left: timedelta, written: str
) -> None:
    now = datetime(2030, 1, 1, tzinfo=UTC)
    monkeypatch.setattr(timezone, "now", lambda: now)
    with translation.override("it"):
        assert remaining(now + left) == written
