"""The sentences of a table's scripts about a move, in both languages."""

from __future__ import annotations

import re

import pytest
from django.utils import timezone, translation

from games import texts
from tests.node import run_on_page

SAID = """
    const { loadGame } = await load("cards/game");
    const { makeSentences } = await load("table/sentences");
    const names = { isMe: (seat) => seat === 0, name: (seat) => (seat ? "Vito" : "") };
    const { sentence } = makeSentences({ game: await loadGame(game), names });
    console.log(JSON.stringify(events.map((event) => sentence(event, {}))));
"""
PLAYED = [{"kind": "played", "seat": 0, "card": "2B"}, {"kind": "played", "seat": 1, "card": "AD"}]
CAPTURED = [{"kind": "captured", "seat": 1, "cards": ["2B", "AD"]}]
MORE = [{"kind": "captured", "seat": 1, "cards": ["2B", "AD", "3C"]}]
SPADES = [{"kind": "played", "seat": 0, "card": "QS"}, {"kind": "played", "seat": 1, "card": "8C"}]
TRUMPED = [{"kind": "played", "seat": 1, "card": "T20"}, {"kind": "played", "seat": 1, "card": "RC"}]


@pytest.mark.parametrize(
    ("game", "events", "language", "said"),
    [
        ("briscola", PLAYED, "en", ["you play the two of batons", "Vito plays the ace of coins"]),
        ("briscola", PLAYED, "it", ["giochi il due di bastoni", "Vito gioca l’asso di denari"]),
        ("scopone", CAPTURED, "en", ["Vito takes the two of batons and the ace of coins"]),
        ("scopone", MORE, "en", ["Vito takes the two of batons, the ace of coins and the three of cups"]),
        ("scopone", MORE, "it", ["Vito prende il due di bastoni, l’asso di denari e il tre di coppe"]),
        ("tarocchi", TRUMPED, "en", ["Vito plays trump 20, Giove", "Vito plays the king of cups"]),
        ("tarocchi", TRUMPED, "it", ["Vito gioca il trionfo 20, Giove", "Vito gioca il re di coppe"]),
        ("whist", SPADES, "it", ["giochi la donna di picche", "Vito gioca l’otto di fiori"]),
    ],
)
def test_a_card_in_a_sentence_has_its_article(
    game: str, events: list[dict[str, object]], language: str, said: list[str]
) -> None:
    with translation.override(language):
        assert (
            run_on_page(SAID, {"#words": texts.page_words(game, {})}, language, game=game, events=events)
            == said
        )


RESULTS = """
    const { loadGame } = await load("cards/game");
    const names = { mySide: () => 0, together: () => "Vito" };
    const { result, dealTitle, dealNote } = await loadGame("briscola");
    const lines = [[[1, 0], [74, 46]], [[0, 1], [46, 74]], [[0, 0], [60, 60]]];
    const said = lines.map(([scores, points]) => result({ scores, points }, names));
    console.log(JSON.stringify([dealTitle(0), dealNote({ turned: "2C" }), ...said]));
"""


def test_a_deal_of_briscola_says_its_trumps_and_who_has_won_it() -> None:
    page = {"#words": texts.page_words("briscola", {})}
    with translation.override("it"):
        assert run_on_page(RESULTS, page, "it") == [
            "1ª smazzata",
            "si scopre il due di coppe, briscola coppe",
            "Hai vinto, 74 – 46",
            "La smazzata è di Vito: 74 – 46",
            "Non vince nessuno: 60 – 60",
        ]


CONCEDED = """
    const { makeSentences } = await load("table/sentences");
    const names = { isMe: (seat) => seat === 0, name: (seat) => (seat ? "Vito" : ""), inPairs: () => false };
    Object.assign(names, { order: () => [0, 1], mySide: () => 0, together: () => "Vito" });
    const { sentence } = makeSentences({ game: {}, names });
    console.log(JSON.stringify([[2, 1, 0], [1, 2, 1], [1, 2]].map(([mine, other, conceded]) =>
        sentence({ kind: "finished", places: [mine, other], conceded }))));
"""


def test_a_match_that_ends_early_says_who_conceded() -> None:
    assert run_on_page(CONCEDED, {}, "it") == [
        "Ti arrendi. Vince Vito",
        "Vito si arrende. Hai vinto",
        "Hai vinto",
    ]


