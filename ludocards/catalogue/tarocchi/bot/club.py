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

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

import numpy as np

from ludocards.bots.kernels.numbers import Ints
from ludocards.catalogue.tarocchi.bot.board import board_of
from ludocards.catalogue.tarocchi.bot.kernels.pack import INDEX, SUIT_OF, TRUMPS, WORTH, bits
from ludocards.catalogue.tarocchi.bot.kernels.play import (
    HOLD,
    OFFER,
    OPENED,
    OUT,
    VOID,
    gain_of,
    kept,
    values,
)
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
    gain = gain_of(bits(view["hand"]), int(view["seat"] == view["dealer"])) + misjudged
    best = next(iter(view["offers"]), None)
    if best is not None and best["points"] >= gain:
        return Command.of("call", call="piglio", **{"from": best["seat"]})
    if gain > HOLD:
        return Command.of("call", call="tengo")
    if gain > OFFER:
        return Command.of("call", call="vado")
    most = max(command.get("points") or 0 for command in legal)
    points = min(most, max(1, round((OFFER - gain) / 2) + 1))
    return Command.of("call", call="offro", points=points)


# ---- the scarto


def scarti(
    view: Mapping[str, Any],
    legal: Sequence[Command],
    misjudged: Mapping[str, float] | None = None,
) -> list[Command]:
    """The scarti, the best first."""
    gain = laying(view["hand"], misjudged or {})
    return sorted(legal, key=lambda command: gain(command.get("cards")), reverse=True)


def laying(hand: Sequence[str], misjudged: Mapping[str, float]) -> Callable[[Sequence[str]], float]:
    """Return what three cards gain by counting at once, instead of being played."""
    held = bits(hand)
    gains = {code: WORTH[INDEX[code]] - kept(INDEX[code], held, 0) + misjudged.get(code, 0) for code in hand}
    length = Counter(SUIT_OF[INDEX[code]] for code in hand)

    def gain(codes: Sequence[str]) -> float:
        suits = Counter(SUIT_OF[INDEX[code]] for code in codes)
        emptied = sum(length[suit] == many for suit, many in suits.items() if suit != TRUMPS)
        return float(sum(gains[code] for code in codes)) + VOID * emptied

    return gain


# ---- playing


def liked(board: Ints, view: Mapping[str, Any]) -> dict[str, float]:
    """Return what playing each card should bring, against keeping it."""
    out = np.zeros(OUT, np.float64)
    found = values(board, view["seat"], bits(view["hand"]), out)
    codes = {number: code for code, number in INDEX.items()}
    return {codes[int(card)]: float(out[0, place]) for place, card in enumerate(out[1, :found])}
