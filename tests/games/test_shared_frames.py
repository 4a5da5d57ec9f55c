"""A frame is made once for all readers who may know the same, and never for anybody else."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from games.models import Match
from games.play import frames, live, wire
from tests.games.playing import play_on

Begun = Callable[..., Match]
pytestmark = pytest.mark.usefixtures("clock")

READERS = [(None, False), *((seat, plays) for seat in range(4) for plays in (True, False))]


def moved_on(begun: Match) -> tuple[live.Live, live.Numbered]:
    """The match after a move, with the event of the move."""
    play_on(begun, 1)
    now = live.load_match(begun.pk)
    return now, now.events[-1]


def test_readers_who_may_know_the_same_get_the_same_frame(match: Begun, clock: list[Any]) -> None:
    now, newer = moved_on(match())
    for viewer, plays in READERS:
        state = frames.frame_text(now, viewer, None, plays=plays)
        events = frames.frame_text(now, viewer, [newer], plays=plays)
        assert json.loads(state) == _as_sent(frames.state_frame(now, viewer, clock[0], plays=plays))
        assert json.loads(events) == _as_sent(
            frames.events_frame(now, viewer, [newer], clock[0], plays=plays)
        )
        assert json.loads(state) == msgspec.json.decode(state, type=wire.StateFrame)
        assert json.loads(events) == msgspec.json.decode(events, type=wire.EventsFrame)
        assert frames.frame_text(now, viewer, None, plays=plays) is state
        assert frames.frame_text(now, viewer, [newer], plays=plays) is events


def test_nobody_gets_the_frame_of_another_seat(match: Begun) -> None:
    now, newer = moved_on(match())
    texts = [frames.frame_text(now, viewer, [newer], plays=plays) for viewer, plays in READERS]
    hands = [json.loads(text)["view"].get("hand") for text in texts]
    assert hands == [None, *(hand for hand in hands[1::2] for _ in range(2))]
    assert len({str(hand) for hand in hands}) == 5
    assert all(
        not json.loads(text)["legal"] for text, (_, plays) in zip(texts, READERS, strict=True) if not plays
    )


def test_a_frame_is_made_again_when_its_clocks_are_too_old(match: Begun, clock: list[Any]) -> None:
    now, _ = moved_on(match())
    first = frames.frame_text(now, None, None, plays=False)
    clock[0] += frames.SHARED_FOR + timedelta(milliseconds=1)
    later = frames.frame_text(now, None, None, plays=False)
    assert json.loads(first)["clock"]["left_ms"] - json.loads(later)["clock"]["left_ms"] == 51


def test_a_frame_shows_the_version_that_it_was_made_of(match: Begun) -> None:
    begun = match()
    versions = [moved_on(begun)[0] for _ in range(3)]
    shown = [json.loads(frames.frame_text(now, 0, None, plays=True))["version"] for now in versions]
    assert shown == [now.version for now in versions]


def test_the_frames_of_a_move_are_made_ready_for_the_readers_of_the_version_before(match: Begun) -> None:
    begun = match()
    before, newer = moved_on(begun)
    for viewer, plays in [(None, False), (2, True)]:
        frames.frame_text(before, viewer, [newer], plays=plays)
    after, latest = moved_on(begun)
    frames.make_ready(before, after)
    ready = {viewer: made for (viewer, _, _), (_, made) in after.texts.items()}
    assert ready.keys() == {None, 2}
    assert frames.frame_text(after, None, [latest], plays=False) is ready[None]
    assert frames.frame_text(after, 2, [latest], plays=True) is ready[2]


def _as_sent(frame: wire.MatchFrame) -> Any:
    return json.loads(json.dumps(frame))