PAIR_CONCEDED = """
    const { concessionSentence } = await load("table/sentences");
    const names = { inPairs: () => true, side: (seat) => seat % 2, mySide: () => 0 };
    names.together = () => "Vito e Carla";
    console.log(JSON.stringify([0, 2, 1].map((seat) => concessionSentence(names, seat))));
"""


def test_a_pair_concedes_together_since_both_agree() -> None:
    assert run_on_page(PAIR_CONCEDED, {}, "it") == [
        "Vi arrendete",
        "Vi arrendete",
        "Vito e Carla si arrendono",
    ]


STRANGERS = """
    const { findStrangers } = await load("table/friends");
    document.cookie = "csrftoken=token";
    const circle = { friends: ["Vito"], asked: [], blocked: [] };
    globalThis.fetch = async () => ({ ok: true, json: async () => circle });
    const person = (seat, name, more) => ({ seat, name, state: "here", ...more });
    const others = [person(1, "Vito"), person(2, "Carla"), person(3, "Ospite 7", { guest: true })];
    others.push(person(4, "Bot Noce", { state: "bot" }), person(5, "Macchina", { program: true }));
    const found = [{}, { guest: true }].map((me) =>
        findStrangers({ me: 0, seats: [person(0, "Anna", me), ...others] }, "/api/"));
    console.log(JSON.stringify(await Promise.all(found)));
"""


def test_accounts_ask_accounts_that_are_no_friends_yet() -> None:
    assert run_on_page(STRANGERS) == [["Carla"], []]


DECLARING = """
    const { makeDeclarations } = await load("games/tressette-declarations");
    const view = { deal: 0, phase: "play", tricks: [], trick: { cards: ["7B"] } };
    const slipsOf = (preview) => makeDeclarations({ suitOf: String }).slips(
        { seated: true, match: "", view: { ...view, declarations: { boxes: ["capture"], preview } } }, {},
    );
    const texts = [null, { text: "liscio qui" }];
    const shown = texts.map((capture) => slipsOf({ "2B": { capture: null }, "3B": { capture } }));
    console.log(JSON.stringify(shown.map((slips) => slips.map(({ className }) => className))));
"""


def test_a_declaration_is_asked_for_only_where_a_card_has_one() -> None:
    words = texts.page_words("tressette", {"preset": "ludopoli", "declarations": "automatic"})
    assert run_on_page(DECLARING, {"#words": words}) == [["slip-place"], ["slip decl"]]


BANNER = """
    const { makeBanner } = await load("table/banner");
    let shown = null;
    const span = {};
    const root = { dataset: {}, querySelector: () => span, replaceChildren: (toast) => (shown = toast) };
    document.querySelector = () => root;
    document.createElement = () => ({ ...anything(), append(...children) { this.children = children; } });
    document.createElementNS = anything;
    const names = { isMe: (seat) => seat === 0 };
    const messages = people.map(({ status = "playing", clock = null, mayPropose = [], ...person }) => {
        const seats = [{ seat: 0, state: "here", may: [] }, { seat: 1, name: "Vito", may: [], ...person }];
        const store = { seated: true, me: 0, mayPropose, table: { status, clock, seats } };
        makeBanner({ store, names, asksName: () => false }).render();
        return root.hidden ? [] : [span.textContent, ...(shown.children[2]?.children ?? [])];
    });
    const [vito, carla] = [1, 2].map((seat) => ({ seat, name: "", state: "lost", may: ["lend"] }));
    const store = { seated: true, me: 0, mayPropose: [], table: { status: "playing", seats: [vito, carla] } };
    const lent = [];
    const banner = makeBanner({ store, names, onLend: (seat) => lent.push(seat) });
    let press = null;
    document.createElement = () => ({ ...anything(), addEventListener: (_, act) => (press = act) });
    banner.render();
    press();
    Object.assign(vito, { state: "away", may: ["wait"] });
    banner.render();
    press();
    console.log(JSON.stringify({ messages, lent }));
"""
LENDS, BOT_CAN = "Let a bot play", "A bot can play for them until they are back."


