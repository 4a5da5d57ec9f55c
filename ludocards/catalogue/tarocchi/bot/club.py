"""Circolo, a Tarocchi bot that plays like a club player, by rules of thumb; and Principiante, a beginner.

In the bidding it estimates the gain from its fifteen cards. With more than its share it says tengo, unless an
offer on the table pays better; with less it proposes to throw the deal in, and with bad cards it offers
points for that. Into the scarto it lays courts that it would lose, and whole suits. It chooses the card to
play by the expected gain of the trick, minus the value of the card if kept. So it takes with the cheapest
sufficient card, brings the Picciotti home when nobody can beat it, and saves a good card with the Fuggitivo.
The values of hands and cards are in the kernels, in card points. The beginner knows the same rules, but
forgets and misjudges.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import numpy as np

from ludocards.bots.kernels.numbers import Ints
from ludocards.bots.levels import Learner
from ludocards.catalogue.tarocchi.bot.board import board_of, spoken
from ludocards.catalogue.tarocchi.bot.kernels.pack import INDEX, bits
from ludocards.catalogue.tarocchi.bot.kernels.play import OPENED, OUT, gain_of, values
from ludocards.catalogue.tarocchi.bot.kernels.worlds import answer, emptied, spared
from ludocards.engine.game import Command

BLUNDER, MISJUDGED = 1.2, 6.0
"""The beginner's errors in judging a card and a hand, in points."""


def choose(view: Mapping[str, Any], legal: Sequence[Command]) -> Command:
    """The command of this bot for the seat of the view (`view["seat"]`)."""
    if len(legal) == 1:
        return legal[0]
    if view["phase"] == "bid":
        return speak(view, legal)
    if view["phase"] == "discard":
        return scarti(view, legal)[0]
    likes = liked(board_of(view), view)
    return max(legal, key=lambda each: likes[each.get("card")])


def choose_as_learner(view: Mapping[str, Any], legal: Sequence[Command], learner: Learner) -> Command:
    """The command of a player who forgets tricks and misjudges cards."""
    if len(legal) == 1:
        return legal[0]
    mood = Random(repr((view["seat"], sorted(view["hand"]), view["trick"], view["counts"])))
    if view["phase"] == "bid":
        return speak(view, legal, mood.gauss(0, learner.error * MISJUDGED))
    if view["phase"] == "discard":
        wrong = {code: mood.gauss(0, learner.error * BLUNDER) for code in view["hand"]}
        return scarti(view, legal, wrong)[0]
    board = board_of({**view, "tricks": view["tricks"][-learner.tricks :]})
    board[OPENED] = board_of(view)[OPENED]
    likes = liked(board, view)
    return max(legal, key=lambda each: likes[each.get("card")] + mood.gauss(0, learner.error * BLUNDER))


# ---- the bidding


def speak(view: Mapping[str, Any], legal: Sequence[Command], misjudged: float = 0.0) -> Command:
    """The word of this bot on its first cards; `misjudged` is added to their expected gain."""
    said, words, most = spoken(view, legal)
    gain = gain_of(bits(view["hand"]), int(view["seat"] == view["dealer"])) + misjudged
    place: int = words.tolist().index(answer(said, view["seat"], gain, most))
    return legal[place]


# ---- the scarto


def scarti(
    view: Mapping[str, Any],
    legal: Sequence[Command],
    misjudged: Mapping[str, float] | None = None,
) -> list[Command]:
    """The legal scarti, best first."""
    hand = bits(view["hand"])
    gains = {code: spared(INDEX[code], hand) + (misjudged or {}).get(code, 0) for code in view["hand"]}

    def gain(command: Command) -> float:
        codes = command.get("cards")
        return sum(gains[code] for code in codes) + emptied(hand, bits(codes))

    return sorted(legal, key=gain, reverse=True)


# ---- playing


def liked(board: Ints, view: Mapping[str, Any]) -> dict[str, float]:
    """Return the expected gain from playing each card, compared with keeping it."""
    out = np.zeros(OUT, np.float64)
    found = values(board, view["seat"], bits(view["hand"]), out)
    codes = {number: code for code, number in INDEX.items()}
    return {codes[int(card)]: float(out[0, place]) for place, card in enumerate(out[1, :found])}
