"""The review of Pescapari: each choice is played out in random deals of the cards that are hidden."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

import numpy as np

from ludocards.bots.reviewing import ChoiceValues, Reviewer
from ludocards.engine.cards import ITALIAN40
from ludocards.engine.game import Command, Refused
from tests.tinydraw.bot import choose
from tests.tinydraw.rules import GAME, OPEN, PLAYERS, PRESETS, State

WORLDS = 5


def evaluate_choices(view: Mapping[str, Any], legal: Sequence[Command], _chosen: Command) -> ChoiceValues:
    return evaluate_in_worlds(WORLDS, view, legal)


def evaluate_in_worlds(
    many: int, view: Mapping[str, Any], legal: Sequence[Command], salt: str = ""
) -> ChoiceValues:
    deals = [*worlds(view, many, salt)]
    values = [[result(deal, view["to_act"][0], command) for command in legal] for deal in deals]
    return ChoiceValues(tuple(legal), np.array(values, np.float64), np.ones(many))


def worlds(view: Mapping[str, Any], many: int, salt: str = "") -> Iterator[State]:
    """Deals of the hidden cards; those taken earlier are among them, since nobody may look at them."""
    random, seat = Random(repr(view) + salt), view["to_act"][0]
    rules = PRESETS["terne" if view["by_threes"] else "classico"]
    last = view["captured"] or {"winner": None, "cards": []}
    known = ITALIAN40.of([*view["hand"], *view["table"], *last["cards"]])
    hidden = [card for card in ITALIAN40.cards.values() if card not in known]
    for _ in range(many):
        drawn = iter(random.sample(hidden, len(hidden)))
        hands = [
            ITALIAN40.of(view["hand"]) if at == seat else tuple(next(drawn) for _ in range(count))
            for at, count in enumerate(view["counts"])
        ]
        yield State(
            rules,
            (view["dealer"] - view["deal"]) % PLAYERS,
            view["phase"],
            view["deal"],
            tuple(hands),
            played=sum(view["taken"]) + len(view["table"]) - OPEN,
            table=ITALIAN40.of(view["table"]),
            stock=tuple(next(drawn) for _ in range(view["stock"])),
            taken=tuple(view["taken"]),
            last=last["winner"],
            captured=ITALIAN40.of(last["cards"]),
        )


def result(state: State, seat: int, command: Command) -> int:
    """The lead of a seat at the end of the deal if it gives the command and both go on like the bot."""
    while True:
        step = GAME.apply(state, state.turn, command)
        assert not isinstance(step, Refused), step
        state = step.state
        if state.sheet:
            mine, theirs = state.sheet[-1].scores[seat], state.sheet[-1].scores[1 - seat]
            return mine - theirs
        command = choose(GAME.view(state, state.turn), GAME.legal(state, state.turn))


REVIEWER = Reviewer(evaluate_choices, halving_loss=2)
