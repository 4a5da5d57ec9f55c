"""The scripts of the replay, without a browser: its positions and sentences, its steps, and autoplay."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

from games import texts
from ludocards.engine.game import Json
from tests.games.test_replay import MATCHES, document, logged, patched
from tests.node import run_on_page

POSITIONS = """
    const modules = ["cards/game", "cards/changes", "replay/positions", "replay/sentences", "table/names"];
    const [{ loadGame }, { applyEvent, copyOf }, { positionsOf }, { makeStory }, { makeNames }] =
        await Promise.all(modules.map(load));
    const game = await loadGame(name);
    const positions = positionsOf(frames, game);
    const store = { table: { seats, players: seats.length, rules: [] }, me: 0, seated: true };
    const names = makeNames(store);
    const story = makeStory({ game, names, isSeen: () => true });
    const shown = positions.map((position, i) => {
        store.view = position.view;
        const followed = copyOf(positions[i - 1]?.view ?? null);
        for (const event of position.events) applyEvent(followed, event, game);
        return {
            ...position,
            followed,
            sentences: story.sentencesOf(position),
            words: story.wordsOf(position),
            quotes: story.quotesOf(position, position.events.find(({ kind }) => kind === "played")?.seat),
        };
    });
    console.log(JSON.stringify(shown));
