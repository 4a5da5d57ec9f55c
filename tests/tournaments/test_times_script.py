"""Countdowns follow the clock of the server, however wrong that of the device is: `tournaments/times.js`."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest

from ludopoli.accounts.models import User
from tests.node import run_on_page
from tests.tournaments.conftest import NewEvening
from tests.tournaments.test_pages import browser

NOW = datetime(2026, 5, 3, 12, tzinfo=UTC)

PAGE = """
    const time = { dateTime: at, dataset: {} };
    document.documentElement.dataset = { dates: "it-IT", zone: "Europe/Rome" };
    document.querySelector = (selector) => selector === "[data-now]" ? { dataset: { now } } : null;
    document.querySelectorAll = (selector) => selector === "time[data-countdown]" ? [time] : [];
    performance.getEntriesByType = () => [{ responseStart: loaded }];
    performance.now = () => loaded + shownAfter;
    Date.now = () => Date.parse(now) + shownAfter - slow;
    globalThis.setInterval = nothing;
    await load("tournaments/times");
    console.log(JSON.stringify(time.textContent));
"""


@pytest.mark.parametrize(
    ("left", "shown"),
    [
        (timedelta(minutes=4, seconds=5), "4:05"),
        (timedelta(hours=2, minutes=4, seconds=5), "2:04:05"),
        (timedelta(days=3, hours=4), "3 giorni"),
        (timedelta(seconds=-5), "0:00"),
    ],
)
def test_a_device_that_is_slow_shows_the_time_that_is_left(left: timedelta, shown: str) -> None:
    at, now = NOW + timedelta(seconds=2) + left, NOW
    told = run_on_page(PAGE, at=at, now=now, shownAfter=2_000, slow=180_000, loaded=700)
    assert told == shown


def test_every_page_with_a_countdown_has_the_script_and_its_own_time(
    evening: NewEvening, organiser: User
) -> None:
    tonight = evening()
    event = tonight.event.get_absolute_url()
    for path in ("/tornei/", event, f"{event}sala/", f"{event}direzione/"):
        html = browser(organiser).get(path).content.decode()
        assert "data-countdown" in html, path
        assert "data-now" in html, path
        assert re.search(r"js/tournaments/(event|times)\.js", html), path
