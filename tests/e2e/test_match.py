"""Two people and two bots play a match to its end, and a rematch."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.e2e.conftest import PHONE, NewPage
from tests.e2e.table import TablePage, play_along, play_on
from tests.live.stack import Stack

TWO_DEALS = {"preset": "classico", "match_end": {"deals": 2}, "accuse_window": 0}
"""Two deals without accuse, so that nobody has points before the first deal is counted."""

SEEN = 1_600
"""Milliseconds until a key press may close the result."""


def test_a_match_to_its_end_and_a_rematch(server: Stack, new_page: NewPage) -> None:
    """A spectator sees its public cards only."""
    [seeded] = server.seed(people=2, rules=TWO_DEALS)
    url = f"{server.url}/tavolo/{seeded['code']}/"
    server.query(f"UPDATE accounts_user SET is_guest = TRUE WHERE username = '{seeded['names'][1]}'")
    play_on(server, seeded["code"], deal=1)
    anna = TablePage(new_page(seeded["cookies"][0]), url)
    bruno = TablePage(new_page(seeded["cookies"][1], viewport=PHONE, has_touch=True), url)
    watcher = TablePage(new_page(), url)
    expect(watcher.page.locator("text=Stai guardando")).to_be_visible()
    assert watcher.hand == []
    assert not watcher.page.locator(".hand-box").is_visible()
    given = {"results": [{"seat": seat, "gain": gain} for seat, gain in enumerate((12, -12))]}
    anna.page.route("**/api/v1/matches/*/", lambda route: route.fulfill(json=given))
    anna.await_turn()
    anna.play_first()
    watcher.page.wait_for_selector(".tcard")
    play_along(anna, bruno, until=lambda: anna.has_ended and bruno.has_ended)
    anna.page.wait_for_selector(".finale .gain >> text=+12")
    headlines = {table.page.locator(".finale h2").text_content() for table in (anna, bruno)}
    assert len(headlines) == 2 or headlines == {"Pari"}
    festoons = sum(table.page.locator(".finale [data-won]").count() for table in (anna, bruno))
    assert festoons == (0 if headlines == {"Pari"} else 1)
    for table in (anna, bruno, watcher):
        table.page.wait_for_selector(".finale:not([hidden])")
        assert table.page.locator(".finale .table-box thead th").count() == 3
    scores = [table.page.locator(".finale .big-score b").all_text_contents() for table in (anna, bruno)]
    assert scores[0] == scores[1][::-1], "each side reads its own score first"
    parts = anna.page.locator(".finale .parts tbody th").all_text_contents()
    assert parts[:3] == ["Assi", "Tre, due e figure", "Ultima presa"]
    expect(anna.page.locator(".finale .parts td.me")).to_have_count(len(parts))
    expect(anna.page.locator("[data-offer]")).to_have_count(0)
    bruno.page.reload()
    expect(bruno.page.locator("[data-rematch]")).to_contain_text("0 su 2")
    expect(bruno.page.locator("[data-offer]")).to_have_attribute("href", re.compile("iscriviti"))
    assert watcher.page.locator("[data-rematch]").count() == 0
    server.query(f"UPDATE games_table SET status = 'closed' WHERE code = '{seeded['code']}'")
    watcher.page.reload()
    watcher.page.click(".finale [data-again]")
    expect(watcher.page.locator(".hand .card")).to_have_count(10)
    server.query(f"UPDATE games_table SET status = 'over' WHERE code = '{seeded['code']}'")
    anna.page.click(".side [data-deal='0']")
    opened = anna.page.locator("#deal-dialog[open]")
    assert (
        opened.locator("tbody tr").first.locator("td").all_text_contents()
        == anna.page.locator(".side .conto-lines tbody tr").first.locator("td").all_text_contents()
    )
    anna.page.keyboard.press("Escape")

    anna.page.click("[data-rematch]")
    expect(bruno.page.locator("[data-rematch]")).to_contain_text("1 su 2")
    bruno.page.wait_for_timeout(SEEN)
    bruno.page.keyboard.press("Enter")
    for table in (anna, bruno):
        table.page.wait_for_selector(".finale", state="hidden")
        expect(table.page.locator(".hand li:nth-child(9)")).to_be_attached()
        expect(table.page.locator(".side .conto tbody th")).to_have_count(0)
        expect(table.page.locator(".tscore")).to_have_text("0 noi – 0 loro")


def test_a_table_fills_and_its_people_talk(server: Stack, new_page: NewPage) -> None:
    """How cards are dealt to them, and points counted up: `tests/games/test_hand_script.py`."""
    anna, bruno = new_page(), new_page(viewport=PHONE)
    anna.goto(f"{server.url}/tavoli/")
    code = anna.evaluate(
        """async () => {
            const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
            const json = "application/json";
            const headers = { "Content-Type": json, Accept: json, "X-CSRFToken": token };
            const body = JSON.stringify({ game: "tressette", rules: { preset: "classico" }, players: 4 });
            return (await (await fetch("/tavoli/apri/", { method: "POST", headers, body })).json()).code;
        }"""
    )
    anna.goto(f"{server.url}/tavolo/{code}/")
    anna.wait_for_selector("text=Mancano 3 giocatori")
    bruno.goto(f"{server.url}/tavolo/{code}/")
    bruno.click(".seat[data-seat='2'] .sit")
    bruno.press("#name-dialog[open] [name=name]", "Enter")
    bruno.wait_for_selector(".dock .seat[data-seat='2']")
    anna.wait_for_selector("text=Mancano 2 giocatori")
    assert anna.locator(".cloth .seat[data-seat='2']").get_attribute("data-pos") == "2"
    anna.select_option("[data-level]", "principiante")
    anna.click("[data-bot]")
    anna.wait_for_selector(".seat[data-seat='1'] >> text=bot · principiante")
    anna.click("[data-bots]")
    for page in (anna, bruno):
        page.wait_for_selector(".hand .card")
        expect(page.locator(".waiting")).to_be_hidden()
    bruno.click("[aria-controls=side]")
    expect(bruno.locator("#msg")).to_be_in_viewport(ratio=1)
    expect(bruno.locator(".side > .conto")).to_be_hidden()
    bruno.fill("#msg", "Buona a tutti")
    bruno.press("#msg", "Enter")
    anna.wait_for_selector(".log >> text=Buona a tutti")
    anna.wait_for_selector(".seat[data-seat='2'] .balloon")
