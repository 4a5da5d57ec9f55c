"""A player's cards at the table: how they are played, by touches and keys, without a browser."""

from __future__ import annotations

import pytest

from games.play import actions
from ludocards.bots.levels import DEFAULT_POLICY
from ludopoli.accounts.models import User
from tests.conftest import Lasting
from tests.games.table_script import TABLE, page_of
from tests.node import run_on_whole_page

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def table(lasting: Lasting) -> str:
    """The page of a table of Scopone where one person plays with three bots."""
    with lasting():
        anna = User.objects.create_user("Anna")
        opened = actions.open_table(anna, game="scopone", rules={"preset": "scientifico"}, players=4)
        actions.fill_with_bots(anna, opened, DEFAULT_POLICY, None)
        return page_of(opened, anna)


CAPTURES = """
    const [card, other] = state.view.hand;
    const ways = [["AB"], ["AB", "2B"], ["2B", "3B"]].map((take) => ({ take }));
    const laid = { ...isTurn, table: ["AB", "2B", "3B", "RD"] };
    happens(nothing, { view: laid, legal: [card, other].flatMap((each) =>
        ways.map((way) => play(each, way))) });
    await until(() => findAll(".trick [data-card]").length === 4 && !find(".room[data-moving]"));
    const seen = () => ({
        ways: findAll(".prompt .way").length,
        focus: document.activeElement.dataset.card ?? document.activeElement.className,
        meant: findAll(".trick [data-meant]").map(({ dataset }) => dataset.card),
        choice: findAll(".trick [data-choice]").length,
        sent: commands().length,
    });
    const lay = (...each) => each.forEach((code) => find(`.trick [data-card="${code}"]`).click());
    const told = {};
    find(`.hand [data-card="${card}"]`).focus();
    press("Enter", "Enter");
    told.asked = seen();
    told.said = textOf("#voce");
    press("Escape");
    told.back = [seen(), document.activeElement.dataset.card === card];
    press("Enter");
    told.again = seen();
    lay("3B");
    told.withAnother = seen().meant;
    lay("AB");
    told.anew = seen().meant;
    lay("AB");
    told.letGo = seen();
    lay("AB", "2B");
    told.chosen = [seen().ways, commands()];
    answer({ t: "ack", version: version + 1 });
    happens(nothing, {});
    touch(other);
    touch(other);
    press("1");
    told.byKey = commands().at(-1);
    give({ ...told, card, other });
"""


def test_a_card_with_several_captures_asks_which(table: str) -> None:
    """By the keyboard, and by touching the cards to take: no way takes the fourth."""
    told = run_on_whole_page(TABLE + CAPTURES, table)
    nothing = {"ways": 0, "meant": [], "choice": 0, "sent": 0}
    assert told["asked"] == {"ways": 3, "focus": "way", "meant": ["AB"], "choice": 3, "sent": 0}
    assert "Che cosa prendi?" in told["said"]
    assert "1: Asso di bastoni" in told["said"]
    assert told["back"] == [{**nothing, "focus": told["card"]}, True]
    assert told["again"]["ways"] == 3
    assert told["withAnother"] == ["3B"], "it is taken with another"
    assert told["anew"] == ["AB"], "nothing takes both, so the choice begins anew"
    assert (told["letGo"]["meant"], told["letGo"]["ways"], told["letGo"]["sent"]) == ([], 3, 0)
    assert told["chosen"] == [0, [{"do": "play", "card": told["card"], "take": ["AB", "2B"]}]]
    assert told["byKey"] == {"do": "play", "card": told["other"], "take": ["AB"]}


ONE_TAP = """
    setPreference("one_tap", true);
    const [card, other] = state.view.hand;
    happens(nothing, { view: isTurn, legal: [play(card), play(other)] });
    touch(card);
    touch(other);
    answer({ t: "ack", version: version + 1 });
    touch(other);
    const before = commands();
    happens(nothing, { legal: [play(other)] });
    await until(() => !find("[data-sent]"));
    touch(other);
    give([before, commands(), card, other]);
"""


def test_one_tap_plays_a_card_and_none_before_its_events_are_here(table: str) -> None:
    before, after, card, other = run_on_whole_page(TABLE + ONE_TAP, table)
    assert [each["card"] for each in before] == [card]
    assert [each["card"] for each in after] == [card, other]


RAISED = """
    const [card, other] = state.view.hand;
    happens(nothing, { legal: [] });
    touch(card);
    const raised = () => findAll(".hand [aria-pressed=true]").map(({ dataset }) => dataset.card);
    const told = [raised()];
    happens(nothing, { view: isTurn, legal: [play(other)] });
    told.push(raised(), find(`.hand [data-card="${card}"]`).getAttribute("aria-disabled"));
    touch(card);
    answer({ t: "error", code: "must_take", message: "Devi prendere." });
    await until(() => find(".why:not([hidden])"));
    give([...told, textOf(".why"), textOf("#voce").includes("Devi prendere."), raised(), card]);
"""


