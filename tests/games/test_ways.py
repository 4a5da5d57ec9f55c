"""A move goes straight through the modules of live play, as in the figure of docs/architecture.md."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from games.models import Match
from games.play import actions, frames, live
from tests.ways import way

PLAY = "games.play"

JUDGED = (
    "clock",
    "actions.seating",
    "actions.play",
    "actions.storing",
    "actions.dealing",
    "proposals",
    "clock",
    "live",
)
AT_ONCE = (
    "actions.play",
    "live",
    *JUDGED,
    "actions.storing",
    "prepared_sql",
    "actions.storing",
    "live",
    "doorbell",
)
LOCKED = (
    "actions.play",
    "actions.storing",
    "actions.play",
    "actions.storing",
    "live",
    "prepared_sql",
    "live",
    *JUDGED,
    "prepared_sql",
    "actions.storing",
    "live",
    "doorbell",
)
OUT = ("live", "frames", "live", "clock", "proposals")


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

    return way(move, PLAY), way(news, PLAY)
