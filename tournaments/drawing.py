"""The next round of a large event is drawn while nobody holds it: a Svizzero of 300 pairs takes seconds.

What is drawn follows from what is asked alone. So it is asked and answered beforehand, and taken if the same
is asked by who holds the event; if something has changed meanwhile, it is not the same.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournaments import chronicle
from tournaments.chronicle import Chronicle
from tournaments.formats import catalog
from tournaments.formats.catalog import CannotDraw, EventShape, History
from tournaments.models import Event

LARGE = 100
"""Entrants above which a round is drawn beforehand; of fewer it takes a fraction of a second."""

KEPT = 8


class NotPrepared(Exception):
    """The round has to be drawn first, while nobody holds the event (`prepare`)."""


@dataclass(frozen=True)
class Question:
    format: str
    settings: Mapping[str, Any]
    shape: EventShape
    history: History
    seed: str


Answer = catalog.Next | CannotDraw

_answered: deque[tuple[Question, Answer]] = deque(maxlen=KEPT)
"""By this process."""


def next_round(told: Chronicle, *, closed: bool = False) -> catalog.Next:
    """Raises `CannotDraw`, and `NotPrepared` where it takes long and nobody has asked the same before."""
    question = _question(told, closed)
    if not _is_slow(told):
        return _said(_answer(question))
    for known, answer in list(_answered):
        if known == question:
            return _said(answer)
    raise NotPrepared


def prepare(event_id: int, *, again: bool = False) -> None:
    """Draw the next round of a large event, or the one that is drawn already `again`."""
    told = chronicle.read(Event.objects.get(pk=event_id))
    if again:
        told.forget_last()
    if _is_slow(told):
        question = _question(told)
        _answered.append((question, _answer(question)))


def _is_slow(told: Chronicle) -> bool:
    return len(told.entrants) > LARGE and not told.format.flows


def _question(told: Chronicle, closed: bool = False) -> Question:
    history = told.history(busy=told.busy, closed=closed)
    return Question(told.event.format, told.settings, told.shape, history, told.event.draw_seed)


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
