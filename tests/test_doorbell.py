"""Bells that would ring too often ring once for all that they announce."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ludopoli.sockets import doorbell

PAUSE = 1.0


class Loop:
    """An event loop that does everything at once, except what `pass_time` does."""

    def __init__(self) -> None:
        self.later: list[tuple[Callable[..., None], tuple[Any, ...]]] = []

    def is_running(self) -> bool:
        return True

    def call_soon_threadsafe(self, do: Callable[..., None], *args: Any) -> None:
        do(*args)

    def call_later(self, seconds: float, do: Callable[..., None], *args: Any) -> None:
        assert seconds == PAUSE
        self.later.append((do, args))

    def pass_time(self) -> None:
        due, self.later = self.later, []
        for do, args in due:
            do(*args)


@pytest.fixture
def loop(monkeypatch: pytest.MonkeyPatch) -> Loop:
    made = Loop()
    monkeypatch.setattr(doorbell, "_loop", made)
    monkeypatch.setattr(doorbell, "_resting", {})
    return made


@pytest.fixture
def rung(monkeypatch: pytest.MonkeyPatch, loop: Loop) -> list[tuple[str, int]]:
    """The rings that were sent, each with its group and its number."""
    heard: list[tuple[str, int]] = []

    class Layer:
        def ring(self, group: str, message: dict[str, Any]) -> None:
            heard.append((group, message["number"]))

    monkeypatch.setattr(doorbell, "get_channel_layer", Layer)
    return heard


def test_bells_without_a_pause_ring_each_time(rung: list[tuple[str, int]]) -> None:
    for number in range(3):
        doorbell.ring_group("table", {"number": number})
    assert rung == [("table", 0), ("table", 1), ("table", 2)]


def test_of_the_bells_in_a_pause_the_last_rings_at_its_end(loop: Loop, rung: list[tuple[str, int]]) -> None:
    for number in range(3):
        doorbell.ring_group("lobby", {"number": number}, PAUSE)
    doorbell.ring_group("table", {"number": 9}, PAUSE)
    assert rung == [("lobby", 0), ("table", 9)]
    loop.pass_time()
    assert rung[2:] == [("lobby", 2)]
    doorbell.ring_group("lobby", {"number": 3}, PAUSE)
    assert rung[3:] == [], "the last one began a pause, too"
    loop.pass_time()
    assert rung[3:] == [("lobby", 3)]


def test_a_bell_after_a_pause_rings_at_once(loop: Loop, rung: list[tuple[str, int]]) -> None:
    doorbell.ring_group("lobby", {"number": 0}, PAUSE)
    loop.pass_time()
    doorbell.ring_group("lobby", {"number": 1}, PAUSE)
    assert rung == [("lobby", 0), ("lobby", 1)]
