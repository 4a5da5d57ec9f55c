"""Helpers that play matches on, for people and for bots."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

import pytest

from games import tasks
from games.models import Match
from games.play import actions, live, prepared_sql
from games.play.actions import Accepted
from games.play.actions.play import Request, plain_moves
from games.play.actions.storing import CHANGING, Change, announce_version, wake_bots_on_commit
from ludocards.engine.game import Command

BEGUN = 2
"""The version of a match that has just begun: `committed` and `dealt`."""


class Moves:
    """Moves at a match. Plain ones are the product's own, but all those of a deal are stored at once."""

    def __init__(self, match_id: UUID) -> None:
        self.now, self._plain = live.load_match(match_id), list[Change]()

    def take(self, seat: int, command: Command, at: datetime | None = None) -> None:
        by_bot = self.now.row.is_played_by_bot(seat)
        sent = (self.now.row.pk, seat, command, f"{self.now.version}", self.now.version)
        if changes := plain_moves([Request(*sent, by_bot)], at):
            self._plain += changes
            self.now = changes[0].after
            live.cache_version(self.now)
        else:
            self.store()
            actions.submit_command(*sent, by_bot=by_bot, now=at)
            self.reload()

    def store(self) -> None:
        if self._plain:
            prepared_sql.append_events([event for change in self._plain for event in change.written])
            prepared_sql.update_match(self.now.row, CHANGING)
            announce_version(self.now.row)
            wake_bots_on_commit(self.now.row)
            self._plain = []

    def reload(self) -> None:
        self.now = live.load_match(self.now.row.pk)


def play_on(match: Match, decisions: int = 10_000) -> None:
    """Take the next decisions: bots decide for seats that are away, the others take the first legal command.

    The bots do not wait for spare time: a busy machine has none.
    """
    moves = Moves(match.pk)
    while (acting := moves.now.to_act()) and decisions:
        assert moves.now.row.stopped_at is None, "the match stands still"
        seat, decisions = acting[0], decisions - 1
        if moves.now.row.is_played_by_bot(seat):
            moves.store()
            tasks.play_bot(str(match.pk), seat, moves.now.version, room_at=1.0)
            moves.reload()
        else:
            moves.take(seat, moves.now.game.legal(moves.now.state, seat)[0])
    moves.store()


def play_first_commands(match_id: UUID, decisions: int = 10_000, pick: int = 0) -> None:
    """Let people and bots take the first legal command, or another, when their turn begins."""
    moves = Moves(match_id)
    while (acting := moves.now.to_act()) and decisions:
        seat, decisions = acting[0], decisions - 1
        moves.take(seat, moves.now.game.legal(moves.now.state, seat)[pick], moves.now.row.turn_at)
    moves.store()


def on_turn(match: Match) -> tuple[int, Command]:
    """Return the seat on turn and its first legal command."""
    now = live.load_match(match.pk)
    seat = now.to_act()[0]
    return seat, next(command for command in now.game.legal(now.state, seat) if command.do == "play")


def submit(match: Match, seat: int, command: Command, name: str = "a", **options: object) -> Accepted:
    match.refresh_from_db()
    version = options.pop("version", match.version)
    return actions.submit_command(match.pk, seat, command, name, version, **options)  # type: ignore[arg-type]


def deadline(match: Match) -> datetime:
    match.refresh_from_db()
    assert match.deadline_at is not None
    return match.deadline_at


def next_turn_of(begun: Match, *seats: int) -> Match:
    """Play on until one of these seats is on turn."""
    now = live.load_match(begun.pk)
    while True:
        seat = now.to_act()[0]
        command = now.game.legal(now.state, seat)[0]
        by_bot = now.row.is_played_by_bot(seat)
        actions.submit_command(begun.pk, seat, command, f"{now.version}", now.version, by_bot=by_bot)
        now = live.load_match(begun.pk)
        if now.to_act()[0] in seats:
            return now.row


@pytest.fixture(params=["at once", "under the lock"], autouse=True)
def form(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Everything holds for both forms of a move: judged on the match in memory, and under the lock."""
    if request.param == "under the lock":
        monkeypatch.setattr(live, "remembered_match", lambda *_: None)
    return str(request.param)
