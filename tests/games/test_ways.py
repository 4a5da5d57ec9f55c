"""A move goes straight through the modules of live play, as in the figure of docs/architecture.md."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest
from django.utils import timezone

from games.models import Match
from games.play import actions, frames, live

PLAY = "games.play."

JUDGED, DATABASE = (
    ("clock", "actions.seating", "actions.play", "actions.storing", "actions.dealing", "proposals", "clock"),
    ("live", "prepared_sql"),
)
AT_ONCE = (
    "actions.play",
    "live",
    *JUDGED,
    "live",
    "actions.play",
    *DATABASE,
    "live",
    "actions.storing",
    "live",
    "doorbell",
)
LOCKED = (
    "actions.play",
    "live",
    "actions.play",
    "actions.storing",
    *DATABASE,
    "live",
    *JUDGED,
    *DATABASE,
    *DATABASE,
    "actions.storing",
    "live",
    "doorbell",
)
OUT = ("live", "frames", "live", "clock", "proposals")


def way(act: Callable[[], object]) -> tuple[str, ...]:
    """Return the modules of live play whose functions are called, in order."""
    passed: list[str] = []

    def note(frame: FrameType, event: str, _about: object) -> None:
        module = str(frame.f_globals.get("__name__", ""))
        if event != "call" or not module.startswith(PLAY) or frame.f_code.co_name[:1] in "<_":
            return
        if passed[-1:] != [module.removeprefix(PLAY)]:
            passed.append(module.removeprefix(PLAY))

    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(None)
    return tuple(passed)


def test_a_move_and_its_news_take_the_direct_way(
    match: Callable[..., Match], django_capture_on_commit_callbacks: Any
) -> None:
    assert ways(match(), django_capture_on_commit_callbacks) == (AT_ONCE, OUT)


def test_a_move_under_the_lock_takes_the_direct_way(
    match: Callable[..., Match], django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "remembered_match", lambda *_: None)
    assert ways(match(), django_capture_on_commit_callbacks) == (LOCKED, OUT)


def ways(match: Match, capture_on_commit_callbacks: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the ways of a move and of its news."""
    begun = live.load_match(match.pk)
    seat = begun.to_act()[0]
    have = begun.version
    card = next(each for each in begun.game.legal(begun.state, seat) if each.do == "play")

    def move() -> None:
        with capture_on_commit_callbacks(execute=True):
            actions.submit_command(begun.row.pk, seat, card, "a", have)

    def news() -> None:
        now = live.cached_match(begun.row.pk)
        assert now is not None
        frames.events_frame(now, seat, now.since(have, seat) or (), timezone.now())

    return way(move), way(news)
