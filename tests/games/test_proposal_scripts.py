"""Proposals from the menu of the table: `static/js/table/proposals.js`."""

from __future__ import annotations

import pytest

from games.play import actions
from ludocards.bots.levels import DEFAULT_POLICY
from ludopoli.accounts.models import User
from tests.games.table_script import TABLE, page_of
from tests.node import run_on_page, run_on_whole_page

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


ASKED = """
    const other = (seat + 1) % 4;
    const proposal = { id: 7, seat: other, what: "claim", asked: [seat] };
    const shown = [{ seat: other, cards: ["3B", "AD"] }];
    happens([{ kind: "proposed", seat: other, what: "claim", cards: ["3B", "AD"] }], { proposal, shown });
    await until(() => find(".proposal:not([hidden])"));
    const told = { text: textOf(".proposal"), open: findAll(".proposal .shown svg").length };
    press("y");
    told.focus = document.activeElement.hasAttribute("data-agree");
    press("Enter");
    told.sent = sent.filter(({ t }) => t === "answer");
    happens([{ kind: "agreed", seat }], { proposal: null, shown: [] });
    await until(() => find(".proposal[hidden]"));
    give(told);
"""


@pytest.mark.django_db
def test_an_accepted_claim_leaves_the_table() -> None:
    anna = User.objects.create_user("Anna")
    table = actions.open_table(anna, game="tressette", rules={"preset": "classico"}, players=4)
    actions.fill_with_bots(anna, table, DEFAULT_POLICY, None)
    told = run_on_whole_page(TABLE + ASKED, page_of(table, anna))
    assert "Accetti?" in told["text"]
    assert (told["open"], told["focus"]) == (2, True)
    assert told["sent"] == [{"t": "answer", "proposal": 7, "agrees": True}]
