"""Maraffone in a browser: naming the trumps, and the words of the leader."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.conftest import ON_THE_PHONE, NewPage, violations
from tests.e2e.table import TablePage
from tests.live.stack import Stack


def test_the_namer_chooses_and_everybody_sees_the_trumps(server: Stack, new_page: NewPage) -> None:
    wanted = {"players": 4, "people": 4, "game": "maraffone", "rules": {"preset": "maraffone"}}
    seeded = server.call("tools.shots.world:position", until="names", **wanted)
    url = f"{server.url}/tavolo/{seeded['code']}/"
    seats = seeded["seat"], (seeded["seat"] + 1) % 4
    namer, listener = (TablePage(new_page(seeded["cookies"][seat], **ON_THE_PHONE), url) for seat in seats)
    for table in (namer, listener):
        table.page.wait_for_selector(".tag.namer", state="attached")
    page, other = namer.page, listener.page
    expect(page.locator(".naming .suit")).to_have_count(4)
    assert other.locator(".naming").count() == 0
    assert page.locator(".hand .card[aria-disabled]").count() == 0, "while a suit is named no card is barred"
    assert violations(page) == []
    page.keyboard.press("c")
    expect(page.locator(".suit[data-suit='C']")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".naming")).to_have_count(0)
    for each in (page, other):
        expect(each.locator(".trumps b")).to_have_text("cups")
    expect(other.locator(".tag.namer")).to_have_text("cups")
    expect(other.locator("#voce p").filter(has_text="cups")).not_to_have_count(0)
    page.locator("[data-signal=busso]").click()
    namer.play_first()
    expect(other.locator("#voce p").filter(has_text="busso")).not_to_have_count(0)
    expect(other.locator(".seat .balloon").filter(has_text="busso")).not_to_have_count(0)
    assert violations(other, ".felt") == []
