"""The knowledge of a seat at a table of Whist about the hidden cards, and worlds that agree with it.

Hard facts: a player who did not follow suit is void, and if they did not trump either, they have no trumps.
Worlds that agree with these facts are weighted by the likelihood of the bids and plays, for players who
follow the rules of thumb.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np

from ludocards.bots import places
from ludocards.bots.kernels.numbers import Ints
from ludocards.bots.places import Beliefs
from ludocards.catalogue.whist.bot.board import LUDOPOLI, Ways, board_of
from ludocards.catalogue.whist.bot.kernels.pack import INDEX, PACK, SUIT, bits
from ludocards.catalogue.whist.bot.kernels.play import BIDDEN, BOARD, GONE, VOIDS
from ludocards.catalogue.whist.bot.kernels.worlds import write_log_likelihoods

likelihood = partial(places.likelihood, write_log_likelihoods)


def beliefs(view: Mapping[str, Any], ways: Ways = LUDOPOLI) -> Beliefs:
    me, players = view["to_act"][0], int(view["players"])
    hand = bits(view["hand"], view["asso_alto"])
    seats = [seat for seat in range(players) if seat != me]
    boards, actors, chosen = [], [], []

    def meet(board: Ints, seat: int, choice: int) -> None:
        if seat != me:
            boards.append(board.copy())
            actors.append(seat)
            chosen.append(choice)

    board = board_of(view, ways, meet)
    later = [0] * players
    before = []
    for number in reversed(range(len(boards))):
        if boards[number][BIDDEN] == players:
            later[actors[number]] |= 1 << chosen[number]
        before.append(later[actors[number]])
    unseen = PACK & ~(int(board[GONE]) | hand)
    hidden = [card for card in INDEX[view["asso_alto"]].values() if unseen >> card & 1]
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
        holders=np.array([seats.index(seat) for seat in actors], np.int64),
        before=np.array(before[::-1], np.int64),
        chosen=np.array(chosen, np.int64),
    )
