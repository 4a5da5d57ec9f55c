"""The parts of a course: lessons made of steps, each a position of a deal with a task.

A step has the cards, what was played, and a question, but no solution: the engine finds which answers are
right (`practice/lessons.py`). The lessons of a game are in the module `lessons` of its package.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from ludocards.engine.cards import Deck
from ludocards.engine.game import Command, Event, Json
from ludocards.engine.registry import has, part
from ludocards.words.texts import Text


@dataclass(frozen=True, slots=True)
class AnswerOutcome:
    """The consequences of an answer: the events up to the end of the step, and the state after them."""

    seat: int
    """The learner's seat."""
    sides: Sequence[int]
    """The side of each seat."""
    events: tuple[Event, ...]
    state: Any

    def last(self, kind: str) -> Mapping[str, Json]:
        """The public fields of the last event of a kind; raises `IndexError` if there is none."""
        return [event.public for event in self.events if event.kind == kind][-1]

    def has(self, kind: str) -> bool:
        return any(event.kind == kind for event in self.events)


Measure = Callable[[AnswerOutcome], int]
"""The count of a task in an outcome, such as the points that the learner's side takes."""


def takes_trick(outcome: AnswerOutcome) -> int:
    """1 if the learner's side takes the trick, otherwise 0."""
    return int(outcome.last("taken")["side"] == outcome.sides[outcome.seat])


def leaves_trick(outcome: AnswerOutcome) -> int:
    """1 if another side takes the trick, otherwise 0."""
    return 1 - takes_trick(outcome)


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkTask:
    """The task to mark everything that the rules allow: cards of the hand, or if given, these `commands`.

    Keys are commands in the notation of `read_notation`; the texts name those that are not just a card.
    """

    commands: Mapping[str, Text] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class BestPlayTask:
    """The task to play the card with the highest value of the measure `reach`.

    `then` has the commands of the others after it, up to the end of the step.
    """

    reach: Measure
    then: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakerTask:
    """The question who takes the trick, once the commands in `then` have been played."""

    then: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CountTask:
    """The question which of these numbers the measure has, once the commands in `then` have been played."""

    measure: Measure
    numbers: tuple[int, ...]
    then: str = ""


Task = MarkTask | BestPlayTask | TakerTask | CountTask


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonPosition:
    """The position of a step: the cards dealt, and what has been played since. The learner has seat 0."""

    hands: tuple[str, ...]
    """The cards of each seat, separated by spaces; short hands are filled up from the rest of the pack."""
    dealer: int
    table: str = ""
    """The first cards of the stock: the cards that lie open on the table, in games that deal some there."""
    stock: str = ""
    """The last cards of the stock, such as one that is turned up."""
    played: str = ""
    """The commands so far, as for `read_notation`, separated by spaces; each by the seat on turn."""
    rules: Mapping[str, Json] = field(default_factory=dict)
    """A preset and options; by default the game's first preset."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LessonStep:
    clause: str
    """The clause of the rule book that the step teaches."""
    says: Text
    """The explanation before the task: what the learner needs to know for it."""
    asks: Text
    """The task, as a question or request to the learner."""
    hint: Text
    why: Text
    """The explanation of the right answer."""
    table: LessonPosition
    task: Task


@dataclass(frozen=True, slots=True)
class Lesson:
    code: str
    """The lesson's name in URLs."""
    title: Text
    about: Text
    steps: tuple[LessonStep, ...]


@cache
def lessons_of(game: str) -> tuple[Lesson, ...]:
    """The lessons of a game, in their order; none if its package has no module `lessons`."""
    if not has(game, "lessons"):
        return ()
    lessons: tuple[Lesson, ...] = part(game, "lessons").LESSONS
    return lessons


def steps_by_clause(game: str) -> dict[str, tuple[str, int]]:
    """The first step that teaches each clause, as the lesson's code and the step's number, from 1."""
    first_steps: dict[str, tuple[str, int]] = {}
    for lesson in lessons_of(game):
        for number, step in enumerate(lesson.steps, start=1):
            first_steps.setdefault(step.clause, (lesson.code, number))
    return first_steps


def read_notation(text: str, deck: Deck) -> Command:
    """Read a command.

    `5C` plays a card, `5C:signal=one` plays it with another field, and `name:suit=C,n=#2` is the command
    `name` with two fields. A value is a text; `#2` is a number; `5C+6C` is a list, and so is `5C+`, with one
    element.
    """
    name, _, rest = text.partition(":")
    fields = dict(pair.split("=") for pair in rest.split(",") if pair)
    values = {key: _parse_value(value) for key, value in fields.items()}
    return Command.of("play", card=name, **values) if name in deck.cards else Command.of(name, **values)


def write_notation(command: Command) -> str:
    """Write a command in the notation of `read_notation`."""
    fields = dict(command.fields)
    name = fields.pop("card") if command.do == "play" else command.do
    rest = ",".join(f"{key}={_format_value(value)}" for key, value in fields.items())
    return f"{name}:{rest}" if rest else str(name)


def _parse_value(text: str) -> Json:
    if "+" in text:
        return tuple(filter(None, text.split("+")))
    return int(text[1:]) if text.startswith("#") else text


def _format_value(value: Json) -> str:
    if isinstance(value, tuple):
        return "+".join(value) if len(value) > 1 else f"{value[0]}+"
    return f"#{value}" if isinstance(value, int) else str(value)
