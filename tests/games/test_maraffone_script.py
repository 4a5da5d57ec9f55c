"""Words and counts of Maraffone at the table: `games/maraffone.js`."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.utils import translation

from games import texts
from tests.conftest import Lasting
from tests.games.table_script import TABLE, pages_in
from tests.node import run_on_whole_page

GAME = """
    const { default: game } = await load("games/maraffone");
    const names = { order: () => [0, 1], short: (side) => ["We", "They"][side], isMe: () => false };
    names.name = () => "Anna";
"""


def run_with_game(script: str, preset: str, **given: Any) -> Any:
    """Run a script with the `game`, on an English page of one of its presets."""
    with translation.override("en"):
        words = json.dumps(texts.page_words("maraffone", {"preset": preset}), default=str)
        page = f"""<html lang="en"><main data-deck="italian40"></main>
            <script id="words" type="application/json">{words}</script></html>"""
        return run_on_whole_page(GAME + script, page, "en", **given)


HELD = """
    const naming = { view, legal: [{ do: "name" }] };
    const named = { ...view, trump: "C", tricks: [], trick: { cards: [] }, signalled: [] };
    const leading = { view: named, legal: [{ do: "play" }], seated: true };
    const marks = game.prompt(naming, () => {}).node.querySelectorAll(".held");
    const slips = game.slips(leading, () => {}, { say() {}, explain() {} });
    give({
        marked: marks.map((each) => each.closest(".suit").dataset.suit),
        slips: slips.filter((each) => each.matches(".cricca")).map((each) => each.textContent),
        voice: game.question(leading),
    });
"""
HAND = ["AC", "2C", "3C", "AS", "2S", "4B", "5B", "6D", "7D", "RD"]
HINT = "You hold the cricca of cups: lead the ace, +3"
NOTHING: dict[str, Any] = {"marked": [], "slips": [], "voice": None}


@pytest.mark.parametrize(
    ("hand", "by", "told"),
    [
        (HAND, "namer", {"marked": ["C"], "slips": [HINT], "voice": f"your turn. {HINT}"}),
        (HAND[1:], "namer", NOTHING),
        (HAND, "none", NOTHING),
    ],
    ids=["held", "not held", "not counted"],
)
def test_the_namer_is_told_of_a_cricca(hand: list[str], by: str, told: dict[str, Any]) -> None:
    assert run_with_game(HELD, "maraffone", view={"hand": hand, "cricca_by": by}) == told


FIGURES = """
    const { sheetTable } = await load("table/conto");
    const text = (row) => row.querySelectorAll("th, td").map((cell) => cell.textContent).join(" ");
    function sheet(view) {
        const table = document.createElement("table");
        table.append(...sheetTable(view, { game: { ...game, totalLabel: () => "Total" }, names }));
        return table.querySelectorAll("tbody tr, tfoot tr").map(text);
    }
    const line = { cards: [10, 25], cricca: [0, 0], scores: [10, 25], totals: [10, 25] };
    const accused = { kind: "accused", seat: 1, combo: "cricca", suit: "C", points: 9, totals: [0, 9] };
    const sources = { aces: [6, 6], figures: [10, 10], last_trick: [3, 0], rounded: [0, 0], cricca: [0, 9] };
    give({
        voice: game.describe(accused, names).voice,
        open: sheet({ deal: 1, sheet: [line], totals: [10, 34] }),
        over: sheet({ deal: 1, sheet: [line], totals: [10, 25] }),
        sources: game.parts({ sources }),
        label: game.totalLabel(),
    });
"""


def test_a_deal_in_figures_says_the_sources_of_its_points() -> None:
    """A cricca is announced in points also where scores are figures."""
    said = run_with_game(FIGURES, "figure")
    assert said["voice"] == "Anna has the cricca of cups: 3 points"
    assert said["open"] == ["Deal 1 10 25", "Total with deal 2 so far 10 34"]
    assert said["over"] == ["Deal 1 10 25", "Total 10 25"]
    assert said["label"] == "Figures"
    assert said["sources"] == [
        ["aces", ["2", "2"]],
        ["threes, twos and court cards", ["3⅓", "3⅓"]],
        ["last trick", ["1", "0"]],
        ["cricca", ["0", "3"]],
    ]


NAMED = """
    const { namer } = state.view;
    const named = { phase: "play", trump: "C" };
    const isNamed = () => textOf(".trumps b") === "coppe" && textOf(".tag.namer") === "coppe";
    const told = { suits: findAll(".naming .suit").length, names: textOf(".tag.namer") };
"""

NAMING = """
    told.barred = findAll(".hand .card[aria-disabled]").length;
    press("c");
    told.focus = document.activeElement.dataset.suit;
    press("Enter");
    answer({ t: "ack", version: version + 1 });
    const [card, other] = state.view.hand;
    const leads = { ...isTurn, ...named, signals: { [card]: ["busso"], [other]: ["busso"] } };
    happens([{ kind: "named", seat, suit: "C" }], { view: leads, legal: [play(card), play(other)] });
    await until(isNamed);
    told.isOver = !find(".naming");
    find("[data-signal=busso]").click();
    touch(card);
    touch(card);
    give({ ...told, card, commands: commands() });
"""

LISTENING = """
    happens([{ kind: "named", seat: namer, suit: "C" }], { view: { ...named, to_act: [namer] } });
    await until(isNamed);
    const trick = { ...state.view.trick, seats: [namer], cards: ["4B"] };
    happens([{ kind: "played", seat: namer, card: "4B", signal: "busso" }], { view: { trick } });
    const spoken = () => findAll(".balloon > span").find(({ textContent }) => textContent === "busso");
    await until(spoken);
    told.isAtTheNamer = spoken().closest(".seat").dataset.seat === String(namer);
    give({ ...told, said: textOf("#voce") });
"""


@pytest.fixture(scope="module")
def naming(lasting: Lasting) -> list[str]:
    """The pages of four people, of whom the first names the trumps."""
    with lasting():
        return pages_in("names", game="maraffone", rules={"preset": "maraffone"})


@pytest.mark.django_db
def test_the_namer_chooses_by_keys_and_signals_with_the_first_card(naming: list[str]) -> None:
    """While a suit is named, no card is barred."""
    told = run_on_whole_page(TABLE + NAMED + NAMING, naming[0])
    assert told == {
        "suits": 4,
        "names": "chiama",
        "barred": 0,
        "focus": "C",
        "isOver": True,
        "card": told["card"],
        "commands": [{"do": "name", "suit": "C"}, {"do": "play", "card": told["card"], "signal": "busso"}],
    }


@pytest.mark.django_db
def test_the_others_see_and_hear_the_trumps_and_the_signal(naming: list[str]) -> None:
    told = run_on_whole_page(TABLE + NAMED + LISTENING, naming[1])
    assert (told["suits"], told["names"]) == (0, "chiama")
    assert told["isAtTheNamer"]
    assert re.search("chiama briscola coppe.*busso", told["said"])
