"""The first lesson of Tressette in a browser: by taps on a phone, and by keys alone."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.conftest import CORNER, ON_THE_PHONE, NewPage, overflow, resize, violations
from tests.e2e.test_puzzles import is_drawn
from tests.live.stack import Stack

IN_SIGHT = """() => [...document.querySelectorAll(".task, .task legend, .hand .card")]
    .filter((each) => each.getBoundingClientRect().top < 0
        || each.getBoundingClientRect().bottom > innerHeight + 1)
    .map((each) => each.outerHTML)"""
"""A script that returns the parts of a task that are partly below the window."""

CUT_OFF = "(result) => result.scrollHeight - result.clientHeight > 8"

WIDTH = "(card) => card.offsetWidth"


def test_the_first_lesson_by_taps_and_by_keys(server: Stack, new_page: NewPage) -> None:
    phone = new_page(**{**ON_THE_PHONE, "viewport": {"width": 360, "height": 740}})
    phone.goto(server.url)
    phone.locator(".lead .hero-learn").click()
    assert (violations(phone), overflow(phone)) == ([], 0)
    phone.locator("a[href='/lezioni/tressette/']").first.click()
    assert (violations(phone), overflow(phone)) == ([], 0)
    phone.locator(".btn.primary[href*='/carte/1/']").click()
    is_drawn(phone)
    seven = phone.locator(".open-hand[data-pos='0'] .pcard[data-card='7C']")
    assert phone.evaluate(IN_SIGHT) == [], "the question and the whole hand are on one screen"
    assert phone.locator(".player, .score, .keys").locator("visible=true").count() == 0
    mine = phone.locator(".hand .card").first.evaluate(WIDTH)
    seven.click(position=CORNER)
    expect(phone.locator(".card-choices :checked")).to_have_value("7C")
    assert (violations(phone), overflow(phone)) == ([], 0)
    seven.click(position=CORNER)
    expect(phone.locator("#task-h[data-outcome='wrong']")).to_be_focused()
    assert (violations(phone, ".board-box"), overflow(phone)) == ([], 0)
    for _ in range(2):
        phone.locator(".open-hand[data-pos='0'] .pcard[data-card='2C']").click(position=CORNER)
    expect(phone.locator("#task-h[data-outcome='right']")).to_be_focused()
    assert (violations(phone, ".board-box"), overflow(phone)) == ([], 0)
    phone.locator(".task .primary").click()
    is_drawn(phone)
    for bastoni in ("RB", "7B", "4B"):
        phone.locator(f".hand [data-card='{bastoni}']").click(position=CORNER)
    phone.locator(".task form .primary").click()
    expect(phone.locator("#task-h[data-outcome='right']")).to_be_focused()

    phone.goto(f"{server.url}/lezioni/tressette/carte/1/")
    is_drawn(phone)
    phone.keyboard.press("Tab")
    phone.keyboard.press("Space")
    phone.keyboard.press("Enter")
    expect(phone.locator("#task-h[data-outcome='right']")).to_be_focused()
    phone.keyboard.press("Tab")
    phone.keyboard.press("Enter")
    phone.wait_for_url("**/rispondere/1/", wait_until="commit")

    # the trick of the longest question stays legible, and the number of a card is under its rank
    phone.goto(f"{server.url}/lezioni/maraffone/briscola/2/")
    is_drawn(phone)
    assert min(card.evaluate(WIDTH) for card in phone.locator(".trick .tcard").all()) > 50
    order = "(card) => parseFloat(getComputedStyle(card, '::before').top) / card.offsetHeight"
    assert phone.locator(".trick .tcard").first.evaluate(order) > 0.8

    [table] = server.seed(people=1)
    phone = new_page(table["cookies"][0], **{**ON_THE_PHONE, "viewport": {"width": 360, "height": 740}})
    phone.goto(f"{server.url}/tavolo/{table['code']}/")
    expect(phone.locator(".hand .card")).to_have_count(10)
    assert phone.locator(".hand .card").first.evaluate(WIDTH) == mine, (
        "the cards are as large as at the table"
    )


def test_the_result_of_a_deal_leaves_the_verdict_and_its_button_free(
    server: Stack, new_page: NewPage
) -> None:
    page = new_page(**{**ON_THE_PHONE, "viewport": {"width": 360, "height": 740}})
    page.goto(f"{server.url}/lezioni/scopone/punti/3/?risposta=22")
    for width, height in ((360, 740), (1366, 768), (740, 360)):
        resize(page, width, height)
        is_drawn(page)
        result = page.locator(".replay .summary")
        expect(result).to_be_visible()
        assert height < 400 or not result.evaluate(CUT_OFF), "the result is not cut off"
        page.locator(".task .primary").click(trial=True, timeout=5_000)


def test_the_trick_of_a_lesson_is_legible_on_a_desk(server: Stack, new_page: NewPage) -> None:
    """In Tarocchi the hand has two rows, and the question is a long one."""
    page = new_page(viewport={"width": 1366, "height": 768})
    page.goto(f"{server.url}/lezioni/tarocchi/carte/1/")
    is_drawn(page)
    assert page.locator(".trick .tcard").first.evaluate(WIDTH) > 80
