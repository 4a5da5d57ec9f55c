"""The knowledge of a seat at a table of Maraffone about the hidden cards, and worlds that agree with it.

Hard facts: a player who did not follow suit is void; the first namer holds the 4 of denari; a player who has
scored the cricca holds its cards; the words are true. Worlds that agree with these facts are weighted by the
likelihood of the suit named and of the cards played, for players who follow the rules of thumb.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from ludocards.bots.kernels.dealing import dealt
from ludocards.bots.kernels.numbers import Floats, Ints, by_hand
from ludocards.bots.places import Observed
from ludocards.catalogue.maraffone.bot.board import board_of
from ludocards.catalogue.maraffone.bot.kernels.play import BOARD, GONE, NAMES, PACK, VOIDS
from ludocards.catalogue.maraffone.bot.kernels.worlds import write_log_likelihoods
from ludocards.catalogue.maraffone.values import NAMING_CARD
from ludocards.catalogue.thirds.bot.kernels.pack import INDEX, SUIT, bits
from ludocards.catalogue.thirds.values import HONOURS

ANY = 10
SUITS = [SUIT << 16 * suit for suit in range(4)]


@dataclass(frozen=True, slots=True)
class Beliefs:
    """The facts of a view, packed for the kernels. There are three hidden hands, one to a place."""

    me: int
    hand: int
    board: Ints
    seats: Ints
    room: Ints
    free: int
    """The cards whose place is not known."""
    held: Ints
    """The cards that each place is known to hold."""
    least: Ints
    most: Ints
    """The least and the most free cards by place and suit."""
    boards: Ints
    """The board as everybody knew it at each choice of the others. The next arrays have, for each of these
    choices, the place, the cards that it has played since, and the choice."""
    holders: Ints
    before: Ints
    chosen: Ints


def beliefs(view: Mapping[str, Any], seat: int | None = None) -> Beliefs:
    """The beliefs of the seat of the view: that on turn, unless another is given."""
    me = view["to_act"][0] if seat is None else seat
    hand = bits(view["hand"])
    seats = [seat for seat in range(4) if seat != me]
    observed = Observed(seats)
    board = board_of(view, observed.meet)
    before = observed.cards_since(lambda _board, choice: 1 << choice if choice < NAMES else 0)
    unseen = PACK & ~int(board[GONE]) & ~hand
    held = [_held(view, seat) & unseen for seat in seats]
    free = unseen & ~(held[0] | held[1] | held[2])
    least, most = np.zeros((3, 4), np.int64), np.full((3, 4), ANY, np.int64)
    for place, seat in enumerate(seats):
        for suit in range(4):
            if board[VOIDS + seat] >> suit & 1:
                most[place, suit] = 0
    _listen(view, seats, held, least)
    return Beliefs(
        me=me,
        hand=hand,
        board=board,
        seats=np.array(seats, np.int64),
        room=np.array([view["counts"][seat] - held[place].bit_count() for place, seat in enumerate(seats)]),
        free=free,
        held=np.array(held, np.int64),
        least=least,
        most=most,
        boards=np.array(observed.boards, np.int64).reshape(len(before), BOARD),
        holders=np.array(observed.holders, np.int64),
        before=np.array(before, np.int64),
        chosen=np.array(observed.chosen, np.int64),
    )


def _held(view: Mapping[str, Any], seat: int) -> int:
    """The cards that the seat has shown to hold since the deal began."""
    held = bits([NAMING_CARD]) if view["deal"] == 0 and view["namer"] == seat else 0
    return held | (bits([rank + view["trump"] for rank in HONOURS]) if view["cricca"] == seat else 0)


def _listen(view: Mapping[str, Any], seats: list[int], held: list[int], least: Ints) -> None:
    """Note that whoever has said striscio has cards of the suit, unless some have been played since."""
    for given in view["signalled"]:
        if given["signal"] != "striscio" or given["seat"] not in seats:
            continue
        place, suit = seats.index(given["seat"]), INDEX[given["card"]] >> 4
        since = [*view["tricks"], view["trick"]][given["trick"] + 1 :]
        played = [
            INDEX[code]
            for trick in since
            for seat, code in zip(trick["seats"], trick["cards"], strict=True)
            if seat == given["seat"]
        ]
        if not any(card >> 4 == suit for card in played) and not held[place] & SUITS[suit]:
            least[place, suit] = 1


def worlds(known: Beliefs, many: int, chance: Ints) -> Ints:
    """Up to `many` worlds, each a row of three hidden hands.

    If no deal agrees with the facts, first the words are ignored, then the voids, so that the bot can always
    play.
    """
    nothing, anything = np.zeros((3, 4), np.int64), np.full((3, 4), ANY, np.int64)
    barred = np.zeros(3, np.int64)
    for least, most in ((known.least, known.most), (nothing, known.most), (nothing, anything)):
        rows = dealt(known.free, SUITS, known.room, least, most, barred, many, chance)
        if len(rows):
            break
    return rows | known.held


def likelihood(known: Beliefs, rows: Ints, heat: float, slips: float, out: Floats) -> Floats:
    """The weight of each world; the likeliest has 1."""
    weights = np.zeros(len(rows), np.float64)
    for place in range(3):
        weights += by_hand(rows[:, place], partial(_weigh_place, known, place, heat, slips, out))
    likely: Floats = np.exp(weights - weights.max())
    return likely


def _weigh_place(
    known: Beliefs, place: int, heat: float, slips: float, out: Floats, hands: Ints, found: Floats
) -> None:
    """The likelihood of the choices at a place, for each of these hands."""
    theirs = known.holders == place
    write_log_likelihoods(
        known.boards[theirs], known.before[theirs], known.chosen[theirs], hands, heat, slips, out, found
    )
