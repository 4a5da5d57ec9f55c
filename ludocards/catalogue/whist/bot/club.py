"""Circolo, a Whist bot that plays like a good club player; and Principiante, a beginner who misjudges.

The rules of thumb are in `kernels/play.py`. They estimate the chance of every card of the hand to take a
trick. It depends on the higher cards of its suit that the others may hold, the trumps still out, the length
of the suit, and whether the bids leave tricks over. The chances give the distribution of the number of
tricks, and so the expected points of each bid. The best bid is made, but never one below the certain tricks.
A card is chosen by the expected points after it is played, which follow from its chance to take the trick and
from the cards left.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

import numpy as np

from ludocards.bots.kernels.numbers import Floats, Ints
from ludocards.bots.levels import Learner
from ludocards.catalogue.whist.bot.board import board_of, number_of
from ludocards.catalogue.whist.bot.kernels.pack import bits
from ludocards.catalogue.whist.bot.kernels.play import CHOICES, OUT, VALUES, turn, values, worths
from ludocards.engine.game import Command

BLUNDER = 2.5
"""The beginner's error in judging a choice, in points."""


def choose(view: Mapping[str, Any], legal: Sequence[Command]) -> Command:
    """The command of this bot for the seat of the view."""
    if len(legal) == 1:
        return legal[0]
    likes = _likes(view, values)
    return max(legal, key=lambda each: likes[number_of(each, view)])


def choose_as_learner(view: Mapping[str, Any], legal: Sequence[Command], learner: Learner) -> Command:
    """The command of a player who forgets tricks and misjudges choices."""
    mood = Random(repr((sorted(view["hand"]), view["trick"], view["bids"])))
    likes = _likes({**view, "tricks": view["tricks"][-learner.tricks :]}, worths)
    return max(legal, key=lambda each: likes[number_of(each, view)] + mood.gauss(0, learner.error * BLUNDER))


def _likes(view: Mapping[str, Any], how: Callable[[Ints, int, int, Floats], int]) -> dict[int, float]:
    """The worth of each choice, by its number."""
    board, out = board_of(view), np.zeros(OUT, np.float64)
    found = how(board, turn(board), bits(view["hand"], view["asso_alto"]), out)
    return dict(zip(out[CHOICES, :found].astype(int).tolist(), out[VALUES, :found].tolist(), strict=True))
