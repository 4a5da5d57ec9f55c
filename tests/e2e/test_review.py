"""The review of a match: requested on its replay, followed while it runs, then shown at each card; and a
mistake that it found, which comes back."""

from __future__ import annotations

import time

from playwright.sync_api import Page, expect

from tests.e2e.conftest import CORNER, ON_THE_PHONE, PHONE, NewPage, overflow, resize, violations
from tests.e2e.replay import Finished, Replay, finished
from tests.e2e.test_puzzles import is_drawn
from tests.e2e.test_replay import SAID_AT_MOST
from tests.live.stack import Stack

__all__ = ["finished"]

MADE = 300_000
"""Milliseconds that the review of a deal may take on a busy machine."""


OTHERS = ".open-hand:not([data-pos='0']) .pcard[data-card]"
LOW = {"width": 740, "height": 360}


OFF_SCREEN = """() => {
    const bar = document.querySelector(".tabbar")?.getBoundingClientRect();
    const bottom = bar?.height ? bar.top : innerHeight;
    const box = (selector) => document.querySelector(selector).getBoundingClientRect();
    const [board, player] = [".board", ".player"].map(box);
    const covers = Math.min(board.right, player.right) - Math.max(board.left, player.left) > 1
        && Math.min(board.bottom, player.bottom) - Math.max(board.top, player.top) > 1;
    const parts = [".board", ".step", ".verdict", ".transport .row", ".transport [type=range]"];
    const out = parts.filter((part) => box(part).top < -1 || box(part).bottom > bottom + 1);
    return covers ? [...out, "the controls cover the board"] : out;
}"""


AT_MOST = """() => {
    const fill = (node, words, often) => node.replaceChildren(...Array.from({ length: often },
        () => Object.assign(document.createElement("span"), { className: "tag", textContent: words })));
    for (const tags of document.querySelectorAll(".open-hand .tags")) fill(tags, "senza compagno", 3);
    for (const puck of document.querySelectorAll(".open-hand .puck")) puck.hidden = false;
    for (const text of document.querySelectorAll("#voce, #giudizio"))
        fill(text, "Con quello che si poteva sapere valeva di più il Quattro di coppe. ", 6);
}"""
"""A script that lets everybody be the dealer with many tags, and the sentences below the board be long."""


CAN_BE_READ = """(text) => text.scrollHeight <= text.clientHeight
    || getComputedStyle(text).overflowY === "auto" """
"""A script that tells whether a text is all there, or can be scrolled."""


def in_one_screen(page: Page) -> list[str]:
    """Return the parts of the replay that stay partly off the screen, or covered by another part."""
    page.evaluate("document.fonts.ready")
    settled = time.monotonic() + 5
    while (hidden := page.evaluate(OFF_SCREEN)) and time.monotonic() < settled:
        page.wait_for_timeout(100)
    return list(hidden)


