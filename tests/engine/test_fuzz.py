"""The referee answers any input with reports, never with a traceback."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludocards.catalogue.tressette.rules.declarations import BOXES
from ludocards.engine import record
from ludocards.engine.game import Command, Json, Refused, Step
from ludocards.engine.referee import judge_text
from ludocards.engine.registry import GAMES
from tests.engine.matches import play, ways
from tests.engine.tressette.table import GAME, new_match, position
from tests.engine.tressette.table import play as play_card

scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(min_value=-(10**30), max_value=10**30)
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["play", "accuse", "seat", "do", "card", "combo", "3B", "tressette", "ludopoli/1"])
    | st.sampled_from(["declare", "signal", "suit", "capture", "busso", "volo"])
)
anything = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
)


def record_of(players: int, seed: int, **options: Json) -> Json:
    played = play("tressette", players, seed, match_end={"deals": 2}, **options)
    document = record.to_document(
        played.game,
        played.rules,
        "ABCD"[:players],
        played.deals,
        id="m",
        seed=["00" * 32] * 2,
        commitment=["", ""],
    )
    return json.loads(json.dumps(document))


RECORDS = [
    record_of(3, seed=1),
    record_of(4, seed=2),
    record_of(4, seed=3, preset="ludopoli", signals="neutra"),
]


def reported(text: str) -> None:
    for options in ({}, {"legal": True}, {"verify": True}):
        for report in judge_text(text, **options):
            json.dumps(report.json).encode()
            assert report.json["ok"] is (report.status == 0)
            assert report.status in (0, 1, 2)


@given(st.text())
def test_any_text_gets_a_report(text: str) -> None:
    reported(text)


@given(anything)
def test_any_json_gets_a_report(value: Json) -> None:
    reported(json.dumps(value))


@given(st.lists(st.sampled_from(["{}", "[]", "{", "x", '{"format": "ludopoli/1"}', " ", "", "\r", "\u2028"])))
def test_any_lines_get_a_report(lines: list[str]) -> None:
    reported("\n".join(lines))


def places(value: Json) -> list[tuple[Any, Any]]:
    """Yield every (container, key) in a JSON value."""
    if not isinstance(value, dict | list):
        return []
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    return [(value, key) for key in keys] + [place for key in keys for place in places(value[key])]


@settings(max_examples=300)
@given(st.sampled_from(RECORDS), anything, st.data())
def test_a_record_with_any_value_replaced_gets_a_report(
    whole: Json, value: Json, data: st.DataObject
) -> None:
    changed = copy.deepcopy(whole)
    container, key = data.draw(st.sampled_from(places(changed)))
    container[key] = value
    reported(json.dumps(changed))


@settings(max_examples=200)
@given(st.sampled_from(RECORDS), st.data())
def test_a_record_with_values_swapped_or_lost_gets_a_report(whole: Json, data: st.DataObject) -> None:
    changed = copy.deepcopy(whole)
    (one, key), (other, far) = (data.draw(st.sampled_from(places(changed))) for _ in range(2))
    if data.draw(st.booleans()):
        one[key], other[far] = copy.deepcopy(other[far]), copy.deepcopy(one[key])
    else:
        del one[key]
    reported(json.dumps(changed))


@settings(max_examples=60)
@given(st.sampled_from(RECORDS), st.data())
def test_a_record_truncated_or_misspelt_gets_a_report(whole: Json, data: st.DataObject) -> None:
    text = json.dumps(whole)
    place = data.draw(st.integers(0, len(text) - 1))
    reported(text[:place])
    reported(text[:place] + data.draw(st.characters()) + text[place + 1 :])


@pytest.mark.parametrize("depth", [100, 900, 990, 1000, 5000])
def test_deep_nesting_gets_a_report(depth: int) -> None:
    deep = "[" * depth + "]" * depth
    text = json.dumps(RECORDS[1])
    for place in ('"3B"', '"id": "m"', '"classico"', '{"deals": 2}', '"play"'):
        assert place in text
        name = '"id": ' if "id" in place else ""
        reported(text.replace(place, name + deep, 1))
        reported(text.replace(place, name + '{"x":' * depth + "1" + "}" * depth, 1))


@given(anything)
def test_any_command_is_refused_or_done(value: Json) -> None:
    command = Command.from_json(value)
    if not isinstance(command, Refused):
        assert {**command.as_json()} == {name: value[name] for name in value if name != "seat"}


@given(
    st.sampled_from(["play", "accuse", "bid"]),
    st.dictionaries(st.sampled_from(["card", "combo", "suit", "rank"]), scalars),
)
def test_a_command_is_refused_or_done(verb: str, fields: dict[str, Json]) -> None:
    state = new_match()
    dealt = GAME.deal(state, GAME.hand_out(state, GAME.pack(state)))
    assert isinstance(dealt, Step)
    command = Command.from_json({"do": verb, **fields})
    if isinstance(command, Refused):
        return
    step = GAME.apply(dealt.state, 0, command)
    assert isinstance(step, Refused) == (command not in GAME.legal(dealt.state, 0))


@given(
    st.sampled_from(["7S", "3B", "4C"]),
    st.lists(st.sampled_from([*BOXES, "trump"]), max_size=3),
    st.none() | st.sampled_from(["busso", "volo", "liscio", "via", "bluff"]),
)
def test_additions_to_a_card_are_offered_or_refused(card: str, boxes: list[str], signal: str | None) -> None:
    state = position(["3B 7S 5S 4S", "4C 5C", "", ""], preset="ludopoli", signals="neutra")
    view = GAME.view(state, 0)
    offered = [
        (command.get("card"), {*(command.get("declare") or ())}, command.get("signal"))
        for plain in GAME.legal(state, 0)
        for command in ways(view, plain)
    ]
    step = GAME.apply(state, 0, play_card(card, *boxes, signal=signal))
    wanted = (card, {*boxes}, signal)
    assert isinstance(step, Step) == (wanted in offered and len({*boxes}) == len(boxes))


@given(anything)
def test_any_rules_are_read_or_refused(value: Json) -> None:
    for game in GAMES.values():
        rules = game.rules_from(value)
        if not isinstance(rules, Refused):
            assert game.rules_from(game.rules_json(rules)) == rules
