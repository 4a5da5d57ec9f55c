"""A team enters on the pages, sets its line-up, and plays a match against a team of bots."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from playwright.sync_api import expect

from tests.e2e.conftest import PHONE, NewPage
from tests.e2e.test_tournaments import PATIENCE, Player
from tests.live.stack import Stack


def test_a_team_enters_with_a_line_up_and_plays(server: Stack, new_page: NewPage) -> None:
    [club] = server.seed(people=1, watchers=2, bots=False)
    cookies, names = club["cookies"], club["names"]
    soon = (datetime.now(UTC) + timedelta(hours=1)).isoformat()
    event = server.post(
        "/api/v1/tournaments/", cookies[0], name="Lega a squadre", game="tressette", format="robin",
        unit="team", settings={"deals": 1}, starts_at=soon, check_in_minutes=0, break_seconds=0, pace=0.0,
    )["code"]  # fmt: skip
    api, page = f"/api/v1/tournaments/{event}/", f"{server.url}/tornei/{event}/"
    server.post(f"{api}entries/add/", cookies[0], name="I bot", members=[{"bot": "circolo"}] * 4)
    captain, mate = (Player(new_page(cookies[number], viewport=PHONE), names[number]) for number in (1, 2))
    for each in (captain, mate):
        each.page.goto(page)
    captain.page.fill("#iscriviti-name", "Onda")
    captain.page.fill("#iscriviti-team", mate.name)
    captain.page.click("form.enter .btn.primary")
    mate.page.click(".mine form[action$='/accetta/'] button")
    order = captain.page.locator("form[action$='/formazione/'] li")
    expect(order).to_have_text([captain.name, mate.name], timeout=PATIENCE)
    captain.page.locator("form[action$='/formazione/'] input[type=number]").first.fill("3")
    captain.page.click("form[action$='/formazione/'] button")
    expect(order).to_have_text([mate.name, captain.name])
    server.post(f"{api}start/", cookies[0])
    for each in (captain, mate):
        each.sit_down()
    assert captain.table.page.url == mate.table.page.url, "the first two sit in the first room"
    for each in (captain, mate):
        expect(each.table.page.locator(".hand .card")).to_have_count(10)
        each.play()
    captain.page.goto(page)
    expect(captain.page.locator(".pairings .badge.live")).to_have_count(0, timeout=PATIENCE)
    expect(captain.page.locator(".standings")).to_contain_text("Onda", timeout=PATIENCE)
