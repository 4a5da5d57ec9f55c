"""The exchange and the signs of Briscola at the table: `games/briscola.js`."""

from __future__ import annotations

import pytest

from tests.conftest import Lasting
from tests.games.table_script import TABLE, pages_in
from tests.node import run_on_whole_page

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def exchange(lasting: Lasting) -> list[str]:
    """The pages of two people, of whom the first may take the turned card for a low trump."""
    rules = {"preset": "classico", "exchange": "seven_two", "exchange_until": "stock"}
    with lasting():
        return pages_in("exchange", players=2, game="briscola", rules=rules)


@pytest.fixture(scope="module")
def signs(lasting: Lasting) -> list[str]:
    """The pages of four people, of whom the first may give a sign to the third, their partner."""
    with lasting():
        return pages_in("signs", game="briscola", rules={"preset": "osteria"})


TAKES = """
    const { turned, hand } = state.view;
    const { exchange: low } = find("[data-exchange]").dataset;
    press("e");
    const focus = document.activeElement.dataset.exchange;
    press("Enter");
    const swapped = hand.map((card) => (card === low ? turned : card));
    const isBarred = find("[data-exchange]").disabled;
    answer({ t: "ack", version: version + 1 });
    const legal = state.legal.filter((each) => each.do === "play");
    happens([{ kind: "exchanged", seat, card: low, taken: turned }], { view: { turned: low, hand: swapped }, legal });
    await until(() => !find("[data-exchange]"));
    give({ low, turned, focus, isBarred, commands: commands(), held: hand.toSorted(),
        hand: findAll(".hand .card").map(({ dataset }) => dataset.card).toSorted() });
"""  # noqa: E501

HEARS = """
    const other = table.seats.find((each) => each.seat !== seat).seat;
    const taken = state.view.turned;
    const card = `2${taken[1]}`;
    happens([{ kind: "exchanged", seat: other, card, taken }], { view: { turned: card } });
    await until(() => textOf("#voce").includes(" e lascia "));
    give(findAll(".balloon").map((each) => each.closest(".seat").dataset.seat === String(other)));
"""


def test_a_low_trump_takes_the_turned_card_by_keys(exchange: list[str]) -> None:
    told = run_on_whole_page(TABLE + TAKES, exchange[0])
    low, turned = told["low"], told["turned"]
    assert told["focus"] == low
    assert told["isBarred"], "nobody takes it twice"
    assert told["commands"] == [{"do": "exchange", "card": low}]
    assert told["hand"] == sorted([*(card for card in told["held"] if card != low), turned])
    assert run_on_whole_page(TABLE + HEARS, exchange[1]) == [True], "who has taken it is heard"


SPEAKS = """
    find(".asks").click();
    const told = { all: textOf("#signals-dialog p"), meanings: findAll("#signals-dialog dt").length };
    told.chips = findAll("[data-signal]").length;
    press("Escape");
    find("[data-signal=carico]").click();
    const [{ card }] = state.legal;
    touch(card);
    touch(card);
    give({ ...told, card, commands: commands() });
"""

LISTENS = """
    const partner = (seat + 2) % 4;
    const { trick } = state.view;
    const more = { seats: [...trick.seats, partner], cards: [...trick.cards, "4B"] };
    const played = { kind: "played", seat: partner, card: "4B", signal: "carico" };
    happens([played], { view: { trick: { ...trick, ...more }, to_act: [(partner + 1) % 4] } });
    await until(() => textOf("#voce").includes("carico"));
    give(true);
"""


def test_a_sign_may_be_false_goes_with_a_card_and_is_heard(signs: list[str]) -> None:
    """Nobody but the partner gets it: `test_a_sign_may_be_for_the_partner_alone`."""
    told = run_on_whole_page(TABLE + SPEAKS, signs[0])
    assert told["all"].startswith("Un segnale può essere falso")
    assert told["meanings"] == told["chips"] > 1
    assert told["commands"] == [{"do": "play", "card": told["card"], "signal": "carico"}]
    assert run_on_whole_page(TABLE + LISTENS, signs[2])
