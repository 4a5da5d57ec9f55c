"""An evening at real tables from nothing: a club, people from a file, and scores by phone without network."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from playwright.sync_api import Page, expect

from tests.e2e.conftest import ON_THE_PHONE, NewPage, overflow, violations
from tests.e2e.test_tournaments import Direction
from tests.live.stack import Stack

PEOPLE = [f"Persona {number}" for number in range(60)]
PAIRS = [",".join(two) for two in zip(PEOPLE[::2], PEOPLE[1::2], strict=True)]


def bring(page: Page, *lines: str) -> None:
    """Choose a file with these lines, look at what it would do, and store it."""
    text = "\n".join(lines).encode()
    page.set_input_files("#lista", {"name": "lista.csv", "mimeType": "text/csv", "buffer": text})
    page.click("form:has(#lista) button.primary")
    page.click("button[name=confirm]")


def test_from_nothing_to_the_first_scores_by_phone(server: Stack, new_page: NewPage) -> None:
    [club] = server.seed(people=1, bots=False)
    desk = new_page(club["cookies"][0])
    desk.goto(f"{server.url}/circoli/nuovo/")
    desk.fill("[name=name]", "Circolo Garibaldi")
    desk.click("main form:has([name=name]) button.primary")
    desk.goto(f"{desk.url}soci/lista/")
    bring(desk, "nome", *PEOPLE)
    code = desk.url.split("/circoli/")[1].split("/")[0]
    desk.goto(f"{server.url}/tornei/nuovo/?circolo={code}")
    soon = datetime.now(ZoneInfo("Europe/Rome")) + timedelta(minutes=9)
    desk.fill("[name=name]", "Il giovedì del circolo")
    desk.fill("[name=starts_at]", f"{soon:%Y-%m-%dT%H:%M}")
    desk.locator("[name=format][value=mitchell]").check(force=True)
    desk.select_option("[name=venue]", "real")
    desk.click(".wizard-end button")
    link = desk.input_value("#link")
    desk.goto(f"{link}direzione/lista/")
    bring(desk, "nome,compagno", *PAIRS)
    desk.goto(f"{link}direzione/")
    direction = Direction(desk)
    direction.begin()
    direction.press("comincia-turno")
    desk.goto(f"{link}direzione/turni/1/tabellone/")
    expect(desk.get_by_text("Persona 59", exact=False).first).to_be_visible()

    api = link.replace("/tornei/", "/api/v1/tournaments/")
    [table, *others] = desk.request.get(f"{api}rounds/1/").json()["tables"]
    assert len(others) == 14
    page, other = (new_page(**ON_THE_PHONE) for _ in range(2))
    for phone, place in zip((page, other), table["places"], strict=True):
        phone.goto(desk.request.get(f"{api}entries/{place['entry']}/score-link/").json()["url"])
    assert (violations(page), overflow(page)) == ([], 0)

    page.context.set_offline(True)
    page.get_by_label("Deal 1,").first.fill("8")
    page.get_by_label("Deal 1,").last.fill("3")
    page.get_by_role("button", name="Write them down").click()
    expect(page.get_by_text("your scores are kept on this phone")).to_be_visible()
    expect(page.get_by_label("Deal 1,").first).to_have_value("8")
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.get_by_text("Your scores are written down.")).to_be_visible()
    expect(page.locator(".score-sheet .badge")).to_have_text(["to be confirmed"])
    other.get_by_role("button", name="It is right: confirm").click()
    expect(page.locator(".score-sheet .badge")).to_have_text(["counts"])
    event = link.split("/tornei/")[1].strip("/")
    assert server.call("tests.live.real_tables:written", code=event) == 2