def test_the_banner_says_where_somebody_is_and_what_the_others_may_do() -> None:
    lost = {"state": "lost", "since": timezone.now()}
    people: list[tuple[dict[str, object], list[str]]] = [
        ({"state": "here"}, []),
        ({**lost, "may": ["lend"]}, [f"Vito has been offline since TIME. {BOT_CAN}", LENDS]),
        (
            {**lost, "moving": True, "may": ["lend"]},
            [f"Vito is going on with another device. {BOT_CAN}", LENDS],
        ),
        ({"state": "lost", "since": None}, ["Vito is offline. The seat is kept."]),
        (
            {**lost, "clock": {"move": 20}},
            ["Vito has been offline since TIME. The clock goes on, the seat is kept."],
        ),
        (
            {"state": "here", "may": ["lend"]},
            [f"Vito has not played for a while. {BOT_CAN}", LENDS],
        ),
        ({"state": "away", "may": ["wait"]}, ["A bot plays for Vito until they are back.", "Wait for them"]),
        ({"state": "away", "got_up": True}, []),
        (
            {"state": "away", "got_up": True, "mayPropose": ["annul"]},
            [
                "Vito has left the table. Play on with the bot, or call the match off.",
                "Call the match off",
            ],
        ),
    ]
    shown = run_on_page(BANNER, language="en", people=[person for person, _ in people])
    messages = [
        [re.sub(r"\d+:\d+\s?[AP]M", "TIME", text) for text in message] for message in shown["messages"]
    ]
    assert messages == [expected for _, expected in people]
    assert shown["lent"] == [1, 2], "the same button for the next one"


RESULT = """
    const { resultSentence } = await load("table/sentences");
    const { makeStore, takeFrame } = await load("table/store");
    const ended = [{}, { annulled: true }].map((frame) => {
        const store = makeStore({ status: "over" }, { windowName: "window" });
        const view = { phase: "play", places: null };
        takeFrame(store, { t: "state", match: "m", version: 4, view, ...frame });
        return resultSentence({}, store.view.places, store.isAnnulled);
    });
    console.log(JSON.stringify(ended));
"""


def test_an_annulled_match_is_not_called_abandoned() -> None:
    assert run_on_page(RESULT, language="en") == ["The match was abandoned", "The match is annulled"]


BRIEF = """
    const { makeNames } = await load("table/names");
    const seat = (name, i) => ({ seat: i, name, state: name.startsWith("Bot") ? "bot" : "here" });
    const table = { players: 4, seats: ["Anna Maria", "Bot Noce", "Vito", "Bot Vela"].map(seat) };
    const said = [[[0, 1, 0, 1], 0], [[0, 1, 0, 1], null], [[0, 1, 2, 3], null]].map(([sides, me]) => {
        const names = makeNames({ table, me, seated: me !== null, view: { sides } });
        return names.order().map(names.brief);
    });
    console.log(JSON.stringify(said));
"""


def test_spectators_read_whose_each_score_is_in_two_words_that_fit_two_lines() -> None:
    assert run_on_page(BRIEF, {}, "it") == [
        ["noi", "loro"],
        ["Anna, Vito", "Noce, Vela"],
        ["Anna", "Noce", "Vito", "Vela"],
    ]


SHARED = """
    const { hasWon, resultSentence } = await load("table/sentences");
    const people = ["you", "Vito", "Anna"];
    const names = { order: () => [0, 1, 2], mySide: () => 0, inPairs: () => false };
    Object.assign(names, { together: (side) => people[side] });
    const places = [[1, 2, 3], [1, 1, 3], [3, 1, 1], [1, 1, 1]];
    console.log(JSON.stringify(places.map((each) => [resultSentence(names, each), hasWon(names, each)])));
"""


def test_who_shares_the_first_place_is_named_and_nobody_has_won() -> None:
    assert run_on_page(SHARED, {}, "en") == [
        ["You have won", True],
        ["You and Vito share first place", False],
        ["Vito and Anna share first place", False],
        ["A tie", False],
    ]


BIDS = """
    const { loadGame } = await load("cards/game");
    const game = await loadGame("whist");
    const names = { isMe: () => false };
    const view = { phase: "play", bids: [1, 2, 0], taken: [0, 2, 1], trick: { cards: [] } };
    const tags = (counts) => view.bids.map((bid, seat) => game.tags({ ...view, counts }, seat, names)[0]);
    console.log(JSON.stringify([[1, 1, 1], [0, 0, 0]].map((held) => tags(held).map((tag) => tag.className))));
"""


def test_a_bid_of_whist_is_missed_by_a_trick_too_many_or_at_the_end_of_the_deal() -> None:
    assert run_on_page(BIDS, {"#words": texts.page_words("whist", {})}, "en") == [
        ["tag madebid", "tag madebid brass", "tag madebid missed"],
        ["tag madebid missed", "tag madebid brass", "tag madebid missed"],
    ]
