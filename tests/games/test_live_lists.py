"""The live lists of the lobby: where a new line goes, run by Node."""

from __future__ import annotations

import pytest

from tests.node import run_on_page

LISTS = """
    const { showLines } = await load("live-lists");
    const list = {
        children: [],
        append: (line) => list.children.push(line),
        prepend: (line) => list.children.unshift(line),
        parentNode: true,
    };
    const at = (line) => list.children.indexOf(line);
    const makeLine = (key) => ({
        dataset: { key },
        contains: () => false,
        remove() { list.children.splice(at(this), 1); },
        before(other) { list.children.splice(at(this), 0, other); },
        after(other) { list.children.splice(at(this) + 1, 0, other); },
    });
    document.createElement = () => ({
        set innerHTML(key) {
            this.content = { firstElementChild: makeLine(key) };
        },
    });
    list.children = ["Anna", "Carlo", "Dora"].map(makeLine);
    const place = {
        dataset: isOrdered ? { ordered: "" } : {},
        children: [],
        append: () => null,
        querySelector: () => list,
    };
    showLines(place, "people", { keys: ["Anna", "Bruno", "Dora", "Carlo"], lines, rest: "" });
    console.log(JSON.stringify(list.children.map(({ dataset }) => dataset.key)));
"""
ARRIVES, MOVES = {"Bruno": "Bruno"}, {"Bruno": "Bruno", "Carlo": "Carlo"}


@pytest.mark.parametrize(
    ("is_ordered", "lines", "shown"),
    [
        (False, ARRIVES, ["Anna", "Carlo", "Dora", "Bruno"]),
        (False, MOVES, ["Anna", "Carlo", "Dora", "Bruno"]),
        (True, ARRIVES, ["Anna", "Bruno", "Carlo", "Dora"]),
        (True, MOVES, ["Anna", "Bruno", "Dora", "Carlo"]),
    ],
)
def test_people_stand_where_their_table_is_and_tables_keep_their_place(
    is_ordered: bool, lines: dict[str, str], shown: list[str]
) -> None:
    assert run_on_page(LISTS, isOrdered=is_ordered, lines=lines) == shown