"""


@cache
def sent(match: str) -> list[Json]:
    """The frames of a match, with all hands open."""
    played, log, _ = logged(match)
    frames: list[Json] = document(played, log, range(played.players))["frames"]
    return frames


@cache
def positions(match: str) -> list[dict[str, Any]]:
    """The positions that the scripts make of a match, and what they say of them to the player of seat 0."""
    name, players, options = MATCHES[match]
    seats = [{"seat": seat, "name": called} for seat, called in enumerate(NAMES[:players])]
    words = texts.page_words(name, options)
    made: list[dict[str, Any]] = run_on_page(
        POSITIONS, {"#words": words}, name=name, seats=seats, frames=sent(match)
    )
    return made


NAMES = ["Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio"]


@pytest.mark.parametrize("match", MATCHES)
def test_every_position_is_that_of_the_server(match: str) -> None:
    truth: Json = {}
    compared = 0
    for frame, position in zip(sent(match), positions(match), strict=True):
        assert position["at"] == frame["at"]
        if "patch" not in frame:
            continue
        truth = patched(truth, frame["patch"])
        compared += 1
        if frame["events"][0]["kind"] != "scored":
            assert position["view"] == truth, frame["at"]
        else:
            assert position["view"]["totals"] == truth["totals"], frame["at"]
            assert position["view"]["sheet"] == truth["sheet"], frame["at"]
    assert compared > 5


@pytest.mark.parametrize("match", MATCHES)
def test_the_cards_of_a_deal_stay_known_when_they_have_left_the_hand(match: str) -> None:
    for position in positions(match):
        if position["at"].count("-") == 0:
            had: dict[str, set[str]] = {seat: set() for seat in position["held"]}
        for seat, own in position["view"]["own"].items():
            had[seat] |= set(own["hand"])
            assert sorted(position["held"][seat]) == sorted(had[seat]), position["at"]


FOLLOWED = ("deal", "dealer", "counts", "tricks", "taken", "totals", "table", "stock")
"""The keys of a view that events change in every game that has them; the event of a deal has its sheet."""

OF_THE_GAME: dict[str, tuple[str, ...]] = {
    "whist": ("cards", "trump", "bids", "bids_sum"),
    "tarocchi": ("calls", "contract"),
}


@pytest.mark.parametrize("match", MATCHES)
def test_a_view_that_follows_the_events_is_that_of_the_server(match: str) -> None:
    """The module that applies events to views, at live tables and in replays, agrees with the engine."""
    keys = (*FOLLOWED, *OF_THE_GAME.get(MATCHES[match][0], ()))
    compared = 0
    before: Json = {}
    for frame, position in zip(sent(match), positions(match), strict=True):
        view, followed = position["view"], position["followed"]
        is_server = "patch" in frame and frame["events"][0]["kind"] != "scored"
        if is_server and before and before["deal"] == view["deal"]:
            compared += 1
            assert of(followed, keys) == of(view, keys), frame["at"]
        before = view
    assert compared > 5


def of(view: Json, keys: tuple[str, ...]) -> Json:
    """Return these keys of a view, and the cards of its trick: only the server says who leads."""
    return [{key: view.get(key) for key in keys}, (view.get("trick") or {}).get("cards")]


def test_every_position_has_its_sentences() -> None:
    for match in MATCHES:
        for position in positions(match):
            assert all(len(sentence) > 3 for sentence in position["sentences"]), position["at"]
            assert position["sentences"], position["at"]
    said = [". ".join(position["sentences"]) for position in positions("tressette")]
    text = " ".join(said)
    for words in ("Giochi ", " gioca ", "Prendi tu", "Prende "):
        assert words in text
    assert "dà le carte" in said[0] or "dai tu le carte" in said[0]


@pytest.mark.parametrize(
    ("match", "said"),
    [
        ("traversone", r"1ª smazzata: Tu \d+, Bruno \d+, Carla \d+, Dario \d+"),
        ("briscola", r"1ª smazzata: Tu \d+, Bruno \d+, Carla \d+"),
        ("osteria", r"1ª smazzata: Noi \d+, Loro \d+"),
        ("scopa", r"1ª smazzata: Tu \d+, Bruno \d+, Carla \d+"),
    ],
)
def test_the_points_of_a_deal_are_said_by_player_or_by_side(match: str, said: str) -> None:
    scored = next(each for each in positions(match) if each["events"][0]["kind"] == "scored")
    assert re.fullmatch(said, scored["sentences"][0])


def test_the_scarto_is_named_with_open_cards() -> None:
    """Of Tarocchi, whose dealer lays away cards that only an open hand shows."""
    laid = [each for each in positions("tarocchi") if each["events"][0]["kind"] == "discarded"]
    assert laid
    for position in laid:
        assert re.search(r"(Scarti|scarta): .+, .+ e .+", ". ".join(position["sentences"]))


def test_words_of_others_beside_a_card_name_their_speaker() -> None:
    found = []
    for position in positions("briscola"):
        player = next((each["seat"] for each in position["events"] if each["kind"] == "played"), None)
        for seat, said in ((each["seat"], each["said"]) for each in position["words"]):
            named = f"{'Tu' if seat == 0 else NAMES[seat]}: {said}"
            assert (
                said in position["quotes"]["own"] if seat == player else named in position["quotes"]["others"]
            )
            found.append(seat == player)
    assert False in found, "somebody has drawn the turned card after the other's trick"


@pytest.mark.parametrize(
    ("match", "kind"), [("signals", "signal"), ("declarations", "announced"), ("two", "bid")]
)
def test_the_words_of_the_players_are_known_with_their_seats(match: str, kind: str) -> None:
    spoken = 0
    for position in positions(match):
        events = [each for each in position["events"] if each["kind"] == kind or kind in each]
        words = [(each["seat"], each["said"]) for each in position["words"]]
        for event in events:
            said = [text for seat, text in words if seat == event["seat"]]
            assert said, position["at"]
            assert event.get("text", said[0]) in " ".join(said), position["at"]
        spoken += len(events)
    assert spoken > 3


ANSWERED = """
    const card = (code) => {
        const node = { dataset: { card: code }, marks: [] };
        const marked = (name, value) => node.marks.push(value || name);
        const methods = { setAttribute: marked, getAttribute: () => null, removeAttribute() {} };
        return Object.assign(node, methods, { firstElementChild: methods });
    };
    const hand = ["2B", "3B", "4B"].map(card);
    const board = { querySelectorAll: (selector) => (selector.includes("trick") ? [] : hand) };
    const json = document.querySelector;
    document.querySelector = (selector) => (selector === ".board" ? board : json(selector));
    const { makeTask } = await load("replay/task");
    makeTask({ me: 0 }).render();
    console.log(JSON.stringify(hand.map(({ marks }) => marks)));
"""


def test_the_right_and_the_wrong_card_are_marked_for_the_eye_and_for_readers() -> None:
    elements = {"#answers": [{"do": "play", "card": "3B"}], "#wrong": {"do": "play", "card": "2B"}}
    assert run_on_page(ANSWERED, elements) == [
        ["data-worse", "la tua risposta"],
        ["data-better", "la carta giusta"],
        [],
    ]
