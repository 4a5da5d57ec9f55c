"""Lessons: the position of a step, the answers to choose from, and the judgement of an answer.

Pure functions. The engine judges: no step says which of its answers is right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Any, assert_never

from games.archive.replay import replayed_or_raise
from ludocards.engine.game import CLOCK, Deal, Event, Game, Refused
from ludocards.engine.once import once
from ludocards.engine.record import Action
from ludocards.engine.registry import GAMES
from ludocards.words.lessons import (
    AnswerOutcome,
    BestPlayTask,
    CountTask,
    Lesson,
    LessonPosition,
    LessonStep,
    MarkTask,
    TakerTask,
    lessons_of,
    read_notation,
    write_notation,
)
from ludocards.words.texts import Text
from practice.positions import KEPT, PuzzlePosition

ME = 0
"""The learner's seat, as it is in every step."""


@dataclass(frozen=True, slots=True)
class StepPlace:
    """A step of a lesson; `number` counts from 1."""

    game: str
    lesson: Lesson
    number: int

    @property
    def step(self) -> LessonStep:
        return self.lesson.steps[self.number - 1]

    @property
    def is_in_first_lesson(self) -> bool:
        return self.lesson == lessons_of(self.game)[0]


@dataclass(frozen=True, slots=True)
class AnswerOption:
    """An answer to choose: a card, another command, a seat, or a number; `label` if the step names it."""

    code: str
    kind: str
    label: Text = ""
    card: str = ""
    """The card that is shown for it, if it is the only answer with that card."""


@dataclass(frozen=True, slots=True)
class Judged:
    """An answer with its judgement; `refused` and `taker` say what is wrong with it."""

    answers: tuple[str, ...]
    is_right: bool
    refused: tuple[tuple[str, Refused], ...] = ()
    """The marked answers that the engine refuses."""
    missed: tuple[str, ...] = ()
    """The right answers that are not marked."""
    taker: int | None = None
    """The seat that takes the trick with a wrong card."""


def step_place(game: str, lesson: str, number: int) -> StepPlace | None:
    for each in lessons_of(game) if game in GAMES else ():
        if each.code == lesson and 1 <= number <= len(each.steps):
            return StepPlace(game, each, number)
    return None


def step_places(game: str) -> list[StepPlace]:
    """All steps of a game, in their order."""
    return [
        StepPlace(game, lesson, number + 1)
        for lesson in lessons_of(game)
        for number in range(len(lesson.steps))
    ]


def following_step(place: StepPlace) -> StepPlace | None:
    """The next step of the game; None after the last one."""
    steps = [(each.lesson.code, each.number) for each in step_places(place.game)]
    at = steps.index((place.lesson.code, place.number)) + 1
    return step_places(place.game)[at] if at < len(steps) else None


# ---- positions


def step_position(place: StepPlace) -> PuzzlePosition:
    """The position of a step. Raises `DoesNotReplay` if the engine refuses it."""
    return _set_up(GAMES[place.game], place.step.table)


@partial(once, most=KEPT)
def _set_up(game: Game[Any, Any], table: LessonPosition) -> PuzzlePosition:
    rules = replayed_or_raise(game.rules_from(table.rules))
    start = replayed_or_raise(game.start(rules, len(table.hands), table.dealer))
    deal = _dealt(game, start, table)
    empty = PuzzlePosition(game, rules, len(table.hands), table.dealer, (), deal, (), ME)
    return _played(empty, table.played)


def _dealt(game: Game[Any, Any], start: Any, table: LessonPosition) -> Deal:
    pack = game.pack(start)
    sizes = game.hand_out(start, pack)
    ends = game.deck.of(table.stock.split())
    piles = [[*game.deck.of(pile.split())] for pile in (*table.hands, table.table)]
    given = {*chain(*piles), *ends}
    rest = (card for card in pack if card not in given)
    full = (*map(len, sizes.hands), len(sizes.stock) - len(ends))
    lacking = [size - len(pile) for pile, size in zip(piles, full, strict=True)]
    for turn in range(max(lacking)):
        for pile, lacks in zip(piles, lacking, strict=True):
            if turn < lacks:
                pile.append(next(rest))
    *hands, stock = map(tuple, piles)
    return Deal(table.dealer, tuple(hands), (*stock, *ends))


def _played(position: PuzzlePosition, texts: str) -> PuzzlePosition:
    """The position after further commands, each by the seat on turn."""
    game, state, actions = position.game, position.state(), [*position.actions]
    for text in texts.split():
        [seat, *_] = game.to_act(state)
        actions.append(Action(seat, read_notation(text, game.deck)))
        state = replayed_or_raise(game.apply(state, seat, actions[-1].command)).state
    return replace(position, actions=tuple(actions))


