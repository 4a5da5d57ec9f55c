"""Countdowns follow the clock of the server, however wrong that of the device is: `tournaments/times.js`."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import translation

from ludopoli.accounts.models import User
from tests.node import run_on_page
from tests.tournaments.conftest import NewEvening
from tests.tournaments.test_pages import browser
from tournaments.templatetags.tournaments import WHEN, when

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


MOMENTS = """
    const times = Object.keys(rendered).map((how) => ({ dateTime: at, dataset: { local: how } }));
    document.documentElement.dataset = { dates, zone: "Europe/Rome", city: "" };
    document.querySelectorAll = (selector) => selector === "time[data-local]" ? times : [];
    performance.getEntriesByType = () => [{ responseStart: 0 }];
    globalThis.setInterval = nothing;
    await load("tournaments/times");
    console.log(JSON.stringify(times.map((time) => time.textContent)));
"""


@pytest.mark.parametrize(
    ("language", "dates", "said"),
    [
        ("it", "it", ["mercoledì 2 settembre, 00:05", "mer 2 set, 00:05", "2 set", "00:05"]),
        ("en", "en-GB", ["Wednesday 2 September, 00:05", "Wed 2 Sept, 00:05", "2 Sept", "00:05"]),
    ],
)
def test_times_are_written_as_the_server_writes_them(language: str, dates: str, said: list[str]) -> None:
    at = datetime(2026, 9, 1, 22, 5, tzinfo=UTC)
    with translation.override(language):
        rendered = {how: re.sub("<.*?>", "", when(at, how)) for how in WHEN}
    assert list(rendered.values()) == said
    assert run_on_page(MOMENTS, at=at, rendered=rendered, dates=dates) == said


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
