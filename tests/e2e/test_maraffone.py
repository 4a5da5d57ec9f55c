"""Maraffone in a browser: naming the trumps, the words of the leader, a short match against bots."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.e2e.conftest import AT_THE_DESK, ON_THE_PHONE, NewPage, violations
from tests.e2e.table import TablePage, play_along
from tests.live.stack import Stack


def sat_down(
    server: Stack, new_page: NewPage, people: int, deals: int, preset: str = "maraffone", **options: Any
) -> list[TablePage]:
    """Return the pages of the people at a new table; bots have the other seats."""
    rules = {"preset": preset, "match_end": {"deals": deals}}
    [seeded] = server.seed(people=people, players=4, game="maraffone", rules=rules)
    url = f"{server.url}/tavolo/{seeded['code']}/"
    return [TablePage(new_page(cookie, **options), url) for cookie in seeded["cookies"]]


def test_a_person_plays_a_short_match_against_bots(server: Stack, new_page: NewPage) -> None:
    [anna] = sat_down(server, new_page, people=1, deals=2, **AT_THE_DESK)
    page = anna.page

    def is_over() -> bool:
        page.evaluate("document.querySelector('.naming:not([data-sent]) .suit:last-child')?.click()")
        return anna.has_ended

    play_along(anna, until=is_over)
    assert page.locator(".finale .parts tbody th").all_text_contents()[:3] == [
        "Assi",
        "Tre, due e figure",
        "Ultima presa",
    ]
    totals = [int(each) for each in page.locator(".finale .big-score b").all_text_contents()]
    assert sum(totals) in (22, 25, 28), "11 points a deal, and perhaps a cricca"


def test_the_namer_chooses_and_everybody_sees_the_trumps(server: Stack, new_page: NewPage) -> None:
    tables = sat_down(server, new_page, people=4, deals=1, **ON_THE_PHONE)
    for table in tables:
        table.page.wait_for_selector(".tag.namer", state="attached")
    [namer] = [table for table in tables if table.page.locator(".naming").count()]
    page = namer.page
    expect(page.locator(".naming .suit")).to_have_count(4)
    assert page.locator(".hand .card[aria-disabled]").count() == 0, "while a suit is named no card is barred"
    assert violations(page) == []
    page.keyboard.press("c")
    expect(page.locator(".suit[data-suit='C']")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".naming")).to_have_count(0)
    for table in tables:
        expect(table.page.locator(".trumps b")).to_have_text("coppe")
    other = next(table.page for table in tables if table is not namer)
    expect(other.locator(".tag.namer")).to_have_text("coppe")
    expect(other.locator("#voce p").filter(has_text="coppe")).not_to_have_count(0)
    page.locator("[data-signal=busso]").click()
    namer.play_first()
    expect(other.locator("#voce p").filter(has_text="busso")).not_to_have_count(0)
    expect(other.locator(".seat .balloon").filter(has_text="busso")).not_to_have_count(0)
    assert violations(other) == []


ANNOUNCED = """async (event) => {
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    const game = await import(loaded.find((name) => /games\\/maraffone[^/]*\\.js$/.test(name)));
    return game.default.describe(event, { isMe: () => false, name: () => "Anna" }).voice;
}"""


SHEET = """async (view) => {
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    const find = (part) => import(loaded.find((name) => name.includes(part) && name.endsWith(".js")));
    const [{ sheetTable }, { default: game }] = [await find("table/conto"), await find("games/maraffone")];
    const names = { order: () => [0, 1], short: (side) => ["We", "They"][side] };
    const table = document.createElement("table");
    table.append(...sheetTable(view, { game: { ...game, totalLabel: () => "Total" }, names }));
    const text = (row) => [...row.cells].map((cell) => cell.textContent).join(" ");
    return [...table.querySelectorAll("tbody tr, tfoot tr")].map(text);
}"""


def test_the_cricca_is_announced_in_points_also_where_scores_are_figures(
    server: Stack, new_page: NewPage
) -> None:
    [anna] = sat_down(server, new_page, people=1, deals=1, preset="figure", **ON_THE_PHONE)
    anna.page.wait_for_selector(".room:not([aria-busy])")
    event = {"kind": "accused", "seat": 1, "combo": "cricca", "suit": "C", "points": 9, "totals": [0, 9]}
    assert anna.page.evaluate(ANNOUNCED, event) == "Anna has the cricca of coppe: 3 points"
    line = {"cards": [10, 25], "cricca": [0, 0], "scores": [10, 25], "totals": [10, 25]}
    rows = anna.page.evaluate(SHEET, {"deal": 1, "sheet": [line], "totals": [10, 34]})
    assert rows == ["Deal 1 10 25", "Total with deal 2 so far 10 34"]
    rows = anna.page.evaluate(SHEET, {"deal": 1, "sheet": [line], "totals": [10, 25]})
    assert rows == ["Deal 1 10 25", "Total 10 25"]


HELD = """async (view) => {
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    const { default: game } = await import(loaded.find((name) => /games\\/maraffone[^/]*\\.js$/.test(name)));
    const naming = { view, legal: [{ do: "name" }] };
    const named = { ...view, trump: "C", tricks: [], trick: { cards: [] }, signalled: [] };
    const leading = { view: named, legal: [{ do: "play" }], seated: true };
    const marks = [...game.prompt(naming, () => {}).node.querySelectorAll(".held")];
    const slips = game.slips(leading, () => {}, { say() {}, explain() {} });
    return {
        marked: marks.map((each) => each.closest(".suit").dataset.suit),
        slips: slips.filter((each) => each.matches(".cricca")).map((each) => each.textContent),
        voice: game.question(leading),
    };
}"""


def test_the_namer_is_told_of_a_cricca(server: Stack, new_page: NewPage) -> None:
    [anna] = sat_down(server, new_page, people=1, deals=1, **ON_THE_PHONE)
    anna.page.wait_for_selector(".room:not([aria-busy])")
    hand = ["AC", "2C", "3C", "AS", "2S", "4B", "5B", "6D", "7D", "RD"]
    hint = "You hold the cricca of coppe: lead the ace, +3"
    told = anna.page.evaluate(HELD, {"hand": hand, "cricca_by": "namer"})
    assert told == {"marked": ["C"], "slips": [hint], "voice": f"your turn. {hint}"}
    assert anna.page.evaluate(HELD, {"hand": hand[1:], "cricca_by": "namer"})["slips"] == []
    told = anna.page.evaluate(HELD, {"hand": hand, "cricca_by": "none"})
    assert told == {"marked": [], "slips": [], "voice": None}
