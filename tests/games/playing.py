"""Helpers that play matches on, for people and for bots."""

from __future__ import annotations

from datetime import datetime

import pytest

from games import tasks
from games.models import Match
from games.play import actions, live
from games.play.actions import Accepted
from ludocards.engine.game import Command, Refused

BEGUN = 2
"""The version of a match that has just begun: `committed` and `dealt`."""


def play_on(match: Match, decisions: int = 10_000) -> None:
    """Take the next decisions: bots decide for seats that are away, the others take the first legal command.

    The bots do not wait for spare time: a busy machine has none.
    """
    while (now := live.load(match.pk)).to_act() and decisions:
        assert now.row.stopped_at is None, "the match stands still"
        seat, decisions = now.to_act()[0], decisions - 1
        if now.row.is_played_by_bot(seat):
            tasks.play_bot(str(match.pk), seat, now.version, room_at=1.0)
            continue
        command = now.game.legal(now.state, seat)[0]
        answer = actions.submit(match.pk, seat, command, f"{now.version}", now.version)
        assert isinstance(answer, actions.Accepted), answer


def on_turn(match: Match) -> tuple[int, Command]:
    """Return the seat on turn and its first legal command."""
    now = live.load(match.pk)
    seat = now.to_act()[0]
    return seat, next(command for command in now.game.legal(now.state, seat) if command.do == "play")


def submit(
    match: Match, seat: int, command: Command, name: str = "a", **options: object
) -> Accepted | Refused:
    match.refresh_from_db()
    version = options.pop("version", match.version)
    return actions.submit(match.pk, seat, command, name, version, **options)  # type: ignore[arg-type]


def refused(answer: object) -> str:
    """Return the code of a refusal."""
    assert isinstance(answer, Refused), answer
    return answer.code


def deadline(match: Match) -> datetime:
    match.refresh_from_db()
    assert match.deadline_at is not None
    return match.deadline_at


def next_turn_of(begun: Match, *seats: int) -> Match:
    """Play on until one of these seats is on turn."""
    now = live.load(begun.pk)
    while True:
        seat = now.to_act()[0]
        command = now.game.legal(now.state, seat)[0]
        by_bot = now.row.is_played_by_bot(seat)
        answer = actions.submit(begun.pk, seat, command, f"{now.version}", now.version, by_bot=by_bot)
        assert isinstance(answer, Accepted), answer
        now = live.load(begun.pk)
        if now.to_act()[0] in seats:
            return now.row


@pytest.fixture(params=["at once", "under the lock"], autouse=True)
def form(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Everything holds for both forms of a move: judged on the match in memory, and under the lock."""
    if request.param == "under the lock":
        monkeypatch.setattr(live, "remembered", lambda *_: None)
    return str(request.param)
