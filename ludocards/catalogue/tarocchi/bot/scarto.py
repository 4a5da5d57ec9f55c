"""The judgements of the scarto for puzzles: the value of each set of three cards, by what the dealer knows.

No solver reaches from the scarto to the end of the deal. So the deal is played on: by rules of thumb until
the last cards are solved, or by bots that search before every card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import inf
from random import Random
from typing import Any

import numpy as np

from ludocards.bots.kernels.numbers import seed_of
from ludocards.bots.reviewing import ChoiceValues
from ludocards.catalogue.tarocchi.bot.beliefs import beliefs
from ludocards.catalogue.tarocchi.bot.levels import MASTER, SEARCH, SKILLED, Level, think, wanted
from ludocards.catalogue.tarocchi.rules import GAME
from ludocards.catalogue.tarocchi.rules.state import State
from ludocards.engine.game import Command, Refused

SIEVES = ((12, 80), (60, 24))
"""The numbers of worlds in which all sets are compared by rules of thumb, and of the best ones that stay."""

SEARCHING = replace(SKILLED, ms=inf)

View = Mapping[str, Any]


def shortlist(view: View, legal: Sequence[Command]) -> Sequence[Command]:
    """The best of the sets of cards that may be laid away, often more than a thousand."""
    for many, kept in SIEVES:
        judged = evaluate_scarti(view, legal, MASTER, many, f"sieve {many}")
        legal = [legal[place] for place in np.argsort(-(judged.weights @ judged.values))[:kept]]
    return legal


def evaluate_scarti(
    view: View, legal: Sequence[Command], level: Level, many: int, purpose: str
) -> ChoiceValues:
    """The value of each set if the deal is played on by rules of thumb and its end is solved."""
    return SEARCH.evaluate(view, legal, replace(level, dealt=many, played=many), purpose)


def played_on(view: View, legal: Sequence[Command], many: int, purpose: str) -> ChoiceValues:
    """The value of each set if all three play on as *provetto*, who searches before every card."""
    known, chance = beliefs(view), np.array([seed_of(view, purpose)], np.int64)
    rows, weights = SEARCH.likely_worlds(known, replace(MASTER, dealt=many, played=many), chance)
    rules = GAME.rules_from(view["rules"])
    assert not isinstance(rules, Refused), rules
    wants = wanted(view, MASTER)[known.me]
    gains = []
    for row in rows:
        world = GAME.determinized(rules, view, known.me, Random(0), SEARCH.dealing(view, known, row))
        gains.append([float(wants @ _result(world, known.me, command)) for command in legal])
    return ChoiceValues(tuple(legal), np.array(gains), weights)


def _result(state: State, seat: int, command: Command) -> Sequence[float]:
    """The points of each seat in the deal after this command."""
    while True:
        step = GAME.apply(state, seat, command)
        if isinstance(step, Refused):
            raise ValueError(f"{command}: {step.message}")
        for event in step.events:
            if event.kind == "scored":
                return [float(each) for each in event.public["points"]]
        state = step.state
        (seat,) = GAME.to_act(state)
        command = think(GAME.view(state, seat), GAME.legal(state, seat), SEARCHING)
