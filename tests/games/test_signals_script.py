"""Signals at the table, without a browser: how long they can be read, and why one cannot be given."""

from __future__ import annotations

import pytest

from games import texts
from games.play import actions
from ludocards.bots.levels import DEFAULT_POLICY
from ludopoli.accounts.models import User
from tests.conftest import Lasting
from tests.games.table_script import TABLE, page_of
from tests.node import run_on_whole_page

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def table(lasting: Lasting) -> str:
    """The page of a table of Maraffone where one person plays with three bots."""
    with lasting():
        anna = User.objects.create_user("Anna")
        opened = actions.open_table(anna, game="maraffone", rules={"preset": "maraffone"}, players=4)
        actions.fill_with_bots(anna, opened, DEFAULT_POLICY, None)
        return page_of(opened, anna)


SPOKEN = """
    const timers = [];
    const soon = setTimeout;
    globalThis.setTimeout = (act, ms) => (ms === 4000 ? timers.push(act) : soon(act, ms));
    const passTime = () => timers.splice(0).forEach((act) => act());
    Object.defineProperty(document, "hidden", { value: true }); // nothing is animated
    const settled = () => until(() => !find(".room[data-moving]"));
    const others = table.seats.map((each) => each.seat).filter((each) => each !== seat);
    const words = () => findAll(".balloon > span").map(({ textContent }) => textContent);
    const noted = () => findAll(".chat .log .say").map(({ textContent }) => textContent);
    const cards = ["4B", "5B", "6B", "7B"];
    const given = (trick) => ({ seat: others[0], trick, card: cards[0], signal: "busso" });
    const laid = (many, said) => ({
        phase: "play", trump: "C", tricks: [], signalled: said,
        trick: { ...state.view.trick, seats: others.slice(0, many), cards: cards.slice(0, many) },
    });
"""

LIVE = """
    happens(nothing, { view: laid(0, []) });
    await settled();
    const [opens, follows] = others;
    const spoken = { kind: "played", seat: opens, card: cards[0], signal: "busso" };
    happens([spoken], { view: laid(1, [given(0)]) });
    await settled();
    const told = { at: find(".balloon").closest(".seat").dataset.seat === String(opens), log: noted() };
    passTime();
    happens([{ kind: "played", seat: follows, card: cards[1] }], { view: laid(2, [given(0)]) });
    await settled();
    told.during = words();
    const trick = { ...laid(2, []).trick, winner: opens };
    const taken = { ...laid(0, [given(0)]), tricks: [trick], trick: { ...trick, seats: [], cards: [] } };
    happens([{ kind: "taken", seat: opens, side: 0, points: 1 }], { view: taken });
    await settled();
    told.after = words();
    give(told);
"""

LATE = """
    const come = (view) => {
        version += 1;
        socket.hear({ ...state, t: "state", version, view: { ...state.view, ...view } });
    };
    come(laid(1, [given(0)]));
    const told = { shown: words(), log: noted() };
    passTime();
    told.stays = words();
    const redealt = { ...laid(0, []), deal: state.view.deal + 1 };
    come(redealt);
    told.redealt = words();
    come({ ...laid(1, [given(0)]), deal: redealt.deal });
    passTime();
    told.again = words();
    const { deal, dealer, counts, hand } = { ...state.view, deal: redealt.deal + 1 };
    happens([{ kind: "dealt", deal, dealer, counts, hand }], { view: { ...redealt, deal } });
    await settled();
    told.dealt = words();
    come({ ...laid(1, [given(0)]), tricks: [{ ...laid(3, []).trick, winner: others[0] }] });
    told.after = words();
    give(told);
"""


def test_a_signal_can_be_read_until_its_trick_is_over(table: str) -> None:
    told = run_on_whole_page(TABLE + SPOKEN + LIVE, table)
    assert told == {"at": True, "log": ["«busso»"], "during": ["busso"], "after": []}


