"""Conversion of a view of Tressette into a board of the kernels, now or at any earlier card."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludocards.bots.kernels.numbers import Ints
from ludocards.catalogue.thirds.bot.kernels.pack import INDEX, bits
from ludocards.catalogue.tressette.bot.kernels.play import (
    ASKED,
    BOARD,
    CHASE,
    COUNTS,
    LAST,
    LEADER,
    PLAYERS,
    RIVAL,
    SHOWN,
    SIDES,
    STAKES,
    TAKEN,
    VOIDS,
    put,
)
from ludocards.catalogue.tressette.values import NAPOLETANA
from ludocards.engine.cards import ITALIAN40


def board_of(
    view: Mapping[str, Any],
    meet: Callable[[Ints, int, int, int], None] = lambda board, trick, seat, card: None,
) -> Ints:
    """The board as the seat on turn knows it.

    `meet` is called with the board, the number of the trick, the seat and the card before each card is
    played on the board.
    """
    board, accuse = _start(view), _accuse(view)
    voids = {given["card"] for given in true_signals(view, "volo")}
    knocks = {given["card"] for given in view["signalled"] if given["signal"] == "busso"}
    for number, trick in enumerate([*view["tricks"], view["trick"]]):
        board[LEADER] = trick["leader"]
        for place, (seat, code) in enumerate(zip(trick["seats"], trick["cards"], strict=True)):
            card = INDEX[code]
            while accuse and (accuse[-1].trick, accuse[-1].seat) == (number, seat):
                _hear(board, accuse.pop())
            meet(board, number, seat, card)
            put(board, card)
            if place == 0 and code in knocks:
                friend = partner(view["sides"], seat)
                board[ASKED] = 0 if friend is None else 1 + friend
            if code in voids:
                board[VOIDS + seat] |= 1 << (card >> 4)
    while accuse:
        _hear(board, accuse.pop())
    board[LEADER] = view["trick"]["leader"]
    board[TAKEN : TAKEN + 4] = 0
    return board


def partner(sides: Sequence[int], seat: int) -> int | None:
    return next((other for other, side in enumerate(sides) if side == sides[seat] and other != seat), None)


def true_signals(view: Mapping[str, Any], signal: str) -> list[Mapping[str, Any]]:
    """The uses of this signal that are certainly true: none where false signals are allowed."""
    return [] if "candour" in view else [given for given in view["signalled"] if given["signal"] == signal]


def shown(made: Mapping[str, Any]) -> list[str]:
    """The cards of an accusa."""
    if made["combo"] == "napoletana":
        return [rank + made["suit"] for rank in NAPOLETANA]
    return [made["rank"] + suit for suit in ITALIAN40.suits if suit != made["missing"]]


def _start(view: Mapping[str, Any]) -> Ints:
    """The deal before its first card, as everybody knows it."""
    players = int(view["players"])
    board = np.zeros(BOARD, np.int64)
    tricks = len(view["tricks"])
    for seat in range(players):
        board[COUNTS + seat] = view["counts"][seat] + tricks + (seat in view["trick"]["seats"])
        board[SIDES + seat] = view["sides"][seat]
    board[PLAYERS] = players
    board[LAST] = view["last_trick"]
    _value(board, _totals(view)[0])
    return board


@dataclass(frozen=True, slots=True)
class Accused:
    """An accusa: when it was made, its cards, and the totals of the sides then."""

    trick: int
    seat: int
    shown: int
    totals: list[int]


def _accuse(view: Mapping[str, Any]) -> list[Accused]:
    """The accuse of this deal, latest first."""
    made = zip(view["accuse"], _totals(view)[1:], strict=True)
    return [Accused(each["trick"], each["seat"], bits(shown(each)), totals) for each, totals in made][::-1]


def _totals(view: Mapping[str, Any]) -> list[list[int]]:
    """The totals of the sides at the beginning of the deal, and after each accusa."""
    found = [[*view["totals"]]]
    counted = sum(view["totals"]) > sum(sum(line["scores"]) for line in view["sheet"])  # points, not games
    for made in reversed(view["accuse"]):
        before = [*found[0]]
        before[view["sides"][made["seat"]]] -= made["points"] * counted
        found.insert(0, before)
    return found


def _hear(board: Ints, accused: Accused) -> None:
    """Enter an accusa on the board: everybody knows its cards and its points from here on."""
    board[SHOWN + accused.seat] |= accused.shown
    _value(board, accused.totals)


def _value(board: Ints, totals: Sequence[int]) -> None:
    """Set what a third that each side takes is worth to the other sides."""
    for side, total in enumerate(totals):
        worth = 1.0 if len(totals) == 2 else RIVAL + CHASE * (total == max(totals))
        board[STAKES + side] = -round(1000 * worth)
