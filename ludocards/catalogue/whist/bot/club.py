"""Circolo: a Whist player of the kind that one meets at a club, who counts; and Principiante, who misjudges.

The rules of thumb are in `kernels/play.py`. For every card of the hand they judge how likely it takes a
trick: the higher cards of its suit that the others may hold, the trumps that are out, its own length, and
whether the bids leave tricks over. From this follow the chances of making none, one, two … tricks, and what
each bid would bring; the best is made, and never one below what is made for certain. A card is played for
what it brings together with what is left: one trick more or less towards the bid.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

import numpy as np

from ludocards.bots.kernels.numbers import Floats, Ints
from ludocards.catalogue.whist.bot.board import board_of, number_of
from ludocards.catalogue.whist.bot.kernels.pack import bits
from ludocards.catalogue.whist.bot.kernels.play import CHOICES, OUT, VALUES, turn, values, worths
from ludocards.engine.game import Command

BLUNDER = 2.5
"""By how many points a beginner misjudges what they may do."""


def choose(view: Mapping[str, Any], legal: Sequence[Command]) -> Command:
    """The command that this player gives, for the seat whose view it is."""
    if len(legal) == 1:
        return legal[0]
    likes = _likes(view, values)
    return max(legal, key=lambda each: likes[number_of(each, view)])


def choose_as_beginner(view: Mapping[str, Any], legal: Sequence[Command]) -> Command:
    """The command of a player who knows the maxims, forgets all but the last trick, and weighs badly."""
    mood = Random(repr((view["hand"], view["trick"], view["bids"])))
    likes = _likes({**view, "tricks": view["tricks"][-1:]}, worths)
    return max(legal, key=lambda each: likes[number_of(each, view)] + mood.gauss(0, BLUNDER))


def _likes(view: Mapping[str, Any], how: Callable[[Ints, int, int, Floats], int]) -> dict[int, float]:
    """The worth of each choice, by its number."""
    board, out = board_of(view), np.zeros(OUT, np.float64)
    found = how(board, turn(board), bits(view["hand"], view["asso_alto"]), out)
    return dict(zip(out[CHOICES, :found].astype(int).tolist(), out[VALUES, :found].tolist(), strict=True))