def test_a_signal_given_before_the_page_came_is_shown_while_its_trick_lasts(table: str) -> None:
    told = run_on_whole_page(TABLE + SPOKEN + LATE, table)
    assert told == {
        "shown": ["busso"],
        "log": ["«briscola coppe»", "«busso»"],
        "stays": ["busso"],
        "redealt": [],
        "again": ["busso"],
        "dealt": [],
        "after": [],
    }


CHIPS = """
    const [card, other] = state.view.hand;
    const signals = { [card]: ["busso", "striscio"], [other]: ["busso", "striscio"] };
    happens(nothing, { view: { ...isTurn, ...laid(0, []), signals }, legal: [play(card), play(other)] });
    await settled();
    const chip = (name) => find(`.signals [data-signal="${name}"]`);
    const told = findAll(".signals [data-signal]").map((each) => [
        each.querySelector("b").textContent, each.querySelector("small").textContent,
        each.getAttribute("aria-disabled"),
    ]);
    chip("volo").click();
    const why = textOf(".why");
    find(".signals .asks").click();
    const volo = findAll("#signals-dialog dd").at(-1).textContent;
    give({ told, why, all: textOf("#signals-dialog p"), volo });
"""


def test_a_signal_that_is_struck_out_says_when_it_can_be_given(table: str) -> None:
    told = run_on_whole_page(TABLE + SPOKEN + CHIPS, table)
    assert told["told"] == [
        ["Busso", "", None],
        ["Striscio", "se ne hai altre del seme", None],
        ["Volo", "con l’ultima del seme", "true"],
    ]
    assert told["why"] == "Volo. Solo con l’ultima del seme."
    assert "prima di alzarne una" in told["all"]
    assert told["volo"] == "La mia ultima carta di questo seme. Solo con l’ultima del seme."


@pytest.mark.parametrize(
    ("game", "preset", "conditional"),
    [
        ("maraffone", {"preset": "maraffone"}, {"striscio", "volo"}),
        ("tressette", {"preset": "neutra"}, {"busso", "volo", "liscio"}),
        ("tressette", {"preset": "bredese"}, set()),
        ("briscola", {"preset": "osteria"}, {"voglio_carico", "voglio_liscio", "voglio_briscola"}),
    ],
)
def test_every_condition_of_the_engine_has_its_words(
    game: str, preset: dict[str, str], conditional: set[str]
) -> None:
    told = texts.page_words(game, preset)["signals"]
    assert {code for code, words in told.items() if words["only"]} == conditional


HINT = """
    const hint = () => (find(".why").hidden ? null : textOf(".why"));
    find(".lesson").checkVisibility = () => false; // as the slips leave it no place
    setPreference("one_tap", isOneTap);
    const [card, other] = state.view.hand;
    const turn = { ...isTurn, ...laid(0, []), signals: { [card]: ["busso"], [other]: ["busso"] } };
    happens(nothing, { view: turn, legal: [play(card), play(other)] });
    await settled();
    await until(() => textOf("#voce").includes("tocca a te"));
    const told = [hint()];
    touch(card);
    told.push(hint());
    const hand = state.view.hand.filter((each) => each !== card);
    happens([{ kind: "played", seat, card }], { view: { to_act: [], signals: null, hand }, legal: [] });
    await settled();
    happens(nothing, { view: isTurn, legal: [play(other)] });
    await settled();
    give([...told, hint()]);
"""


SAYS = "Scegli una carta e si alza; sceglila di nuovo e la giochi."


@pytest.mark.parametrize(
    ("is_one_tap", "shown"), [(False, [SAYS, SAYS, None]), (True, [None, None, None])], ids=["two", "one"]
)
def test_a_newcomer_reads_how_to_play_a_card_where_signals_take_the_place_of_hints(
    table: str, is_one_tap: bool, shown: list[str | None]
) -> None:
    assert run_on_whole_page(TABLE + SPOKEN + HINT, table, isOneTap=is_one_tap) == shown
