"""An evening at the club in real browsers: eight people enter, two rounds are played, one is substituted."""

from __future__ import annotations

import contextlib
import http.client
import json
import re
import threading
import uuid
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.e2e.conftest import ROOMS, NewPage, overflow, violations
from tests.e2e.table import TablePage, play_along
from tests.live.stack import Stack

CLUB = """
import json
from datetime import timedelta
from django.utils import timezone
from ludopoli.accounts.models import User
from tests.live.seed import cookie
from tournaments import actions
names = "Ugo Anna Bruno Carla Dario Elena Fulvio Gina Ivo Olga".split()
people = [User.objects.create(username=f"{name} {timezone.now():%f}", password="!") for name in names]
event = actions.create_event(
    people[0], name="Il giovedì del circolo", game="tressette", players=4, format="swiss",
    rules={"preset": "classico", "accuse_window": 0}, settings={"rounds": 2, "deals": 1},
    starts_at=timezone.now() + timedelta(minutes=9), pace=0.0, move_seconds=None, break_seconds=2,
)
told = [(each.username, cookie(each)) for each in people]
print(json.dumps({"code": event.code, "names": [n for n, _ in told], "cookies": [c for _, c in told]}))
"""


class Companion(threading.Thread):
    """Somebody of the eight who needs no page: he sits down wherever he is led, and plays a card when it is
    his turn."""

    def __init__(self, server: Stack, event: str, cookie: str) -> None:
        super().__init__(daemon=True)
        self.server, self.event, self.cookie = server, event, cookie
        self.stops = threading.Event()

    def run(self) -> None:
        played: set[str] = set()
        while not self.stops.wait(0.5):
            code = self._table()
            if code and code not in played:
                self._play(code)
                played.add(code)

    def _table(self) -> str | None:
        host = self.server.url.partition("//")[2]
        with contextlib.closing(http.client.HTTPConnection(host, timeout=20)) as line:
            line.request("HEAD", f"/tornei/{self.event}/tavolo/", headers={"Cookie": self.cookie})
            found = re.search(r"/tavolo/(\w+)/", line.getresponse().headers["Location"])
        return found and found[1]

    def _play(self, code: str) -> None:
        address = f"{self.server.url.replace('http', 'ws', 1)}/ws/table/{code}/"
        with connect(address, additional_headers={"Cookie": self.cookie}) as line:
            while not self.stops.is_set():
                try:
                    frame = json.loads(line.recv(timeout=0.5))
                except TimeoutError:
                    continue
                except ConnectionClosed:
                    return
                if frame["t"] == "table" and (
                    frame["table"]["me"] is None or frame["table"]["status"] == "over"
                ):
                    return
                if command := next((each for each in frame.get("legal", ()) if each["do"] == "play"), None):
                    told = {
                        "t": "do",
                        "id": str(uuid.uuid4()),
                        "version": frame["version"],
                        "command": command,
                    }
                    line.send(json.dumps(told))


@pytest.fixture
def club(server: Stack) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(server.manage("shell", "-v", "0", "-c", CLUB))
    return made


def test_an_evening_at_the_club(server: Stack, new_page: NewPage, club: dict[str, Any]) -> None:
    names, cookies, code = club["names"], club["cookies"], club["code"]
    here = f"/tornei/{code}/"
    director, anna, bruno = (new_page(cookies[at]) for at in range(3))
    watcher = new_page()
    for page in (anna, bruno, watcher):
        page.goto(server.url + here)

    # they enter, and everybody sees it
    anna.fill("#compagno", names[2])
    anna.click(".mine .enter .btn.primary")
    bruno.click(f".mine form[action='{here}accetta/'] button")
    for first in (3, 5, 7):
        server.post(f"{here}iscriviti/", cookies[first], partner=names[first + 1])
        server.post(f"{here}accetta/", cookies[first + 1])
    expect(watcher.locator(".entries > li")).to_have_count(4)
    expect(watcher.locator(".entries")).to_contain_text(names[8])

    # they say that they are there
    for page in (anna, bruno):
        page.click(f".mine form[action='{here}presente/'] button")
    for at in range(3, 9):
        server.post(f"{here}presente/", cookies[at])
    expect(watcher.locator(".entries .badge.ok")).to_have_count(4)

    companions = [Companion(server, code, cookies[at]) for at in range(3, 10)]
    for each in companions:
        each.start()
    try:
        _play_two_rounds(server, club, director, anna, bruno, watcher, companions)
    finally:
        for each in companions:
            each.stops.set()
        for each in companions:
            each.join()


