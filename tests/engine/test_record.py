"""`record.py`: writing and reading documents."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ludocards.engine import record
from ludocards.engine.game import Command, Json
from ludocards.engine.record import Action, Malformed
from ludocards.engine.registry import GAMES
from tests.engine.matches import play


def document(**changes: Json) -> dict[str, Any]:
    played = play("tressette", 4, seed=1, match_end={"deals": 1})
    return {**record.to_document(played.game, played.rules, "ABCD", played.deals), **changes}


def deal(**changes: Json) -> dict[str, Any]:
    return document(deals=[{**document()["deals"][0], **changes}])


def malformed(data: Json) -> str:
    with pytest.raises(Malformed) as raised:
        record.read_document(data)
    return str(raised.value)


def test_a_document_has_the_form_of_the_contract() -> None:
    written = document()
    assert list(written) == ["format", "game", "rules", "players", "deals"]
    assert written["format"] == "ludopoli/1"
    assert written["rules"] == {"preset": "classico", "match_end": {"deals": 1}}
    assert list(written["deals"][0]) == ["dealer", "hands", "stock", "actions"]
    assert list(written["deals"][0]["actions"][0]) == ["seat", "do", "card"]


def test_headers_and_times_are_preserved() -> None:
    game = GAMES["tressette"]
    played = play("tressette", 4, seed=1, match_end={"deals": 1})
    at = Action(0, Command.of("play", card="3B"), at="2025-01-31T20:15:00Z", ms=1250)
    written = record.to_document(
        game, played.rules, "ABCD", [(played.deals[0][0], [at])], id="k3f9", site="ludopoli"
    )
    assert (written["id"], written["site"]) == ("k3f9", "ludopoli")
    assert written["deals"][0]["actions"] == [
        {"seat": 0, "do": "play", "card": "3B", "at": "2025-01-31T20:15:00Z", "ms": 1250}
    ]


def test_a_deal_is_read_from_the_event_of_the_log() -> None:
    played = play("tressette", 4, seed=1, match_end={"deals": 1})
    event = next(event for event in played.events if event.kind == "dealt")
    assert record.read_deal({**event.public, **event.sealed}, played.game.deck) == played.deals[0][0]


def test_times_do_not_affect_the_game() -> None:
    timed = document()
    for action in timed["deals"][0]["actions"]:
        action |= {"at": "2025-01-31T20:15:00Z", "ms": 1250}
    assert [actions[0].command for _, actions in record.read_document(timed).deals] == [
        actions[0].command for _, actions in record.read_document(document()).deals
    ]


@pytest.mark.parametrize(
    ("data", "place"),
    [
        ([], "the document: expected an object"),
        (None, "the document: expected an object"),
        ({}, "format: expected 'ludopoli/1'"),
        (document(format="ludopoli/2"), "format: expected 'ludopoli/1'"),
        (document(game="scopa"), "game: expected one of "),
        (document(game=["tressette"]), "game: expected one of "),
        (document(rules={"preset": "x"}), "rules: the presets are classico"),
        (document(rules="classico"), "rules: rules are an object"),
        (document(players="ABCD"), "players: expected a list"),
        (document(players=["A", "B", "C", 4]), "players[3]: expected a text"),
        (document(players=["A", "B"]), "players: 2 cannot play tressette"),
        (document(deals={}), "deals: expected a list"),
        (document(deals=[3]), "deals[0]: expected an object"),
        (deal(dealer="3"), "deals[0].dealer: expected a whole number"),
        (deal(dealer=True), "deals[0].dealer: expected a whole number"),
        (deal(hands=None), "deals[0].hands: expected a list"),
        (deal(hands=[["3B"], "2B"]), "deals[0].hands[1]: expected a list"),
        (deal(hands=[["3B"], ["2B", "8B"]]), "deals[0].hands[1][1]: '8B' is no card of italian40"),
        (deal(hands=[["3B"], ["2B", None]]), "deals[0].hands[1][1]: None is no card of italian40"),
        (deal(hands=[["3B"], ["2B", "3B"]]), "deals[0].hands[1]: 3B is dealt twice"),
        (deal(stock=5), "deals[0].stock: expected a list"),
        (deal(actions="play"), "deals[0].actions: expected a list"),
        (deal(actions=["play"]), "deals[0].actions[0]: expected an object"),
        (deal(actions=[{"seat": 0}]), "deals[0].actions[0]: a command is an object with a text field 'do'"),
        (deal(actions=[{"do": "play", "card": "3B"}]), "deals[0].actions[0].seat: expected a whole number"),
        (deal(actions=[{"seat": 4, "do": "play"}]), "deals[0].actions[0].seat: expected a seat from 0 to 3"),
        (
            deal(actions=[{"seat": 0, "do": "play", "card": {}}]),
            "deals[0].actions[0]: the fields of a command",
        ),
    ],
)
def test_an_invalid_record_is_reported_with_its_place(data: Json, place: str) -> None:
    assert malformed(data).startswith(place)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "NaN",
        '{"a": Infinity}',
        '{"a": 1, "a": 2}',
        "[" * 100_000,
        '{"a":' * 100_000,
        "1" * 5000,
        "'x'",
        "{} {}",
    ],
)
def test_invalid_json_is_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        record.parse_json(text)


def test_valid_json_is_read_unchanged() -> None:
    assert record.parse_json(json.dumps(document())) == document()
