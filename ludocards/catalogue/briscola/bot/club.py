"""Circolo, a bot that plays Briscola like a club player; and learners, who forget and misjudge.

It chooses cards by the rules of thumb of `kernels/play.py`: the expected gain of the trick, minus the value
of the card if kept. The maxims of the game follow from this: lead a card without points, take with a carico
when playing last, spend a small trump on ten points, keep the high ones for the end, load the partner's
trick. It signs the highest trump that it keeps, and does as its partner asks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import numpy as np

from ludocards.bots.kernels.numbers import Ints
from ludocards.bots.levels import Learner
from ludocards.catalogue.briscola.bot.board import board_of, number_of
from ludocards.catalogue.briscola.bot.kernels.pack import INDEX, bits
from ludocards.catalogue.briscola.bot.kernels.play import OUT, turn, values
from ludocards.engine.game import Command

BLUNDER = 9.0
"""The beginner's error in judging a card, in points."""

SIGNS = {"A": "asso", "3": "tre", "R": "re"}
"""The signs for high trumps, by rank."""


def choose(view: Mapping[str, Any], legal: Sequence[Command]) -> Command:
    """The command of this bot for the seat of the view."""
    if exchange := worthwhile(view, legal):
        return exchange
    likes = liked(board_of(view), bits(view["hand"]))
    return spoken(view, max(plays(legal), key=lambda command: likes[number_of(command)]))


def choose_as_learner(view: Mapping[str, Any], legal: Sequence[Command], learner: Learner) -> Command:
    """The command of a player who forgets tricks and misjudges cards."""
    mood = Random(repr((sorted(view["hand"]), view["trick"], view["counts"], view["stock"])))
    likes = liked(board_of({**view, "tricks": view["tricks"][-learner.tricks :]}), bits(view["hand"]))
    return max(plays(legal), key=lambda each: likes[number_of(each)] + mood.gauss(0, learner.error * BLUNDER))


def plays(legal: Sequence[Command]) -> list[Command]:
    return [command for command in legal if command.do == "play"]


def worthwhile(view: Mapping[str, Any], legal: Sequence[Command]) -> Command | None:
    """The exchange that brings a higher trump, if any."""
    exchanges = (command for command in legal if command.do == "exchange")
    return next((each for each in exchanges if INDEX[each.get("card")] < INDEX[view["turned"]]), None)


def liked(board: Ints, hand: int) -> dict[int, float]:
    """Return the value of each card for the seat on turn, in points."""
    out = np.zeros(OUT, np.float64)
    found = values(board, turn(board), hand, out)
    return dict(zip(out[1, :found].astype(int).tolist(), out[0, :found].tolist(), strict=True))


def spoken(view: Mapping[str, Any], command: Command) -> Command:
    """The card with the sign that this bot gives with it, if any: the highest trump that it keeps, or else a
    carico, each once."""
    code = command.get("card")
    offered = view.get("signals", {}).get(code, ())
    me = view["to_act"][0]
    given = {each["signal"] for each in view["signalled"] if each["seat"] == me}
    kept = [card for card in view["hand"] if card != code]
    signs = [SIGNS[rank] for rank in SIGNS if rank + view["trump"] in kept]
    signs += ["carico" for card in kept if card[0] in "A3" and card[1] != view["trump"]]
    sign = next((each for each in signs if each in offered and each not in given), None)
    return command if sign is None else Command.of("play", card=code, signal=sign)