def _play_two_rounds(
    server: Stack,
    club: dict[str, Any],
    director: Page,
    anna: Page,
    bruno: Page,
    watcher: Page,
    companions: list[Companion],
) -> None:
    names = club["names"]
    desk = f"{server.url}/tornei/{club['code']}/direzione/"
    director.goto(desk)
    director.click("[popovertarget=comincia]")
    director.click("#comincia .btn.danger")

    # the first round is drawn: everybody is led to his table
    expect(watcher.locator(".pairings > li")).to_have_count(2)
    expect(anna.locator(".next-table time[data-countdown]")).to_be_visible()
    for page in (anna, bruno):
        page.click(".next-table .btn.primary")
        page.wait_for_selector(".room:not([aria-busy])")
    tables = [TablePage(page) for page in (anna, bruno)]
    play_along(*tables, until=lambda: len(tables[0].hand) == 8)

    # one of the others is substituted in the middle of it: at the table and on the page it is seen at once
    sitting = anna.locator(".seat").all_inner_texts()
    gone = next(name for name in names[3:9] if any(name in seat for seat in sitting))
    number = watcher.locator(".entries > li", has_text=gone).locator(".num").inner_text()
    director.goto(f"{desk}iscritti/{number}/")
    director.select_option("#al-posto", label=gone)
    director.fill("#chi-entra", names[9])
    director.fill("#perche-sost", "È dovuto andare via")
    director.click("form[action$='/substitute/'] .btn")
    expect(anna.locator(".seat", has_text=names[9])).to_have_count(1)
    expect(watcher.locator(".entries")).to_contain_text(names[9])
    expect(watcher.locator(".entries")).not_to_contain_text(gone)

    # to the end of the round, and from there to the next table
    play_along(*tables, until=lambda: all(each.has_ended for each in tables))
    expect(watcher.locator(".rounds .done")).to_have_count(1)
    expect(watcher.locator("[data-part=standings] tbody tr")).to_have_count(4)
    watcher.locator("details.sum > summary").first.press("Enter")
    assert anna.locator("[data-rematch]").count() == 0
    second = Companion(server, club["code"], club["cookies"][2])
    companions.append(second)
    second.start()
    anna.click("[data-next]")
    if "/tornei/" in anna.url:
        anna.click(".next-table .btn.primary")
    anna.wait_for_selector(".room:not([aria-busy])")
    table = TablePage(anna)
    play_along(table, until=lambda: table.has_ended)
    expect(watcher.locator(".event-hero [data-status=finished]")).to_be_visible()
    expect(watcher.locator(".fairness code")).to_have_count(3)
    expect(watcher.locator("details.sum[open]")).to_have_count(1)  # what the reader has opened stays open
    watcher.click("[data-part=tables] .deals a >> nth=0")
    expect(watcher.locator(".traveller tbody tr")).to_have_count(2)


@pytest.fixture(scope="module")
def played(server: Stack) -> str:
    """The code of an event that is over."""
    server.manage("simulate", "--entries", "4", "--options", '{"rounds": 2, "deals": 1}')
    [(code,)] = server.query(
        "SELECT code FROM tournaments_event WHERE status = 'finished' ORDER BY id LIMIT 1"
    )
    return str(code)


@ROOMS
def test_the_pages_have_no_violation_and_fit(
    server: Stack, new_page: NewPage, played: str, room: dict[str, Any]
) -> None:
    page = new_page(**room)
    for address in (
        "/tornei/",
        f"/tornei/{played}/",
        f"/tornei/{played}/smazzate/1-1/",
        f"/tornei/{played}/stampa/",
    ):
        page.goto(server.url + address)
        assert violations(page) == [], address
        assert overflow(page) == 0, address
