"""Proposals from the menu of the table: `static/js/table/proposals.js`."""

from __future__ import annotations

from tests.node import run_on_page

MENU = """
    const { makeProposals } = await load("table/proposals");
    const done = [];
    const found = {};
    const node = () => {
        const own = {};
        return Object.assign(own, {
            ...anything(), append: nothing, parentElement: null,
            addEventListener: (_event, act) => (own.press = act),
            setAttribute: (name, value) => (own[name] = value),
            querySelector: (selector) => (found[selector] ??= node()),
            showModal: () => done.push("a question"),
        });
    };
    document.querySelector = (selector) => (found[selector] ??= node());
    const made = [];
    document.createElement = () => (made.push(node()), made.at(-1));
    document.createElementNS = node;
    makeProposals({ close: () => done.push("menu closed"), send: ({ what }) => done.push(what) });
    const press = (what) => made.find((each) => each["data-propose"] === what).press();
    press("pause");
    press("concede");
    found["[data-concede]"].press();
    console.log(JSON.stringify(done));
"""


def test_a_match_is_conceded_only_after_a_question() -> None:
    assert run_on_page(MENU) == ["menu closed", "pause", "menu closed", "a question", "concede"]
