"""Quick values are frozen dataclasses like any other."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from typing import Any

import pytest

from ludocards.engine.game import Command, Event, Refused, Step
from ludocards.engine.registry import GAMES
from ludocards.engine.tricks import Presa, Trick
from ludocards.engine.values import replace
from tests.engine.matches import playing
from tests.tinygame import rules as tinygame

VALUES: list[Any] = [
    Command.of("play", card="7B"),
    Event("dealt", {"deal": 0}, private={1: {"hand": ["7B"]}}),
    Refused("not_yet", "not yet"),
    Trick(2),
    Presa(Trick(2), 1),
    Step(Trick(1), ()),
    *(next(playing(name, game.players[0], 1)).state for name, game in GAMES.items()),
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_a_quick_value_is_a_frozen_dataclass(value: Any) -> None:
    names = [field.name for field in dataclasses.fields(value)]
    fields = {name: getattr(value, name) for name in names}
    same = type(value)(**fields)
    assert same is not value
    assert type(same) is type(value)
    assert same == value == type(value)(*fields.values())
    assert repr(same) == repr(value)
    assert replace(value) == dataclasses.replace(value) == copy.deepcopy(value) == value
    assert pickle.loads(pickle.dumps(value)) == value
    for name in names:
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(value, name, 1)
        changed = replace(value, **{name: "other"})
        assert (getattr(changed, name), type(changed)) == ("other", type(value))
        assert all(getattr(changed, other) == fields[other] for other in names if other != name)
    assert not hasattr(value, "__dict__")
    with pytest.raises(AttributeError):
        replace(value, another=1)
    with pytest.raises(TypeError, match="__init__"):
        type(value)(*fields.values(), "one more")


def test_defaults_are_those_of_the_dataclass() -> None:
    assert Event("dealt", {}).private == {}
    assert Event("dealt", {}).private is not Event("dealt", {}).private
    assert Trick(0).cards == ()
    with pytest.raises(TypeError, match="kind"):
        Event()  # type: ignore[call-arg]


def test_any_dataclass_can_be_replaced() -> None:
    state = tinygame.GAME.start(tinygame.PRESETS["classico"], 2, 0)
    assert not isinstance(state, Refused)
    assert replace(state, phase="over") == dataclasses.replace(state, phase="over")
