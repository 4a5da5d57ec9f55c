"""After a lost connection or a reload, players come back to the exact position, in the middle of a trick."""

from __future__ import annotations

from typing import NamedTuple

from playwright.sync_api import expect

from tests.e2e.conftest import NewPage
from tests.e2e.table import Line, TablePage, play_along, tap
from tests.live.stack import Stack

TWO_DEALS = {"preset": "classico", "match_end": {"deals": 2}}


class MidTrick(NamedTuple):
    """A table in the middle of a trick, with Anna on turn."""

    anna: TablePage
    bruno: TablePage
    line: Line
    """Anna's connection."""


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


def test_a_new_account_survives_a_table_left_open_in_another_tab(server: Stack, new_page: NewPage) -> None:
    """Whichever way a guest signs in, their sockets recheck the session, as `tests/games/test_signing_in.py`
    shows."""
    game = new_page()
    game.goto(server.url)
    game.locator("form[action$='/gioca/'] button").first.click()
    game.wait_for_selector(".hand .card")
    game.evaluate("document.body.dataset.former = ''")
    tab = game.context.new_page()
    tab.goto(f"{server.url}/account/iscriviti/")
    fields = {"username": "Nino 4711", "email": "4711@example.org", "password1": "tre carte sul tavolo"}
    for field, value in fields.items():
        tab.fill(f"main [name={field}]", value)
    tab.press("main [name=password1]", "Enter")
    tab.wait_for_url(lambda url: "/account/" not in url)
    expect(game.locator("body[data-former]")).to_have_count(0)
    game.wait_for_load_state()
    assert tab.request.get(f"{server.url}/api/v1/me/").json()["name"] == "Nino 4711"
    expect(game.locator(".seat:has-text('Nino 4711')")).to_be_visible()
    expect(game.locator(".hand .card").first).to_be_visible()
