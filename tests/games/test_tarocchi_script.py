"""The bidding of Tarocchi at the table: `games/tarocchi-calls.js` and `games/tarocchi.js`."""

from __future__ import annotations

from typing import Any

import pytest

from games.play import actions
from ludopoli.accounts.models import User
from tests.conftest import Lasting
from tests.games.table_script import TABLE, page_of
from tests.node import run_on_whole_page

pytestmark = pytest.mark.django_db

AT_ONCE = {"bidWindowMs": 120_000, "bidOpenDelayMs": 0, "offerLockMs": 0, "bidBatchMs": 0}


@pytest.fixture(scope="module")
def table(lasting: Lasting) -> str:
    """Anna's page in the bidding of three people, who sit to her right and left; she is not the dealer."""
    with lasting():
        anna, *others = (User.objects.create_user(name) for name in ("Anna", "Bruno", "Carla"))
        rules = {"preset": "calatafimi", "deals": 3, **AT_ONCE}
        opened = actions.open_table(anna, game="tarocchi", rules=rules, players=3)
        for seat, person in enumerate(others, start=1):
            actions.take_seat(person, opened, seat)
        return page_of(opened, anna)


BIDDING = """
    const { times } = await load("table/stage");
    Object.assign(times, { hold: () => 0, holdAtLeast: () => 0 });
    const word = (name) => find(`[data-call=${name}]`);
    const isBarred = (name) => word(name).getAttribute("aria-disabled") === "true";
    const why = () => [find("#call-why").hasAttribute("data-refused"), textOf("#call-why")];
    const open = { left_ms: 100_000, open_in_ms: 0, lock_left_ms: 0 };
    const bruno = { seat: 1, call: "offro", points: 4 };
    const offered = { calls: [bruno], offers: [{ seat: 1, points: 4 }], to_act: [0, 2] };
    const taking = [...state.legal, { do: "call", call: "piglio", from: 1 }];
    happens(nothing, { bidding: open });
    await until(() => !isBarred("vado"));
"""

EARLY = """
    happens(nothing, { bidding: { ...open, open_in_ms: 9_000 } });
    await until(() => isBarred("tengo"));
    word("tengo").click();
    const told = { cards: why(), said: textOf("#voce") };
    const fresh = { ...open, lock_left_ms: 9_000 };
    happens([{ kind: "called", ...bruno }], { view: offered, legal: taking, bidding: fresh });
    await until(() => find("[data-from='1']"));
    told.barred = ["vado", "offro", "piglio", "tengo"].filter(isBarred);
    word("piglio").click();
    told.offer = why();
    told.isUnspoken = find(".callbox .words:not([hidden])") !== null && commands().length === 0;
    happens(nothing, { bidding: open });
    await until(() => !isBarred("piglio"));
    give(told);
"""


def test_a_word_that_comes_too_early_says_why_and_is_not_used_up(table: str) -> None:
    """First all look at their cards; when there is an offer, whoever decides must wait a moment."""
    told = run_on_whole_page(TABLE + BIDDING + EARLY, table)
    [is_refused, reason] = told["cards"]
    assert is_refused
    assert reason.startswith("Prima guarda le carte")
    assert reason in told["said"]
    assert told["barred"] == ["piglio", "tengo"]
    [is_refused, reason] = told["offer"]
    assert is_refused
    assert reason.startswith("Prima lascia che tutti sentano l’offerta")
    assert told["isUnspoken"]


KEYS = """
    press("5");
    const told = { offer: [document.activeElement.dataset.call, textOf("[data-call=offro] output")] };
    press("e");
    told.letter = document.activeElement.dataset.call;
    press("Enter");
    give({ ...told, commands: commands() });
"""


def test_a_word_is_chosen_by_its_letter_or_the_number_of_points_and_said_by_enter(table: str) -> None:
    assert run_on_whole_page(TABLE + BIDDING + KEYS, table) == {
        "offer": ["offro", "5"],
        "letter": "tengo",
        "commands": [{"do": "call", "call": "tengo"}],
    }


OFFERS = """
    const told = { without: isBarred("piglio") };
    find("[data-step='1']").click();
    word("offro").click();
    told.commands = commands();
    answer({ t: "ack", version: version + 1 });
    const mine = { seat: 0, call: "offro", points: 4 };
    const said = { calls: [mine], offers: [mine], to_act: [1, 2] };
    happens([{ kind: "called", ...mine }], { view: said });
    await until(() => find(".callbox .words[hidden]"));
    const both = [{ seat: 2, points: 5 }, { seat: 1, points: 4 }];
    const asked = { ...offered, offers: both, to_act: [0] };
    happens([{ kind: "called", ...bruno }], { view: asked, legal: taking });
    await until(() => textOf(".seat[data-seat='1'] .said") === "offro 4");
    told.heard = [textOf(".seat[data-seat='1'] .balloon"), textOf("#voce")];
    told.takes = findAll("[data-from]").map(({ dataset }) => dataset.from);
    happens(nothing, { bidding: { ...open, left_ms: 4_000 } });
    await until(() => find(".callbox [data-alarm]"));
    give(told);
"""


def test_offers_are_made_heard_and_taken_in_their_order(table: str) -> None:
    """Without one there is nothing to take; whoever has spoken says no second word; the clock ends loudly."""
    told = run_on_whole_page(TABLE + BIDDING + OFFERS, table)
    assert told["without"]
    assert told["commands"] == [{"do": "call", "call": "offro", "points": 4}]
    balloon, said = told["heard"]
    assert "offro 4" in balloon
    assert said.endswith("offro 4")
    assert told["takes"] == ["2", "1"]


SHOWN = """
    const contract = { why: "tengo", result: "play", seat: 1 };
    const { hand } = state.view;
    const counts = [20, 20, 23];
    const more = { hand, new: hand.slice(0, 5), counts, dealer: 2, ...(isShown && { monte: shown }) };
    const events = [{ kind: "closed", ...contract }, { kind: "dealt", deal: 0, ...more }];
    const laying = { phase: "discard", window: null, to_act: [2], calls: [], offers: [] };
    happens(events, { view: { ...laying, contract, ...more }, legal: [], bidding: null });
    await until(() => find(".calls:not([hidden]) br")); // then the dealer lays away
    give(findAll(".monte [data-face]").map(({ dataset }) => dataset.face));
"""


@pytest.mark.parametrize("is_shown", [True, False])
def test_a_monte_in_the_view_of_a_player_lies_open_before_them(table: str, is_shown: bool) -> None:
    """`tests/engine/tarocchi/test_deal.py` has the rule of who gets it."""
    shown: list[Any] = ["AB", "2B", "3B"]
    faces = run_on_whole_page(TABLE + BIDDING + SHOWN, table, shown=shown, isShown=is_shown)
    assert faces == (shown if is_shown else [])
