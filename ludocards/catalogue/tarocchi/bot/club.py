"""Circolo: a Tarocchi player of the kind that one meets at a club, by rules of thumb; and Principiante, who
knows them too, forgets and misjudges.

In the bidding it guesses what its fifteen cards will bring: with more than its share it holds, unless an
offer on the table pays better; with less it proposes to throw the deal in, and pays for it when the cards
are bad. It speaks when it is asked. Into the scarto go courts that would be lost and suits that end there.
A card to play is chosen by what the trick is likely to bring, less what the card would be worth if kept:
so it takes with the cheapest card that does it, brings the Picciotti home when nobody can beat it, and
saves a good card with the Fuggitivo. What a hand and a card are worth is in the kernels, in card points.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import numpy as np

from ludocards.bots.kernels.numbers import Ints
from ludocards.catalogue.tarocchi.bot.board import board_of, spoken
from ludocards.catalogue.tarocchi.bot.kernels.pack import INDEX, bits
from ludocards.catalogue.tarocchi.bot.kernels.play import OPENED, OUT, gain_of, values
from ludocards.catalogue.tarocchi.bot.kernels.worlds import answer, emptied, spared
from ludocards.engine.game import Command

BLUNDER, MISJUDGED = 1.2, 6.0
"""By how many points a beginner misjudges a card, and a hand."""


def choose(view: Mapping[str, Any], legal: Sequence[Command]) -> Command:
    """The command that this player gives, for the seat whose view it is (`view["seat"]`)."""
    if len(legal) == 1:
        return legal[0]
    if view["phase"] == "bid":
        return speak(view, legal)
    if view["phase"] == "discard":
        return scarti(view, legal)[0]
    likes = liked(board_of(view), view)
    return max(legal, key=lambda each: likes[each.get("card")])


def choose_as_beginner(view: Mapping[str, Any], legal: Sequence[Command]) -> Command:
    """The command of a player who knows the maxims, forgets all but the last trick, and weighs badly."""
    if len(legal) == 1:
        return legal[0]
    mood = Random(repr((view["seat"], view["hand"], view["trick"], view["counts"])))
    if view["phase"] == "bid":
        return speak(view, legal, mood.gauss(0, MISJUDGED))
    if view["phase"] == "discard":
        wrong = {code: mood.gauss(0, BLUNDER) for code in view["hand"]}
        return scarti(view, legal, wrong)[0]
    board = board_of({**view, "tricks": view["tricks"][-1:]})
    board[OPENED] = board_of(view)[OPENED]
    likes = liked(board, view)
    return max(legal, key=lambda each: likes[each.get("card")] + mood.gauss(0, BLUNDER))


# ---- the bidding


def speak(view: Mapping[str, Any], legal: Sequence[Command], misjudged: float = 0.0) -> Command:
    """The word of this player on its first cards; it may misjudge their promise."""
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
    """The scarti, the best first."""
    hand = bits(view["hand"])
    gains = {code: spared(INDEX[code], hand) + (misjudged or {}).get(code, 0) for code in view["hand"]}

    def gain(command: Command) -> float:
        codes = command.get("cards")
        return sum(gains[code] for code in codes) + emptied(hand, bits(codes))

    return sorted(legal, key=gain, reverse=True)


# ---- playing


def liked(board: Ints, view: Mapping[str, Any]) -> dict[str, float]:
    """Return what playing each card should bring, against keeping it."""
    out = np.zeros(OUT, np.float64)
    found = values(board, view["seat"], bits(view["hand"]), out)
    codes = {number: code for code, number in INDEX.items()}
    return {codes[int(card)]: float(out[0, place]) for place, card in enumerate(out[1, :found])}
