"""The card that the dealer sets aside in Tressette a perdere, for the others: `games/traversone.js`."""

from __future__ import annotations

import pytest

from tests.conftest import Lasting
from tests.games.table_script import TABLE, pages_in
from tests.node import run_on_whole_page

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def listener(lasting: Lasting) -> str:
    """The page of somebody who waits until the dealer has set a card aside."""
    with lasting():
        return pages_in("lays by", players=3, game="traversone", rules={"preset": "ciapano"})[1]


HEARS = """
    const { dealer } = state.view;
    const told = { before: [findAll(".laying, .left-over").length, textOf(".tag.said")] };
    happens([{ kind: "discarded", seat: dealer, count: 1 }], { view: { phase: "play", left: 1 } });
    await until(() => find(".left-over"));
    told.pile = findAll(".left-over .pcard").map((each) => each.matches(".back") && !each.dataset.face);
    told.tags = findAll(".tag.said").length;
    give({ ...told, said: textOf("#voce") });
"""


def test_the_others_hear_that_a_card_is_set_aside_and_see_its_back(listener: str) -> None:
    told = run_on_whole_page(TABLE + HEARS, listener)
    assert told["before"] == [0, "scarta una carta"]
    assert (told["pile"], told["tags"]) == ([True], 0)
    assert "scarta una carta" in told["said"]
