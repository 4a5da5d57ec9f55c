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
TRUMPED = [{"kind": "played", "seat": 1, "card": "T20"}, {"kind": "played", "seat": 1, "card": "RC"}]


@pytest.mark.parametrize(
    ("game", "events", "language", "said"),
    [
        ("briscola", PLAYED, "en", ["you play the Two of bastoni", "Vito plays the Ace of denari"]),
        ("briscola", PLAYED, "it", ["giochi Due di bastoni", "Vito gioca Asso di denari"]),
        ("scopone", CAPTURED, "en", ["Vito takes the Two of bastoni and the Ace of denari"]),
        ("tarocchi", TRUMPED, "en", ["Vito plays Trump 20, Giove", "Vito plays the King of coppe"]),
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
    const messages = people.map(({ status = "playing", clock = null, ...person }) => {
        const seats = [{ seat: 0, state: "here", may: [] }, { seat: 1, name: "Vito", may: [], ...person }];
        const store = { seated: true, me: 0, mayPropose: [], table: { status, clock, seats } };
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
            [f"Vito has not touched the table for a while. {BOT_CAN}", LENDS],
        ),
        ({"state": "away", "may": ["wait"]}, ["A bot plays for Vito until they are back.", "Wait for them"]),
        ({"state": "away", "got_up": True}, []),
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
