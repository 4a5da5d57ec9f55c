"""Circolo, a bot that plays Scopone and Scopa like a club player; and learners, who forget and misjudge.

The rules of thumb are in `kernels/play.py`. They weigh every capture, or card laid, by what it brings, minus
what the next player may be expected to take from the table that it leaves. Most maxims follow from this:
leave no table that the next player can sweep, take the settebello, sevens and denari, lay the card of which
one holds several, and count what is gone. Two more are added: the dealer's side keeps the values paired, the
others unpair them; and late in the deal it pays to take last.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import numpy as np

from ludocards.bots.levels import Learner
from ludocards.catalogue.scopone.bot.board import board_of
from ludocards.catalogue.scopone.bot.kernels.pack import bits, number_of
from ludocards.catalogue.scopone.bot.kernels.play import CHOICES, OUT, TURN, VALUES, values
from ludocards.engine.game import Command

BLUNDER = 0.6
"""The beginner's error in judging a card, in points."""


def choose(view: Mapping[str, Any], legal: Sequence[Command]) -> Command:
    """The command of this bot for the seat of the view."""
    likes = liked(view)
    return max(legal, key=lambda command: likes[number_of(command)])


def choose_as_learner(view: Mapping[str, Any], legal: Sequence[Command], learner: Learner) -> Command:
    """The command of a player who forgets captures and misjudges cards."""
    mood = Random(repr((sorted(view["hand"]), view["table"], view["counts"], view["stock"])))
    likes = liked({**view, "turns": view["turns"][-learner.tricks * view["players"] :]})
    error = learner.error * BLUNDER
    return max(legal, key=lambda command: likes[number_of(command)] + mood.gauss(0, error))


def liked(view: Mapping[str, Any]) -> dict[int, float]:
    """The value of each choice for the seat on turn, in points."""
    board, out = board_of(view), np.zeros(OUT, np.float64)
    found = values(board, int(board[TURN]), bits(view["hand"]), out)
    return dict(zip(out[CHOICES, :found].astype(int).tolist(), out[VALUES, :found].tolist(), strict=True))