def test_a_raised_card_drops_when_it_becomes_barred_and_explains_itself(table: str) -> None:
    first, later, barred, why, is_said, raised, card = run_on_whole_page(TABLE + RAISED, table)
    assert (first, later, barred) == ([card], [], "true")
    assert (why, is_said, raised) == ("Devi prendere.", True, [])


LAST = """
    setPreference("auto_last", true);
    const [card] = state.view.hand;
    happens(nothing, { view: { ...isTurn, hand: [card] }, legal: [play(card)] });
    await until(() => commands().length);
    give([commands(), card]);
"""


def test_the_last_card_plays_itself(table: str) -> None:
    commands, card = run_on_whole_page(TABLE + LAST, table)
    assert commands == [{"do": "play", "card": card}]


RESULT = """
    const { times } = await load("table/stage");
    Object.assign(times, { summary: 0, hold: () => 0, holdAtLeast: () => 0 });
    setPreference("results", results);
    setPreference("speed", "still");
    Object.assign(table.seats[(seat + 1) % 4], { name: "Bruno", state: "here", may: [] });
    socket.hear({ t: "table", rev: 99, table });
    happens([{ kind: "scored", deal: 0, scored: null, scores: [0, 0], totals: [0, 0] }], {});
    const isShown = () => find(".cloth > .summary:not([hidden])") !== null;
    await until(isShown);
    await new Promise((done) => setTimeout(done, 50));
    const stays = isShown();
    press("Enter");
    give([stays, isShown()]);
"""


@pytest.mark.parametrize(("results", "stays"), [("wait", True), ("brief", False)])
def test_the_result_of_a_deal_stays_as_long_as_the_player_wants(
    table: str, results: str, stays: bool
) -> None:
    """Among people; a player alone with bots may take longer anyway."""
    assert run_on_whole_page(TABLE + RESULT, table, results=results) == [stays, False]


DEALT = """
    const dealtTo = () => new Set(findAll(".felt .dealt").map(({ parentNode }) => parentNode)).size;
    await until(() => dealtTo() === table.seats.length);
    const root = document.createElement("table");
    const cell = document.createElement("td");
    cell.setAttribute("data-count", "17");
    cell.textContent = "5⅔";
    root.append(cell);
    const { countUp } = await load("table/count");
    const { ms, finish } = countUp(root, 1 / 3);
    const seen = [cell.textContent];
    await until(() => cell.textContent.includes("⅓"));
    seen.push(finish(), cell.textContent, finish());
    give([seen, ms > 0]);
"""


def test_cards_are_dealt_to_everybody_and_points_counted_up_in_thirds(table: str) -> None:
    """A touch ends the counting."""
    assert run_on_whole_page(TABLE + DEALT, table) == [["0", True, "5⅔", False], True]


FIRST_DEAL = """
    const times = { left_ms: 20_500, move_ms: 20_000, bank_ms: [0, 0, 0, 0] };
    const shown = (place) => {
        const { style } = find(`${place} .ring`);
        return [textOf(`${place} [data-clock]`), style.display !== "none"];
    };
    const other = (seat + 1) % 4;
    happens(nothing, { clock: { ...times, seats: [seat], first_deal: [seat] } });
    const mine = shown(".dock");
    happens(nothing, { clock: { ...times, seats: [other], first_deal: [other] } });
    give([mine, shown(`.cloth .seat[data-seat="${other}"]`)]);
"""


def test_newcomers_see_no_countdown_in_their_first_deal_and_the_others_see_why(table: str) -> None:
    mine, others = run_on_whole_page(TABLE + FIRST_DEAL, table)
    assert mine == ["con calma", False]
    assert others == ["prima volta", True]


SOUNDS = """
    const { playSound } = await load("table/sounds");
    function sound(name) {
        volumes.length = 0;
        playSound(name);
        return volumes.map((each) => Math.round(each * 1000));
    }
    setPreference("sounds", false);
    press("Shift");
    const told = { without: [devices.length, sound("card")] };
    setPreference("sounds", true);
    told.untouched = sound("card");
    press("Shift");
    await until(() => devices[0].state === "running");
    told.loud = sound("card");
    setPreference("volume", 40);
    told.quieter = sound("card");
    setPreference("volume", 0);
    told.silent = sound("card");
    await until(() => devices[0].state === "suspended");
    give(told);
"""


def test_the_audio_device_rests_without_sounds_and_between_them(table: str) -> None:
    """Browsers allow sound only after a touch."""
    told = run_on_whole_page(TABLE + SOUNDS, table)
    assert told["without"] == [0, []]
    assert told["untouched"] == []
    [loud] = told["loud"]
    assert loud > 0
    assert told["quieter"] == [round(loud * 0.4)]
    assert told["silent"] == []
