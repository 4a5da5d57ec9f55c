"""The knowledge of a seat at a table of Briscola about the hidden cards, and worlds that agree with it.

Facts are the cards that lay open when they were drawn or exchanged, and the partner's last ones. Signs may
be false: half of the worlds believe them. Worlds are weighted by the likelihood of the cards played, for
players who follow the rules of thumb.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludocards.bots.kernels.numbers import Floats, Ints
from ludocards.catalogue.briscola.bot.board import board_of
from ludocards.catalogue.briscola.bot.kernels.pack import INDEX, PACK, bits, cards
from ludocards.catalogue.briscola.bot.kernels.play import BOARD, GONE
from ludocards.catalogue.briscola.bot.kernels.worlds import (
    NOTHING,
    ROW,
    UNKNOWN,
    sample,
    write_log_likelihoods,
)
from ludocards.catalogue.briscola.rules.worlds import known_hands
from ludocards.catalogue.briscola.values import CARDS
from ludocards.engine.cards import codes

SIGNED = {"asso": "A", "tre": "3", "re": "R", "cavallo": "C", "fante": "F"}
"""The rank of the trump that a sign shows."""


@dataclass(frozen=True, slots=True)
class Beliefs:
    """The facts of a view, packed for the kernels. The hidden hands have a place each."""

    me: int
    hand: int
    board: Ints
    seats: Ints
    room: Ints
    """The number of cards at each place that are not known."""
    held: Ints
    """The cards that each place is known to hold."""
    signed: Ints
    """The cards that each place has signed and not played."""
    free: Ints
    """The cards whose place is not known."""
    stock: int
    """The number of hidden cards in the stock."""
    boards: Ints
    """The board as everybody knew it at each card of the others. The next arrays have, for each of these, the
    place, the card, and what was drawn after it."""
    holders: Ints
    chosen: Ints
    drew: Ints


def beliefs(view: Mapping[str, Any], seat: int | None = None) -> Beliefs:
    """The beliefs of the seat of the view: that on turn, unless another is given."""
    me, players = view["to_act"][0] if seat is None else seat, view["players"]
    seats = [seat for seat in range(players) if seat != me]
    boards, holders, chosen = [], [], []

    def meet(board: Ints, seat: int, card: int) -> None:
        if seat != me:
            boards.append(board.copy())
            holders.append(seats.index(seat))
            chosen.append(card)

    board = board_of(view, meet)
    known = [bits(codes(hand)) for hand in known_hands(view, me)]
    held = [known[seat] for seat in seats]
    hand = known[me]
    lying = bits([view["turned"]]) if view["stock"] else 0
    free = PACK & ~int(board[GONE]) & ~hand & ~sum(held) & ~lying
    return Beliefs(
        me=me,
        hand=hand,
        board=board,
        seats=np.array(seats, np.int64),
        room=np.array([view["counts"][seat] - known[seat].bit_count() for seat in seats], np.int64),
        held=np.array(held, np.int64),
        signed=np.array([_signed(view, seat) & free for seat in seats], np.int64),
        free=np.array([INDEX[code] for code in cards(free)], np.int64),
        stock=max(view["stock"] - 1, 0),
        boards=np.array(boards, np.int64).reshape(len(boards), BOARD),
        holders=np.array(holders, np.int64),
        chosen=np.array(chosen, np.int64),
        drew=np.array(_drew(view, me), np.int64),
    )


def _drew(view: Mapping[str, Any], me: int) -> list[int]:
    """The cards that the others drew after each of theirs."""
    tricks = view["tricks"]
    found = []
    drawn = len(tricks) if view["stock"] else _drawings(view)
    for number, trick in enumerate([*tricks, view["trick"]]):
        for seat in trick["seats"]:
            if seat == me:
                continue
            is_turned = not view["stock"] and number == drawn - 1 and seat == view["turned_to"]
            drew = INDEX[view["turned"]] if is_turned else UNKNOWN
            found.append(drew if number < min(drawn, len(tricks)) else NOTHING)
    return found


def _drawings(view: Mapping[str, Any]) -> int:
    """The number of tricks after which cards are drawn."""
    pack = PACK.bit_count() - ("removed_card" in view)
    players: int = view["players"]
    return pack // players - CARDS


def _signed(view: Mapping[str, Any], seat: int) -> int:
    """The trumps that a seat has signed."""
    trumps = [
        SIGNED[each["signal"]] + view["trump"]
        for each in view["signalled"]
        if each["seat"] == seat and each["signal"] in SIGNED
    ]
    return bits({*trumps})


def worlds(known: Beliefs, many: int, chance: Ints) -> Ints:
    """Worlds, each a row of hidden hands and of the cards to draw."""
    rows = np.zeros((many, ROW), np.int64)
    sample(known.free.copy(), known.room, known.held, known.signed, known.stock, chance, rows)
    return rows


def likelihood(known: Beliefs, rows: Ints, heat: float, slips: float, chance: Ints, out: Floats) -> Floats:
    """The weight of each world; the likeliest has 1."""
    weights, found = np.zeros(len(rows), np.float64), np.zeros(len(rows), np.float64)
    for place in range(len(known.seats)):
        theirs = known.holders == place
        boards, hands = known.boards[theirs], np.ascontiguousarray(rows[:, place])
        write_log_likelihoods(
            boards, known.chosen[theirs], known.drew[theirs], hands, heat, slips, chance, out, found
        )
        weights += found
    likely: Floats = np.exp(weights - weights.max())
    return likely
