"""Proposals from the menu of the table: `static/js/table/proposals.js`."""

from __future__ import annotations

from tests.node import run_on_page

MENU = """
    const { makeProposals } = await load("table/proposals");
    const done = [];
    const found = {};
    const node = (name) => {
        const own = {};
        return Object.assign(own, {
            ...anything(), append: nothing, parentElement: null,
            addEventListener: (_event, act) => (own.press = act),
            setAttribute: (name, value) => (own[name] = value),
            querySelector: (selector) => (found[`${name} ${selector}`] ??= node(selector)),
            showModal: () => done.push("a question"),
        });
    };
    document.querySelector = (selector) => (found[selector] ??= node(selector));
    const made = [];
    document.createElement = () => (made.push(node()), made.at(-1));
    document.createElementNS = node;
    makeProposals({ close: () => done.push("menu closed"), send: ({ what }) => done.push(what) });
    const press = (what) => made.find((each) => each["data-propose"] === what).press();
    press("pause");
    press("concede");
    found["#concede-dialog [data-confirms]"].press();
    found[".dock [data-claim]"].press();
    found["#claim-dialog [data-confirms]"].press();
    console.log(JSON.stringify(done));
"""


def test_a_match_is_conceded_and_a_hand_shown_only_after_a_question() -> None:
    assert run_on_page(MENU) == [
        *("menu closed", "pause"),
        *("menu closed", "a question", "concede"),
        *("menu closed", "a question", "claim"),
    ]
