"""After a lost connection or a reload, players come back to the exact position, in the middle of a trick."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewPage
from tests.e2e.table import Line, TablePage, play_along, tap
from tests.live.installations import installation
from tests.live.stack import Stack

TWO_DEALS = {"preset": "classico", "match_end": {"deals": 2}}


class MidTrick(NamedTuple):
    """A table in the middle of a trick, with Anna on turn."""

    anna: TablePage
    bruno: TablePage
    line: Line
    """Anna's connection."""


@pytest.fixture
def restored(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """An installation of its own, which may be killed."""
    with installation(request, "embedded", tmp_path_factory.mktemp("var")) as running:
        yield running


def test_players_come_back_to_the_middle_of_a_trick(server: Stack, new_page: NewPage) -> None:
    """By a reload and after a lost connection; a card played meanwhile arrives once, and theirs are shown."""
    anna, bruno, line = mid_trick(server, new_page)
    before, others = anna.position(), bruno.position()
    for table in (anna, bruno):
        table.page.reload()
        table.page.wait_for_selector(".hand .card")
    assert anna.position() == before
    assert bruno.position() == others

    line.cut()
    anna.page.wait_for_selector(".banner button")
    bruno.page.wait_for_selector(".seat[data-seat='0'][data-state='lost']")
    line.mend()
    anna.page.evaluate("document.querySelector('.banner button')?.click()")  # unless it has reconnected
    anna.page.wait_for_selector(".banner", state="hidden")
    bruno.page.wait_for_selector(".seat[data-seat='0']:not([data-state])")
    assert anna.position() == before

    line.cut()
    anna.page.wait_for_selector(".banner:not([hidden])")
    card = anna.playable.first.get_attribute("data-card")
    button = anna.page.locator(f".hand .card[data-card='{card}']")
    held = len(anna.hand)
    for _ in range(2):
        tap(button)
    assert len(anna.hand) == held, "nothing happens before the server has stored it"
    line.mend()
    button.wait_for(state="detached")
    assert len(anna.hand) == held - 1

    line.cut()
    anna.page.wait_for_selector(".banner:not([hidden])")

    def waits_for_a_person() -> bool:
        """Bruno has seen Anna's card and played one too; nothing happens until one of them plays again."""
        there = bruno.position()
        has_played = ["0", held - 1] in there["backs"] and len(there["hand"]) < held
        return has_played and there["turn"] in (["0"], ["1"])

    play_along(bruno, until=waits_for_a_person)
    line.mend()
    anna.page.wait_for_selector(".banner", state="hidden")
    there = bruno.position()
    for turn in there["turn"]:
        anna.page.wait_for_selector(f".seat[data-seat='{turn}'][data-turn]")
    here = anna.position()
    assert (here["trick"], here["turn"]) == (there["trick"], there["turn"])


def mid_trick(server: Stack, new_page: NewPage) -> MidTrick:
    [seeded] = server.seed(people=2, rules=TWO_DEALS)
    url = f"{server.url}/tavolo/{seeded['code']}/"
    pages = [new_page(cookie) for cookie in seeded["cookies"]]
    line = Line(pages[0])
    anna, bruno = (TablePage(page, url) for page in pages)

    def is_there() -> bool:
        return anna.is_my_turn and anna.is_still and len(anna.hand) <= 8 and len(anna.on_the_table) > 0

    play_along(anna, bruno, until=is_there, patient=True)
    bruno.page.wait_for_selector(".seat[data-seat='0'][data-turn]")
    bruno.await_trick(anna.on_the_table)
    return MidTrick(anna, bruno, line)


def test_a_page_left_open_follows_the_site_back_to_an_earlier_state(
    restored: Stack, new_page: NewPage, tmp_path: Path
) -> None:
    [seeded] = restored.seed(people=2, rules=TWO_DEALS)
    url = f"{restored.url}/tavolo/{seeded['code']}/"
    anna, bruno = (TablePage(new_page(cookie), url) for cookie in seeded["cookies"])
    before = anna.position()
    restored.manage("backup", str(tmp_path))
    play_along(anna, bruno, until=lambda: anna.is_my_turn and len(anna.hand) < 9)
    restored.kill()
    restored.query("UPDATE games_pulse SET at = '2026-01-01 00:00:00+00:00' RETURNING 1")
    [backup] = tmp_path.glob("*.sqlite3")
    restored.manage("restore", str(backup))
    restored.start()
    for table in (anna, bruno):
        expect(table.page.locator(".hand .card")).to_have_count(10)
    assert anna.position() == before
    play_along(anna, bruno, until=lambda: len(anna.hand) < 10)


def test_a_sign_in_survives_a_table_left_open_in_another_tab(server: Stack, new_page: NewPage) -> None:
    """Also that of a new account."""
    name = "Nino 4711"
    fields = {"username": name, "email": "4711@example.org", "password1": "tre carte sul tavolo"}
    doors = {"iscriviti": fields, "accedi": {"login": name, "password": fields["password1"]}}
    for door, filled in doors.items():
        game = new_page()
        game.goto(server.url)
        game.locator("form[action$='/gioca/'] button").first.click()
        game.wait_for_selector(".hand .card")
        game.evaluate("document.body.dataset.former = ''")
        tab = game.context.new_page()
        _send(tab, f"{server.url}/account/{door}/", filled)
        expect(game.locator("body[data-former]")).to_have_count(0)
        game.wait_for_load_state()
        assert tab.request.get(f"{server.url}/api/v1/me/").json()["name"] == name
        expect(game.locator(f".seat:has-text('{name}')")).to_be_visible()
        expect(game.locator(".hand .card").first).to_be_visible()


def _send(page: Page, address: str, fields: dict[str, str]) -> None:
    page.goto(address)
    for field, value in fields.items():
        page.fill(f"main [name={field}]", value)
    page.press(f"main [name={[*fields][-1]}]", "Enter")
    page.wait_for_url(lambda url: "/account/" not in url)
