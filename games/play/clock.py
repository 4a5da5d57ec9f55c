"""The game clock: the time from which a seat may act, its deadline, and its reserve of time.

The connection (is a socket alive), presence (is a page used), absence (a bot plays for a person) and the
clock are four things; only the clock is computed here. `sweeping.py` finds what is overdue.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import datetime, timedelta

from games.models import Match, Pulse, Table
from games.play import speaking_windows
from ludocards.bots.levels import seconds_of
from ludocards.engine import game as engine
from ludocards.engine.registry import GAMES

GRACE = timedelta(seconds=1)
"""The time after the deadline in which a move still counts, since it may have been on its way."""

MISSED_TURNS = 2
"""The number of turns that a seat may miss in a row before a bot takes it over."""

KEEP_TURN = {
    "away", "left", "returned", "substituted", "stopped", "resumed", "proposed", "agreed", "declined",
    speaking_windows.LISTENING,
}  # fmt: skip
"""Events that do not restart the clock of a turn: nobody gains time by getting up and coming back, or by
proposing something."""

THINKING = (0.5, 1.4)
"""The range of seconds that a bot takes for a move at pace 1, as a person would."""

DOWNTIME = timedelta(seconds=3)
"""A longer gap between two pulses counts as downtime."""

FIRST_DEAL = 120
"""The least number of seconds for a move in somebody's first deal."""


def is_unhurried(row: Match, table: Table, seat: int) -> bool:
    """True in a person's first deal: nobody should learn against a countdown. At a hosted table they play
    like all others, and a day is long enough."""
    return row.is_first_deal(seat) and not (table.hosted or table.is_by_days)


def move_seconds(row: Match, table: Table, seat: int) -> int | None:
    """Seconds for a move of a seat; None if no clock runs (the table has none, or one person plays with
    bots).

    In their first deal people have their whole reserve for every move, and at least two minutes.
    """
    if table.move_seconds is None or row.is_untimed:
        return None
    if is_unhurried(row, table, seat):
        return max(FIRST_DEAL, table.move_seconds + row.bank_ms[seat] // 1000)
    return table.move_seconds


def reserve_ms(row: Match, table: Table, seat: int) -> int:
    """The reserve of a seat beyond the time of a move, in ms."""
    return 0 if is_unhurried(row, table, seat) else int(row.bank_ms[seat])


def start_turn(
    row: Match,
    table: Table,
    to_act: tuple[int, ...],
    events: Sequence[engine.Event],
    now: datetime,
    window: engine.Window | None = None,
) -> None:
    """Set the time from which the seats on turn may act, their deadline, and the time their bots are due."""
    stood = timedelta(milliseconds=sum(event.public["ms"] for event in events if event.kind == "resumed"))
    if row.turn_at is not None:
        row.turn_at += stood
    same_window = window is not None and row.snapshot["window"]["since"] < row.version
    is_same_turn = bool(events) and all(event.kind in KEEP_TURN for event in events)
    if row.turn_at is None or not (is_same_turn or same_window):
        pauses = {} if row.only_bots else GAMES[row.game].pauses
        pause = sum(pauses.get(event.kind, 0.0) for event in events)
        row.turn_at = now + timedelta(seconds=pause * min(table.pace, 1.0)) if to_act else None
    row.deadline_at = row.bot_due_at = None
    if row.turn_at is None or row.stopped_at is not None:
        return
    bots = [seat for seat in to_act if row.is_played_by_bot(seat)]
    if window is not None:
        row.deadline_at = None if row.is_untimed else speaking_windows.closes_at(row, window)
        if not speaking_windows.bots_wait(row):
            row.bot_due_at = min((speaking_windows.bot_speaks_at(row, seat) for seat in bots), default=None)
        return
    if bots:
        thinking = 0.0 if row.only_bots else _thinking(row, table, bots)
        row.bot_due_at = max(row.turn_at, now) + timedelta(seconds=thinking)
    row.deadline_at = max(
        (
            row.turn_at + timedelta(seconds=seconds, milliseconds=reserve_ms(row, table, seat))
            for seat in to_act
            if not row.is_played_by_bot(seat) and (seconds := move_seconds(row, table, seat)) is not None
        ),
        default=None,
    )


def _thinking(row: Match, table: Table, bots: Sequence[int]) -> float:
    """Seconds until bots answer: at least what their levels may need, so that the time betrays no cards."""
    return max(random.uniform(*THINKING) * table.pace, *(seconds_of(row.policy(seat)) for seat in bots))


def bot_due(row: Match, seat: int) -> datetime:
    """The time at which the bot of a seat answers."""
    assert row.bot_due_at is not None
    return speaking_windows.bot_speaks_at(row, seat) if "window" in row.snapshot else row.bot_due_at


def spend_reserve(row: Match, table: Table, seat: int, now: datetime) -> int:
    """Charge the seat's reserve for what its move took beyond the time for a move; return the thinking time
    in ms."""
    spent = 0 if row.turn_at is None else max(0, int((now - row.turn_at).total_seconds() * 1000))
    if (seconds := move_seconds(row, table, seat)) is not None:
        beyond = min(reserve_ms(row, table, seat), max(0, spent - seconds * 1000))
        row.bank_ms = [left - beyond if other == seat else left for other, left in enumerate(row.bank_ms)]
    return spent


def is_overdue(row: Match, now: datetime) -> bool:
    """Return whether the clock of the turn has run out while people could play."""
    return row.deadline_at is not None and now > row.deadline_at + GRACE and not is_down(now)


def is_down(now: datetime) -> bool:
    """Return whether the pulse is so old that nobody can reach us, and no clock runs."""
    pulse = Pulse.objects.filter(pk=1).first()
    return pulse is not None and now - pulse.at > DOWNTIME
