"""Where the controls of a replay lead, its addresses, autoplay and commitments, without a browser."""

from __future__ import annotations

from typing import Any

from ludocards.engine import shuffle
from tests.games.test_replay_scripts import sent
from tests.node import run_on_page

WALK = """
    const positions = places.map((at) => ({ at, deal: Number(at.match(/[0-9]+/)[0]) - 1 }));
    const deals = positions.at(-1).deal + 1;
    let now = Math.max(0, places.indexOf(start));
    const current = () => now;
    const go = (index) => { now = index; };
    const visit = (deal, place = () => positions.findIndex((each) => each.deal === deal)) => go(place());
    const { makeSteps, stepOfKey } = await load("replay/steps");
    const walk = makeSteps({ positions, deals, from, go, visit, current });
    const at = () => positions[now].at;
"""


def walked(*walks: tuple[str, str], first: int = 0) -> list[str]:
    """Return where keys lead from a position, for each of the walks, in a match for two whose first deals are
    gone."""
    places = [frame["at"] for frame in sent("two") if int(frame["at"].split("-")[0][1:]) > first]
    script = """
        const pressed = (key) => ({ key: key.replace("Shift+", ""), shiftKey: key.startsWith("Shift+") });
        const step = (key) => (walk.steps[stepOfKey(pressed(key))]?.(), at());
        console.log(JSON.stringify(walks.map(([start, keys]) => {
            now = places.indexOf(start);
            return keys.split(" ").map(step).join(" ");
        })));
    """
    given: dict[str, Any] = {"from": first, "start": "s1", "places": places, "walks": walks}
    led: list[str] = run_on_page(WALK + script, **given)
    return led


def test_keys_step_by_card_trick_deal_and_match() -> None:
    expected = {
        ("s1", "ArrowRight ArrowLeft ArrowLeft"): "s1-a1 s1 s1",
        ("s1", "Shift+ArrowRight Shift+ArrowRight Shift+ArrowRight"): "s1-p1-c1 s1-p2-c1 s1-p3-c1",
        ("s1-p3-c1", "ArrowRight Shift+ArrowLeft PageUp"): "s1-p3-c2 s1-p3-c1 s1-p2-c1",
        ("s1-p2-c1", "PageDown PageDown PageDown PageDown"): "s1-p3-c1 s1-p4-c1 s1-fine s2",
        ("s2", "ArrowDown ArrowRight ArrowUp ArrowUp"): "s3 s3-a1 s3 s2",
        ("s1", "End ArrowDown ArrowRight Shift+ArrowRight Home"): "s7-fine s7-fine s7-fine s7-fine s1",
        ("s2", "ArrowLeft Shift+ArrowLeft"): "s1-fine s1-p4-c1",
        ("s7", "ArrowDown ArrowDown"): "s7-fine s7-fine",
        ("s2", "Shift+End x Shift+Home"): "s2 s2 s2",
    }
    assert walked(*expected) == [*expected.values()]


def test_no_step_leads_before_the_first_deal_that_is_there() -> None:
    [led] = walked(("s2", "ArrowLeft ArrowUp PageUp End Home ArrowRight ArrowUp"), first=1)
    assert led == "s2 s2 s2 s7-fine s2 s2-a1 s2"


AUTOPLAY = """
    const timers = [], shown = [], stays = [];
    globalThis.setTimeout = (action, ms) => timers.push([action, ms]);
    globalThis.clearTimeout = () => timers.splice(0);
    const { makeAutoplay } = await load("replay/autoplay");
    const autoplay = makeAutoplay({
        positions, current, visit, walk, repeats,
        speaks: (position) => position.at === "s1-a2",
        pace: () => pace,
        show: (isOn) => shown.push(isOn),
    });
    autoplay.toggle();
    for (let i = 0; i < many && timers.length; i++) {
        const [[action, ms]] = timers.splice(0);
        action();
        stays.push([ms, at()]);
    }
    const isRunning = timers.length > 0;
    autoplay.toggle();
    console.log(JSON.stringify({ stays, shown, isRunning, left: timers.length }));
"""


