"""The knowledge of a seat at a table of Tressette a perdere about the hidden cards, and worlds that agree
with it.

A player who did not follow suit is void: that is a hard fact. Worlds that agree with these facts are weighted
by the likelihood of the cards played, for players who follow the rules of thumb.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np

from ludocards.bots import places
from ludocards.bots.kernels.numbers import Ints
from ludocards.bots.places import Beliefs
from ludocards.catalogue.thirds.bot.kernels.pack import INDEX, PACK, SUIT, bits
from ludocards.catalogue.traversone.bot.board import board_of
from ludocards.catalogue.traversone.bot.kernels.play import ASIDE, BOARD, GONE, VOIDS
from ludocards.catalogue.traversone.bot.kernels.worlds import write_log_likelihoods

likelihood = partial(places.likelihood, write_log_likelihoods)


def beliefs(view: Mapping[str, Any]) -> Beliefs:
    me, players = view["to_act"][0], view["players"]
    seats = [seat for seat in range(players) if seat != me]
    boards, holders, chosen = [], [], []

    def meet(board: Ints, seat: int, card: int) -> None:
        if seat != me:
            boards.append(board.copy())
            holders.append(seats.index(seat))
            chosen.append(card)

    board = board_of(view, meet)
    later = [0] * len(seats)
    before = []
    for holder, card in zip(reversed(holders), reversed(chosen), strict=True):
        later[holder] |= 1 << card
        before.append(later[holder])
    hand, laid = bits(view["hand"]), bits(view.get("laid", ()))
    board[ASIDE] = laid
    unseen = PACK & ~(int(board[GONE]) | hand | laid)
    hidden = [card for card in INDEX.values() if unseen >> card & 1]
    filled = [place for place, seat in enumerate(seats) for _ in range(view["counts"][seat])]
    filled += [len(seats)] * (len(hidden) - len(filled))
    voids = [int(board[VOIDS + seat]) for seat in seats]
    barred = [sum(SUIT << 16 * suit for suit in range(4) if void >> suit & 1) for void in voids]
    return Beliefs(
        hand=hand,
        board=board,
        seats=np.array(seats, np.int64),
        hidden=np.array(hidden, np.int64),
        places=np.array(filled, np.int64),
        barred=np.array([*barred, 0], np.int64),
        boards=np.array(boards, np.int64).reshape(len(boards), BOARD),
        holders=np.array(holders, np.int64),
        before=np.array(before[::-1], np.int64),
        chosen=np.array(chosen, np.int64),
    )
