"""Scopone and Scopa in a browser: short matches against bots, choosing among captures."""

from __future__ import annotations

from tests.e2e.conftest import AT_THE_DESK, ON_THE_PHONE, NewPage, resize, violations
from tests.e2e.table import TablePage, play_along, skip, tap
from tests.live.stack import Stack

UNSEEN = """(result) => {
    result.hidden = false;
    return result.querySelector("tbody tr") ? result.scrollHeight - result.clientHeight : "no line";
}"""
"""A script that shows the result of a deal again, and returns how many pixels of it are scrolled off."""


TEN = ["AB", "2C", "3D", "4S", "5B", "6C", "7D", "FS", "CB", "RC"]

LAID = """async (table) => {
    const { js } = JSON.parse(document.querySelector("[data-static]").dataset.static);
    const cards = await import(`${js}/table/opencards.js`);
    const cloth = document.querySelector(".trick");
    cloth.replaceWith(cloth.cloneNode(false)); // what the page still lays is on the old one
    const game = { cardName: (card) => card };
    cards.makeOpenCards({ store: { legal: [] }, game, names: {} }).show({ table });
}"""
"""A script that lays other cards on the cloth."""


def test_two_play_a_short_match_of_scopa(server: Stack, new_page: NewPage) -> None:
    rules = {"preset": "scopa", "match_end": {"deals": 2}}
    [seeded] = server.seed(people=1, players=2, game="scopone", rules=rules)
    page = new_page(seeded["cookies"][0], **AT_THE_DESK)
    anna = TablePage(page, f"{server.url}/tavolo/{seeded['code']}/")
    anna.await_turn()
    anna.play_first()
    skip(server, anna)
    play_along(anna, until=lambda: anna.has_ended)
    totals = [int(each) for each in page.locator(".finale .places b").all_text_contents()]
    assert totals == sorted(totals, reverse=True)
    assert violations(page) == []
    resize(page, 740, 360)
    assert page.locator(".cloth > .summary").evaluate(UNSEEN) == 0, "every line fits on a phone on its side"
    page.goto(str(page.locator(".finale a[href*='/partita/']").first.evaluate("(link) => link.href")))
    for width, height in ((740, 360), (1366, 768)):
        resize(page, width, height)
        page.evaluate(LAID, TEN)
        cards = page.locator(".board .tcard").evaluate_all("(cards) => cards.map((card) => card.offsetWidth)")
        assert min(cards) >= 30, f"ten cards can be told apart in the replay, at {width} by {height}"


def test_a_capture_is_chosen_with_a_key_and_ten_cards_fit(server: Stack, new_page: NewPage) -> None:
    wanted = {"players": 4, "people": 4, "game": "scopone", "rules": {"preset": "scientifico"}}
    seeded = server.call("tools.shots.world:position", until="takes either", **wanted)
    anna = TablePage(
        new_page(seeded["cookies"][seeded["seat"]], **ON_THE_PHONE), f"{server.url}/tavolo/{seeded['code']}/"
    )
    page = anna.page
    anna.await_turn()
    card = page.locator(".hand .card[data-mark='choice']").first
    code = card.get_attribute("data-card")
    tap(card)
    assert page.locator(".tcard[data-taken-by]").count() >= 2
    tap(card)
    ways = page.locator(".way")
    assert ways.count() >= 2
    page.keyboard.press("2")
    page.wait_for_selector(f".hand .card[data-card='{code}']", state="detached")
    page.wait_for_selector(".last .pcard.win", state="attached")
    assert violations(page, ".felt") == []
    page.evaluate(LAID, TEN)
    boxes = [card.bounding_box() for card in page.locator(".tcard").all()]
    cloth = page.locator(".cloth").bounding_box()
    assert cloth is not None
    assert len(boxes) == len(TEN)
    for box in boxes:
        assert box is not None
        assert box["width"] >= 44
        assert cloth["x"] <= box["x"] <= box["x"] + box["width"] <= cloth["x"] + cloth["width"]
        assert box["y"] + box["height"] <= cloth["y"] + cloth["height"]
