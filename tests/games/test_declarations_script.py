"""Declarations that nobody checks, and false signals, at the table: `games/tressette-sentences.js`."""

from __future__ import annotations

import pytest

from tests.conftest import Lasting
from tests.games.table_script import TABLE, pages_in
from tests.node import run_on_whole_page

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def manual(lasting: Lasting) -> str:
    """The page of somebody who leads where declarations are sentences in the chat."""
    with lasting():
        return pages_in("leads", rules={"preset": "ludopoli", "declarations": "manual"})[0]


@pytest.fixture(scope="module")
def bredese(lasting: Lasting) -> list[str]:
    """The pages of four people, of whom the first leads, where signals may be false."""
    with lasting():
        return pages_in("leads", rules={"preset": "bredese"})


SENTENCES = """
    const [{ card }] = state.legal.filter((each) => each.do === "play");
    const told = { groups: findAll("[data-group]").length };
    touch(card);
    told.shown = findAll("[data-sentence]").map(({ dataset }) => dataset.sentence);
    told.many = state.view.hand.filter((each) => each[1] === card[1]).length;
    press("g");
    const { sentence } = document.activeElement.dataset;
    press("Enter");
    told.isSpent = find(`[data-sentence="${sentence}"]`).disabled;
    find(`[data-sentence="${sentence}"]`).click();
    told.written = sent.filter(({ t }) => t === "say").map(({ text }) => text);
    told.isHeard = textOf("#voce").includes(sentence);
    touch(card);
    told.isPlayed = commands().at(-1)?.card === card;
    answer({ t: "ack", version: version + 1 });
    const hand = state.view.hand.filter((each) => each !== card);
    const trick = { ...state.view.trick, seats: [seat], cards: [card] };
    happens([{ kind: "played", seat, card }], { view: { hand, trick, to_act: [(seat + 1) % 4] }, legal: [] });
    await until(() => !find("[data-sentence], [data-group]"));
    give({ ...told, sentence });
"""

OF_MANY = {1: "piombo", 2: "si liscia", 3: "terzo", 4: "lungo"}


def test_a_manual_declaration_is_a_button_that_writes_in_the_chat(manual: str) -> None:
    """The sentences for so many cards open with the card raised; each is said once, by key, too."""
    told = run_on_whole_page(TABLE + SENTENCES, manual)
    assert told["groups"] > 1
    assert OF_MANY.get(told["many"], "lunghissimo") in told["shown"]
    assert told["sentence"] == told["shown"][0]
    assert told["written"] == [told["sentence"]]
    assert (told["isSpent"], told["isHeard"], told["isPlayed"]) == (True, True, True)


LIES = """
    await load("table/choices");
    const { hand } = state.view;
    const card = hand.find((each) => !hand.includes(`3${each[1]}`));
    const chip = find("[data-signal=busso_il_tre]");
    const shown = () => [chip.querySelector("b").textContent, chip.querySelector("small").hidden];
    const told = { chips: findAll("[data-signal]").length, names: [shown()] };
    for (let i = 0; i < 2; i += 1) {
        find("[data-preference=dialect]").click();
        told.names.push(shown());
    }
    told.hint = chip.getAttribute("title");
    touch(card);
    told.isBarred = chip.getAttribute("aria-disabled");
    find("[data-signal=via]").click();
    chip.click();
    told.pressed = findAll("[data-signal][aria-pressed=true]").length;
    touch(card);
    give({ ...told, card, commands: commands() });
"""

HEARD = """
    const leader = (seat + 3) % 4;
    const trick = { ...state.view.trick, seats: [leader], cards: ["4B"] };
    const lie = { seat: leader, card: "4B", signal: "busso_il_tre" };
    const signalled = [...state.view.signalled, { ...lie, trick: state.view.tricks.length }];
    const noted = () => findAll(".log .say").map(({ textContent }) => textContent);
    const { length: before } = noted();
    const view = { ...state.view, trick, signalled, to_act: [seat] };
    if (isLate) socket.hear({ ...state, t: "state", version: version + 1, view });
    else happens([{ kind: "played", ...lie }], { view });
    await until(() => noted().length > before);
    give({ log: noted().slice(before), said: textOf("#voce") });
"""


def test_a_signal_may_be_false_and_is_named_in_dialect_or_not(bredese: list[str]) -> None:
    told = run_on_whole_page(TABLE + LIES, bredese[0])
    assert told["chips"] == 8
    assert told["names"] == [["Cioca al tri", False], ["Busso il tre", True], ["Cioca al tri", False]]
    assert told["hint"].startswith("Busso il tre.")
    assert (told["isBarred"], told["pressed"]) == (None, 1)
    assert told["commands"] == [{"do": "play", "card": told["card"], "signal": "busso_il_tre"}]


@pytest.mark.parametrize("is_late", [False, True], ids=["live", "loaded later"])
def test_a_signal_in_dialect_is_heard_in_both_ways_and_noted(bredese: list[str], is_late: bool) -> None:
    told = run_on_whole_page(TABLE + HEARD, bredese[1], isLate=is_late)
    assert told["log"] == ["«cioca al tri»"]
    assert ("cioca al tri, Busso il tre" in told["said"]) != is_late
