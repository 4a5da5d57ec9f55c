"""A deal of Whist looked at afterwards: what each bid and card was worth to who saw his own hand alone, in
the worlds of *maestro*, played on as *esperto* does.

Amounts are points of the deal; against one other less his.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from games.bots.kernels.numbers import Floats, likeliest, seed_of
from games.bots.kernels.whist import INDEX
from games.bots.kernels.whist_worlds import evaluate
from games.bots.weighed import Reviewer, Weighed
from games.bots.whist_beliefs import beliefs, likelihood, worlds
from games.bots.whist_levels import FEWER, MASTER, UNTIL, memory
from games.engine.game import Command

PLAYED = 200
"""Worlds that are played on for a choice."""


def weighed(view: Mapping[str, Any], legal: Sequence[Command], _chosen: Command) -> Weighed:
    """What each bid, or each card, brings in worlds that agree with what the seat may know."""
    known = beliefs(view)
    rows = worlds(known, max(1, MASTER.dealt // FEWER), np.array([seed_of(view, "review")], np.int64))
    weights = likelihood(known, rows, MASTER.heat, MASTER.slips, memory.out)
    rows, weights = likeliest(rows, weights, PLAYED)
    index = INDEX[view["asso_alto"]]
    choices = np.array(
        [each.get("tricks") if view["phase"] == "bid" else index[each.get("card")] for each in legal],
        np.int64,
    )
    values: Floats = np.zeros((len(rows), len(choices)), np.float64)
    even = np.ones(1, np.float64)
    for number in range(len(rows)):
        evaluate(
            known.board, known.hand, known.seats, rows[number : number + 1], even, choices,
            UNTIL[len(known.seats) + 1], memory.boards, memory.ends, memory.out, values[number],
        )  # fmt: skip
    return Weighed(tuple(legal), values, weights)


REVIEWER = Reviewer(weighed, half=3.0)
