"""Calls in an open window (model `Word`), where all players on turn may speak at once.

A word is stored first, and applied when the batch that it belongs to is over: words that come within the same
moment count as simultaneous. `speaking_windows.py` has the times.
"""

from __future__ import annotations

import uuid
from copy import copy
from datetime import datetime

from django.db import transaction

from games.models import Match, Word
from games.play import clock, live, speaking_windows
from games.play.actions.seating import hand_back
from games.play.actions.storing import Accepted, SentCommand, Waiting, earlier_answer, store_step
from games.texts import accept_or_raise
from ludocards.engine.game import Command, Refused, Step, Window
from ludocards.engine.game import Event as Happened
from ludocards.engine.registry import GAMES
from ludopoli.http.refusals import ActionRefused
from ludopoli.text import times


def is_late(row: Match, version: int, by_bot: bool) -> bool:
    """True if a word was meant for a window that has closed or, from a bot, for an earlier version.

    Bots are woken again at every version.
    """
    return version < row.version if by_bot else speaking_windows.is_before(row, version)


def store_word(
    row: Match,
    window: Window,
    seat: int,
    command: Command,
    command_id: str,
    by_bot: bool,
    now: datetime,
) -> Accepted | Waiting:
    """Store a word until its batch is over; a second word of the same seat is not stored until then."""
    words = list(row.words.all())
    if any(word.command_id == command_id and word.command != command.as_json() for word in words):
        raise ActionRefused("command_id_used")
    if not any(word.seat == seat for word in words):
        accept_or_raise(speaking_windows.too_soon(row, window, command, now), row.game)
        if not by_bot and (returned := hand_back(row, seat, now)):
            store_step(row, Step(live.state_of(row), returned), {}, now)
            row = copy(row)
        said = {"seat": seat, "command": command.as_json(), "command_id": command_id, "by_bot": by_bot}
        words.append(Word.objects.create(match=row, at=now, **said))
    wait = (speaking_windows.moment_ends(row, window, words[0]) - now).total_seconds()
    if wait > 0:
        return Waiting(wait)
    answer = earlier_answer(apply_words(row, now).pk, command_id, command)
    assert answer is not None, command_id
    return answer


def listen_to_bots(match_id: uuid.UUID, seat: int, now: datetime | None = None) -> Accepted:
    """Let the bots speak first in an open window, in which they wait for the only person at the table.

    Where nobody waits it changes nothing. Refused as `match_over`.
    """
    now = now or times.now()
    with transaction.atomic():
        row = live.lock_match(match_id)
        if row is None or row.status != Match.Status.PLAYING:
            raise ActionRefused("match_over")
        if speaking_windows.bots_wait(row):
            listening = Happened(speaking_windows.LISTENING, {"seat": seat})
            store_step(row, Step(live.state_of(row), (listening,)), {}, now)
        return Accepted(row.version)


def apply_words(row: Match, now: datetime) -> Match:
    """Apply the words of an open window whose batch is over, and discard those that no longer apply.

    Returns a copy of the row with the new state, or the very same row if there was nothing to apply.
    """
    if row.stopped_at is not None:
        return row
    game, state = GAMES[row.game], live.state_of(row)
    window, words = game.window(state), list(row.words.all())
    assert window is not None, row.pk
    if not words or (
        now < speaking_windows.moment_ends(row, window, words[0]) and not clock.is_overdue(row, now)
    ):
        return row
    row.words.all().delete()
    row = copy(row)
    events: list[Happened] = []
    sent: dict[int, SentCommand] = {}
    waiting = {word.seat: word for word in words if not word.by_bot or row.is_played_by_bot(word.seat)}
    for seat, command in window.in_order([(seat, _said(word)) for seat, word in waiting.items()]):
        step = game.apply(state, seat, command)
        if isinstance(step, Refused):
            continue
        word = waiting[seat]
        sent[len(events)] = SentCommand(
            seat, command, word.command_id, speaking_windows.since_open(row, word.at)
        )
        state, events = step.state, [*events, *step.events]
        if not word.by_bot:
            row.missed = [0 if other == seat else missed for other, missed in enumerate(row.missed)]
    if events:
        store_step(row, Step(state, tuple(events)), sent, now)
    return copy(row)


def _said(word: Word) -> Command:
    command = Command.from_json(word.command)
    assert isinstance(command, Command), word.pk
    return command
