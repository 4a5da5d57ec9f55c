"""The faces of the cards in the browser: `table/deck.js` loads only the drawing that the reader chose."""

from __future__ import annotations

from typing import Any

import pytest

from tests.node import run_on_page

PAGE = """
    const asked = [], after = [];
    const dataset = { deck, home: "romagnole", regional, static: '{"decks": "/decks"}' };
    const page = { ...anything(), dataset };
    document.querySelector = (selector) => /data-(deck|static)/.test(selector) ? page : null;
    document.getElementById = () => ({
        textContent: JSON.stringify({ values: { deck: chosen, indices: "small", contrast: false } })
    });
    document.createElementNS = () => {
        const attributes = {};
        return {
            attributes, dataset: {},
            get nextSibling() { return after[0] ?? null; },
            after: (...nodes) => after.push(...nodes),
            remove: () => after.shift(),
            setAttribute: (name, value) => { attributes[name] = value; },
            getAttribute: (name) => attributes[name] ?? null,
            hasAttribute: (name) => name in attributes,
            append(child) { this.firstElementChild = child; },
        };
    };
    const until = async (isDone) => { while (!isDone()) await new Promise((done) => setTimeout(done)); };
    globalThis.reportError = () => null;
    let begun = false, answered = 0;
    globalThis.fetch = async (address) => {
        asked.push(address);
        await until(() => begun);
        answered++;
        const file = `<svg><defs></defs><symbol id="${card}">drawn</symbol></svg>`;
        return { ok: arrives, text: async () => file };
    };
    const { cardFace } = await load("table/deck");
    const { setPreference } = await load("table/prefs");
    const image = cardFace(card).firstElementChild;
    const written = () => after.map((node) => node.textContent);
    const atOnce = written();
    document.querySelectorAll = () => [image];
    begun = true;
    await until(() => answered === asked.length && (!arrives || image.attributes.href));
    if (then) setPreference("deck", then);
    await until(() => answered === asked.length);
    const later = image.attributes.href ?? null;
    console.log(JSON.stringify({ asked, atOnce, later, written: written(), cookie: document.cookie }));
"""


def show(card: str, deck: str = "italian40", chosen: str = "own", **given: Any) -> dict[str, Any]:
    regional = "napoletane romagnole" if deck == "italian40" else ""
    values = {"arrives": True, "then": None} | given
    shown: dict[str, Any] = run_on_page(
        PAGE, card=card, deck=deck, chosen=chosen, regional=regional, **values
    )
    return shown


@pytest.mark.parametrize(
    ("chosen", "asked"),
    [("own", "italian40"), ("napoletane", "napoletane"), ("home", "romagnole"), ("withdrawn", "italian40")],
)
def test_only_the_chosen_drawing_is_loaded(chosen: str, asked: str) -> None:
    shown = show("7D", chosen=chosen)
    assert shown["asked"] == [f"/decks/{asked}.svg"]


def test_another_choice_loads_another_drawing_and_tells_the_server() -> None:
    shown = show("7D", then="napoletane")
    assert shown["asked"] == ["/decks/italian40.svg", "/decks/napoletane.svg"]
    assert shown["cookie"].startswith("deck=napoletane;")


def test_a_deck_without_regions_has_one_drawing() -> None:
    assert show("QH", "french52", "napoletane")["asked"] == ["/decks/french52.svg"]


@pytest.mark.parametrize(
    ("card", "deck", "words"),
    [
        ("7D", "italian40", ["7", "denari"]),
        ("10H", "french52", ["10", "♥"]),
        ("T20", "sicilian63", ["20", "trionfi"]),
    ],
)
def test_a_card_shows_rank_and_suit_until_it_is_drawn(card: str, deck: str, words: list[str]) -> None:
    shown = show(card, deck)
    assert shown["atOnce"] == words
    assert "drawn" in shown["later"]
    assert shown["written"] == []


def test_a_card_whose_drawing_never_comes_keeps_its_letters() -> None:
    shown = show("RC", arrives=False)
    assert shown["written"] == ["R", "coppe"]
