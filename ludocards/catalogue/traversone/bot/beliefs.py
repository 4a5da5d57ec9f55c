"""The knowledge of a seat at a table of Tressette a perdere about the hidden cards, and worlds that agree
with it.

A player who did not follow suit is void: that is a hard fact. Worlds that agree with these facts are weighted
by the likelihood of the cards played, for players who follow the rules of thumb.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from ludocards.bots import places
from ludocards.bots.places import Beliefs, Observed, pack_beliefs
from ludocards.catalogue.thirds.bot.kernels.pack import INDEX, PACK, SUIT, bits
from ludocards.catalogue.traversone.bot.board import board_of
from ludocards.catalogue.traversone.bot.kernels.play import ASIDE, GONE, VOIDS
from ludocards.catalogue.traversone.bot.kernels.worlds import write_log_likelihoods

likelihood = partial(places.likelihood, write_log_likelihoods)


def beliefs(view: Mapping[str, Any], seat: int | None = None) -> Beliefs:
    """The beliefs of the seat of the view: that on turn, unless another is given."""
    me = view["to_act"][0] if seat is None else seat
    observed = Observed([seat for seat in range(view["players"]) if seat != me])
    board = board_of(view, observed.meet)
    hand, laid = bits(view["hand"]), bits(view.get("laid", ()))
    board[ASIDE] = laid
    unseen = PACK & ~(int(board[GONE]) | hand | laid)
    hidden = [card for card in INDEX.values() if unseen >> card & 1]
    voids = [int(board[VOIDS + seat]) for seat in observed.seats]
    barred = [sum(SUIT << 16 * suit for suit in range(4) if void >> suit & 1) for void in voids]
    return pack_beliefs(
        board, hand, hidden, view["counts"], [*barred, 0], observed, lambda _board, card: 1 << card
    )