def played(start: str, many: int, pace: str = "normal", *, repeats: bool = False) -> dict[str, Any]:
    """Return how long autoplay stays where, in so many steps from a position of a match for two."""
    places = [frame["at"] for frame in sent("two")]
    given: dict[str, Any] = {"from": 0, "start": start, "many": many, "pace": pace, "repeats": repeats}
    made: dict[str, Any] = run_on_page(WALK + AUTOPLAY, places=places, **given)
    return made


def last_card(deal: int) -> str:
    """The position of the last card of a deal, before its points."""
    return [frame["at"] for frame in sent("two") if frame["at"].startswith(f"s{deal}-")][-2]


def test_autoplay_stays_longer_at_words_and_at_points() -> None:
    assert played("s1-a1", 3)["stays"] == [[1300, "s1-a2"], [2500, "s1-p1-c1"], [1300, "s1-p1-c2"]]
    assert played("s1-fine", 1)["stays"] == [[3500, "s2"]]
    assert played("s1-fine", 1, "fast")["stays"] == [[1575, "s2"]]
    assert played("s1-fine", 1, "slow")["stays"] == [[6300, "s2"]]


def test_autoplay_stops_when_it_is_stopped_and_at_the_end() -> None:
    stopped = played("s1", 2)
    assert stopped["isRunning"]
    assert (stopped["shown"], stopped["left"]) == ([True, False], 0)
    ended = played(last_card(7), 9)
    assert [at for _, at in ended["stays"]] == ["s7-fine"]
    assert ended["shown"] == [True, False, True], "it begins anew"


def test_autoplay_begins_anew_at_the_end_and_repeats_a_deal_for_ever() -> None:
    assert played("s7-fine", 1)["stays"] == [[1300, "s1-a1"]]
    repeated = played(last_card(2), 3, repeats=True)
    assert [at for _, at in repeated["stays"]] == ["s2-fine", "s2", "s2-a1"]
    last = played(last_card(7), 2, repeats=True)
    assert [at for _, at in last["stays"]] == ["s7-fine", "s7"]
    assert last["isRunning"]


ADDRESS = """
    const { dealOf, here, indexOf, name, readPlace } = await load("replay/address");
    const positions = places.map((at) => ({ at }));
    console.log(JSON.stringify(ends.map((end) => {
        globalThis.location = new URL(end, location.origin);
        const { at, seat } = readPlace(here(), [0, 1]);
        return [dealOf(at), name(positions[indexOf(at, positions)], seat)];
    })));
"""


def test_the_address_names_a_position_and_whose_cards_are_seen() -> None:
    expected = {
        "": [0, "s1"],
        "#s2-p1-c2": [1, "s2-p1-c2"],
        "?dove=s2-p1-c2": [1, "s2-p1-c2"],
        "?dove=s2#s1-p2-c1": [0, "s1-p2-c1"],
        "#s1-p2": [0, "s1-p2-c1"],
        "#s2-da2": [1, "s2-da2"],
        "#s2-da3": [1, "s2"],
        "#s9-p1": [8, "s1"],
        "#x": [0, "s1"],
        "#s1-p1-c1-da9": [0, "s1-p1-c1"],
        "#%": [0, "s1"],
    }
    places = [frame["at"] for frame in sent("two")]
    assert run_on_page(ADDRESS, places=places, ends=[*expected]) == [*expected.values()]


