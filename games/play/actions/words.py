"""An open window, where all who are to act speak at once: a word is stored, and heard with its moment.

When it may be said, and when it is heard, is in `windows.py`.
"""

from __future__ import annotations

from copy import copy
from datetime import datetime

from games.models import Match, Word
from games.play import clock, live, windows
from games.play.actions.seating import hand_back
from games.play.actions.storing import COMMAND_ID_USED, Accepted, Told, Waiting, answered, store
from ludocards.engine.game import Command, Refused, Step, Window
from ludocards.engine.game import Event as Happened
from ludocards.engine.registry import GAMES


def is_late(row: Match, version: int, by_bot: bool) -> bool:
    """True of what was said to a window that has closed; a bot is woken anew at every version."""
    return version < row.version if by_bot else windows.is_before(row, version)


def say(
    row: Match,
    window: Window,
    seat: int,
    command: Command,
    command_id: str,
    by_bot: bool,
    now: datetime,
) -> Accepted | Waiting | Refused:
    """Store a word until its moment is over; of a seat whose word waits already, nothing until then."""
    words = list(row.words.all())
    if any(word.command_id == command_id and word.command != command.as_json() for word in words):
        return COMMAND_ID_USED
    if not any(word.seat == seat for word in words):
        if refused := windows.too_soon(row, window, command, now):
            return refused
        if not by_bot and (returned := hand_back(row, seat, now)):
            store(row, Step(live.state_of(row), returned), {}, now)
            row = copy(row)
        said = {"seat": seat, "command": command.as_json(), "command_id": command_id, "by_bot": by_bot}
        words.append(Word.objects.create(match=row, at=now, **said))
    wait = (windows.moment_ends(row, window, words[0]) - now).total_seconds()
    if wait > 0:
        return Waiting(wait)
    answer = answered(hear(row, now).pk, command_id, command)
    assert answer is not None, command_id
    return answer


def hear(row: Match, now: datetime) -> Match:
    """Hear the words whose moment is over; what loses is discarded. Returns the match, or the row itself.

    A window is open.
    """
    if row.stopped_at is not None:
        return row
    game, state = GAMES[row.game], live.state_of(row)
    window, words = game.window(state), list(row.words.all())
    assert window is not None, row.pk
    if not words or (now < windows.moment_ends(row, window, words[0]) and not clock.is_overdue(row, now)):
        return row
    row.words.all().delete()
    row = copy(row)
    events: list[Happened] = []
    told: dict[int, Told] = {}
    waiting = {word.seat: word for word in words if not word.by_bot or row.is_played_by_bot(word.seat)}
    for seat, command in window.in_order([(seat, _said(word)) for seat, word in waiting.items()]):
        step = game.apply(state, seat, command)
        if isinstance(step, Refused):
            continue
        word = waiting[seat]
        told[len(events)] = Told(seat, command, word.command_id, windows.since_open(row, word.at))
        state, events = step.state, [*events, *step.events]
        if not word.by_bot:
            row.missed = [0 if other == seat else missed for other, missed in enumerate(row.missed)]
    if events:
        store(row, Step(state, tuple(events)), told, now)
    return copy(row)


def _said(word: Word) -> Command:
    command = Command.from_json(word.command)
    assert isinstance(command, Command), word.pk
    return command
