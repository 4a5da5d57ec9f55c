"""The review of Terzetto: each choice is played out in random deals of the cards that are hidden."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import numpy as np

from ludocards.bots.reviewing import ChoiceValues, Reviewer
from ludocards.engine.cards import ITALIAN40, Card
from ludocards.engine.game import Command, Refused
from ludocards.engine.tricks import Presa, Trick
from tests.tinyteams.bot import choose
from tests.tinyteams.rules import GAME, PACK, PRESETS, State

WORLDS = 20


def evaluate_choices(view: Mapping[str, Any], legal: Sequence[Command], _chosen: Command) -> ChoiceValues:
    random = Random(repr(view))
    worlds = [_world(view, random) for _ in range(WORLDS)]
    values = [[_result(world, view["to_act"][0], command) for command in legal] for world in worlds]
    return ChoiceValues(tuple(legal), np.array(values, np.float64), np.ones(WORLDS))


def _world(view: Mapping[str, Any], random: Random) -> State:
    """A deal of the hidden cards that agrees with the teams as far as the player knows them."""
    while True:
        state = _dealt(view, random)
        if all(known in (None, team) for known, team in zip(view["teams"], _teams(state), strict=True)):
            return state


def _dealt(view: Mapping[str, Any], random: Random) -> State:
    trick = Trick.from_json(view["trick"], ITALIAN40)
    tricks = tuple(Presa.from_json(presa, ITALIAN40) for presa in view["tricks"])
    own, seat = ITALIAN40.of(view["hand"]), view["to_act"][0]
    laid = {(at, card) for each in (*view["tricks"], view["trick"]) for at, card in _plays(each)}
    rest = [card for card in PACK if card not in own and card not in {card for _, card in laid}]
    random.shuffle(rest)
    hands = [
        own if at == seat else tuple(rest.pop() for _ in range(n)) for at, n in enumerate(view["counts"])
    ]
    called = view["called"] and ITALIAN40.cards[view["called"]]
    held = [*laid, *((at, card) for at, hand in enumerate(hands) for card in hand)]
    partner = next((at for at, card in held if card == called), None)
    first_dealer = (view["dealer"] - view["deal"]) % len(hands)
    return State(
        PRESETS["classico"],
        first_dealer,
        view["phase"],
        view["deal"],
        tuple(hands),
        trick,
        tricks,
        called,
        partner,
    )


def _plays(trick: Mapping[str, Any]) -> list[tuple[int, Card]]:
    return [*zip(trick["seats"], ITALIAN40.of(trick["cards"]), strict=True)]


def _teams(state: State) -> tuple[int | None, ...]:
    return GAME.teams(state, state.partner)


def _result(state: State, seat: int, command: Command) -> int:
    """The score of a seat in this deal if it gives the command and everybody goes on like the bot."""
    while True:
        step = GAME.apply(state, state.turn, command)
        assert not isinstance(step, Refused), step
        state = step.state
        if state.sheet:
            return state.sheet[-1].scores[seat]
        command = choose(GAME.view(state, state.turn), GAME.legal(state, state.turn))


REVIEWER = Reviewer(evaluate_choices, halving_loss=0.5)
