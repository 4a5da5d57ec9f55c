"""The knowledge of a seat at a table of Whist about the hidden cards, and worlds that agree with it.

Hard facts: a player who did not follow suit is void, and if they did not trump either, they have no trumps.
Worlds that agree with these facts are weighted by the likelihood of the bids and plays, for players who
follow the rules of thumb.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from ludocards.bots.kernels.exchanging import sample
from ludocards.bots.kernels.numbers import Floats, Ints, by_hand
from ludocards.catalogue.whist.bot.board import LUDOPOLI, Ways, board_of
from ludocards.catalogue.whist.bot.kernels.pack import INDEX, PACK, SUIT, bits
from ludocards.catalogue.whist.bot.kernels.play import BIDDEN, BOARD, GONE, VOIDS
from ludocards.catalogue.whist.bot.kernels.worlds import weigh


@dataclass(frozen=True, slots=True)
class Beliefs:
    """The facts of a view, packed for the kernels. The places of hidden cards are the hands of the others and
    the cards not dealt."""

    hand: int
    board: Ints
    seats: Ints
    """The seats of all places but the last."""
    hidden: Ints
    places: Ints
    """`hidden` has the hidden cards, and `places` each place as often as it has cards."""
    barred: Ints
    """The cards that cannot lie in each place."""
    boards: Ints
    """The board as everybody knew it at each choice of the others. The next arrays have, for each of these
    choices, the place, the cards that it has played since, and the choice."""
    holders: Ints
    before: Ints
    chosen: Ints


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
    places = [place for place, seat in enumerate(seats) for _ in range(view["counts"][seat])]
    places += [len(seats)] * (len(hidden) - len(places))
    voids = [int(board[VOIDS + seat]) for seat in seats]
    barred = [sum(SUIT << 16 * suit for suit in range(4) if void >> suit & 1) for void in voids]
    return Beliefs(
        hand=hand,
        board=board,
        seats=np.array(seats, np.int64),
        hidden=np.array(hidden, np.int64),
        places=np.array(places, np.int64),
        barred=np.array([*barred, 0], np.int64),
        boards=np.array(boards, np.int64).reshape(len(boards), BOARD),
        holders=np.array([seats.index(seat) for seat in actors], np.int64),
        before=np.array(before[::-1], np.int64),
        chosen=np.array(chosen, np.int64),
    )


def worlds(known: Beliefs, many: int, chance: Ints) -> Ints:
    """Draw `many` worlds: each is a row of the hidden hands, then the cards not dealt.

    If no world agrees with all voids, the worlds contradict them in a few cards, so that the bot can always
    play.
    """
    rows = np.zeros((many, len(known.barred)), np.int64)
    sample(known.hidden.copy(), known.places, known.barred, chance, rows)
    return rows


def likelihood(known: Beliefs, rows: Ints, heat: float, slips: float, out: Floats) -> Floats:
    """The weight of each world; the likeliest has 1."""
    weights = np.zeros(len(rows), np.float64)
    for place in range(len(known.seats)):
        weights += by_hand(rows[:, place], partial(_weigh_place, known, place, heat, slips, out))
    likely: Floats = np.exp(weights - weights.max())
    return likely


def _weigh_place(
    known: Beliefs, place: int, heat: float, slips: float, out: Floats, hands: Ints, found: Floats
) -> None:
    """The likelihood of the bid and the plays at a place, for each of these hands."""
    theirs = known.holders == place
    weigh(known.boards[theirs], known.before[theirs], known.chosen[theirs], hands, heat, slips, out, found)
