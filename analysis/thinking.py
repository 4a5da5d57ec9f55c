"""The thinking of a worker about a position of the board: the choice of a bot, the worth of every choice.

Web processes load no bots, so they ask a worker and answer "waiting" until it has put the result into the
cache. The same question is thought about once.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from hashlib import blake2b
from itertools import groupby
from typing import TYPE_CHECKING, Any

from celery import current_app
from django.core.cache import cache

from analysis import boards
from analysis.boards import Played
from games.archive import replay
from games.review import judging
from ludocards.bots import registry
from ludocards.bots.levels import DEFAULT_POLICY
from ludocards.bots.registry import POLICIES, REVIEWED
from ludocards.bots.slips import choose
from ludocards.engine.game import Command, Json
from ludopoli.base.commits import after_commit
from ludopoli.http.refusals import ActionRefused

if TYPE_CHECKING:  # it needs numpy
    from ludocards.bots.reviewing import Reviewer

KEPT = 3600.0
"""Seconds for which a result is kept."""

ASKED_FOR = 20.0
"""Seconds after which a question without a result is asked again: its worker has died."""

PLACES = 2
"""The most questions of one asker that wait for a worker, so that nobody waits behind all that somebody else
wants to know. A further question joins the line when the asker asks again."""

WAITED = "analysis:waited"
"""The cache key of the seconds that the latest answer took: whole ones, which say little about a question."""

WAITED_KNOWN = 60.0
"""Seconds for which that is worth saying."""

CHOICE, JUDGEMENT, SOLUTION = "choice", "judgement", "solution"
TASK = "analysis.tasks.think"


def ask_choice(asker: str, named: Mapping[str, Json], played: Played, seat: int, level: str) -> Json:
    """The choice of a bot for a seat on turn; None as long as a worker thinks about it.

    `named` are the fields by which the worker finds the deal; `asker` is whoever shares places in line.
    """
    _check_turn(played, seat)
    if level not in POLICIES[played.board.game.name]:
        raise ActionRefused("no_level")
    return _ask(asker, named, played, CHOICE, seat, level)


def ask_review(asker: str, named: Mapping[str, Json], played: Played, kind: str, seat: int) -> Json:
    """The `JUDGEMENT` or the `SOLUTION` for a seat on turn, as `ask_choice` has a bot's choice."""
    if played.board.game.name not in REVIEWED:
        raise ActionRefused("not_reviewable")
    _check_turn(played, seat)
    return _ask(asker, named, played, kind, seat, DEFAULT_POLICY)


def _check_turn(played: Played, seat: int) -> None:
    if seat not in played.board.game.to_act(played.state):
        raise ActionRefused("not_on_turn")


def _ask(asker: str, named: Mapping[str, Json], played: Played, kind: str, seat: int, level: str) -> Json:
    question = {
        **named,
        "start": played.line.start,
        "actions": [action.as_json() for action in played.line.actions],
        "kind": kind,
        "seat": seat,
        "level": level,
    }
    key = _key(question)
    found = cache.get(key)
    if found is None and not cache.has_key(f"{key}:asked"):
        _join_line(asker, key, question)
    return found


def _join_line(asker: str, key: str, question: dict[str, Json]) -> None:
    """Hand a question to the workers, unless the asker has no place left or somebody was quicker."""
    places = (f"analysis:{asker}:{number}" for number in range(PLACES))
    place = next((each for each in places if cache.add(each, key, ASKED_FOR)), None)
    if place is None:
        return
    if cache.add(f"{key}:asked", True, ASKED_FOR):
        after_commit(lambda: current_app.tasks[TASK].delay(key, question, place, time.time()))
    else:
        leave_line(place)


def leave_line(place: str) -> None:
    cache.delete(place)


def usual_wait() -> int | None:
    """Return the seconds that the latest answer took from its question on; None if that is long ago."""
    waited: int | None = cache.get(WAITED)
    return waited


def _key(question: dict[str, Json]) -> str:
    digest = blake2b(json.dumps(question, sort_keys=True).encode(), digest_size=20).hexdigest()
    return f"analysis:{digest}"


def answer_question(played: Played, kind: str, seat: int, level: str) -> Json:
    """Answer a question; only what the seat sees goes in."""
    answer: Any = ANSWERS[kind]
    return answer(played, seat, level)


def _choice(played: Played, seat: int, level: str) -> Json:
    game, state = played.board.game, played.state
    command = choose(game.view(state, seat), game.legal(state, seat), level)
    return {"command": command.as_json()}


def _judgement(played: Played, seat: int, _level: str) -> Json:
    """The judgement of the review on all choices of a seat, best first, by what the seat could know.

    Losses and errors are in points. There are none where the review judges nothing.
    """
    game, state = played.board.game, played.state
    reviewer = registry.reviewer(game.name)
    assert reviewer is not None, game.name
    view, legal = game.view(state, seat), game.legal(state, seat)
    choices: list[Json] = []
    for _verb, alike in groupby(legal, key=lambda command: command.do):
        choices += _evaluate_choices(reviewer, view, [*alike])
    return {"choices": [_in_points(each, game.point) for each in choices]}


def _solution(played: Played, seat: int, _level: str) -> Json:
    """The loss of every card with all hands open, best first, and the method (`OpenPositions.basis`).

    There are none where the rest of the deal is not searched.
    """
    board = played.board
    game, reviewer = board.game, registry.reviewer(board.game.name)
    assert reviewer is not None, game.name
    may_play = any(command.do == "play" for command in game.legal(played.state, seat))
    if reviewer.open_positions is None or not may_play:
        return {"choices": [], "basis": "rules"}
    acts = [
        *replay.replayed_commands(
            game, board.rules, board.players, board.stretch(boards.line_played_out(played))
        )
    ]
    number = sum(action.command.do == "play" for action in played.actions())
    opened = reviewer.open_positions(judging.choices_of_deal(game, acts, board.players))
    losses = sorted(opened.card_losses(number).items(), key=lambda each: each[1])
    choices = [
        {"command": command.as_json(), "loss": loss, "error": 0.0, "clear": loss > 0}
        for command, loss in losses
    ]
    return {"choices": [_in_points(each, game.point) for each in choices], "basis": opened.basis(number)}


def _evaluate_choices(reviewer: Reviewer, view: Json, alike: list[Command]) -> list[Json]:
    evaluated = reviewer.evaluate_choices(view, alike, alike[0]) if len(alike) > 1 else None
    if evaluated is None:
        return []
    is_enough = evaluated.effective_worlds() >= judging.FEWEST
    found = []
    for number, command in enumerate(evaluated.commands):
        loss, error = evaluated.loss(number)
        clear = is_enough and loss > judging.CERTAIN * error
        bare = reviewer.bare_command(command).as_json()
        found.append({"command": bare, "loss": max(0.0, loss), "error": error, "clear": clear})
    return sorted(found, key=lambda each: each["loss"])


def _in_points(choice: dict[str, Json], point: int) -> dict[str, Json]:
    return {**choice, **{name: round(choice[name] / point, 2) for name in ("loss", "error")}}


ANSWERS = {CHOICE: _choice, JUDGEMENT: _judgement, SOLUTION: _solution}


def keep_answer(key: str, result: Json, asked_at: float) -> None:
    cache.set(key, result, KEPT)
    cache.set(WAITED, round(time.time() - asked_at), WAITED_KNOWN)
