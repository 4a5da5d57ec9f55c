"""The times of an open window (`engine.Window`), in which all players on turn may speak at once.

`snapshot["window"]` keeps what the game's state does not know. Its times are milliseconds since `turn_at`,
when the players had seen their cards, so downtime moves them all by moving `turn_at`. If only bots play there
are no waiting times.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from datetime import datetime, timedelta

from games.models import Match, Word
from games.play.wire import OpenWindow
from ludocards.engine.game import Command, Json, Refused, Window

SPEAKING = (2.0, 8.0)
"""The range of seconds that a bot waits at pace 1 before it speaks, once it may."""

UNHURRIED = (10.0, 18.0)
"""The same while the only person at the table may speak and no clock runs: they read their cards first."""

READING_MS = 5_000
"""The time at pace 1 that this person has to answer what a bot has said, before the next bot speaks."""

REACTION_MS = 100
"""The shortest time that a bot waits before it speaks, once it may, at any pace."""


def window_snapshot(
    row: Match, window: Window, deal: int, said: Iterable[Command], now: datetime, to_act: Iterable[int]
) -> Json:
    """The window's part of the snapshot, after a step of this deal in which these commands were applied, and
    after which these seats may speak."""
    kept = row.snapshot.get("window")
    is_unhurried = row.is_untimed and not all(map(row.is_played_by_bot, to_act))
    if kept is None or kept["deal"] != deal:
        bots_ms = _bots_ms(row, window, is_unhurried)
        return {"deal": deal, "since": row.version, "locked_ms": None, "bots_ms": bots_ms}
    bots_ms = kept["bots_ms"]
    if row.is_untimed and not is_unhurried:  # nobody has to be waited for any more
        prompt = since_open(row, now) - window.open_ms
        bots_ms = [min(ms, prompt + soon) for ms, soon in zip(bots_ms, _bots_ms(row, window), strict=True)]
    if any(window.locks(command) for command in said):
        locked = since_open(row, now)
        heard = locked + window.lock_ms + REACTION_MS
        heard += int(READING_MS * row.table.pace) if is_unhurried else 0
        kept = {**kept, "locked_ms": locked}
        bots_ms = [max(heard, ms) for ms in bots_ms]
    return {**kept, "bots_ms": bots_ms}


def _bots_ms(row: Match, window: Window, is_unhurried: bool = False) -> list[int]:
    """The times at which bots speak, by seat: in the first half of the window, so that others can answer,
    unless it has no end."""
    half = max(0, window.ms - window.open_ms) // 2
    thinking = [int(random.uniform(*SPEAKING) * 1000 * row.table.pace) for _ in row.players]
    if is_unhurried:
        half, thinking = (
            window.ms,
            [int(random.uniform(*UNHURRIED) * 1000 * row.table.pace) for _ in thinking],
        )
    return [window.open_ms + REACTION_MS + min(half, ms) for ms in thinking]


def since_open(row: Match, now: datetime) -> int:
    assert row.turn_at is not None
    return max(0, int((now - row.turn_at).total_seconds() * 1000))


def bot_speaks_at(row: Match, seat: int) -> datetime:
    """The time at which the bot of a seat should speak."""
    assert row.turn_at is not None
    wait = 0 if row.only_bots else row.snapshot["window"]["bots_ms"][seat]
    return row.turn_at + timedelta(milliseconds=wait)


def closes_at(row: Match, window: Window) -> datetime:
    assert row.turn_at is not None
    return row.turn_at + timedelta(milliseconds=window.ms)


def is_before(row: Match, version: int) -> bool:
    """Return whether this version is from before the window opened."""
    return bool(version < row.snapshot["window"]["since"])


def too_soon(row: Match, window: Window, command: Command, now: datetime) -> Refused | None:
    """The reason why a word is premature, if it is."""
    if row.only_bots:
        return None
    assert row.turn_at is not None
    locked, since = row.snapshot["window"]["locked_ms"], int((now - row.turn_at).total_seconds() * 1000)
    return window.too_soon(command, since, None if locked is None else since - locked)


def moment_ends(row: Match, window: Window, first: Word) -> datetime:
    """The time at which the batch that began with this word is over."""
    return first.at + timedelta(milliseconds=0 if row.only_bots else window.batch_ms)


def window_frame(row: Match, window: Window, now: datetime) -> OpenWindow:
    """The milliseconds left: of the window, unless it has no deadline, until it opens, and of the lock."""
    assert row.turn_at is not None
    since = (now - row.turn_at).total_seconds() * 1000
    locked = row.snapshot["window"]["locked_ms"]

    def left(end: int) -> int:
        return max(0, int(end - since))

    frame: OpenWindow = {
        "left_ms": left(window.ms),
        "open_in_ms": left(window.open_ms),
        "lock_left_ms": 0 if locked is None else left(locked + window.lock_ms),
    }
    if row.is_untimed:
        frame["untimed"] = True
    return frame
