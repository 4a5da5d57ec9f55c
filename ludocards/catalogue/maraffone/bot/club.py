"""Circolo, a bot that plays Maraffone like a club player; and Principiante, a beginner who misjudges.

It names the longest suit with honours, leads the ace from a cricca, and chooses cards by the rules of thumb
of `kernels/play.py`: the expected gain of the trick, minus the value of the card if kept. The maxims of the
game follow from this: load the partner's trick with aces and never trump it, keep high trumps for the
opponents' aces, lead masters when trumps are out. It knocks (busso) for the partner's best card, gives its
own best when the partner knocks, and says volo with its last card of a suit, while the partner may have
cards of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import numpy as np

from ludocards.bots.kernels.numbers import Ints
from ludocards.bots.levels import Learner
from ludocards.catalogue.maraffone.bot.board import board_of, number_of
from ludocards.catalogue.maraffone.bot.kernels.play import GONE, OUT, PACK, VOIDS, turn, values
from ludocards.catalogue.thirds.bot.kernels.pack import INDEX, SUIT, bits
from ludocards.engine.game import Command

BLUNDER = 1.5
"""The beginner's error in judging a choice, in thirds."""


def choose(view: Mapping[str, Any], legal: Sequence[Command]) -> Command:
    """The command of this bot for the seat of the view."""
    if legal[-1].do == "accuse":
        return legal[-1]
    board = board_of(view)
    likes = liked(board, bits(view["hand"]))
    return spoken(view, board, max(legal, key=lambda command: likes[number_of(command)]))


def choose_as_learner(view: Mapping[str, Any], legal: Sequence[Command], learner: Learner) -> Command:
    """The command of a player who forgets tricks and misjudges choices."""
    if legal[-1].do == "accuse":
        return legal[-1]
    mood = Random(repr((sorted(view["hand"]), view["trick"], view["counts"])))
    likes = liked(board_of({**view, "tricks": view["tricks"][-learner.tricks :]}), bits(view["hand"]))
    return max(legal, key=lambda each: likes[number_of(each)] + mood.gauss(0, learner.error * BLUNDER))


def liked(board: Ints, hand: int) -> dict[int, float]:
    """Return the value of each choice for the seat on turn, in thirds."""
    out = np.zeros(OUT, np.float64)
    found = values(board, turn(board), hand, out)
    return dict(zip(out[1, :found].astype(int).tolist(), out[0, :found].tolist(), strict=True))


def spoken(view: Mapping[str, Any], board: Ints, command: Command) -> Command:
    """The command with the word that this bot says with it, if any: one of use to a partner who may hold
    cards of the suit."""
    code = command.get("card")
    offered = view.get("signals", {}).get(code, ())
    if not offered:
        return command
    card, hand = INDEX[code], bits(view["hand"])
    suit = card >> 4
    mine, unseen = hand >> 16 * suit & SUIT, (PACK & ~int(board[GONE]) & ~hand) >> 16 * suit & SUIT
    is_useful = unseen and not board[VOIDS + (turn(board) + 2) % 4] >> suit & 1
    if is_useful and mine.bit_count() == 1:
        return Command.of("play", card=code, signal="volo")
    if is_useful and mine.bit_count() > 2 and mine >> (card & 15) > 1 and unseen >> (card & 15):
        return Command.of("play", card=code, signal="busso")
    return command