def test_a_match_is_reviewed_card_by_card(server: Stack, new_page: NewPage, finished: Finished) -> None:
    match = finished("reviewed")
    url = f"{server.url}/partita/{match['match']}/"
    shown = Replay(new_page(match["cookies"][0]), url)
    page = shown.page
    page.locator(".review button").click()
    expect(page.locator(".review progress")).to_be_visible()
    page.locator(".figures > summary").click(timeout=MADE)
    expect(page.locator(".review .chart")).to_be_visible()
    answer = page.evaluate("fetch(document.querySelector('.review').dataset.review).then(it => it.json())")
    costly = [each["step"] for each in answer["review"]["costly"] if each["seat"] == 0]
    assert costly, "the match has a mistake of this player, which the next test needs, too"
    expect(page.locator(".review-body > .hint")).to_contain_text("quello vuoto è quello che ha perso solo")
    assert page.locator(".costly button").evaluate_all("all => all.map((each) => each.dataset.at)") == costly
    expect(page.locator(".costly [aria-current]")).to_have_count(1)
    expect(page.locator(".costly [aria-current]")).to_have_attribute("data-at", costly[0])
    expect(page.locator(".open-hand .pcard[data-worse]")).not_to_have_count(0)  # still in the hand
    assert shown.press("ArrowRight") == costly[0], "the board stands where the choice was made"
    shown.press("Home")

    turns = [turn["step"] for turn in answer["review"]["turns"]]
    walked = [shown.press("t") for _ in turns]
    assert walked == turns
    assert shown.press("t") == turns[-1], "there is none after the last"
    assert shown.press("Shift+T") == turns[-2]
    for at in turns[:2]:
        page.goto(f"{url}#{at}")
        expect(page.locator("#giudizio:is([data-kind=seen], [data-kind=open])")).not_to_be_empty()
        expect(page.locator(f".moves [data-at='{at}'] .lapse[data-turn]")).to_have_count(1)
        assert page.locator(".open-hand .pcard[data-better]").count() > 0
    choices = [choice for deal in answer["review"]["deals"] for choice in deal["choices"]]
    explained = next(choice for choice in choices if choice.get("seen", {}).get("reasons"))
    page.goto(f"{url}#{explained['step']}")
    expect(page.locator("#motivi li")).to_have_text(explained["seen"]["reasons"])
    assert page.locator(".review tbody").first.locator("tr").count() == 4
    page.locator(".figures details summary").click()
    assert page.locator(".figures details tbody tr").count() == 11, "the start, and ten tricks"
    assert violations(page) == []

    for viewport in (PHONE, LOW):
        held = Replay(new_page(viewport=viewport), f"{url}#{turns[0]}").page
        expect(held.locator("#giudizio")).not_to_be_empty()
        assert held.locator(".lapse[data-kind=open]").locator("visible=true").count() == 0
        held.locator(".figures > summary").click()
        expect(held.locator(".review .chart")).to_be_visible()
        held.locator(".stage").evaluate("stage => stage.scrollIntoView()")
        assert in_one_screen(held) == [], viewport
        assert overflow(held) == 0
        held.evaluate(SAID_AT_MOST)
        held.evaluate(AT_MOST)
        assert in_one_screen(held) == [], "whatever is said, and whatever is written on the plates"
        assert held.locator("#giudizio").evaluate(CAN_BE_READ), "no word of a verdict is cut off"
        held.locator(".turns").scroll_into_view_if_needed()
        held.locator(".turns button").last.click()
        expect(held.locator(".moves [aria-current] button")).to_have_attribute("data-at", turns[1])
        expect(held.locator(".board")).to_be_in_viewport()
        assert in_one_screen(held) == [], "what leads to a card shows it"
    held.goto(f"{server.url}/partita/{match['match']}/incorporata/")
    expect(held.locator(".board")).to_be_in_viewport()
    assert overflow(held) == 0, "a low frame has its head beside the board"

    resize(page, 1440, 900)
    page.locator(".fairness").scroll_into_view_if_needed()
    assert in_one_screen(page) == [], "the board stays while the cards beside it scroll"


def test_a_mistake_comes_back(server: Stack, new_page: NewPage, finished: Finished) -> None:
    """From the review, made by the test before, to the day when the position is asked again."""
    match = finished("reviewed")
    page = new_page(match["cookies"][0], **ON_THE_PHONE)
    page.goto(f"{server.url}/partita/{match['match']}/")
    page.locator(".review .review-body > *").first.wait_for()
    if (begin := page.get_by_role("button", name="Your costliest cards")).count():
        begin.click()
    expect(page.locator(".costly")).to_be_visible(timeout=MADE)
    page.goto(f"{server.url}/giocate/")
    page.locator("a[href='/giocate/errori/']").first.click()
    while page.locator(".note[role=status]").count():
        page.wait_for_timeout(500)
        page.reload()
    assert (violations(page), overflow(page)) == ([], 0)
    page.locator(".btn.primary[href$='/prossimo/']").click()
    is_drawn(page)
    assert page.locator(OTHERS).count() == 0
    assert (violations(page), overflow(page)) == ([], 0)
    address = page.url
    card = page.locator(".open-hand[data-pos='0'] .pcard[data-may]").first
    for _ in range(2):
        card.click(position=CORNER)
    expect(page.locator("#task-h[data-outcome]")).to_be_focused()
    expect(page.locator(OTHERS).first).to_be_visible()
    expect(page.locator(".task .hint")).to_contain_text("comes back in")
    assert (violations(page, ".board-box"), overflow(page)) == ([], 0)
    answer = page.locator(".pcard[data-better]").first.get_attribute("data-card")

    server.query("UPDATE practice_mistake SET due = '2026-01-01 12:00:00' WHERE due IS NOT NULL")
    page.goto(f"{server.url}/giocate/errori/prossimo/")
    assert page.url == address
    is_drawn(page)
    assert page.locator(OTHERS).count() == 0
    page.locator(f".card-choices input[value='{answer}']").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.locator("#task-h[data-outcome=right]")).to_be_focused()
    expect(page.locator(".task .hint")).to_contain_text("comes back in")
