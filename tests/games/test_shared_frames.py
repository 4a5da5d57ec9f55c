"""A frame is made once for all readers who see the same, and never for anybody else."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Match
from games.play import frames, live
from tests.games.playing import play_on

Begun = Callable[..., Match]


def moved_on(begun: Match) -> tuple[live.Live, int]:
    """The match after a move, and the version before it."""
    before = live.load(begun.pk).version
    play_on(begun, 1)
    return live.load(begun.pk), before


def test_readers_of_the_same_seat_share_a_frame(match: Begun, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "SHARED_FOR", timedelta(hours=1))
    now, before = moved_on(match())
    texts = {
        (viewer, plays, have): frames.events_text(now, viewer, have, plays=plays)
        for viewer in (None, 0, 1, 2, 3)
        for plays in (True, False)
        for have in (before, before - 1)
    }
    for (viewer, plays, have), text in texts.items():
        assert frames.events_text(now, viewer, have, plays=plays) is text
        newer = now.since(have, viewer)
        assert text is not None
        assert newer is not None
        told = json.loads(text)
        assert told == json.loads(
            json.dumps(frames.events(now, viewer, newer, timezone.now(), plays=plays))
        ) | {"clock": told["clock"]}


def test_a_frame_is_not_shared_for_longer_than_its_clocks_hold(
    match: Begun, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frames, "SHARED_FOR", timedelta(0))
    now, before = moved_on(match())
    first = frames.events_text(now, 0, before, plays=True)
    assert frames.events_text(now, 0, before, plays=True) is not first


def test_a_version_has_frames_of_its_own(match: Begun) -> None:
    now, before = moved_on(match())
    first = frames.events_text(now, 0, before, plays=True)
    later, _ = moved_on(now.row)
    assert frames.events_text(later, 0, before, plays=True) != first