PORTIONS = """
    const asked = [], answers = [];
    globalThis.fetch = (url, { headers }) => new Promise((done) => {
        asked.push([url.searchParams.get("dove"), url.hash, headers.Accept]);
        answers.push(done);
    });
    const dealt = { events: [{ kind: "dealt" }], patch: { own: ["=", {}] } };
    const framesOf = (first, last) =>
        Array.from({ length: last - first + 1 }, (_, i) => ({ at: `s${first + i + 1}`, ...dealt }));
    const answer = async (response) => {
        answers.shift()?.(response);
        await new Promise((done) => setTimeout(done));
    };
    const json = (portion) => ({ ok: true, json: async () => portion });
    const { positionsOf } = await load("replay/positions");
    const { makePortions } = await load("replay/portions");
    const data = { first: 0, deals: 45, fair: { 0: "own" } };
    const positions = positionsOf(framesOf(0, 19), {});
    const portions = makePortions({ data, positions, game: {} });
    const shown = () => [data.first, positions[0].at, positions.at(-1).at];
    const told = {};

    portions.lookAhead(18);
    told.within = [portions.has(19), portions.has(20), asked.length];
    portions.lookAhead(19);
    const [one, other] = [portions.fetch(20), portions.fetch(20)];
    told.atItsEnd = asked.splice(0);
    await answer(json({ first: 20, frames: framesOf(20, 39), fair: { 20: "more" } }));
    told.arrived = [await one, await other, portions.has(39), shown(), data.fair];
    portions.turnTo(25);
    told.turned = shown();
    portions.turnTo(3);
    portions.lookAhead(19);
    told.back = [shown(), asked.length];
    const lost = portions.fetch(44);
    await answer({ ok: false });
    told.lost = [await lost, portions.has(44)];
    const again = portions.fetch(44);
    told.again = asked.length;
    await answer(json({ first: 40, frames: framesOf(40, 44), fair: {} }));
    told.last = await again;
    portions.lookAhead(44);
    told.afterTheLast = asked.length;
    console.log(JSON.stringify(told));
"""


def test_the_portions_of_a_long_match_are_fetched_once_kept_and_asked_for_again_if_lost() -> None:
    assert run_on_page(PORTIONS, address="http://localhost/partita/1/?dove=s3#s4") == {
        "within": [True, False, 0],
        "atItsEnd": [["s21", "", "application/json"]],
        "arrived": [True, True, True, [0, "s1", "s20"], {"0": "own", "20": "more"}],
        "turned": [20, "s21", "s40"],
        "back": [[0, "s1", "s20"], 0],
        "lost": [False, False],
        "again": 2,
        "last": True,
        "afterTheLast": 2,
    }


VERDICT = """
    const { shuffleVerdict } = await load("replay/verdict");
    const said = [];
    for (const [fair, deal, scheme] of cases) said.push(await shuffleVerdict(fair, "prova", deal, scheme));
    Object.defineProperty(globalThis, "crypto", { value: {} });
    said.push(await shuffleVerdict(cases[0][0], "prova", 0, 1));
    console.log(JSON.stringify(said.map(({ isRight, text }) => [isRight, text])));
"""
SEEDS = [bytes([number]) * 32 for number in range(3)]


def fair(promises: list[str], seeds: list[bytes] = SEEDS) -> dict[int, dict[str, str]]:
    """The deals of a match as far as a page knows them."""
    return {
        deal: {"commitment": promised, "seed": seeds[deal].hex()} for deal, promised in enumerate(promises)
    }


def test_a_page_verifies_the_commitment_of_a_deal() -> None:
    kept = [shuffle.commitment_of(seed, "prova", deal) for deal, seed in enumerate(SEEDS)]
    links = [shuffle.chain_seed(SEEDS[0], "prova", deal) for deal in range(-1, 3)]
    chain = [link.hex() for link in links[:-1]]
    torn = [SEEDS[0], *links[2:]]
    cases = [
        (fair(kept), 0, 1),
        (fair(kept), 2, 1),
        (fair([kept[1], kept[0]]), 0, 1),
        (fair(chain, links[1:]), 0, 2),
        (fair(chain, links[1:]), 2, 2),
        (fair(chain, torn), 1, 2),
        (fair(kept), 1, 2),
    ]
    *outcomes, insecure = run_on_page(VERDICT, cases=cases)
    assert [is_right for is_right, _ in outcomes] == [True, True, False, True, True, False, False]
    assert kept[0] in outcomes[2][1], "what it is instead"
    assert "codice" in outcomes[5][1], "the deal before has another seed"
    assert insecure[0] is False
    assert "https" in insecure[1]
