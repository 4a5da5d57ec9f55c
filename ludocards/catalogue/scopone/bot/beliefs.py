"""The knowledge of a seat at a table of Scopone or Scopa about the hidden cards, and worlds that agree with
it.

No play contradicts any deal of the hidden cards, since any card may be played. So worlds are weighted by the
likelihood of the choices made with the present hands, for players who follow the rules of thumb: who left the
settebello on the table hardly holds another seven.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np

from ludocards.bots import places
from ludocards.bots.kernels.numbers import Ints
from ludocards.bots.places import Beliefs
from ludocards.catalogue.scopone.bot.board import board_of
from ludocards.catalogue.scopone.bot.kernels.pack import INDEX, PACK, PLAYED, bits
from ludocards.catalogue.scopone.bot.kernels.play import BOARD, TABLE, gone
from ludocards.catalogue.scopone.bot.kernels.worlds import write_log_likelihoods

likelihood = partial(places.likelihood, write_log_likelihoods)


def beliefs(view: Mapping[str, Any]) -> Beliefs:
    me, players = view["to_act"][0], view["players"]
    seats = [(me + step) % players for step in range(1, players)]
    boards, holders, chosen = [], [], []

    def meet(board: Ints, seat: int, choice: int) -> None:
        if seat != me:
            boards.append(board.copy())
            holders.append(seats.index(seat))
            chosen.append(choice)

    board = board_of(view, meet)
    later = [0] * len(seats)
    before = []
    for holder, choice in zip(reversed(holders), reversed(chosen), strict=True):
        later[holder] |= 1 << (choice >> PLAYED)
        before.append(later[holder])
    hand = bits(view["hand"])
    unseen = PACK & ~(gone(board) | int(board[TABLE]) | hand)
    hidden = [card for card in INDEX.values() if unseen >> card & 1]
    filled = [place for place, seat in enumerate(seats) for _ in range(view["counts"][seat])]
    filled += [len(seats)] * (len(hidden) - len(filled))
    return Beliefs(
        hand=hand,
        board=board,
        seats=np.array(seats, np.int64),
        hidden=np.array(hidden, np.int64),
        places=np.array(filled, np.int64),
        barred=np.zeros(players, np.int64),
        boards=np.array(boards, np.int64).reshape(len(boards), BOARD),
        holders=np.array(holders, np.int64),
        before=np.array(before[::-1], np.int64),
        chosen=np.array(chosen, np.int64),
    )