def position_after(place: StepPlace, answers: Collection[str]) -> PuzzlePosition:
    """The position at the end of the step: with the answer, if it is played, and what follows it."""
    before = step_position(place)
    match place.step.task:
        case MarkTask():
            return before
        case BestPlayTask(then=then):
            return _played(before, " ".join([*answers, then]))
        case TakerTask(then=then) | CountTask(then=then):
            return _played(before, then)
        case task:
            assert_never(task)


def answer_outcome(place: StepPlace, answers: Collection[str] = ()) -> AnswerOutcome:
    """What follows an answer. Raises `DoesNotReplay` if the engine refuses it."""
    before, end = step_position(place), position_after(place, answers)
    game, state = end.game, before.state()
    sides = game.sides(state)
    events: list[Event] = []
    for action in end.actions[len(before.actions) :]:
        seat = CLOCK if action.seat is None else action.seat
        step = replayed_or_raise(game.apply(state, seat, action.command))
        state = step.state
        events += step.events
    return AnswerOutcome(ME, sides, tuple(events), state)


# ---- answers


def answer_options(place: StepPlace) -> list[AnswerOption]:
    """The answers to choose from: they follow from what the learner sees."""
    before = step_position(place)
    match place.step.task:
        case MarkTask(commands=commands) if commands:
            cards = before.game.deck.cards
            return [
                AnswerOption(code, "card", label, code)
                if code in cards
                else AnswerOption(code, "command", label)
                for code, label in commands.items()
            ]
        case MarkTask():
            return [AnswerOption(card.code, "card", card=card.code) for card in before.state().hands[ME]]
        case BestPlayTask():
            legal = before.game.legal(before.state(), ME)
            plays = [(write_notation(each), each.get("card")) for each in legal if each.do == "play"]
            found = Counter(card for _code, card in plays)
            return [
                AnswerOption(code, "card", card=card) if found[card] == 1 else AnswerOption(code, "command")
                for code, card in plays
            ]
        case TakerTask():
            return [AnswerOption(str(seat), "seat") for seat in range(before.players)]
        case CountTask(numbers=numbers):
            return [AnswerOption(str(number), "number") for number in numbers]
        case task:
            assert_never(task)


def right_answers(place: StepPlace) -> frozenset[str]:
    """The right answers, by the engine: all of them together for `MarkTask`, otherwise any of them."""
    codes = [option.code for option in answer_options(place)]
    match place.step.task:
        case MarkTask():
            return frozenset(code for code in codes if not isinstance(_refusal(place, code), Refused))
        case BestPlayTask(reach=reach):
            reached = {code: reach(answer_outcome(place, [code])) for code in codes}
            return frozenset(code for code in codes if reached[code] == max(reached.values()))
        case TakerTask():
            return frozenset([str(answer_outcome(place).last("taken")["seat"])])
        case CountTask(measure=measure):
            return frozenset([str(measure(answer_outcome(place)))])
        case task:
            assert_never(task)


def is_marking(place: StepPlace) -> bool:
    """True if several answers are marked together."""
    return isinstance(place.step.task, MarkTask)


def judge_step(place: StepPlace, answers: Collection[str]) -> Judged | None:
    """Judge an answer; None if it is not one of those to choose from."""
    codes = {option.code for option in answer_options(place)}
    given = tuple(dict.fromkeys(answers))
    if not given or not codes.issuperset(given) or (len(given) > 1 and not is_marking(place)):
        return None
    correct = right_answers(place)
    if is_marking(place):
        refused = [(code, _refusal(place, code)) for code in given if code not in correct]
        return Judged(
            given,
            {*given} == correct,
            tuple((code, why) for code, why in refused if why is not None),
            tuple(code for code in codes if code in correct and code not in given),
        )
    if given[0] in correct:
        return Judged(given, True)
    return Judged(given, False, taker=_taker(place, given))


def _refusal(place: StepPlace, code: str) -> Refused | None:
    before = step_position(place)
    found = before.game.apply(before.state(), ME, read_notation(code, before.game.deck))
    return found if isinstance(found, Refused) else None


def _taker(place: StepPlace, given: Collection[str]) -> int | None:
    if not isinstance(place.step.task, BestPlayTask):
        return None
    found = answer_outcome(place, given)
    return int(found.last("taken")["seat"]) if found.has("taken") else None
