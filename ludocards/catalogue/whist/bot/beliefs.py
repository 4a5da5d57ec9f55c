"""The knowledge of a seat at a table of Whist about the hidden cards, and worlds that agree with it.

Hard facts: a player who did not follow suit is void, and if they did not trump either, they have no trumps.
Worlds that agree with these facts are weighted by the likelihood of the bids and plays, for players who
follow the rules of thumb.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from ludocards.bots import places
from ludocards.bots.kernels.numbers import Ints
from ludocards.bots.places import Beliefs, Observed, pack_beliefs
from ludocards.catalogue.whist.bot.board import LUDOPOLI, Ways, board_of
from ludocards.catalogue.whist.bot.kernels.pack import INDEX, PACK, SUIT, bits
from ludocards.catalogue.whist.bot.kernels.play import BIDDEN, GONE, VOIDS
from ludocards.catalogue.whist.bot.kernels.worlds import write_log_likelihoods

likelihood = partial(places.likelihood, write_log_likelihoods)


def beliefs(view: Mapping[str, Any], seat: int | None = None, ways: Ways = LUDOPOLI) -> Beliefs:
    """The beliefs of the seat of the view: that on turn, unless another is given."""
    me, players = view["to_act"][0] if seat is None else seat, int(view["players"])
    hand = bits(view["hand"], view["asso_alto"])
    observed = Observed([seat for seat in range(players) if seat != me])
    board = board_of(view, ways, observed.meet)
    unseen = PACK & ~(int(board[GONE]) | hand)
    hidden = [card for card in INDEX[view["asso_alto"]].values() if unseen >> card & 1]
    voids = [int(board[VOIDS + seat]) for seat in observed.seats]
    barred = [sum(SUIT << 16 * suit for suit in range(4) if void >> suit & 1) for void in voids]

    def card_of(board: Ints, choice: int) -> int:
        is_bid = board[BIDDEN] < players
        return 0 if is_bid else 1 << choice

    return pack_beliefs(board, hand, hidden, view["counts"], [*barred, 0], observed, card_of)
