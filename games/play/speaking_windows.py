"""The times of an open window (`engine.Window`), in which all players on turn may speak at once.

`snapshot["window"]` keeps what the game's state does not know. Its times are milliseconds since `turn_at`,
when the players had seen their cards, so downtime moves them all by moving `turn_at`. If only bots play there
are no waiting times. Where one person plays with bots, these wait until the person has spoken, or wishes to
hear them first.
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

READING_MS = 5_000
"""The time at pace 1 that the only person at a table has to answer a bot, before the next bot speaks."""

LISTENING = "listening"
"""The event after which bots no longer wait for this person."""

REACTION_MS = 100
"""The shortest time that a bot waits before it speaks, once it may, at any pace."""


def window_snapshot(
    row: Match,
    window: Window,
    deal: int,
    said: Iterable[Command],
    now: datetime,
    to_act: Iterable[int],
    *,
    is_listening: bool = False,
) -> Json:
    """The window's part of the snapshot, after a step of this deal in which these commands were applied, and
    after which these seats may speak; `is_listening` if the only person has wished to hear the bots."""
    kept = row.snapshot.get("window")
    may_speak = row.is_untimed and not all(map(row.is_played_by_bot, to_act))
    if kept is None or kept["deal"] != deal:
        bots_ms = None if may_speak else _bots_ms(row, window)
        return {"deal": deal, "since": row.version, "locked_ms": None, "bots_ms": bots_ms}
    bots_ms = kept["bots_ms"]
    is_waited_for = may_speak and not is_listening
    if not is_waited_for and (row.is_untimed or bots_ms is None):  # nobody has to be waited for any more
        waited = max(0, since_open(row, now) - window.open_ms)
        soon = [waited + ms for ms in _bots_ms(row, window)]
        bots_ms = soon if bots_ms is None else [*map(min, bots_ms, soon)]
    if any(window.locks(command) for command in said):
        locked = since_open(row, now)
        heard = locked + window.lock_ms + REACTION_MS
        heard += int(READING_MS * row.table.pace) if may_speak else 0
        kept = {**kept, "locked_ms": locked}
        bots_ms = None if bots_ms is None else [max(heard, ms) for ms in bots_ms]
    return {**kept, "bots_ms": bots_ms}


def _bots_ms(row: Match, window: Window) -> list[int]:
    """The times at which bots speak, by seat: in the first half of the window, so that others can answer."""
    half = max(0, window.ms - window.open_ms) // 2
    thinking = [int(random.uniform(*SPEAKING) * 1000 * row.table.pace) for _ in row.players]
    return [window.open_ms + REACTION_MS + min(half, ms) for ms in thinking]


def bots_wait(row: Match) -> bool:
    """Return whether the bots wait in an open window for the only person at the table."""
    return "window" in row.snapshot and row.snapshot["window"]["bots_ms"] is None


def since_open(row: Match, now: datetime) -> int:
    assert row.turn_at is not None
    return max(0, int((now - row.turn_at).total_seconds() * 1000))


def bot_speaks_at(row: Match, seat: int) -> datetime:
    """The time at which the bot of a seat should speak, unless `bots_wait`."""
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
        frame["bots_wait"] = bots_wait(row)
    return frame
