"""Maraffone in a browser: naming the trumps, the words of the leader, a short match against bots."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.e2e.conftest import ON_THE_PHONE, NewPage, violations
from tests.e2e.table import TablePage, play_along
from tests.live.stack import Stack

ANNOUNCED = """async (event) => {
    const { js } = JSON.parse(document.querySelector("[data-static]").dataset.static);
    const game = await import(`${js}/games/maraffone.js`);
    return game.default.describe(event, { isMe: () => false, name: () => "Anna" }).voice;
}"""


SHEET = """async (view) => {
    const { js } = JSON.parse(document.querySelector("[data-static]").dataset.static);
    const find = (part) => import(`${js}/${part}.js`);
    const [{ sheetTable }, { default: game }] = [await find("table/conto"), await find("games/maraffone")];
    const names = { order: () => [0, 1], short: (side) => ["We", "They"][side] };
    const table = document.createElement("table");
    table.append(...sheetTable(view, { game: { ...game, totalLabel: () => "Total" }, names }));
    const text = (row) => [...row.cells].map((cell) => cell.textContent).join(" ");
    return [...table.querySelectorAll("tbody tr, tfoot tr")].map(text);
}"""


HELD = """async (view) => {
    const { js } = JSON.parse(document.querySelector("[data-static]").dataset.static);
    const { default: game } = await import(`${js}/games/maraffone.js`);
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
    namer_is_told_of_a_cricca(page)
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


def namer_is_told_of_a_cricca(page: Page) -> None:
    hand = ["AC", "2C", "3C", "AS", "2S", "4B", "5B", "6D", "7D", "RD"]
    hint = "You hold the cricca of cups: lead the ace, +3"
    told = page.evaluate(HELD, {"hand": hand, "cricca_by": "namer"})
    assert told == {"marked": ["C"], "slips": [hint], "voice": f"your turn. {hint}"}
    assert page.evaluate(HELD, {"hand": hand[1:], "cricca_by": "namer"})["slips"] == []
    told = page.evaluate(HELD, {"hand": hand, "cricca_by": "none"})
    assert told == {"marked": [], "slips": [], "voice": None}


def test_a_deal_in_figures_ends_with_the_sources_of_its_points(server: Stack, new_page: NewPage) -> None:
    """A cricca is announced in points also where scores are figures."""
    rules = {"preset": "figure", "match_end": {"deals": 1}}
    [seeded] = server.seed(people=1, players=4, game="maraffone", rules=rules)
    page = new_page(seeded["cookies"][0], **ON_THE_PHONE)
    anna = TablePage(page, f"{server.url}/tavolo/{seeded['code']}/")
    page.wait_for_selector(".room:not([aria-busy])")
    event = {"kind": "accused", "seat": 1, "combo": "cricca", "suit": "C", "points": 9, "totals": [0, 9]}
    assert page.evaluate(ANNOUNCED, event) == "Anna has the cricca of cups: 3 points"
    line = {"cards": [10, 25], "cricca": [0, 0], "scores": [10, 25], "totals": [10, 25]}
    rows = page.evaluate(SHEET, {"deal": 1, "sheet": [line], "totals": [10, 34]})
    assert rows == ["Deal 1 10 25", "Total with deal 2 so far 10 34"]
    rows = page.evaluate(SHEET, {"deal": 1, "sheet": [line], "totals": [10, 25]})
    assert rows == ["Deal 1 10 25", "Total 10 25"]

    def is_over() -> bool:
        page.evaluate("document.querySelector('.naming:not([data-sent]) .suit:last-child')?.click()")
        return anna.has_ended

    play_along(anna, until=is_over)
    sources = page.locator(".finale .parts tbody th").all_text_contents()
    assert sources[:3] == ["Aces", "Threes, twos and court cards", "Last trick"]
    totals = [int(each) for each in page.locator(".finale .big-score b").all_text_contents()]
    assert sum(totals) in (35, 44), "the figures of a deal, and perhaps a cricca"
