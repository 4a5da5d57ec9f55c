"""Pairing the next round of a large event without holding its lock: a Svizzero of 300 pairs takes seconds.

The pairing depends only on the `Question`, so it is computed before the lock is taken. A caller that holds
the lock uses it if its own question is still the same, that is, if nothing has changed meanwhile.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournaments import chronicle
from tournaments.chronicle import Chronicle
from tournaments.formats import catalog
from tournaments.formats.catalog import CannotDraw, EventHistory, EventSides
from tournaments.models import Event

LARGE = 100
"""The number of entrants above which a round is paired beforehand; with fewer it takes a fraction of a
second."""

KEPT = 8


class NotPrepared(Exception):
    """The round has to be paired first, without the lock of the event (`prepare_round`)."""


@dataclass(frozen=True)
class Question:
    format: str
    settings: Mapping[str, Any]
    shape: EventSides
    history: EventHistory
    seed: str


Answer = catalog.Next | CannotDraw

_answered: deque[tuple[Question, Answer]] = deque(maxlen=KEPT)
"""The latest answers of this process."""


def paired_round(state: Chronicle, *, closed: bool = False) -> catalog.Next:
    """Return the next round. Raises `CannotDraw`, or `NotPrepared` if it is slow and not yet computed."""
    if state.is_past_last:
        return catalog.Over()
    question = _question(state, closed)
    if not _is_slow(state):
        return _said(_answer(question))
    for known, answer in list(_answered):
        if known == question:
            return _said(answer)
    raise NotPrepared


def prepare_round(event_id: int, *, again: bool = False) -> None:
    """Pair the next round of a large event, or with `again` the one that is already paired."""
    state = chronicle.read_chronicle(Event.objects.get(pk=event_id))
    if again:
        state.forget_last()
    if _is_slow(state):
        question = _question(state)
        _answered.append((question, _answer(question)))


def _is_slow(state: Chronicle) -> bool:
    return len(state.entrants) > LARGE and not state.format.flows


def _question(state: Chronicle, closed: bool = False) -> Question:
    history = state.history(busy=state.busy, closed=closed)
    return Question(state.event.format, state.settings, state.shape, history, state.event.draw_seed)


def _answer(asked: Question) -> Answer:
    format = catalog.FORMATS[asked.format]
    try:
        return catalog.next_round(format, asked.settings, asked.shape, asked.history, asked.seed)
    except CannotDraw as cannot:
        return cannot


def _said(answer: Answer) -> catalog.Next:
    if isinstance(answer, CannotDraw):
        raise answer
    return answer
