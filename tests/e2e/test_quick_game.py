"""A guest plays a whole deal against bots after one click, without an account; others join their game."""

from __future__ import annotations

import contextlib
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import DESK, PHONE, NewPage, Rooms, overflow, resize, violations
from tests.e2e.table import TablePage, hurry, play_along, skip
from tests.live.stack import Stack

TOUCHED = '{"t":"touched"}'

ON_ITS_SIDE = {"width": 740, "height": 360}

IN_SIGHT = """() => {
    const parts = document.querySelectorAll(".hand .card, .tcard, .tslot:not([hidden]), .seat > .avatar");
    return [...parts].map((part) => part.getBoundingClientRect()).every(({ left, top, right, bottom }) =>
        left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1);
}"""
"""A script that checks that the hand, the trick and all players are inside the window at once."""

SCREENS = (320, 568), (360, 740), (390, 844), (740, 360), (820, 1180), (1024, 768), (1366, 768), (1440, 900)

HIDDEN = """(selectors) => selectors.filter((selector) => {
    const { left, top, width, height } = document.querySelector(selector).getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height];
    return y > innerHeight || !document.elementFromPoint(x, y - 2)?.closest(selector);
})"""
"""A script that returns the selectors whose first element is not wholly on the first screen, or covered."""


@pytest.mark.parametrize("language", ["it-IT", "en-GB"])
def test_the_first_screen_has_a_tap_that_deals(server: Stack, new_page: NewPage, language: str) -> None:
    page = new_page(viewport=PHONE, locale=language)
    page.goto(server.url)
    for width, height in SCREENS:
        resize(page, width, height)
        other = ["[value=scopone-2]"] if width > 320 else []  # the smallest has room for the first games only
        parts = ["[name=level]", "[name=alone]", "[name=short]", "button", "button .go", *other]
        shown = [f"form[action$='/gioca/'] {part}" for part in parts]
        assert page.evaluate(HIDDEN, shown) == [], (width, height)


def test_a_guest_plays_a_whole_deal(server: Stack, new_page: NewPage) -> None:
    """On a phone, upright and on its side; the number of the browser has gone into the shuffle."""
    page = new_page(viewport=PHONE, has_touch=True, still=False)
    page.goto(server.url)
    page.select_option("[name=level]", "principiante")
    page.goto(server.url)
    expect(page.locator("[name=level]")).to_have_value("principiante")
    page.locator("[name=level]").focus()
    expect(page.locator("head link[rel=prefetch]")).not_to_have_count(0)
    page.locator("form[action$='/gioca/'] button").first.click()
    table = TablePage(page)
    page.wait_for_selector(".hand .card")
    assert len(table.hand) == 10
    code = page.url.rstrip("/").rpartition("/")[2]
    seats = f"SELECT bot FROM games_seat JOIN games_table t ON t.id = table_id WHERE code = '{code}'"
    assert sorted(bot for (bot,) in server.query(seats)) == ["", *["principiante"] * 3]
    lesson = page.locator(".lesson")

    def hint(after: str = "") -> str:
        """Play until another hint is visible, and return its text; hints appear only on a turn."""
        for _ in range(6):
            table.await_turn()
            with contextlib.suppress(AssertionError):
                expect(lesson).to_be_visible(timeout=5_000)
                expect(lesson.locator("p")).not_to_have_text(after, timeout=5_000)
                return lesson.locator("p").inner_text()
            table.play()
        raise AssertionError("no hint")

    table.await_turn()
    expect(lesson.locator("p")).to_contain_text("toccala di nuovo")  # before a card is played, however late
    first = lesson.locator("p").inner_text()
    held = len(table.hand)
    table.play()
    assert len(table.hand) == held - 1
    assert hint(after=first) != first, "it is learned"
    lesson.get_by_role("button", name="Ho capito").click()
    expect(lesson).to_be_hidden()
    table.play()
    hint()
    lesson.get_by_role("button", name="Basta suggerimenti").click()
    page.get_by_role("button", name="Altro").click()
    page.locator("#menu-dialog [data-open=rules-dialog]").click()
    expect(page.locator("#rules-dialog [data-brief=follow]")).to_be_visible()
    page.keyboard.press("Escape")
    table.await_turn()
    for viewport in (ON_ITS_SIDE, PHONE):
        resize(page, **viewport)
        page.wait_for_function(IN_SIGHT)
    resize(page, **DESK)
    for again in (False, True):
        if again:
            page.reload()
        page.locator(".fair").click()
        expect(page.locator(".fair-mine")).to_contain_text("è in queste carte")
        expect(page.locator(".fair-nonces code")).to_have_count(1)
        page.keyboard.press("Escape")
    resize(page, **PHONE)
    hurry(server, page)
    skip(server, table)

    has_next_deal = lambda: page.locator(".side .conto tbody th").count() > 0 and len(table.hand) > 0  # noqa: E731
    play_along(table, until=has_next_deal)
    assert page.locator(".lesson").is_hidden(), "dismissed for ever"
    assert page.locator(".side .conto tbody th").first.text_content() == "1ª smazzata"


