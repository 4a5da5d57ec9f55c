"""The parts of a course: lessons made of steps, each a position of a deal with a task.

A step has only what the engine does not: the cards, what was played, a question. Which answers are right
follows from the engine (`practice/lessons.py`). The lessons of a game are in the module `lessons` of its
package.
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
    """The consequences of an answer: the events up to the end of the step, and the state after it."""

    seat: int
    """The learner's seat."""
    sides: Sequence[int]
    events: tuple[Event, ...]
    state: Any

    def last(self, kind: str) -> Mapping[str, Json]:
        """The public fields of the last event of a kind; raises `IndexError` if there is none."""
        return [event.public for event in self.events if event.kind == kind][-1]

    def has(self, kind: str) -> bool:
        return any(event.kind == kind for event in self.events)


Measure = Callable[[AnswerOutcome], int]


def takes_trick(outcome: AnswerOutcome) -> int:
    """1 if the learner's side takes the trick, otherwise 0."""
    return int(outcome.last("taken")["side"] == outcome.sides[outcome.seat])


def leaves_trick(outcome: AnswerOutcome) -> int:
    """1 if another side takes the trick, otherwise 0."""
    return 1 - takes_trick(outcome)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """Mark every command that the rules allow: among the cards of the hand, or among these `commands`, with
    the names of those that are no cards."""

    commands: Mapping[str, Text] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class BestPlay:
    """Play the card that reaches the most by a measure; `then` is what the others play after it."""

    reach: Measure
    then: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Taker:
    """Say who takes the trick, once `then` has been played."""

    then: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """Choose the right one of these numbers, by a measure once `then` has been played."""

    measure: Measure
    numbers: tuple[int, ...]
    then: str = ""


Task = Mark | BestPlay | Taker | Count


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonTable:
    """A position, seen by the learner at seat 0.

    Commands are in the notation of `read_notation`, separated by spaces; they are made in turn.
    """

    hands: tuple[str, ...]
    """The cards of each seat; cards of the pack that nobody has are dealt to those who lack cards."""
    dealer: int
    table: str = ""
    """The first cards of the stock, where it begins with those laid open on the table."""
    stock: str = ""
    """The last cards of the stock, such as one that is turned up."""
    played: str = ""
    rules: Mapping[str, Json] = field(default_factory=dict)
    """A preset and options; by default the game's first preset."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LessonStep:
    clause: str
    """The clause of the rule book that it teaches."""
    says: Text
    """The knowledge that the task needs."""
    asks: Text
    hint: Text
    why: Text
    """The explanation of the right answer."""
    table: LessonTable
    task: Task


@dataclass(frozen=True, slots=True)
class Lesson:
    code: str
    """Its name in addresses."""
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


def by_clause(game: str) -> dict[str, tuple[str, int]]:
    """The first step about each clause of a game, as the lesson's code and the step's number, from 1."""
    found: dict[str, tuple[str, int]] = {}
    for lesson in lessons_of(game):
        for number, step in enumerate(lesson.steps, start=1):
            found.setdefault(step.clause, (lesson.code, number))
    return found


def read_notation(text: str, deck: Deck) -> Command:
    """Read a command: `5C` plays a card, `5C:signal=one` with more, `name:suit=C,n=#2` does something else.

    Values are texts, whole numbers after a `#`, or lists with `+` between the elements or after a single one.
    """
    name, _, rest = text.partition(":")
    fields = dict(named.split("=") for named in rest.split(",") if named)
    values = {key: _value(value) for key, value in fields.items()}
    return Command.of("play", card=name, **values) if name in deck.cards else Command.of(name, **values)


def write_notation(command: Command) -> str:
    """Write a command as `read_notation` reads it."""
    fields = dict(command.fields)
    name = fields.pop("card") if command.do == "play" else command.do
    rest = ",".join(f"{key}={_written(value)}" for key, value in fields.items())
    return f"{name}:{rest}" if rest else str(name)


def _value(text: str) -> Json:
    if "+" in text:
        return tuple(filter(None, text.split("+")))
    return int(text[1:]) if text.startswith("#") else text


def _written(value: Json) -> str:
    if isinstance(value, tuple):
        return "+".join(value) if len(value) > 1 else f"{value[0]}+"
    return f"#{value}" if isinstance(value, int) else str(value)
