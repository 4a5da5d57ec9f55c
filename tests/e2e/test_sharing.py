"""Sharing a finished match: a link to a position, and a link that gives access to a private match."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.e2e.conftest import PHONE, NewPage, violations
from tests.e2e.replay import Finished, Replay, finished
from tests.live.stack import Stack

__all__ = ["finished"]


def test_sharing_gives_a_link_to_the_position(server: Stack, new_page: NewPage, finished: Finished) -> None:
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    page.add_init_script("navigator.share = async (what) => { window.sent = what.url }")
    shown = Replay(page, f"{server.url}/partita/{finished('tressette')['match']}/")
    shown.press("ArrowDown")
    page.click("[data-share]")
    page.click("[data-copy=share-link]")
    expect(page.locator("#share-dialog [role=status]")).not_to_be_empty()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == f"{shown.url}?dove=s2"
    code = page.locator("#share-embed").input_value()
    page.click("[data-send]")
    page.wait_for_function("() => window.sent")
    assert page.evaluate("window.sent") == link
    shown.open(link)
    assert page.locator(".moves [aria-current] button").get_attribute("data-at") == "s2"
    assert shown.press("ArrowRight").startswith("s2-")
    assert "dove" not in page.url, "the address does not say two things"
    page.set_content(code)
    frame = page.frame_locator("iframe")
    expect(frame.locator(".moves [aria-current] button")).to_have_attribute("data-at", "s2")
    expect(frame.locator(".open-hand .pcard")).not_to_have_count(0)


def test_a_stranger_opens_a_shared_link_to_a_private_match(
    server: Stack, new_page: NewPage, finished: Finished
) -> None:
    """Without a clipboard the link can be selected; another player withdraws it."""
    match = finished("quick")
    player = new_page(match["cookies"][0])
    player.add_init_script("navigator.clipboard.writeText = async () => { throw new Error('not allowed') }")
    player.goto(f"{server.url}/tavolo/{match['code']}/")
    player.locator(".finale [data-share]").click()
    player.click("[data-make]")
    link = player.locator("#share-link")
    expect(link).to_have_value(re.compile(f"^{server.url}/condivisa/[\\w-]{{22}}/$"))
    player.click("[data-copy=share-link]")
    expect(player.locator("#share-dialog [role=status]")).to_contain_text("selezionato")
    assert link.evaluate("field => field.selectionEnd - field.selectionStart === field.value.length")
    assert violations(player, "#share-dialog") == []
    address = link.input_value()
    player.keyboard.press("Escape")
    player.click("[data-open=menu-dialog]")
    for review in ("#menu-dialog [data-review]", ".finale [data-review]"):
        expect(player.locator(review)).to_have_attribute("href", re.compile(f"/partita/{match['match']}/"))
    player.click("#menu-dialog [data-review]")
    player.wait_for_selector(".replay:not([aria-busy])")
    assert player.url.startswith(f"{server.url}/partita/{match['match']}/")

    stranger = Replay(new_page(viewport=PHONE), address)
    assert all(stranger.hands().values()), "all hands lie open"
    picture = stranger.page.locator("meta[property='og:image']").get_attribute("content")
    assert stranger.page.request.get(str(picture)).headers["content-type"] == "image/png"

    other = Replay(new_page(match["cookies"][1]), f"{server.url}/partita/{match['match']}/#s1-p2-c3")
    other.page.click("[data-share]")
    other.page.click("[data-make]")
    expect(other.page.locator("#share-link")).to_have_value(f"{stranger.url}?dove=s1-p2-c3")
    other.page.click("[data-withdraw]")
    expect(other.page.locator("#share-link")).to_be_hidden()
    expect(other.page.locator("#share-dialog [role=status]")).to_contain_text("Ritirato")
    assert stranger.page.request.get(stranger.url).status == 404