def test_a_newcomer_and_a_friend_take_the_seats_of_bots(
    server: Stack, new_page: NewPage, rooms: Rooms
) -> None:
    """The newcomer finds the game in the lobby, the friend follows its link."""
    host = new_page(viewport=PHONE, has_touch=True, permissions=["clipboard-read", "clipboard-write"])
    sent: list[Any] = []
    host.on("websocket", lambda line: line.on("framesent", lambda text: sent.append(text)))
    host.goto(server.url)
    host.locator("form[action$='/gioca/'] button").first.click()
    host.wait_for_selector(".hand .card")

    code = host.url.rstrip("/").rpartition("/")[2]
    newcomer = in_the_lobby(server, new_page)
    newcomer.locator(f"[data-key='{code}'] form[action$='/siediti/'] button").click()
    expect(newcomer.locator(".banner")).to_contain_text("è tuo a fine smazzata")
    expect(newcomer.locator(".hand .card")).to_have_count(0)
    expect(host.locator(".seat .tags", has_text="poi Ospite")).to_be_visible()

    friend = new_page(viewport=PHONE, has_touch=True)
    friend.goto(copied_link(host))
    takes_a_seat_by_name(friend)
    rooms.errors = [error for error in rooms.errors if "409 (Conflict)" not in error]  # the refused name
    expect(host.locator(".seat .tags", has_text="poi Rosalia °")).to_be_visible()

    hurry(server, host)
    both = TablePage(newcomer), TablePage(friend)
    skip(server, TablePage(host))
    play_along(TablePage(host), until=lambda: all(len(each.hand) > 0 for each in both))
    chooses_a_name(newcomer)
    expect(host.locator(".seat b", has_text="Carmelo °")).to_be_visible()
    expect(host.locator(".seat b", has_text="Rosalia °")).to_be_visible()
    expect(host.locator(".seat[data-state=bot]")).to_have_count(1)
    host.get_by_role("button", name="Altro").click()
    people = host.locator("#menu-dialog .people li", has_text="Carmelo")
    people.get_by_role("button", name="Manda via").click()
    host.locator("#send-away-dialog").get_by_role("button", name="Manda via").click()
    for page in (host, newcomer):
        expect(page.locator(".seat[data-state=bot]")).to_have_count(2)
    expect(newcomer.locator(".hand .card")).to_have_count(0)
    expect(host.locator(".hand .card").first).to_be_visible()
    assert TOUCHED in sent


def chooses_a_name(newcomer: Page) -> None:
    """Somebody who sat down in the lobby is asked at the table, where others see them, and only once."""
    banner = newcomer.locator(".banner")
    expect(banner).to_contain_text("Gli altri ti vedono come Ospite")
    banner.get_by_role("button", name="Scegli un nome").click()
    newcomer.locator("#name-dialog [name=name]").fill("Carmelo")
    newcomer.get_by_role("button", name="Usa questo nome").click()
    expect(banner).to_be_hidden()


def in_the_lobby(server: Stack, new_page: NewPage) -> Page:
    """Return the lobby, where somebody else comes and invites a player."""
    newcomer = new_page()
    newcomer.goto(f"{server.url}/tavoli/")
    around = newcomer.locator("[data-around]")
    expect(around).to_contain_text("gioca")
    [seeded] = server.seed(people=1, bots=False, private=True)
    vito = new_page(seeded["cookies"][0], viewport=PHONE)
    vito.goto(f"{server.url}/tavoli/")
    assert violations(vito) == []
    assert overflow(vito) == 0
    line = around.locator("li", has_text=seeded["names"][0])
    expect(line).to_contain_text("guarda i tavoli")
    vito.locator("[data-around] li", has_text="gioca").first.get_by_role("button").click()
    expect(vito.locator(".toast").first).to_contain_text("invit")
    return newcomer


def copied_link(host: Page) -> str:
    host.get_by_role("button", name="Altro").click()
    host.locator("#menu-dialog [data-invite]").click()
    expect(host.locator("#menu-dialog [data-invite]")).to_contain_text("Link copiato")
    link: str = host.evaluate("navigator.clipboard.readText()")
    assert link == host.url
    host.keyboard.press("Escape")
    return link


def takes_a_seat_by_name(friend: Page) -> None:
    friend.locator(".banner button").click()
    asked = friend.locator("#name-dialog")
    field = asked.get_by_label("Nome")
    expect(field).to_be_focused()
    expect(field).to_have_value(re.compile(r"^Ospite \d{4}$"))
    assert violations(friend, "#name-dialog") == []
    assert overflow(friend) == 0
    field.fill("Arbitro")
    field.press("Enter")
    expect(asked.get_by_role("alert")).to_contain_text("riservato")
    field.fill("Rosalia")
    asked.get_by_role("button", name="Siediti").click()
    expect(asked).to_be_hidden()
    expect(friend.locator(".banner")).to_contain_text("è tuo a fine smazzata")
