"""The live lists of the lobby: where a new line goes, run by Node."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.node import run_on_page, run_on_whole_page

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


COMES_BACK = """
    await load("lobby");
    const happens = (kind, more) => sockets.at(-1).dispatchEvent(Object.assign(new Event(kind), more));
    happens("open");
    happens("close", { code: 1012 });
    await until(() => sockets.length === 2);
    happens("open");
    const line = '<li data-key="new">A table</li>';
    sockets[1].hear({ t: "tables", keys: ["new"], lines: { new: line }, rest: "" });
    give([sent.filter(({ t }) => t === "have").length, textOf("[data-live] [data-key=new]")]);
"""


@pytest.mark.django_db
def test_a_page_hears_the_lobby_again_after_its_server_was_replaced(client: Client) -> None:
    page = client.get("/tavoli/").content.decode()
    assert run_on_whole_page(COMES_BACK, page) == [2, "A table"]


BEGINS_A_MATCH = """
    await load("lobby");
    find(".hero-games button").click();
    give(history.scrollRestoration);
"""


@pytest.mark.django_db
def test_back_from_a_match_the_first_page_shows_its_top_where_the_table_waits(client: Client) -> None:
    assert run_on_whole_page(BEGINS_A_MATCH, client.get("/").content.decode()) == "manual"
