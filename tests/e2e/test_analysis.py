"""The analysis board in a browser: by taps, by keys alone, against bots, and shared."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import CORNER, ON_THE_PHONE, NewPage, overflow, violations
from tests.e2e.replay import Finished, finished
from tests.live.stack import Stack

__all__ = ["finished"]


def is_drawn(page: Page) -> None:
    expect(page.locator(".replay:not([aria-busy])")).to_be_visible()


def in_record(page: Page, number: int) -> str:
    """The card of the record that is played after so many others."""
    card: str = page.evaluate(
        """number => JSON.parse(document.querySelector("#board").textContent)
            .record.filter(({ do: verb }) => verb === "play")[number].card""",
        number,
    )
    return card


def another(page: Page, played: int) -> Locator:
    """A card on the board that may be played, and was not played in the match."""
    other = f":not([data-card='{in_record(page, played)}'])"
    return page.locator(f".open-hand .pcard[data-may]:not([data-gone]){other}").last


def test_a_branch_is_played_by_taps_kept_commented_and_shared(
    server: Stack, new_page: NewPage, finished: Finished
) -> None:
    """`tests/analysis/test_studies.py` shows what others see of it and add to it."""
    match = finished("tressette")
    phone = new_page(match["cookies"][0], **ON_THE_PHONE)
    phone.goto(f"{server.url}/partita/{match['match']}/#s2-p2-c4")
    is_drawn(phone)
    phone.locator("[data-analyse]").click()
    expect(phone).to_have_url(re.compile(r"/analisi/\?dove=s2-p2-c4$"))
    is_drawn(phone)
    expect(phone.locator("[data-choices] button").first).to_be_visible()
    assert (violations(phone), overflow(phone)) == ([], 0)
    expect(phone.locator(".balloon").first).to_have_css("pointer-events", "none")
    card = another(phone, 8)
    chosen = card.get_attribute("data-card")
    card.click(position=CORNER)
    expect(phone.locator(f".tcard[data-card='{chosen}']")).to_be_visible()
    expect(phone).to_have_url(re.compile("#s2-p3-c1$"))
    phone.locator("[data-choices] button").first.click()
    expect(phone).to_have_url(re.compile("#s2-p3-c2$"))
    phone.locator("[data-undo]").click()
    expect(phone).to_have_url(re.compile("#s2-p3-c1$"))
    phone.locator("[name=name]").fill("Con un’altra")
    phone.get_by_role("button", name="Keep this branch").click()
    expect(phone).to_have_url(re.compile(r"/analisi/[\w-]{20,}/\?ramo=\d+#s2-p3-c1$"))
    is_drawn(phone)
    expect(phone.locator(".branch[aria-current]")).to_contain_text("Con un’altra")
    phone.locator("[name=text]").fill("Qui cambia tutto")
    phone.get_by_role("button", name="Comment", exact=True).click()
    expect(phone.locator(".comment-list li")).to_contain_text("Qui cambia tutto")
    phone.locator("[data-undo]").click()
    expect(phone).to_have_url(re.compile("#s2-p2-c4$"))
    expect(phone.locator(".comment-list li")).to_have_count(0)
    phone.locator("[data-elsewhere] button").click()
    expect(phone).to_have_url(re.compile("#s2-p3-c1$"))
    expect(phone.locator(".comment-list li")).to_contain_text("Qui cambia tutto")
    phone.locator("[data-undo]").click()
    phone.locator("[data-judge=judgement]").click()
    expect(phone.locator("[data-choices] [data-worth='good']").first).to_be_visible()
    assert (violations(phone, ".analysis"), overflow(phone)) == ([], 0)

    phone.locator("[name=access]").select_option("read")
    expect(phone.locator("#study-link")).to_have_value(phone.url.partition("?")[0])
    phone.locator("[data-copy=study-link]").click()
    expect(phone.locator(".study [role=status]")).to_have_text(re.compile("Copied|selected"))


def test_a_deal_is_played_on_by_keys_and_by_bots(
    server: Stack, new_page: NewPage, finished: Finished
) -> None:
    page = new_page()
    page.goto(f"{server.url}/partita/{finished('tressette')['match']}/analisi/?dove=s1-p8-c4")
    is_drawn(page)
    page.locator(f"[data-choices] button:not([data-plays='{in_record(page, 32)}'])").first.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("#s1-p9-c1$"))
    expect(page.locator("[data-choices] button").first).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile("#s1-p8-c4$"))
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("#s1-p9-c1$"))
    for box in page.locator("[name=bot]").all():
        box.check()
    expect(page.locator(".analysis h2")).to_have_text("Questa smazzata è finita", timeout=120_000)
    expect(page.locator(".branch[aria-current]")).to_have_text("Quella che stai giocando")
