"""Circolo, a bot that plays like a good club player; and the learners, who forget and misjudge.

The rules of thumb are in `kernels/play.py`. A card is chosen by what it is likely to cost: the chance that it
takes the trick, times the thirds in it, and the danger of the cards that stay in the hand. A card is
dangerous if most cards of its suit still out are lower, less so if its holder has lower ones. So an ace, a 3
or a 2 is thrown where it cannot take, high cards are played below the winning one, and low ones are kept. A
player who has taken everything so far is watched, where a cappotto counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import numpy as np

from ludocards.bots.levels import Learner
from ludocards.catalogue.thirds.bot.kernels.pack import INDEX, PACK, SUIT, bits
from ludocards.catalogue.traversone.bot.board import board_of
from ludocards.catalogue.traversone.bot.kernels.play import CHOICES, OUT, VALUES, danger, turn, values
from ludocards.engine.game import Command

BLUNDER = 4.0
"""The beginner's error in judging a card, in thirds of a point."""


def choose(view: Mapping[str, Any], legal: Sequence[Command]) -> Command:
    """The command of this bot for the seat of the view."""
    if len(legal) == 1:
        return legal[0]
    likes = _likes(view, legal)
    return max(legal, key=lambda command: likes[card_of(command)])


def choose_as_learner(view: Mapping[str, Any], legal: Sequence[Command], learner: Learner) -> Command:
    """The command of a player who forgets tricks and misjudges cards."""
    mood = Random(repr((sorted(view["hand"]), view["trick"])))
    likes = _likes({**view, "tricks": view["tricks"][-learner.tricks :]}, legal)
    return max(legal, key=lambda each: likes[card_of(each)] + mood.gauss(0, learner.error * BLUNDER))


def card_of(command: Command) -> str:
    """The card that is played or laid by."""
    card: str = command.get("card") if command.do == "play" else command.get("cards")[0]
    return card


def _likes(view: Mapping[str, Any], legal: Sequence[Command]) -> dict[str, float]:
    """The value of each legal card, in thirds."""
    if view["phase"] == "discard":
        return {card_of(command): _safety(view, card_of(command)) for command in legal}
    board, out = board_of(view), np.zeros(OUT, np.float64)
    found = values(board, turn(board), bits(view["hand"]), out)
    codes = {number: code for code, number in INDEX.items()}
    return {codes[int(out[CHOICES, i])]: float(out[VALUES, i]) for i in range(found)}


def _safety(view: Mapping[str, Any], laid: str) -> float:
    """Minus the danger of the hand without the card laid by."""
    hand = bits(view["hand"])
    rest, unseen = hand & ~bits([laid]), PACK & ~hand
    suits = range(0, 64, 16)
    return -sum(danger(rest >> suit & SUIT, unseen >> suit & SUIT, view["players"]) for suit in suits)
